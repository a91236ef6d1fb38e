"""The history of a game, as one value and as one text (docs/records.md).

A `Record` says what was played under which rules by whom; `text.format_record` writes it and
`parser.parse_record` reads it back. Whether the moves are legal is another question, answered by
`sommet.match.records.replay.replay_record`.
"""

import datetime
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from sommet.arguments import check_items, check_kind, check_text
from sommet.errors import InvalidRecord
from sommet.match.records.forms import ALL_SEATS, FORMS, GAMES, Form
from sommet.outcome import Outcome

if TYPE_CHECKING:
    from sommet.match.records.games import Game

RESULTS = ("1-0", "0-1", "1/2-1/2", "*")
#: Headers with a field of their own; every other one is kept in `Record.tags`.
KNOWN_TAGS = (
    frozenset({"Game", "Rules", "Ruling", "Date", "Result", "Reason", "Seed", "Position"})
    | {"Sealed", "Deal", "Shown", "Round"}
    | ALL_SEATS
)

_TAG = re.compile(r"[A-Z][A-Za-z0-9]*")
_KEY = re.compile(r"[a-z]+(-[a-z]+)*")
_RULING = re.compile(r"[a-z]+(-[a-z]+)*=[a-z0-9]+(-[a-z0-9]+)*")


class InvalidHeader(InvalidRecord):
    """A record whose header `header` is wrong."""

    def __init__(self, header: str, why: str) -> None:
        self.header = header
        super().__init__(why, reason="header-value", name=header)


def _one_line(header: str, text: str) -> None:
    if not isinstance(text, str):
        raise InvalidHeader(header, f"{header} is a text, not {type(text).__name__}")
    if not text.isprintable():
        raise InvalidHeader(header, f"{header} must be one printable line, not {text!r}")


@dataclass(frozen=True, slots=True)
class Entry:
    """One move, with what was said about it and the clock after it.

    Attributes:
        text: The move in its fixed text form.
        comment: One line without braces; empty for none.
        clock_ms: Milliseconds left to the mover after the move.
        line: The line it was read from, counted from 1; no part of equality.
        variations: What could have been played instead, each a line of moves.
    """

    text: str
    comment: str = ""
    clock_ms: int | None = None
    line: int | None = field(default=None, compare=False)
    variations: tuple[tuple["Entry", ...], ...] = ()

    def __post_init__(self) -> None:
        _check_comment(self.comment)
        check_text(self.text, "a move")
        if self.clock_ms is not None and (type(self.clock_ms) is not int or self.clock_ms < 0):
            raise InvalidRecord(
                f"a clock cannot show {self.clock_ms} ms", line=self.line, reason="clock"
            )
        if not all(_is_line(variation) for variation in check_items(self.variations, "variations")):
            raise InvalidRecord("a variation has at least one move", line=self.line, reason="word")


def _is_line(entries: object) -> bool:
    return (
        isinstance(entries, tuple)
        and bool(entries)
        and all(isinstance(entry, Entry) for entry in entries)
    )


