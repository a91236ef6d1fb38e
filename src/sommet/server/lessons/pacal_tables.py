"""Pacal in a lesson: a solo game, or a round against a partner who answers at once."""

from dataclasses import dataclass, replace
from typing import Any

from sommet.pacal import Build, Round, Solo, Take
from sommet.server.faces.pacal import wire_round
from sommet.server.faces.solo import wire_solo


@dataclass(frozen=True, slots=True)
class SoloTable:
    """A solo game."""

    solo: Solo

    @property
    def moves(self) -> tuple[str, ...]:
        """Every field that takes the card drawn."""
        return tuple(str(move) for move in self.solo.legal_moves)

    def play(self, move: str) -> "SoloTable":
        """Return the game after building."""
        return SoloTable(self.solo.play(move))

    def board(self, *, active: bool) -> dict[str, Any]:
        """Return what the player sees."""
        return wire_solo(self.solo.view(), choices=active).model_dump(mode="json")


@dataclass(frozen=True, slots=True)
class DuelTable:
    """A round against a partner who answers at once, always in the same way."""

    round: Round
    answers: bool = True

    @property
    def moves(self) -> tuple[str, ...]:
        """Every action of the learner's."""
        if self.round.actor != 0:
            return ()
        return tuple(str(move) for move in self.round.legal_moves)

    def play(self, move: str) -> "DuelTable":
        """Return the round after an action and the partner's answers; offers wait."""
        after = self.round.play(move)
        while self.answers and after.actor == 1 and after.phase != "offer":
            after = after.play(_answer(after))
        return replace(self, round=after)

    def board(self, *, active: bool) -> dict[str, Any]:
        """Return what the learner sees."""
        board = wire_round(self.round.view(0)).model_dump(mode="json")
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
