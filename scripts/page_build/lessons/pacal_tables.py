"""Pacal in a lesson: a solo game, or a round against a partner who answers at once."""

from dataclasses import dataclass, replace
from typing import Any

from page_build.boards import round_board, solo_board
from sommet.pacal import Build, Match, Round, Solo, Take


@dataclass(frozen=True, slots=True)
class SoloTable:
    """A solo game.

    Attributes:
        solo: The game.
        covers: Whether covering has been taught; until then no field offers it.
    """

    solo: Solo
    covers: bool = True

    @property
    def markers(self) -> None:
        """None: alone there are no rounds."""

    @property
    def moves(self) -> tuple[str, ...]:
        """Every field that takes the card drawn."""
        tops = self.solo.pyramid.tops
        return tuple(
            str(move)
            for move in self.solo.legal_moves
            if self.covers or (isinstance(move, Build) and tops[move.field - 1] == 0)
        )

    def play(self, move: str) -> "SoloTable":
        """Return the game after building."""
        return replace(self, solo=self.solo.play(move))

    def board(self, *, active: bool) -> dict[str, Any]:
        """Return what the player sees."""
        board = solo_board(self.solo.view(), choices=active)
        if not self.covers and active:
            for field in board["choices"]["fields"]:
                if field["allowed"] and field["covers"]:
                    field.update(allowed=False, reason="covering-later", clause="PAC-5")
        return board


@dataclass(frozen=True, slots=True)
class DuelTable:
    """A round against a partner who answers at once, always in the same way.

    Attributes:
        match: The match that it is a round of.
        answers: Whether the partner answers at all.
        shows_markers: Whether the step is about rounds won.
    """

    match: Match
    answers: bool = True
    shows_markers: bool = False

    @property
    def round(self) -> Round:
        """The round on the table."""
        return self.match.round

    @property
    def markers(self) -> tuple[int, int] | None:
        """The rounds won, where the step is about them."""
        return self.match.markers if self.shows_markers else None

    @property
    def moves(self) -> tuple[str, ...]:
        """Every action of the learner's."""
        if self.round.actor != 0:
            return ()
        return tuple(str(move) for move in self.round.legal_moves)

    def play(self, move: str) -> "DuelTable":
        """Return the round after an action and the partner's answers; offers wait."""
        after = self.match.play(move)
        while self.answers and after.actor == 1 and after.round.phase != "offer":
            after = after.play(_answer(after.round))
        return replace(self, match=after)

    def board(self, *, active: bool) -> dict[str, Any]:
        """Return what the learner sees."""
        board = round_board(self.round.view(0))
        # What is only looked at needs no hints.
        return board if active else {**board, "choices": None, "fits": []}


def _answer(round_: Round) -> str:
    """Return what the partner does: the highest card that fits, the first empty field that fits."""
    pyramid = round_.pyramids[1]
    if round_.phase == "take":
        takes = [move.card for move in round_.legal_moves if isinstance(move, Take)]
        return f"take {max(card for card in takes if round_.legal_fields(1, card))}"
    builds = [move.field for move in round_.legal_moves if isinstance(move, Build)]
    empty = [field for field in builds if pyramid.tops[field - 1] == 0]
    return f"build {(empty or builds)[0]}" if builds else str(round_.legal_moves[-1])
