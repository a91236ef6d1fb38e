"""What is public, private and remembered in a round of Pacal, for OpenSpiel's observers."""

from typing import TYPE_CHECKING, Any

import numpy as np
import pyspiel

from sommet.pacal.cards import CARDS, FIELDS, HAND

if TYPE_CHECKING:
    from sommet.adapters.open_spiel.pacal_game import PacalState

_LONGEST = 58
_APEXES = 2
# Where the parts of sommet.adapters.observations.PACAL begin, seen by seat 0.
_PYRAMIDS, _OFFER, _RECEIVED, _PHASE, _TURN, _DECLINED, _SIZES = 100, 140, 142, 146, 150, 153, 155

_PUBLIC = (
    ("apexes", (2,)),
    ("pyramids", (2, 2, FIELDS)),
    ("offer", (2,)),
    ("received", (2,)),
    ("phase", (4,)),
    ("turn", (1,)),
    ("declined", (2,)),
    ("hand_sizes", (2,)),
)
_CORE_PARTS = (
    ("pyramids", _PYRAMIDS),
    ("offer", _OFFER),
    ("received", _RECEIVED),
    ("phase", _PHASE),
    ("turn", _TURN),
    ("declined", _DECLINED),
    ("hand_sizes", _SIZES),
)


class PacalObserver:
    """Tensors and strings of the parts of a round that an observation type asks for.

    The public parts are ordered by seat: `apexes`, `pyramids` (seat, visible or covered, field),
    `offer`, `received`, `phase` (offer, take, build, last), `turn`, `declined`, `hand_sizes`; with
    perfect recall also `actions` (numbers plus one, in order). Private: `hand` by card, and with
    perfect recall `dealt_hand` by card; for all players both seats' in that order.
    """

    def __init__(
        self, iig_obs_type: pyspiel.IIGObservationType, params: dict[str, Any] | None
    ) -> None:
        if params:
            raise ValueError(f"python_pacal has no observation parameters, not {params}")
        self._public = iig_obs_type.public_info
        self._recall = iig_obs_type.perfect_recall
        self._private = iig_obs_type.private_info
        pieces: list[tuple[str, tuple[int, ...]]] = [("player", (2,))]
        seats = {
            pyspiel.PrivateInfoType.NONE: 0,
            pyspiel.PrivateInfoType.SINGLE_PLAYER: 1,
            pyspiel.PrivateInfoType.ALL_PLAYERS: 2,
        }[self._private]
        if seats:
            pieces.append(("hand", (seats, CARDS)))
            if self._recall:
                pieces.append(("dealt_hand", (seats, CARDS)))
        if self._public:
            pieces.extend(_PUBLIC)
            if self._recall:
                pieces.append(("actions", (_LONGEST,)))
        sizes = [int(np.prod(shape)) for _, shape in pieces]
        self.tensor = np.zeros(sum(sizes), np.float32)
        self.dict = {}
        at = 0
        for (name, shape), size in zip(pieces, sizes, strict=True):
            self.dict[name] = self.tensor[at : at + size].reshape(shape)
            at += size

    def _seats(self, player: int) -> tuple[int, ...]:
        if self._private == pyspiel.PrivateInfoType.NONE:
            return ()
        return (player,) if self._private == pyspiel.PrivateInfoType.SINGLE_PLAYER else (0, 1)

    def set_from(self, state: "PacalState", player: int) -> None:
        """Fill in the tensor as `player` sees `state`."""
        self.tensor.fill(0)
        self.dict["player"][player] = 1
        for row, seat in enumerate(self._seats(player)):
            self._set_hand(state, row, seat)
        if not self._public:
            return
        self.dict["apexes"][: min(len(state.dealt), _APEXES)] = list(state.dealt[:_APEXES])
        if state.is_dealt:
            seen = state.core.observe(0)
            for name, first in _CORE_PARTS:
                part = self.dict[name]
                part.ravel()[:] = seen[first : first + part.size]
        if self._recall:
            numbers = np.frombuffer(state.played, ">u2")
            self.dict["actions"][: len(numbers)] = numbers + 1

    def _set_hand(self, state: "PacalState", row: int, seat: int) -> None:
        first = _APEXES + HAND * seat
        dealt = state.dealt[first : first + HAND]
        held = state.core.hand(seat) if state.is_dealt else sum(1 << card for card in dealt)
        for card in range(1, CARDS + 1):
            self.dict["hand"][row, card - 1] = held >> card & 1
        if self._recall:
            for card in dealt:
                self.dict["dealt_hand"][row, card - 1] = 1

    def string_from(self, state: "PacalState", player: int) -> str:
        """Return what `player` knows of `state`, as far as the observation type goes."""
        parts = []
        for seat in self._seats(player):
            if self._recall or not state.is_dealt:
                cards = list(state.dealt_hand(seat))
            else:
                held = state.core.hand(seat)
                cards = [card for card in range(1, CARDS + 1) if held >> card & 1]
            parts.append(f"hand of {seat}: {' '.join(map(str, cards))}")
        if self._public:
            parts.append(f"apexes: {' '.join(map(str, state.dealt[:2]))}")
            if self._recall:
                parts.append(state.history_text.rstrip("; "))
            elif state.is_dealt:
                parts.append(_describe_table(state))
        return ", ".join(parts)


def _describe_table(state: "PacalState") -> str:
    seen = state.core.observe(0)
    rows = [
        " ".join(map(str, seen[_PYRAMIDS + at : _PYRAMIDS + at + 10])) for at in range(0, 40, 10)
    ]
    return (
        f"pyramid of 0: {rows[0]} over {rows[1]}, pyramid of 1: {rows[2]} over {rows[3]}, "
        f"offer {seen[_OFFER]} {seen[_OFFER + 1]}, received {seen[_RECEIVED]} {seen[_RECEIVED + 1]}"
        f", phase {seen[_PHASE : _PHASE + 4].tolist()}, turn {seen[_TURN]}"
        f", declined {seen[_DECLINED]} {seen[_DECLINED + 1]}"
        f", hand sizes {seen[_SIZES]} {seen[_SIZES + 1]}"
    )
