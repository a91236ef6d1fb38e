"""A bot that is another program: starts it, asks it by the engine protocol, checks its answers."""

import queue
import re
import shlex
import subprocess
import threading
import time
import weakref
from collections import deque
from typing import IO, Any

from sommet.arguments import check_text
from sommet.bots.bot import Named
from sommet.errors import InvalidOptions, SommetError
from sommet.match.records.forms import GAMES
from sommet.pacal import parse_action
from sommet.programs.go import parse_go
from sommet.programs.views import View, format_view
from sommet.pylos import State

#: How long a program thinks about a move by default.
MOVETIME_MS = 1000
#: How much longer than agreed an answer may take; a program that starts may need it too.
PATIENCE_S = 10.0
_LONGEST_LINE = 1 << 16
_LIMIT = re.compile(r"(?P<number>[1-9][0-9]{0,8})(?P<unit>ms|s|n)")


class ProgramError(SommetError):
    """A program did not start, crashed, did not answer, or gave an invalid answer."""


class ProgramBot(Named):
    """Plays what a program answers; the program runs until the bot is closed or forgotten."""

    def __init__(
        self, game: str, command: str, *, go: str = "", patience_s: float = PATIENCE_S
    ) -> None:
        """Prepare to run a command; it is started with the first move.

        Args:
            game: The game it must play.
            command: The program and its arguments, as a shell would split them.
            go: How long it may think: `movetime 500`, `nodes 20000`, `level 3`.
            patience_s: How much longer than agreed an answer may take.

        Raises:
            SommetError: There is no such game, or `go` makes no sense.
        """
        if not isinstance(game, str) or game not in GAMES:
            raise InvalidOptions(f"no game {game!r}; there are {', '.join(GAMES)}")
        if not isinstance(patience_s, (int, float)):
            raise TypeError(f"patience is a number of seconds, not {patience_s!r}")
        self.name = f"program:{check_text(command, 'a command')}"
        self._game = game
        self._command = command
        self._go = check_text(go, "how long to think") or f"movetime {MOVETIME_MS}"
        agreed_ms = parse_go(self._go.split()).movetime or MOVETIME_MS
        self._patience_s = agreed_ms / 1000 + patience_s
        self._running: _Process | None = None
        self._wants_legal = False

    def choose(
        self,
        view: View,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Any:
        """Return the program's move; raise ProgramError where it gives none."""
        process = self._start()
        lines = [f"position {format_view(view)}"]
        if self._wants_legal:
            lines.append("legal " + ", ".join(str(move) for move in view.legal_moves))
        process.send(*lines, f"go {self._go}" + ("" if seed is None else f" seed {seed}"))
        try:
            answer = process.wait_for("bestmove", self._patience_s, cancel)
            return self._read(view, answer)
        except ProgramError:
            self.close()
            raise

    def _read(self, view: View, answer: str) -> Any:
        try:
            if isinstance(view, State):
                return view.find_move(answer)
            if (action := parse_action(answer)) in view.legal_moves:
                return action
        except SommetError as error:
            raise self._error(f"answered {answer[:200]!r}: {error}") from error
        raise self._error(f"answered {answer[:200]!r}, which is not allowed here")

    def close(self) -> None:
        """End the program, if it runs."""
        if self._running is not None:
            self._running.end()
            self._running = None

    def _error(self, what: str) -> ProgramError:
        return ProgramError(f"the program {self._command!r} {what}")

    def _start(self) -> "_Process":
        if self._running is None:
            self._running = _Process(self._command)
            weakref.finalize(self, self._running.end)
            try:
                self._handshake(self._running)
            except ProgramError:
                self.close()
                raise
        return self._running

    def _handshake(self, process: "_Process") -> None:
        process.send("sommet")
        said: list[str] = []
        process.wait_for("sommetok", self._patience_s, received=said)
        games = [line.removeprefix("plays ") for line in said if line.startswith("plays ")]
        if self._game not in games:
            raise self._error(f"does not play {self._game}, but {', '.join(games) or 'nothing'}")
        self._wants_legal = "wants legal" in said
        process.send("newgame")


class _Process:
    """A running program: lines go in, lines come out."""

    def __init__(self, command: str) -> None:
        self._command = command
        try:
            self._process = subprocess.Popen(
                shlex.split(command),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else error
            raise ProgramError(f"the program {command!r} cannot be started: {reason}") from error
        #: Lines as they come; None for the end. A program that floods us waits until we read.
        self._lines: queue.Queue[str | None] = queue.Queue(1000)
        self._complaints: deque[bytes] = deque(maxlen=5)
        self._ended = threading.Event()
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._threads = (
            threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True),
            threading.Thread(target=self._collect, args=(self._process.stderr,), daemon=True),
        )
        for thread in self._threads:
            thread.start()

    def _listen(self, stream: IO[bytes]) -> None:
        while not self._ended.is_set() and (line := stream.readline(_LONGEST_LINE)):
            self._put(line.decode("utf-8", "replace").strip())
        self._put(None)

    def _put(self, line: str | None) -> None:
        while not self._ended.is_set():
            try:
                self._lines.put(line, timeout=0.2)
            except queue.Full:
                continue
            return

    def _collect(self, stream: IO[bytes]) -> None:
        while line := stream.readline(_LONGEST_LINE):
            self._complaints.append(line)

    def send(self, *lines: str) -> None:
        """Write lines to the program."""
        assert self._process.stdin is not None
        try:
            self._process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise self._gone() from error

    def wait_for(
        self,
        word: str,
        patience_s: float,
        cancel: threading.Event | None = None,
        *,
        received: list[str] | None = None,
    ) -> str:
        """Return what follows `word` in the first line that begins with it.

        Other lines are kept in `received`. When `cancel` is set, `stop` is sent to the program.

        Raises:
            ProgramError: It ended, complained, or did not answer in time.
        """
        deadline = time.monotonic() + patience_s
        last = ""
        asked_to_stop = False
        while True:
            left = deadline - time.monotonic()
            if left <= 0:
                said = f"; the last thing it said was {last[:200]!r}" if last else ""
                raise self._error(f"did not answer {word} within {patience_s:g} s{said}")
            if cancel is not None and cancel.is_set() and not asked_to_stop:
                self.send("stop")
                asked_to_stop = True
            try:
                # With nothing to cancel there is nothing to look for in between.
                line = self._lines.get(timeout=left if cancel is None else min(left, 0.05))
            except queue.Empty:
                continue
            if line is None:
                raise self._gone()
            first, _, rest = line.partition(" ")
            if first == word:
                return rest.strip()
            if first == "error":
                raise self._error(f"says: {rest[:500]}")
            last = line
            if received is not None:
                received.append(line)

    def _error(self, what: str) -> ProgramError:
        return ProgramError(f"the program {self._command!r} {what}")

    def _gone(self) -> ProgramError:
        """Return what to say about a program that ended by itself."""
        try:
            status = f"with exit status {self._process.wait(timeout=1)}"
        except subprocess.TimeoutExpired:
            status = "its output"
        self._threads[1].join(timeout=1)
        words = b"".join(self._complaints).decode("utf-8", "replace").strip()
        return self._error(f"ended {status}" + (f": {words[-500:]}" if words else ""))

    def end(self) -> None:
        """End the program: ask it to quit, and do not wait for long."""
        if self._ended.is_set():
            return
        self._ended.set()
        process = self._process
        try:
            if process.stdin is not None:
                process.stdin.write(b"quit\n")
                process.stdin.close()
        except (OSError, ValueError):
            pass
        try:
            process.wait(timeout=0.5)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        for thread in self._threads:
            thread.join(timeout=1)
        for stream in (process.stdout, process.stderr):
            if stream is not None:
                stream.close()


def _parse(game: str, argument: str | None) -> ProgramBot:
    words = (argument or "").split(maxsplit=1)
    limit = _LIMIT.fullmatch(words[0]) if words else None
    command = words[1] if limit and len(words) > 1 else "" if limit else argument or ""
    if not command.strip():
        raise InvalidOptions(
            "name a program: program:./mybot, or with a limit program:500ms ./mybot"
        )
    go = ""
    if limit is not None:
        number = int(limit["number"])
        go = f"nodes {number}" if limit["unit"] == "n" else ""
        go = go or f"movetime {number * (1000 if limit['unit'] == 's' else 1)}"
    bot = ProgramBot(game, command, go=go)
    bot.name = f"program:{argument}"
    return bot


def make_pylos(argument: str | None) -> ProgramBot:
    """Any program that speaks the engine protocol."""
    return _parse("pylos", argument)


def make_pacal(argument: str | None) -> ProgramBot:
    """Any program that speaks the engine protocol."""
    return _parse("pacal", argument)


def make_solo(argument: str | None) -> ProgramBot:
    """Any program that speaks the engine protocol."""
    return _parse("solo", argument)


for _factory in (make_pylos, make_pacal, make_solo):
    _factory.argument = "COMMAND"  # type: ignore[attr-defined]