def _check_comment(comment: str) -> None:
    check_text(comment, "a comment")
    plain = comment.isprintable() and comment == " ".join(comment.split())
    if not plain or "{" in comment or "}" in comment:
        raise InvalidRecord(
            f"a comment is one line without braces, not {comment!r}", reason="comment"
        )


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round: its moves, its ending, and its cards once they are no longer secret.

    Attributes:
        entries: The moves in order.
        result: `1-0`, `0-1`, `1/2-1/2`, or `*` while the round is running.
        reason: A key such as `complete`, `stuck`, `summit`, `resignation`; None while running.
        deal: The deal's text form; never in a running round.
        shown: Cards that the table has seen although no move names them, kept while the round is
            running: in the duel the two apexes, then fifteenth cards as they were built; in solo
            the cards drawn so far.
        comment: Said before the first move.
        line: Where the text says its result, or where it begins; no part of equality.
    """

    entries: tuple[Entry, ...] = ()
    result: str = "*"
    reason: str | None = None
    deal: str | None = None
    shown: tuple[int, ...] = ()
    comment: str = ""
    line: int | None = field(default=None, compare=False)

    def __post_init__(self) -> None:
        _check_comment(self.comment)
        _check_ending(self.result, self.reason)
        if self.entries and not _is_line(self.entries):
            raise InvalidRecord(f"a round is a tuple of Entry, not {self.entries!r}")
        if self.deal is not None:
            _one_line("Deal", self.deal)
            if self.result == "*":
                raise InvalidHeader("Deal", "a running round must not reveal its deal")
        if self.shown and self.result != "*":
            raise InvalidHeader("Shown", "Shown belongs to a running round only")


def _check_ending(result: str, reason: str | None) -> None:
    if result not in RESULTS:
        raise InvalidHeader("Result", f"no result {result!r}; there are {', '.join(RESULTS)}")
    if (result == "*") != (reason is None):
        raise InvalidHeader("Result", "a finished game has a Reason and a running one has none")
    if reason is not None and not (isinstance(reason, str) and _KEY.fullmatch(reason)):
        raise InvalidHeader("Reason", f"a reason is a key such as `summit`, not {reason!r}")


@dataclass(frozen=True, slots=True)
class Record:
    """A whole game: Pylos, a Pacal match of several rounds, or a solo game.

    Attributes:
        game: `pylos`, `pacal` or `solo`.
        rules: The preset: `standard`, `expert`, …; for Pacal the rulebook.
        players: One name per seat, seat 0 first.
        rulings: Each ruling that is not the preset's, as `takeback=optional`.
        date: ISO date, or None.
        result: As in `RoundRecord`; for a match, the match's.
        reason: As in `RoundRecord`.
        seed: What the lots were drawn from; with hidden cards only once the game is over.
        position: Where a Pylos game started, if not from the empty board.
        sealed: A blindfolded deal in a saved game (`sommet.match.sealing`), for resuming it.
        tags: Any other headers, as (name, value).
        rounds: One for Pylos and solo; for a match as many as were begun.
        line: Where the text says the result; no part of equality.
        header_lines: Each header of the text with its line, in order; no part of equality.
    """

    game: str
    rules: str
    players: tuple[str, ...]
    rulings: tuple[str, ...] = ()
    date: str | None = None
    result: str = "*"
    reason: str | None = None
    seed: int | None = None
    position: str | None = None
    sealed: str | None = None
    tags: tuple[tuple[str, str], ...] = ()
    rounds: tuple[RoundRecord, ...] = (RoundRecord(),)
    line: int | None = field(default=None, compare=False)
    header_lines: tuple[tuple[str, int], ...] = field(default=(), compare=False, repr=False)

    def line_of(self, header: str, number: int = 0) -> int | None:
        """Return where the text has a header, or the one with a number among those of one name."""
        lines = [line for name, line in self.header_lines if name == header]
        return lines[number] if number < len(lines) else self.line

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise InvalidRecord(
                f"no game {self.game!r}; there are {', '.join(GAMES)}", reason="no-game"
            )
        seats = self.form.seats
        if len(check_items(self.players, "players")) != len(seats):
            raise InvalidRecord(f"{self.game} needs the players {' and '.join(seats)}")
        _check_ending(self.result, self.reason)
        for what, text in (
            ("Rules", self.rules),
            *((seat, name) for seat, name in zip(seats, self.players, strict=True)),
            *self._read_tags(),
            ("Position", self.position or ""),
            ("Sealed", self.sealed or ""),
        ):
            _one_line(what, text)
        self._check_headers()
        self._check_rounds()

    def _read_tags(self) -> Iterator[tuple[str, str]]:
        for tag in check_items(self.tags, "tags"):
            if not isinstance(tag, tuple) or len(tag) != 2 or not isinstance(tag[0], str):
                raise InvalidRecord(f"a further header is (name, value), not {tag!r}")
            yield tag

    def _check_headers(self) -> None:
        for ruling in check_items(self.rulings, "rulings"):
            if not isinstance(ruling, str) or not _RULING.fullmatch(ruling):
                raise InvalidHeader("Ruling", f"a ruling is written name=setting, not {ruling!r}")
        for name, _ in self.tags:
            if not _TAG.fullmatch(name) or name in KNOWN_TAGS:
                raise InvalidRecord(
                    f"{name!r} cannot be the name of a further header",
                    reason="header-place",
                    name=name,
                )
        if self.date is not None:
            try:
                canonical = datetime.date.fromisoformat(self.date).isoformat()
            except (ValueError, TypeError):
                canonical = ""
            if canonical != self.date:
                raise InvalidHeader("Date", f"a date is written 2026-01-31, not {self.date!r}")
        if self.seed is not None and (type(self.seed) is not int or self.seed < 0):
            raise InvalidHeader("Seed", "a seed is a number from 0 up")
        if self.seed is not None and self.form.has_cards and self.result == "*":
            raise InvalidHeader("Seed", "a running game with hidden cards must not reveal its seed")
        if self.position is not None and not self.form.has_position:
            raise InvalidHeader("Position", "only a Pylos record has a starting Position")
        if self.sealed is not None and (not self.form.has_cards or self.result != "*"):
            raise InvalidHeader(
                "Sealed", "only a running game with hidden cards has something Sealed"
            )

    def _check_rounds(self) -> None:
        rounds = check_items(self.rounds, "rounds")
        for played in rounds:
            check_kind(played, RoundRecord, "a RoundRecord")
        if not self.form.has_rounds:
            if len(rounds) != 1:
                raise InvalidRecord(f"{self.game} has one round, not {len(self.rounds)}")
            if (self.rounds[0].result, self.rounds[0].reason) != (self.result, self.reason):
                raise InvalidRecord("the round's result is not the game's", reason="result")
        for number, played in enumerate(self.rounds, 1):
            if played.result == "*" and number < len(self.rounds):
                raise InvalidRecord(
                    f"round {number} has no result", line=played.line, reason="result"
                )
            if played.result == "*" and self.result != "*":
                raise InvalidRecord(
                    "the game is over but its last round is not", line=played.line, reason="result"
                )
            if not self.form.has_cards and (played.deal is not None or played.shown):
                raise InvalidRecord(f"{self.game} has no cards", line=played.line, reason="cards")
            self._check_moves(played.entries)

    def _check_moves(self, entries: tuple[Entry, ...]) -> None:
        for entry in entries:
            if not self.form.move.fullmatch(entry.text):
                raise InvalidRecord(
                    f"{entry.text!r} does not look like a {self.game} move",
                    line=entry.line,
                    reason="word",
                    text=entry.text,
                )
            for variation in entry.variations:
                self._check_moves(variation)

    @classmethod
    def from_game(
        cls,
        game: "Game",
        *,
        players: Iterable[str] | None = None,
        date: str | None = None,
        ended: Outcome | None = None,
        tags: Iterable[tuple[str, str]] = (),
    ) -> "Record":
        """Return the record of a `pylos.State`, `pacal.Match`, `Round` or `Solo` as it stands.

        See `sommet.match.records.games.record_game` for the arguments.
        """
        from sommet.match.records.games import record_game

        return record_game(game, players=players, date=date, ended=ended, tags=tags)

    @property
    def form(self) -> Form:
        """What records of this game look like."""
        return FORMS[self.game]

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of all rounds in one row, as text."""
        return tuple(entry.text for played in self.rounds for entry in played.entries)

    @property
    def starts_dark(self) -> bool:
        """Whether dark moves first: only from a Pylos Position with dark to move."""
        return self.position is not None and self.position.endswith(" D")


def format_result(winner: int | None) -> str:
    """Return the result's text for a winning seat, or for a draw (None)."""
    return "1/2-1/2" if winner is None else ("1-0", "0-1")[winner]


def parse_result(text: str) -> int | None:
    """Return the winning seat, or None for a draw.

    Raises:
        InvalidRecord: `text` is `*` or no result at all.
    """
    winners = {"1-0": 0, "0-1": 1, "1/2-1/2": None}
    if text not in winners:
        raise InvalidRecord(
            f"{text!r} names no winner and no draw", reason="header-value", name="Result"
        )
    return winners[text]
