"""Playing a record through the rules: every state on the way, or the line that is wrong."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sommet import pacal, pylos
from sommet.arguments import check_kind
from sommet.errors import IllegalMove, InvalidMove, InvalidRecord, SommetError
from sommet.match.records.fill import fill_round, fill_solo
from sommet.match.records.record import (
    Entry,
    Record,
    RoundRecord,
    format_result,
    parse_result,
)
from sommet.match.rulings import make_options
from sommet.outcome import Outcome
from sommet.pacal.match import judge_match

#: Endings that the players make, not the rules; a replay takes them as they are written.
PLAYER_REASONS = frozenset({"resignation", "agreement", "time", "abandoned", "move-limit"})


@dataclass(frozen=True, slots=True)
class Frame:
    """One move of a replay.

    Attributes:
        number: The number it stands under.
        seat: Who made it.
        entry: The move as recorded.
        state: What the table looked like after it: a `pylos.State`; a `pacal.Round` or `pacal.Solo`
            once that is over, and while it is running what a spectator sees of it, a `View`.
        variations: What could have been played instead, played through as well.
    """

    number: int
    seat: int
    entry: Entry
    state: Any
    variations: tuple[tuple["Frame", ...], ...] = ()


@dataclass(frozen=True, slots=True)
class RoundReplay:
    """One round of a replay: the table before the first move, the moves, how it ended."""

    start: Any
    frames: tuple[Frame, ...]
    outcome: Outcome | None


@dataclass(frozen=True, slots=True)
class Replay:
    """A whole record played through: its rules, its rounds, and how the game ended."""

    record: Record
    options: Any
    rounds: tuple[RoundReplay, ...]
    outcome: Outcome | None


def _options_of(record: Record) -> Any:
    """Return the options that the headers name; InvalidRecord has the line of the wrong one."""
    options = None
    for count in range(len(record.rulings) + 1):
        try:
            options = make_options(record.game, record.rules, record.rulings[:count])
        except SommetError as error:
            header = "Ruling" if count else "Rules"
            line = record.line_of(header, max(count - 1, 0))
            raise InvalidRecord(
                str(error), line=line, reason="header-value", name=header
            ) from error
    return options


def replay_record(record: Record) -> Replay:
    """Return every state of the recorded game.

    Raises:
        InvalidRecord: A move is illegal or the result does not follow from the moves; it names the
            line if the record was read from text.
    """
    options = _options_of(check_kind(record, Record, "a Record"))
    rounds: list[RoundReplay] = []
    for played in record.rounds:
        if judge_match(_results(rounds)) is not None:
            raise InvalidRecord(
                "a round after a player has won three (PAC-9)", line=played.line, reason="rounds"
            )
        rounds.append(_replay_round(record, options, played))
    outcome = _judge_match(record, rounds) if record.form.has_rounds else rounds[0].outcome
    return Replay(record, options, tuple(rounds), outcome)


def _results(rounds: Iterable[RoundReplay]) -> list[Outcome]:
    return [played.outcome for played in rounds if played.outcome is not None]


def _judge_match(record: Record, rounds: list[RoundReplay]) -> Outcome | None:
    judged = judge_match(_results(rounds))
    return _agree(record, judged, record.result, record.reason, line=record.line, what="the match")


def _replay_round(record: Record, options: Any, played: RoundRecord) -> RoundReplay:
    state = _start(record, options, played)
    player = _Player(record.form.moves_per_number, played.result == "*")
    frames, end = player.play(state, played.entries, int(record.starts_dark))
    outcome = _agree(
        record, end.outcome, played.result, played.reason, line=played.line, what="the round"
    )
    return RoundReplay(player.show(state), frames, outcome)


@dataclass(frozen=True, slots=True)
class _Player:
    """Plays lines of moves: how many share a number, and whether the round is still running."""

    size: int
    running: bool

    def play(
        self, state: Any, entries: tuple[Entry, ...], first: int
    ) -> tuple[tuple[Frame, ...], Any]:
        """Return what was played, variations included, and the state at the end of the line."""
        frames = []
        for index, entry in enumerate(entries, first):
            if entry.variations and self.running and not _is_open(state):
                # The cards that nobody has seen are made up: what they allow means nothing.
                raise InvalidRecord(
                    "a running game with hidden cards has no variations",
                    line=entry.line,
                    reason="move",
                    text=entry.text,
                    clause="",
                )
            variations = tuple(self.play(state, line, index)[0] for line in entry.variations)
            seat = _actor(state)
            state = self._step(state, entry)
            frames.append(Frame(index // self.size + 1, seat, entry, self.show(state), variations))
        return tuple(frames), state

    def _step(self, state: Any, entry: Entry) -> Any:
        try:
            return state.play(entry.text)
        except IllegalMove as error:
            is_open = not self.running or _is_open(state)
            position = f"; position: {error.position}" if is_open else ""
            why = f"{error.text} is not allowed: {error.why} ({error.clause}{position})"
            raise InvalidRecord(
                why, line=entry.line, reason="move", text=error.text, clause=error.clause
            ) from error
        except InvalidMove as error:
            why = f"cannot read {error.text!r} as a move: {error.why}"
            raise InvalidRecord(why, line=entry.line, reason="word", text=error.text) from error

    def show(self, state: Any) -> Any:
        """Return what may be seen: of a running game with cards, what a spectator sees."""
        if not self.running or _is_open(state):
            return state
        return state.view() if isinstance(state, pacal.Solo) else state.view(None)


def _is_open(state: Any) -> bool:
    return isinstance(state, pylos.State)


def _actor(state: Any) -> int:
    if isinstance(state, pylos.State):
        return state.side
    return 0 if isinstance(state, pacal.Solo) or state.actor is None else int(state.actor)


def _start_pylos(record: Record, options: Any, _: RoundRecord) -> pylos.State:
    if record.position is None:
        return pylos.State.start(options)
    return pylos.State.parse(record.position, options)


def _start_pacal(_: Record, options: Any, played: RoundRecord) -> pacal.Round:
    if played.result == "*":
        return fill_round(options, played)
    return pacal.Round.from_deal(options, pacal.parse_deal(_deal_of(played)))


def _start_solo(_: Record, options: Any, played: RoundRecord) -> pacal.Solo:
    if played.result == "*":
        return fill_solo(options, played)
    return pacal.Solo.from_deal(options, pacal.parse_solo_deal(_deal_of(played)))


def _deal_of(played: RoundRecord) -> str:
    if played.deal is None:
        raise InvalidRecord("a finished round needs its Deal", reason="header-missing", name="Deal")
    return played.deal


_START = {"pylos": _start_pylos, "pacal": _start_pacal, "solo": _start_solo}


def _start(record: Record, options: Any, played: RoundRecord) -> Any:
    try:
        return _START[record.game](record, options, played)
    except InvalidRecord as error:
        raise error.at(error.line or played.line) from error
    except SommetError as error:
        raise InvalidRecord(
            str(error),
            line=played.line if played.deal else record.line_of("Position"),
            reason="header-value",
            name="Deal" if played.deal else "Position",
        ) from error


def _agree(
    record: Record,
    judged: Outcome | None,
    result: str,
    reason: str | None,
    *,
    line: int | None,
    what: str,
) -> Outcome | None:
    """Return the ending, if the rules and the headers agree about it.

    The rules of Pacal know no clock, so a game of it that ended by time names no clause.
    """
    if judged is None:
        if result == "*":
            return None
        if reason not in PLAYER_REASONS:
            raise InvalidRecord(
                f"the headers end {what} by {reason}, but the moves do not",
                line=line,
                reason="result",
            )
        timed = reason == "time" and record.game == "pylos"
        return Outcome(parse_result(result), reason, "PYL-9" if timed else "")
    expected = format_result(judged.winner), judged.reason
    if (result, reason) != expected:
        raise InvalidRecord(
            f"the moves end {what} with {expected[0]} by {expected[1]} ({judged.clause}), "
            f"but the headers say {result}{f' by {reason}' if reason else ''}",
            line=line,
            reason="result",
        )
    return judged
