"""Which rules a table was made for, as its header names them."""

from typing import TypedDict

from sommet.errors import SommetError
from sommet.pylos import Options

Rules = tuple[bool, bool, bool, bool]


class InvalidTable(SommetError):  # noqa: N818 - named for what it is
    """A file that is not a table, is damaged, or was made for other rules."""


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
        takeback=tag["takeback"],
        reserve=tag["reserve"],
    )


def core_tag(base: int, rules: Rules) -> RulesTag:
    """Return the tag for rules as the core has them."""
    squares, lines, takeback_optional, may_raise = rules
    return {
        "base": base,
        "squares": squares,
        "lines": lines,
        "takeback": "optional" if takeback_optional else "compulsory",
        "reserve": "may-raise" if may_raise else "lose",
    }


def check_rules(name: str, tag: RulesTag, options: Options) -> None:
    """Raise InvalidTable, naming both, where a file was made for other rules than these."""
    if rules_tag(options, tag["base"]) != tag:
        made = rules_name(tag_options(tag))
        raise InvalidTable(f"{name} was made for other rules: {made}, not {rules_name(options)}")


def deciding_rules(options: Options) -> Options:
    """Return the options with every ruling that changes no value at its default.

    How many repetitions draw (PYL-R3) says what a draw means; in the children's game there is
    nothing to take back (PYL-7), so whether one must makes no difference.
    """
    takeback = options.takeback if options.squares else "compulsory"
    return Options(options.preset_name, takeback=takeback, reserve=options.reserve)


def rules_name(options: Options) -> str:
    """Return a file name for the rules: `expert`, `standard-optional`, `children-may-raise`."""
    parts: list[str] = [options.preset_name]
    if options.takeback == "optional":
        parts.append("optional")
    if options.reserve == "may-raise":
        parts.append("may-raise")
    return "-".join(parts)
