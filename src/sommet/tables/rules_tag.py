"""Which rules a table was made for, as its header names them."""

from typing import TypedDict

from sommet.errors import SommetError
from sommet.pylos import Options

Rules = tuple[bool, bool, bool, bool]


class InvalidTable(SommetError):  # noqa: N818 - named for what it is
    """A file that is no table, is damaged, or was made for other rules."""


class RulesTag(TypedDict):
    """The rules that decide a position's value. Repetition (PYL-R3) is what a draw means."""

    base: int
    squares: bool
    lines: bool
    takeback: str
    reserve: str


def rules_tag(options: Options, base: int = 4) -> RulesTag:
    """Return what a table for these options names in its header."""
    return {
        "base": base,
        "squares": options.squares,
        "lines": options.lines,
        "takeback": options.takeback,
        "reserve": options.reserve,
    }


def tag_options(tag: RulesTag) -> Options:
    """Return the options that a header names."""
    return Options(
        squares=tag["squares"],
        lines=tag["lines"],
        takeback=tag["takeback"],  # type: ignore[arg-type]
        reserve=tag["reserve"],  # type: ignore[arg-type]
    )


def rules_name(options: Options) -> str:
    """Return a file name for the rules: `expert`, `standard-optional`, `children-may-raise`."""
    parts: list[str] = [options.preset_name]
    if options.takeback == "optional":
        parts.append("optional")
    if options.reserve == "may-raise":
        parts.append("may-raise")
    return "-".join(parts)
