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
Person = core.Person


def _people(preset: str) -> tuple[Person, ...]:
    return tuple(core.people(core.Rules(*Options.preset(preset).core_rules)))


#: Index 0 is level 1. The numbers are in engine/pylos_search/levels.hpp: the page plays them too.
PEOPLE = _people("standard")
CHILDREN = _people("children")
EXPERT = _people("expert")


class HumanlikeBot(Named):
    """Plays the best of what it sees."""

    def __init__(
        self,
        name: str,
        person: Person,
        children: Person | None = None,
        expert: Person | None = None,
    ) -> None:
        """Return a bot that plays as `person`, in the children's and expert game as these."""
        self.name = name
        self.person = person
        self.children = children or person
        self.expert = expert or person

    def choose(
        self,
        view: State,
        *,
        seed: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Move:
        """Return the best move among those seen; `seed` decides what is overlooked."""
        check_view(view, State)
        person = self._person(view.options)
        limit = Limit(nodes=person.nodes, depth=person.depth)
        oversights = core.draw_oversights(person, settle_seed(seed) & _MASK64)
        thought = think(view, limit, oversights=oversights, fitted=person.fitted, cancel=cancel)
        return thought.moves[0]

    def _person(self, options: Options) -> Person:
        if options.lines:
            return self.expert
        return self.person if options.squares else self.children


def make_humanlike(argument: str | None) -> HumanlikeBot:
    """Return the bot for `humanlike:3`, 1 the weakest.

    Raises:
        InvalidOptions: there is no such number.
    """
    text = argument or ""
    if not text.isdecimal() or not 1 <= int(text) <= len(PEOPLE):
        raise InvalidOptions(
            f"there are humanlike:1 to humanlike:{len(PEOPLE)}, not humanlike:{text}"
        )
    number = int(text)
    return HumanlikeBot(
        f"humanlike:{number}", PEOPLE[number - 1], CHILDREN[number - 1], EXPERT[number - 1]
    )
