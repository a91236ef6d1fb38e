"""`python_pacal`: one round of Pacal for OpenSpiel.

Parameters: `rulebook` (en, nl, fr), `neither_builds` and `nobody_complete` (draw, most-fields),
`equal_difference` (draw, fewest-covers), `cover_anytime` (True, False), `difference_cards`
(visible, all). Actions: `sommet.adapters.pacal_numbers`.

Chance deals only cards that can matter: the apex of seat 0, the apex of seat 1, then fifteen cards
to the hand of seat 0 and fifteen to the hand of seat 1, each uniform among the cards left (chance
outcome n is card n + 1). The other eighteen face-down cards are never seen, so they are not dealt.

Public: the apexes, pyramids, offers, received cards, phase, turn, who declined, hand sizes.
Private: a seat's own hand. Remembered: a seat's hand as dealt, and every action in order. A last
card becomes public when it is built, not when it is declined.
"""

from typing import Any

import numpy as np
import pyspiel

from sommet.adapters.open_spiel.pacal_observer import PacalObserver
from sommet.adapters.open_spiel.two_players import TwoPlayerGame, describe_game
from sommet.adapters.pacal_numbers import ACTIONS, BUILD, DECLINE, TAKE, decode_action
from sommet.engine import batch as core
from sommet.pacal import Options
from sommet.pacal.cards import CARDS, HAND

_PARAMETERS = {
    "rulebook": "en",
    "neither_builds": "draw",
    "nobody_complete": "draw",
    "equal_difference": "draw",
    "cover_anytime": True,
    "difference_cards": "visible",
}
DEALT = 2 + 2 * HAND
MAX_ACTIONS = 4 * 14 + 2

GAME_TYPE = describe_game("python_pacal", "Pacal", _PARAMETERS, is_dealt=True)


class PacalGame(TwoPlayerGame):
    """One round of Pacal as an OpenSpiel game."""

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        chosen = {**_PARAMETERS, **(params or {})}
        self.options = Options.preset(chosen.pop("rulebook"), **chosen)
        super().__init__(
            GAME_TYPE, params, actions=ACTIONS, longest=MAX_ACTIONS, chance_outcomes=CARDS
        )

    def new_initial_state(self) -> "PacalState":
        """Return a round before any card is dealt."""
        return PacalState(self)

    def make_py_observer(
        self,
        iig_obs_type: pyspiel.IIGObservationType | None = None,
        params: dict[str, Any] | None = None,
    ) -> PacalObserver:
        """Return an observer of what is public, private or remembered, as `iig_obs_type` says."""
        return PacalObserver(
            iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params
        )


class PacalState(pyspiel.State):
    """A round of Pacal, being dealt or being played.

    Attributes:
        dealt: The cards dealt so far, in the order of the chance nodes.
        played: The numbers of the actions so far, two bytes each.
        history_text: The actions so far as all players may know them.
    """

    # Bytes and strings, because OpenSpiel copies states by deep copy and those are not copied.

    def __init__(self, game: PacalGame) -> None:
        super().__init__(game)
        self.core = core.PacalGame(game.options.code)
        self.dealt = b""
        self.played = b""
        self.history_text = ""

    @property
    def is_dealt(self) -> bool:
        """Whether all cards that can matter have been dealt."""
        return len(self.dealt) == DEALT

    def dealt_hand(self, seat: int) -> bytes:
        """Return the cards that a seat's hand was dealt, ascending."""
        first = 2 + HAND * seat
        return bytes(sorted(self.dealt[first : first + HAND]))

    def current_player(self) -> int:
        """Return who is to act: a seat, chance, or nobody."""
        if len(self.dealt) < DEALT:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.core.over else self.core.actor

    def _legal_actions(self, _player: int) -> list[int]:
        return self.core.legal_actions()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the cards not dealt yet (card n is outcome n - 1), equally likely."""
        left = [card - 1 for card in range(1, CARDS + 1) if card not in self.dealt]
        return [(outcome, 1.0 / len(left)) for outcome in left]

    def _apply_action(self, action: int) -> None:
        if len(self.dealt) < DEALT:
            self.dealt += bytes((action + 1,))
            if len(self.dealt) == DEALT:
                self._deal_cards()
            return
        text = self._describe_action(action)
        self.core.act(action)
        self.played += action.to_bytes(2, "big")
        self.history_text += text

    def _deal_cards(self) -> None:
        hands = [sum(1 << card for card in self.dealt_hand(seat)) for seat in (0, 1)]
        self.core.lay(hands[0], hands[1], self.dealt[0], self.dealt[1])

    def _describe_action(self, action: int) -> str:
        """Return an action as all players may know it; building a last card reveals that card."""
        game = self.core
        if BUILD <= action < DECLINE and game.is_last:
            card = game.hand(game.actor).bit_length() - 1
            return f"build {action - BUILD + 1} with {card}; "
        offer = game.offer if TAKE <= action < BUILD else None
        return f"{decode_action(action, offer)}; "

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action + 1}"
        if TAKE <= action < BUILD:
            return ("take the lower", "take the higher")[action - TAKE]
        return str(decode_action(action))

    def is_terminal(self) -> bool:
        """Return whether the round is over."""
        return len(self.dealt) == DEALT and self.core.over

    def returns(self) -> list[float]:
        """Return 1 for the winner and -1 for the loser; zeros for a draw."""
        if not self.is_terminal():
            return [0.0, 0.0]
        return [self.core.result(0), self.core.result(1)]

    def resample_from_infostate(self, player_id: int, probability_sampler: Any) -> "PacalState":
        """Return a state drawn uniformly from those that `player_id` cannot tell from this one.

        Args:
            player_id: The seat whose knowledge stays.
            probability_sampler: A callable that returns numbers from 0 to 1.
        """
        return self.resample(player_id, int(probability_sampler() * 2**62))

    def resample(self, seat: int, seed: int) -> "PacalState":
        """Return a state drawn uniformly from those that `seat` cannot tell from this one."""
        redealt = self.core.copy()
        redealt.redeal(seat, seed)
        other = 1 - seat
        before, after = self.core.hand(other), redealt.hand(other)
        shown = [card for card in self.dealt_hand(other) if not before >> card & 1]
        drawn = [card for card in range(1, CARDS + 1) if after >> card & 1]
        first = 2 + HAND * other
        dealt = self.dealt[:first] + bytes(sorted(shown + drawn)) + self.dealt[first + HAND :]
        state: PacalState = self.get_game().new_initial_state()
        for card in dealt:
            state.apply_action(card - 1)
        for number in np.frombuffer(self.played, ">u2").tolist():
            state.apply_action(number)
        return state

    def __str__(self) -> str:
        hands = " | ".join(" ".join(map(str, self.dealt_hand(seat))) for seat in (0, 1))
        apexes = " ".join(map(str, self.dealt[:2]))
        return f"apexes {apexes}, dealt {hands}: {self.history_text}".rstrip("; ")
