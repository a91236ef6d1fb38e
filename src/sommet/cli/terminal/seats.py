"""Who sits where: a person or a bot."""

from dataclasses import dataclass

from sommet.bots import Bot, levels, make
from sommet.errors import InvalidOptions


@dataclass(frozen=True, slots=True)
class Seat:
    """One side of the table; `bot` is None for a person."""

    name: str
    bot: Bot | None = None

    def __post_init__(self) -> None:
        if not self.name.strip() or not self.name.isprintable():
            raise InvalidOptions(f"{self.name!r} cannot be a player's name")

    @property
    def control(self) -> str:
        """`human`, or the bot's spec: what a saved game needs to seat everybody again."""
        return "human" if self.bot is None else self.bot.name


def seat_bot(game: str, spec: str) -> Seat:
    """Return a seat for the bot that `spec` names; a level sits there under its own name."""
    bot = make(game, spec)
    named = (level.name for level in levels(game) if level.spec == bot.name and level.name)
    return Seat(next(named, bot.name), bot)


def parse_control(game: str, control: str, names: tuple[str, ...]) -> tuple[Seat, ...]:
    """Return the seats that a saved game's `Seats` header lists, such as `human, greedy`.

    Raises:
        InvalidOptions: the header does not fit the players.
    """
    if "program:" in control:
        # The file may come from anybody.
        raise InvalidOptions(
            "this game was played against a program; a saved game starts no program"
        )
    specs = [spec.strip() for spec in control.split(",")]
    if len(specs) != len(names):
        raise InvalidOptions(f"Seats lists {len(specs)} players, the record has {len(names)}")
    return tuple(
        Seat(name) if spec == "human" else Seat(name, make(game, spec))
        for spec, name in zip(specs, names, strict=True)
    )


def format_control(seats: tuple[Seat, ...]) -> str:
    """Return the `Seats` header of a saved game."""
    return ", ".join(seat.control for seat in seats)
