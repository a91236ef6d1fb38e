"""Which rules of Pylos a game is played by: a preset and the rulings."""

from dataclasses import dataclass, fields
from typing import Literal, get_args

from sommet.errors import InvalidOptions

Preset = Literal["children", "standard", "expert"]
Takeback = Literal["compulsory", "optional"]
Reserve = Literal["lose", "may-raise"]

#: What each preset says about squares and lines. Rules PYL-5, PYL-7, PYL-8.
PRESETS: dict[str, tuple[bool, bool]] = {
    "children": (False, False),
    "standard": (True, False),
    "expert": (True, True),
}

RULINGS = ("takeback", "reserve", "repetition")


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one game of Pylos. The default is the standard game with default rulings.

    Attributes:
        squares: A square of one colour earns take-backs. Rules PYL-5, PYL-7.
        lines: So does a whole row or column of level 1 or 2. Rule PYL-8.
        takeback: Whether an earned take-back must be used. Ruling PYL-R1.
        reserve: When an empty reserve loses. Ruling PYL-R2.
        repetition: How many occurrences of a position make a draw; None for never. Ruling PYL-R3.
    """

    squares: bool = True
    lines: bool = False
    takeback: Takeback = "compulsory"
    reserve: Reserve = "lose"
    repetition: int | None = 3

    def __post_init__(self) -> None:
        """Raise InvalidOptions for a setting that does not exist."""
        if not isinstance(self.squares, bool) or not isinstance(self.lines, bool):
            raise InvalidOptions("squares and lines are true or false")
        if self.lines and not self.squares:
            raise InvalidOptions("lines count only where squares do (PYL-8)")
        if self.takeback not in get_args(Takeback):
            raise InvalidOptions(
                f"takeback is compulsory or optional, not {self.takeback!r} (PYL-R1)"
            )
        if self.reserve not in get_args(Reserve):
            raise InvalidOptions(f"reserve is lose or may-raise, not {self.reserve!r} (PYL-R2)")
        count = self.repetition
        if count is not None and (type(count) is not int or not 2 <= count < 2**32):
            raise InvalidOptions(f"repetition is a count from 2, or None, not {count!r} (PYL-R3)")

    @classmethod
    def preset(cls, name: str = "standard", **rulings: str | int | None) -> "Options":
        """Return a preset (`children`, `standard`, `expert`) with some rulings changed."""
        if name not in PRESETS:
            raise InvalidOptions(f"no Pylos rules called {name!r}; there are {', '.join(PRESETS)}")
        for ruling in rulings:
            if ruling not in RULINGS:
                raise InvalidOptions(
                    f"no Pylos ruling called {ruling!r}; there are {', '.join(RULINGS)}"
                )
        squares, lines = PRESETS[name]
        return cls(squares, lines, **rulings)  # type: ignore[arg-type]

    @property
    def preset_name(self) -> Preset:
        """The preset whose squares and lines these are."""
        if self.lines:
            return "expert"
        return "standard" if self.squares else "children"

    def rulings(self) -> dict[str, str | int | None]:
        """Return the rulings that differ from the default, such as `{"takeback": "optional"}`."""
        return {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if field.name in RULINGS and getattr(self, field.name) != field.default
        }

    @property
    def core_rules(self) -> tuple[bool, bool, bool, bool]:
        """The rules as the compiled core takes them."""
        return (
            self.squares,
            self.lines,
            self.takeback == "optional",
            self.reserve == "may-raise",
        )


STANDARD = Options()
