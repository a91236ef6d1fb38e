"""Which rules of Pylos a game is played by: a preset and the rulings."""

from dataclasses import dataclass, fields
from typing import Final, Literal

from sommet.engine import pylos as core
from sommet.errors import InvalidOptions

Preset = Literal["children", "standard", "expert"]
Takeback = Literal["compulsory", "optional"]
Reserve = Literal["lose", "may-raise"]

#: What each preset says about squares and lines. Rules PYL-5, PYL-7, PYL-8.
PRESETS: dict[str, tuple[bool, bool]] = {
    name: (squares, lines) for name, squares, lines in core.presets()
}
#: The settings of the rulings that are words, the usual one first. Rulings PYL-R1, PYL-R2.
SETTINGS: dict[str, tuple[str, str]] = {
    name: (usual, other) for name, _, usual, other in core.rulings()
}
RULINGS = (*SETTINGS, "repetition")
#: The clause of each ruling.
CLAUSES: dict[str, str] = {
    **{name: clause for name, clause, _, _ in core.rulings()},
    "repetition": "PYL-R3",
}
#: How many occurrences of a position usually make a draw. Ruling PYL-R3.
USUAL_REPETITION: Final[int] = core.USUAL_REPETITION


@dataclass(frozen=True, slots=True, init=False)
class Options:
    """The rules of one game of Pylos: a preset, and the rulings that differ from the default.

    `Options("expert", takeback="optional")`; without arguments, the standard game.

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
    repetition: int | None = USUAL_REPETITION

    def __init__(
        self,
        preset: str = "standard",
        *,
        squares: bool | None = None,
        lines: bool | None = None,
        takeback: str = "compulsory",
        reserve: str = "lose",
        repetition: int | None = USUAL_REPETITION,
    ) -> None:
        """Check the settings; `squares` and `lines` follow the preset unless given.

        Raises:
            InvalidOptions: A preset or setting does not exist.
        """
        if not isinstance(preset, str) or preset not in PRESETS:
            raise InvalidOptions(
                f"no Pylos rules called {preset!r}; there are {', '.join(PRESETS)}"
            )
        has_squares, has_lines = PRESETS[preset]
        settings = {
            "squares": has_squares if squares is None else squares,
            "lines": has_lines if lines is None else lines,
            "takeback": takeback,
            "reserve": reserve,
            "repetition": repetition,
        }
        for name, value in settings.items():
            object.__setattr__(self, name, value)
        self._check()

    def _check(self) -> None:
        if not isinstance(self.squares, bool) or not isinstance(self.lines, bool):
            raise InvalidOptions("squares and lines are true or false")
        if self.lines and not self.squares:
            raise InvalidOptions("lines count only where squares do (PYL-8)")
        for name, settings in SETTINGS.items():
            value = getattr(self, name)
            if value not in settings:
                allowed = " or ".join(settings)
                raise InvalidOptions(f"{name} is {allowed}, not {value!r} ({CLAUSES[name]})")
        count = self.repetition
        if count is not None and (type(count) is not int or not 2 <= count < 2**32):
            raise InvalidOptions(f"repetition is a count from 2, or None, not {count!r} (PYL-R3)")

    @classmethod
    def preset(cls, name: str = "standard", **rulings: str | int | None) -> "Options":
        """Return a preset (`children`, `standard`, `expert`) with some rulings changed by name.

        Raises:
            InvalidOptions: The preset, a ruling or a setting does not exist.
        """
        for ruling in rulings:
            if ruling not in RULINGS:
                raise InvalidOptions(
                    f"no Pylos ruling called {ruling!r}; there are {', '.join(RULINGS)}"
                )
        return cls(name, **rulings)  # type: ignore[arg-type]  # checked in __init__

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


def find_options(options: object) -> Options:
    """Return options for themselves or for the name of a preset.

    Raises:
        InvalidOptions: There is no such preset, or it is not a set of options.
    """
    if isinstance(options, Options):
        return options
    if isinstance(options, str):
        return Options(options)
    raise InvalidOptions(
        f"rules are Options or a name ({', '.join(PRESETS)}), not {type(options).__name__}"
    )
