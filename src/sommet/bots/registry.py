"""Which bots exist, by game, and the levels made of them.

To add a bot to Sommet, add a line to BOTS: its module is imported only when the bot is used. Any
other package adds one by an entry point of the group `sommet.bots`, named GAME.NAME:

    [project.entry-points."sommet.bots"]
    "pylos.mine" = "my_package:make_mine"

A factory gets the argument after the colon (None without one) and returns a Bot; it raises
InvalidOptions for an argument that it cannot use. The first line of its docstring describes the
bot; an attribute `argument` of the factory names what may follow the colon. Sommet's own names
come first: no other package can replace them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pkgutil import resolve_name
from typing import cast

from sommet.bots.bot import Bot
from sommet.bots.level_texts import find_text
from sommet.errors import InvalidOptions


@dataclass(frozen=True, slots=True)
class Registered:
    """Where a bot comes from.

    Attributes:
        factory: `module:function`, the module within `sommet.bots`; or another package's entry.
        about: One line for people choosing an opponent.
        argument: What may follow the colon, such as `PLAYOUTS`; empty if nothing may.
    """

    factory: str | EntryPoint
    about: str
    argument: str = ""

    def load(self) -> Callable[[str | None], Bot]:
        """Return the factory.

        Raises:
            InvalidOptions: It belongs to another package and cannot be loaded.
        """
        if isinstance(self.factory, str):
            return cast(Callable[[str | None], Bot], resolve_name(f"sommet.bots.{self.factory}"))
        return _load_entry(self.factory)


@dataclass(frozen=True, slots=True)
class Level:
    """A rung of the ladder: `level:NUMBER` is another name for `spec`.

    Attributes:
        number: From 1, the weakest.
        spec: The bot.
        about: One sentence for people choosing an opponent.
        name: What the level is called; empty if it has no name.
        key: Where translations of the texts are found: `KEY.name`, `KEY.about`.
    """

    number: int
    spec: str
    about: str
    name: str = ""
    key: str = ""


BOTS: dict[str, dict[str, Registered]] = {
    "pylos": {
        "random": Registered("random_bot:make_random", "any legal move"),
        "greedy": Registered("pylos.greedy:make_greedy", "looks one move ahead"),
        "search": Registered("pylos.search:make_search", "looks ahead", "100ms or 20000n"),
        "minimax": Registered("pylos.minimax:make_minimax", "counts balls ahead", "1 to 10"),
        "humanlike": Registered("pylos.humanlike:make_humanlike", "overlooks things", "1 to 7"),
        "perfect": Registered("pylos.perfect:make_perfect", "plays from the solution"),
        "best": Registered("pylos.best:make_best", "as strong as the rules allow"),
    },
    "pacal": {
        "random": Registered("random_bot:make_random", "any legal move"),
        "greedy": Registered("pacal.players:make_greedy", "keeps the card that suits it best"),
        "gaps": Registered("pacal.players:make_gaps", "counts the ways to fill both pyramids"),
        "mc": Registered("pacal.players:make_montecarlo", "tries each action out", "PLAYOUTS"),
        "ismcts": Registered("pacal.players:make_ismcts", "searches a tree", "ITERATIONS"),
        "humanlike": Registered(
            "pacal.humanlike:make_humanlike", "misjudges now and then", "1 to 7"
        ),
        "council": Registered("pacal.players:make_council", "judges with two networks"),
        "best": Registered("pacal.players:make_best", "reads the opponent"),
        "reader": Registered("pacal.players:make_reader", "reads more or less", "EVALUATIONS"),
    },
    "solo": {
        "random": Registered("random_bot:make_random", "any legal field"),
        "greedy": Registered("pacal.solo_greedy:make_greedy", "builds where the gaps fit best"),
        "best": Registered("pacal.solo:make_best", "knows the odds"),
    },
}

#: Specs from weakest to strongest; the first is level 1.
LADDERS: dict[str, tuple[str, ...]] = {
    "pylos": (*(f"humanlike:{n}" for n in range(1, 8)), "best"),
    "pacal": (*(f"humanlike:{n}" for n in range(1, 8)), "best"),
    "solo": ("random", "greedy", "best"),
}


def _load_entry(entry: EntryPoint) -> Callable[[str | None], Bot]:
    try:
        factory = entry.load()
    except Exception as error:
        package = entry.dist.name if entry.dist is not None else entry.module
        raise InvalidOptions(
            f"the bot {entry.name} of the package {package} cannot be loaded: {error}"
        ) from error
    return cast(Callable[[str | None], Bot], factory)


@cache
def _entries() -> dict[str, dict[str, EntryPoint]]:
    """Return the bots of other packages, by game and name."""
    found: dict[str, dict[str, EntryPoint]] = {game: {} for game in BOTS}
    for entry in entry_points(group="sommet.bots"):
        game, _, name = entry.name.partition(".")
        if game in BOTS and name and name not in BOTS[game]:
            found[game].setdefault(name, entry)
    return found


def _check_game(game: str) -> None:
    if not isinstance(game, str) or game not in BOTS:
        raise InvalidOptions(f"no game {game!r}; there are {', '.join(BOTS)}")


def _find(game: str, name: str) -> Registered | None:
    """Return where a bot comes from; only a bot of another package must be loaded for it."""
    if name in BOTS[game]:
        return BOTS[game][name]
    entry = _entries()[game].get(name)
    if entry is None:
        return None
    factory = _load_entry(entry)
    about = next(iter((factory.__doc__ or "").strip().splitlines()), "")
    return Registered(entry, about, getattr(factory, "argument", ""))


def names(game: str) -> tuple[str, ...]:
    """Return the names of the bots that play `game`, those of other packages last."""
    _check_game(game)
    return (*BOTS[game], *sorted(_entries()[game]))


def levels(game: str) -> tuple[Level, ...]:
    """Return the ladder of `game`, weakest first; level numbers count from 1."""
    _check_game(game)
    return tuple(_level(game, number, spec) for number, spec in enumerate(LADDERS[game], 1))


def _level(game: str, number: int, spec: str) -> Level:
    about, name, key = BOTS[game][spec.partition(":")[0]].about, "", ""
    text = find_text(game, number)
    if text is not None:
        about, name, key = text.about, text.name, f"level.{game}.{number}"
    return Level(number, spec, about, name, key)


def make(game: str, spec: str) -> Bot:
    """Return the bot that `spec` names: `greedy`, `mc:60`, `level:2`.

    Raises:
        InvalidOptions: there is no such game, bot, level or argument.
    """
    _check_game(game)
    if not isinstance(spec, str):
        raise InvalidOptions(f"a bot is named by a text such as 'level:2', not {spec!r}")
    name, colon, argument = spec.partition(":")
    if name == "level":
        return make(game, _find_level(game, argument).spec)
    registered = _find(game, name)
    if registered is None:
        raise InvalidOptions(f"no bot {spec!r} for {game}; there are {_offer(game)}")
    if colon and not registered.argument:
        raise InvalidOptions(f"the bot {name} takes nothing after a colon, not {argument!r}")
    bot = registered.load()(argument if colon else None)
    if not isinstance(bot, Bot):
        raise InvalidOptions(f"the bot {name} has no `name` and `choose`: {bot!r}")
    return bot


def _offer(game: str) -> str:
    forms = [name + f":{bot.argument}" * bool(bot.argument) for name, bot in BOTS[game].items()]
    forms += sorted(_entries()[game])
    return ", ".join([*forms, f"level:1 to level:{len(LADDERS[game])}"])


def _find_level(game: str, text: str) -> Level:
    ladder = levels(game)
    if not text.isdecimal() or not 1 <= int(text) <= len(ladder):
        raise InvalidOptions(f"{game} has level:1 to level:{len(ladder)}, not level:{text}")
    return ladder[int(text) - 1]
