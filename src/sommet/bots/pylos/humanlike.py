"""Opponents that play Pylos like people: they look a few moves ahead and overlook things.

A player of this kind searches as the strong ones do, but some of the game is hidden from it: a
raise onto a certain cell, a square about to be completed, a ball that taking another one sets free.
What it overlooks is drawn at random for each move, more often for the opponent's chances than for
its own, so it walks into what it did not see and misses what it could have had. It never plays a
senseless move among those it sees.
"""

import threading

from sommet.bots.bot import Named, check_view, settle_seed
from sommet.bots.pylos.search import Limit, think
from sommet.engine import search as core
from sommet.errors import InvalidOptions
from sommet.pylos import Move, Options, State

_MASK64 = (1 << 64) - 1
#: How far a player looks and how much it overlooks.
LevelSettings = core.LevelSettings


def _all_settings(preset: str) -> tuple[LevelSettings, ...]:
    return tuple(core.level_settings(core.Rules(*Options.preset(preset).core_rules)))


#: Index 0 is level 1. The numbers are in engine/pylos_search/levels.hpp: the page plays them too.
STANDARD = _all_settings("standard")
CHILDREN = _all_settings("children")
EXPERT = _all_settings("expert")


class HumanlikeBot(Named):
    """Plays the best of what it sees."""

    def __init__(
        self,
        name: str,
        settings: LevelSettings,
        children: LevelSettings | None = None,
        expert: LevelSettings | None = None,
    ) -> None:
        """Return a bot that plays by `settings`, in the children's and expert game as these."""
        self.name = name
        self.settings = settings
        self.children = children or settings
        self.expert = expert or settings

    def choose(
        self,
        view: State,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Move:
        """Return the best move among those seen; `seed` decides what is overlooked."""
        check_view(view, State)
        settings = self._settings(view.options)
        limit = Limit(nodes=settings.nodes, depth=settings.depth)
        oversights = core.draw_oversights(settings, settle_seed(seed) & _MASK64)
        thought = think(view, limit, oversights=oversights, fitted=settings.fitted, cancel=cancel)
        return thought.moves[0]

    def _settings(self, options: Options) -> LevelSettings:
        if options.lines:
            return self.expert
        return self.settings if options.squares else self.children


def make_humanlike(argument: str | None) -> HumanlikeBot:
    """Return the bot for `humanlike:3`, 1 the weakest.

    Raises:
        InvalidOptions: there is no such number.
    """
    text = argument or ""
    if not text.isdecimal() or not 1 <= int(text) <= len(STANDARD):
        raise InvalidOptions(
            f"there are humanlike:1 to humanlike:{len(STANDARD)}, not humanlike:{text}"
        )
    number = int(text)
    return HumanlikeBot(
        f"humanlike:{number}", STANDARD[number - 1], CHILDREN[number - 1], EXPERT[number - 1]
    )
