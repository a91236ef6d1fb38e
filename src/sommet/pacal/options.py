"""Which book and which rulings a table plays by."""

from dataclasses import dataclass, field
from typing import Literal, Self

from sommet.engine import pacal as core
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


_QUESTIONS = {
    "tie": "Both complete in one turn: which difference wins?",
    "solo_cover": "May one cover in the solo game?",
    "neither_builds": "Neither player can build: who wins?",
    "nobody_complete": "Nobody is complete after the 15th card: who wins?",
    "equal_difference": "Both complete with equal differences: who wins?",
    "cover_anytime": "May one cover although an empty field would fit?",
    "difference_cards": "Which cards count for the difference in PAC-7?",
}
#: Each book's rules as the core reads them, the usual book first.
RULEBOOKS: dict[str, int] = dict(core.rulebooks())
_USUAL = next(iter(RULEBOOKS.values()))
#: The settings that stand for a 0 and for a 1 in the core's code, in the order of its bits.
_SETTINGS: dict[str, tuple[str | bool, str | bool]] = {
    name: (off, on) if off else (False, True) for name, _, off, on in core.rulings()
}


def _settings_of(code: int) -> dict[str, str | bool]:
    """Return what a rules code says on each ruling."""
    return {name: both[code >> bit & 1] for bit, (name, both) in enumerate(_SETTINGS.items())}


def _ruling(name: str, clause: str) -> Ruling:
    usual = _settings_of(_USUAL)[name]
    return Ruling(
        clause, _QUESTIONS[name], tuple(sorted(_SETTINGS[name], key=lambda s: s != usual))
    )


#: What a table can set, by the name of the option. `tie` and `solo_cover` come from the book.
RULINGS: dict[str, Ruling] = {name: _ruling(name, clause) for name, clause, _, _ in core.rulings()}


@dataclass(frozen=True, slots=True, init=False)
class Options:
    """The rulebook and the rulings in force. Rules PAC-7, PAC-12, PAC-R3 to PAC-R6, PAC-R9.

    Attributes:
        rulebook: `en`, `nl` or `fr`.
        tie: Which difference wins when both complete: `smallest` (en, nl) or `largest` (fr).
            Rule PAC-7.
        solo_cover: Whether solo allows covering: True (en, nl) or False (fr). Rule PAC-12.
        neither_builds: `draw`, or `most-fields` (equal counts still draw). Rule PAC-R3.
        nobody_complete: `draw`, or `most-fields`, then fewest covers, then a draw. Rule PAC-R4.
        equal_difference: `draw`, or `fewest-covers` (equal counts still draw). Rule PAC-R5.
        cover_anytime: Whether one may cover although an empty field fits. Rule PAC-R6.
        difference_cards: `visible`, or `all`: covered cards count for the difference, too.
            Rule PAC-R9.
        code: The rules as the core reads them: one bit per choice.
    """

    rulebook: Rulebook
    tie: Tie
    solo_cover: bool
    neither_builds: Literal["draw", "most-fields"]
    nobody_complete: Literal["draw", "most-fields"]
    equal_difference: Literal["draw", "fewest-covers"]
    cover_anytime: bool
    difference_cards: Literal["visible", "all"]
    code: int = field(repr=False, compare=False)

    def __init__(
        self,
        rulebook: str = "en",
        *,
        tie: str | None = None,
        solo_cover: bool | None = None,
        neither_builds: str = "draw",
        nobody_complete: str = "draw",
        equal_difference: str = "draw",
        cover_anytime: bool = True,
        difference_cards: str = "visible",
    ) -> None:
        """Check the settings; `tie` and `solo_cover` follow the book unless given.

        Raises:
            InvalidOptions: A book or setting does not exist.
        """
        book = _book_defaults(rulebook)
        settings = {
            "tie": book["tie"] if tie is None else tie,
            "solo_cover": book["solo_cover"] if solo_cover is None else solo_cover,
            "neither_builds": neither_builds,
            "nobody_complete": nobody_complete,
            "equal_difference": equal_difference,
            "cover_anytime": cover_anytime,
            "difference_cards": difference_cards,
        }
        code = 0
        for bit, (name, value) in enumerate(settings.items()):
            _check_setting(name, value)
            object.__setattr__(self, name, value)
            code |= (value == _SETTINGS[name][1]) << bit
        object.__setattr__(self, "rulebook", rulebook)
        object.__setattr__(self, "code", code)

    @classmethod
    def preset(cls, rulebook: str, **rulings: str | bool) -> Self:
        """Return the options of a book, with single rulings set by name.

        Raises:
            InvalidOptions: The book, a ruling or a setting does not exist.
        """
        for name in rulings:
            if name not in RULINGS:
                raise InvalidOptions(_NO_RULING.format(name))
        return cls(rulebook, **rulings)  # type: ignore[arg-type]  # checked in __init__

    @property
    def preset_name(self) -> str:
        """The name of the preset: the rulebook."""
        return self.rulebook

    def rulings(self) -> dict[str, str | bool]:
        """Return the rulings that differ from the book's, ready for `preset(rulebook, **…)`."""
        book = _book_defaults(self.rulebook)
        values = {name: getattr(self, name) for name in RULINGS}
        return {name: value for name, value in values.items() if value != book[name]}


_NO_RULING = f"Pacal has no ruling {{!r}}; the rulings are {', '.join(RULINGS)}"


def _book_defaults(rulebook: str) -> dict[str, str | bool]:
    if not isinstance(rulebook, str) or rulebook not in RULEBOOKS:
        raise InvalidOptions(f"there is no Pacal rulebook {rulebook!r}: use en, nl or fr")
    return _settings_of(RULEBOOKS[rulebook])


def _check_setting(name: str, value: str | bool) -> None:
    # Compared with their types, because 1 == True.
    settings = RULINGS[name].settings
    if not any(type(value) is type(s) and value == s for s in settings):
        allowed = " or ".join(format_setting(s) for s in settings)
        raise InvalidOptions(f"{name} ({RULINGS[name].clause}) is {allowed}, not {value!r}")


def format_setting(value: str | bool) -> str:
    """Return a ruling's setting as text: `on` and `off` for true and false."""
    return value if isinstance(value, str) else "on" if value else "off"


def find_options(options: object) -> Options:
    """Return options for themselves or for the name of a rulebook.

    Raises:
        InvalidOptions: There is no such rulebook, or it is not a set of options.
    """
    if isinstance(options, Options):
        return options
    if isinstance(options, str):
        return Options(options)
    books = ", ".join(RULEBOOKS)
    raise InvalidOptions(f"rules are Options or a rulebook ({books}), not {type(options).__name__}")
