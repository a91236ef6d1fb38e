"""Opponents that play Pylos like people: they look a few moves ahead and overlook things.

A player of this kind searches as the strong ones do, but some of the game is hidden from it: a
raise onto a certain cell, a square about to be completed, a ball that taking another one sets free.
What it overlooks is drawn by lot for each move, more often for the opponent's chances than for its
own, so it walks into what it did not see and misses what it could have had. It never plays a
senseless move among those it sees.
"""

import threading
from dataclasses import dataclass

from sommet.bots.bot import Named, settle_seed
from sommet.bots.pylos.search import Limit, think
from sommet.engine import search as core
from sommet.errors import InvalidOptions
from sommet.pylos import Move, Options, State
from sommet.seeding import Random

_CELLS = 30
_OPPONENT = 1


@dataclass(frozen=True, slots=True)
class Person:
    """How far a player looks and how much it overlooks.

    Attributes:
        depth: Moves looked ahead, the own one included.
        nodes: The most positions visited for one move.
        own_slips: In a thousand, how often one's own raise or square is not seen, for each cell.
        other_slips: The same for the opponent's.
        freed_slips: In a thousand, how often nobody's second, freed ball is thought of.
        blur: How far off the judgement of a position may be, in hundredths of a logit.
        fitted: Judges with the fitted weights rather than by counting balls.
    """

    depth: int
    nodes: int
    own_slips: int
    other_slips: int
    freed_slips: int
    blur: int
    fitted: bool = False


#: Index 0 is level 1. Chosen so that neighbours are about equally far apart (docs/levels-pylos.md).
PEOPLE: tuple[Person, ...] = (
    Person(depth=2, nodes=2_000, own_slips=550, other_slips=930, freed_slips=1000, blur=215),
    Person(depth=2, nodes=2_000, own_slips=350, other_slips=650, freed_slips=800, blur=150),
    Person(depth=3, nodes=4_000, own_slips=200, other_slips=400, freed_slips=600, blur=105),
    Person(depth=4, nodes=6_000, own_slips=75, other_slips=160, freed_slips=280, blur=65),
    Person(depth=6, nodes=10_000, own_slips=20, other_slips=40, freed_slips=80, blur=34),
    Person(4, nodes=1_500, own_slips=10, other_slips=20, freed_slips=40, blur=30, fitted=True),
    Person(12, nodes=1_800, own_slips=0, other_slips=3, freed_slips=5, blur=15, fitted=True),
)
#: The children's game is simpler: who sees little of it loses less, and who sees most of it is soon
#: as good as perfect. So its ladder has narrower steps.
CHILDREN: tuple[Person, ...] = (
    *PEOPLE[:3],
    Person(depth=4, nodes=5_700, own_slips=100, other_slips=210, freed_slips=340, blur=73),
    PEOPLE[4],
    Person(4, nodes=1_200, own_slips=18, other_slips=36, freed_slips=70, blur=40, fitted=True),
    Person(12, nodes=2_400, own_slips=0, other_slips=1, freed_slips=2, blur=10, fitted=True),
)
#: The expert game is harder to judge by counting balls.
EXPERT: tuple[Person, ...] = (
    *PEOPLE[:2],
    Person(depth=3, nodes=5_000, own_slips=145, other_slips=295, freed_slips=460, blur=87),
    Person(depth=5, nodes=8_000, own_slips=42, other_slips=88, freed_slips=160, blur=46),
    Person(4, nodes=500, own_slips=70, other_slips=140, freed_slips=200, blur=130, fitted=True),
    Person(6, nodes=2_000, own_slips=6, other_slips=12, freed_slips=25, blur=20, fitted=True),
    Person(16, nodes=20_000, own_slips=0, other_slips=0, freed_slips=0, blur=2, fitted=True),
)


def draw_oversights(person: Person, seed: int) -> core.Oversights:
    """Return what `person` fails to see this time."""
    random = Random(seed)

    def slips(per_mille: int) -> int:
        return sum((random.below(1000) < per_mille) << cell for cell in range(_CELLS))

    chances = (person.own_slips, person.other_slips)
    raises = (slips(chances[0]), slips(chances[1]))
    earnings = (slips(chances[0]), slips(chances[1]))
    freed = (random.below(1000) < person.freed_slips, random.below(1000) < person.freed_slips)
    return core.Oversights(raises, earnings, freed, person.blur, random.next64())


class PersonBot(Named):
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
        person = self._person(view.options)
        limit = Limit(nodes=person.nodes, depth=person.depth)
        oversights = draw_oversights(person, settle_seed(seed))
        thought = think(view, limit, oversights=oversights, fitted=person.fitted, cancel=cancel)
        return thought.moves[0]

    def _person(self, options: Options) -> Person:
        if options.lines:
            return self.expert
        return self.person if options.squares else self.children


def make_person(argument: str | None) -> PersonBot:
    """Return the bot for `person:3`, 1 the weakest.

    Raises:
        InvalidOptions: there is no such person.
    """
    text = argument or ""
    if not text.isdecimal() or not 1 <= int(text) <= len(PEOPLE):
        raise InvalidOptions(f"there are person:1 to person:{len(PEOPLE)}, not person:{text}")
    number = int(text)
    return PersonBot(
        f"person:{number}", PEOPLE[number - 1], CHILDREN[number - 1], EXPERT[number - 1]
    )
