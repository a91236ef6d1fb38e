"""Sommet's own players behind the engine protocol: what `sommet engine` runs."""

import contextlib
import threading
from collections.abc import Iterable
from typing import TextIO

from sommet import __version__, bots, pylos
from sommet.bots.pylos.search import Limit, Thought, think
from sommet.errors import SommetError
from sommet.programs.go import Go, parse_go
from sommet.programs.views import View, game_of, parse_view

_HELLO = (
    f"id name Sommet {__version__}",
    "id author The Sommet authors",
    "plays pylos",
    "plays pacal",
    "plays solo",
    "option name Level type spin default 0 min 0 max 8",
    "sommetok",
)


class Speaker:
    """Answers one client: reads lines, thinks in a thread of its own, writes lines."""

    def __init__(self, output: TextIO) -> None:
        self._output = output
        self._writing = threading.Lock()
        self._thinking: threading.Thread | None = None
        self._stop = threading.Event()
        self._view: View | None = None
        self._level = 0

    def __repr__(self) -> str:
        position = "no position" if self._view is None else game_of(self._view)
        return f"<Speaker with {position}>"

    def run(self, lines: Iterable[str]) -> None:
        """Answer every line until `quit` or the end of the input."""
        try:
            for line in lines:
                words = line.split()
                if words[:1] == ["quit"]:
                    break
                if words:
                    try:
                        self._answer(words)
                    except SommetError as error:
                        self._say(f"error {' '.join(str(error).split())}")
        finally:
            self._finish()

    def _say(self, *lines: str) -> None:
        # The client may be gone: then there is nobody to answer.
        with self._writing, contextlib.suppress(BrokenPipeError, ValueError):
            self._output.write("".join(f"{line}\n" for line in lines))
            self._output.flush()

    def _finish(self) -> None:
        self._stop.set()
        if self._thinking is not None:
            self._thinking.join()
            self._thinking = None

    def _answer(self, words: list[str]) -> None:
        command, *rest = words
        match command:
            case "sommet":
                self._say(*_HELLO)
            case "isready":
                self._say("readyok")
            case "setoption":
                self._set_option(rest)
            case "position":
                self._finish()
                self._view = None
                self._view = parse_view(" ".join(rest))
            case "go":
                self._go(parse_go(rest))
            case "stop":
                self._finish()
            case "newgame" | "legal":
                pass
            case _:
                raise SommetError(f"unknown command {command!r}")

    def _set_option(self, words: list[str]) -> None:
        match words:
            case ["name", "Level", "value", number] if number.isdecimal() and int(number) <= 8:
                self._level = int(number)
            case _:
                raise SommetError("there is one option: setoption name Level value 0 to 8")

    def _go(self, go: Go) -> None:
        self._finish()
        if self._view is None:
            raise SommetError("no position to think about")
        if not self._view.legal_moves:
            raise SommetError("nobody moves here: the game is over, or it is not this seat's turn")
        if go.level:
            bots.make(game_of(self._view), f"level:{go.level}")  # refused before thinking
        self._stop = threading.Event()
        self._thinking = threading.Thread(target=self._think, args=(self._view, go), daemon=True)
        self._thinking.start()

    def _think(self, view: View, go: Go) -> None:
        try:
            self._say(f"bestmove {self._choose(view, go)}")
        except SommetError as error:
            self._say(f"error {' '.join(str(error).split())}")

    def _choose(self, view: View, go: Go) -> object:
        game = game_of(view)
        level = go.level or (0 if go.movetime or go.nodes else self._level)
        if isinstance(view, pylos.State) and not level and (go.movetime or go.nodes):
            limit = Limit(milliseconds=go.movetime, nodes=go.nodes)
            thought = think(view, limit, cancel=self._stop)
            self._say(_info(thought))
            return thought.moves[0]
        bot = bots.make(game, f"level:{level}" if level else "best")
        return bot.choose(view, seed=go.seed, cancel=self._stop)


def _info(thought: Thought) -> str:
    score = thought.value or thought.scores[0]
    line = ", ".join(str(move) for move in thought.line)
    return (
        f"info depth {thought.depth} nodes {thought.nodes} time {thought.milliseconds:.0f} "
        f"score {score} pv {line}"
    )
