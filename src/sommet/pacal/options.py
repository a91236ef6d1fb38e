"""Which book and which rulings a table plays by."""

from dataclasses import dataclass, fields
from typing import Literal, Self, get_args

from sommet.errors import InvalidOptions

Rulebook = Literal["en", "nl", "fr"]
Tie = Literal["smallest", "largest"]


@dataclass(frozen=True, slots=True)
class Ruling:
    """One question that the books leave open.

    Attributes:
        clause: The ruling's id, such as `PAC-R3`.
        question: The question in one line.
        settings: Every setting, the default first.
    """

    clause: str
    question: str
    settings: tuple[str | bool, ...]


#: The rulings a table can set, by the name of their option.
RULINGS: dict[str, Ruling] = {
    "neither_builds": Ruling(
        "PAC-R3", "Neither player can build: who wins?", ("draw", "most-fields")
    ),
    "nobody_complete": Ruling(
        "PAC-R4", "Nobody is complete after the 15th card: who wins?", ("draw", "most-fields")
    ),
    "equal_difference": Ruling(
        "PAC-R5", "Both complete with equal differences: who wins?", ("draw", "fewest-covers")
    ),
    "cover_anytime": Ruling(
        "PAC-R6", "May one cover although an empty field would fit?", (True, False)
    ),
}


@dataclass(frozen=True, slots=True)
class Options:
    """The rulebook and the rulings in force. Rules PAC-7, PAC-12, PAC-R3 to PAC-R6.

    Attributes:
        rulebook: `en`, `nl` or `fr`; decides `tie` (PAC-7) and `solo_cover` (PAC-12).
        neither_builds: `draw`, or `most-fields` (equal counts still draw). Rule PAC-R3.
        nobody_complete: `draw`, or `most-fields`, then fewest covers, then a draw. Rule PAC-R4.
        equal_difference: `draw`, or `fewest-covers` (equal counts still draw). Rule PAC-R5.
        cover_anytime: Whether one may cover although an empty field fits. Rule PAC-R6.

    Raises:
        InvalidOptions: A setting does not exist.
    """

    rulebook: Rulebook = "en"
    neither_builds: Literal["draw", "most-fields"] = "draw"
    nobody_complete: Literal["draw", "most-fields"] = "draw"
    equal_difference: Literal["draw", "fewest-covers"] = "draw"
    cover_anytime: bool = True

    def __post_init__(self) -> None:
        if self.rulebook not in get_args(Rulebook):
            raise InvalidOptions(f"there is no Pacal rulebook {self.rulebook!r}: use en, nl or fr")
        for name, ruling in RULINGS.items():
            value = getattr(self, name)
            if not any(
                value is s or (value == s and type(value) is type(s)) for s in ruling.settings
            ):
                allowed = " or ".join(format_setting(s) for s in ruling.settings)
                raise InvalidOptions(f"{name} ({ruling.clause}) is {allowed}, not {value!r}")

    @classmethod
    def preset(cls, rulebook: str, **rulings: str | bool) -> Self:
        """Return the options of a book, with single rulings set by name.

        Raises:
            InvalidOptions: The book, a ruling or a setting does not exist.
        """
        for name in rulings:
            if name not in RULINGS:
                raise InvalidOptions(
                    f"Pacal has no ruling {name!r}; the rulings are {', '.join(RULINGS)}"
                )
        return cls(rulebook, **rulings)  # type: ignore[arg-type]  # checked in __post_init__

    @property
    def preset_name(self) -> str:
        """The name of the preset: the rulebook."""
        return self.rulebook

    @property
    def tie(self) -> Tie:
        """Which difference wins when both complete in one turn. Rule PAC-7."""
        return "largest" if self.rulebook == "fr" else "smallest"

    @property
    def solo_cover(self) -> bool:
        """Whether the solo game allows covering. Rule PAC-12."""
        return self.rulebook != "fr"

    def rulings(self) -> dict[str, str | bool]:
        """Return the rulings that differ from the default, ready for `preset(rulebook, **…)`."""
        return {
            f.name: getattr(self, f.name)
            for f in fields(self)
            if f.name in RULINGS and getattr(self, f.name) != f.default
        }

    @property
    def code(self) -> int:
        """The rules as the core reads them: one bit per choice."""
        return (
            (self.tie == "largest")
            | self.solo_cover << 1
            | (self.neither_builds == "most-fields") << 2
            | (self.nobody_complete == "most-fields") << 3
            | (self.equal_difference == "fewest-covers") << 4
            | self.cover_anytime << 5
        )


def format_setting(value: str | bool) -> str:
    """Return a ruling's setting as text: `yes` and `no` for true and false."""
    return value if isinstance(value, str) else "yes" if value else "no"


def parse_setting(name: str, text: str) -> str | bool:
    """Return the setting of ruling `name` that `text` names; inverse of `format_setting`.

    Raises:
        InvalidOptions: There is no such ruling or setting.
    """
    if name not in RULINGS:
        raise InvalidOptions(f"Pacal has no ruling {name!r}; the rulings are {', '.join(RULINGS)}")
    for value in RULINGS[name].settings:
        if format_setting(value) == text:
            return value
    allowed = " or ".join(format_setting(s) for s in RULINGS[name].settings)
    raise InvalidOptions(f"{name} ({RULINGS[name].clause}) is {allowed}, not {text!r}")
