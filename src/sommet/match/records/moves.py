"""Reading the moves of a record: numbers, clocks, comments and variations."""

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from sommet.errors import InvalidRecord
from sommet.match.records.forms import FORMS
from sommet.match.records.record import Entry
from sommet.match.records.text import parse_clock

#: How deeply variations may be nested.
MOST_NESTED = 8
#: How many moves a round may have, with those in variations; far more than any game.
MOST_MOVES = 2000


class Token(NamedTuple):
    """A piece of the text below the headers: what it is, how it is written, and where."""

    kind: str
    text: str
    line: int


@dataclass
class _Move:
    """A move being read: its words so far, and what followed them."""

    line: int
    words: list[str]
    comments: list[str] = field(default_factory=list)
    clock_ms: int | None = None
    variations: list[tuple[Entry, ...]] = field(default_factory=list)
    closed: bool = False

    def entry(self) -> Entry:
        try:
            return Entry(
                " ".join(self.words),
                " ".join(self.comments),
                self.clock_ms,
                self.line,
                tuple(self.variations),
            )
        except InvalidRecord as error:
            raise error.at(self.line) from None


@dataclass
class _Line:
    """The moves of a round or of a variation.

    Attributes:
        first: Which move of the round its first one is, counted from 0.
        skipped: Whether `...` has shown that the first one does not begin its number.
        opening: The comments before the first move.
        moves: The moves so far.
    """

    first: int
    skipped: bool = False
    opening: list[str] = field(default_factory=list)
    moves: list[_Move] = field(default_factory=list)

    def next_place(self, size: int) -> tuple[int, int]:
        """Return the number (from 0) under which the next move is written, and its place there."""
        begun = self.first if self.skipped else self.first - self.first % size
        return divmod(begun + len(self.moves), size)

    def entries(self) -> tuple[Entry, ...]:
        return tuple(move.entry() for move in self.moves)


class MoveReader:
    """Turns the tokens below a section's headers into moves."""

    def __init__(self, game: str, *, starts_dark: bool) -> None:
        form = FORMS[game]
        self.size = form.moves_per_number
        self.has_cards = form.has_cards
        #: The line of the round, and the variations that are open in it.
        self.lines = [_Line(int(starts_dark))]
        self._moves = 0

    def read(self, tokens: list[Token]) -> tuple[str, tuple[Entry, ...]]:
        """Return the comment before the first move, and the moves."""
        for token in tokens:
            try:
                getattr(self, f"_{token.kind}")(token)
            except InvalidRecord as error:
                raise error.at(error.line or token.line) from None
        if len(self.lines) > 1:
            line = self.lines[-2].moves[-1].line
            raise InvalidRecord("a variation ( is never closed", line=line, reason="word", text="(")
        (line_of_round,) = self.lines
        return " ".join(line_of_round.opening), line_of_round.entries()

    def _number(self, token: Token) -> None:
        line = self.lines[-1]
        full, started = line.next_place(self.size)
        if started or token.text != f"{full + 1}.":
            expected = "another move" if started else f"{full + 1}."
            raise InvalidRecord(
                f"expected {expected} before {token.text}", reason="word", text=token.text
            )
        if line.moves:
            line.moves[-1].closed = True

    def _gap(self, _: Token) -> None:
        line = self.lines[-1]
        if not line.first % self.size or line.moves or line.skipped:
            where = "where dark begins" if len(self.lines) == 1 else "before a move inside a number"
            raise InvalidRecord(f"... stands only {where}", reason="word", text="...")
        line.skipped = True

    def _open(self, token: Token) -> None:
        line = self.lines[-1]
        self._last(token)
        if len(self.lines) > MOST_NESTED:
            raise InvalidRecord(
                f"variations may be nested at most {MOST_NESTED} deep",
                reason="word",
                text="(",
            )
        self.lines.append(_Line(line.first + len(line.moves) - 1))

    def _close(self, token: Token) -> None:
        line = self.lines[-1]
        if len(self.lines) == 1 or not line.moves:
            raise InvalidRecord(
                f"{token.text!r} does not belong here", reason="word", text=token.text
            )
        self.lines.pop()
        line.moves[0].comments[:0] = line.opening
        self.lines[-1].moves[-1].variations.append(line.entries())

    def _comment(self, token: Token) -> None:
        line = self.lines[-1]
        text = " ".join(token.text[1:-1].split())
        if text:
            (line.moves[-1].comments if line.moves else line.opening).append(text)
        if line.moves:
            line.moves[-1].closed = True

    def _clock(self, token: Token) -> None:
        last = self._last(token)
        if last.clock_ms is not None:
            raise InvalidRecord("a second clock time for one move", reason="clock")
        last.clock_ms = parse_clock(token.text[1:-1])

    def _comma(self, token: Token) -> None:
        self._last(token)

    def _last(self, token: Token) -> _Move:
        moves = self.lines[-1].moves
        if not moves:
            raise InvalidRecord(
                f"{token.text} stands before any move", reason="word", text=token.text
            )
        moves[-1].closed = True
        return moves[-1]

    def _word(self, token: Token) -> None:
        line = self.lines[-1]
        # With cards a bare number is a card or field that belongs to the action before it.
        is_number = self.has_cards and re.fullmatch("[0-9]+", token.text)
        if is_number and line.moves and not line.moves[-1].closed:
            line.moves[-1].words.append(token.text)
            return
        if line.first % self.size and not line.skipped:
            if len(self.lines) == 1:
                why = "dark begins: write 1. ... and dark's move"
            else:
                number = line.first // self.size + 1
                why = f"this variation begins inside number {number}: write {number}. ... first"
            raise InvalidRecord(why, reason="word", text=token.text)
        self._moves += 1
        if self._moves > MOST_MOVES:
            raise InvalidRecord(
                f"more than {MOST_MOVES} moves", reason="word", text=token.text[:20]
            )
        line.moves.append(_Move(token.line, [token.text]))
