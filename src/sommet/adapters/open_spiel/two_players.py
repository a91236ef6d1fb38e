"""What both OpenSpiel games share: two players in turn, 1 for the winner and -1 for the loser."""

from typing import Any

import pyspiel


def describe_game(
    short_name: str,
    long_name: str,
    parameters: dict[str, Any],
    *,
    is_dealt: bool,
) -> pyspiel.GameType:
    """Return the type of a game; with `is_dealt` it has chance nodes and hidden cards.

    Args:
        short_name: The name that `pyspiel.load_game` takes.
        long_name: The name for display.
        parameters: Every parameter with its default.
        is_dealt: Whether cards are dealt, and some are hidden.
    """
    kinds = pyspiel.GameType
    return kinds(
        short_name=short_name,
        long_name=long_name,
        dynamics=kinds.Dynamics.SEQUENTIAL,
        chance_mode=kinds.ChanceMode.EXPLICIT_STOCHASTIC
        if is_dealt
        else kinds.ChanceMode.DETERMINISTIC,
        information=kinds.Information.IMPERFECT_INFORMATION
        if is_dealt
        else kinds.Information.PERFECT_INFORMATION,
        utility=kinds.Utility.ZERO_SUM,
        reward_model=kinds.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=is_dealt,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=is_dealt,
        parameter_specification=parameters,
    )


class TwoPlayerGame(pyspiel.Game):
    """A zero-sum game for two players, defined by its parameters."""

    def __init__(
        self,
        kind: pyspiel.GameType,
        parameters: dict[str, Any] | None,
        *,
        actions: int,
        longest: int,
        chance_outcomes: int = 0,
    ) -> None:
        """Set up a game.

        Args:
            kind: The type from `describe_game`.
            parameters: Those that are not at their default.
            actions: How many different actions there are.
            longest: The most actions in a game.
            chance_outcomes: The most outcomes of a chance node.
        """
        info = pyspiel.GameInfo(
            num_distinct_actions=actions,
            max_chance_outcomes=chance_outcomes,
            num_players=2,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=longest,
        )
        super().__init__(kind, info, parameters or {})

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle a game by its parameters."""
        return type(self), (self.get_parameters(),)
