"""Errors for input that Sommet cannot use."""

from typing import Literal

#: What can be wrong with a record: keys for translators.
RecordReason = Literal[
    "no-game",
    "header-missing",
    "header-twice",
    "header-place",
    "header-value",
    "header-form",
    "word",
    "move",
    "comment",
    "clock",
    "rounds",
    "cards",
    "result",
    "other",
]


class SommetError(ValueError):
    """Any input that Sommet refuses; its text is fit for a player to read."""


class InvalidMove(SommetError):  # noqa: N818 - named for what it is, as in python-chess
    """A move that cannot be read at all, such as `5z9`."""

    def __init__(self, text: str, why: str, *, position: str = "") -> None:
        self.text = text
        self.why = why
        self.position = position
        at = f" (position: {position})" if position else ""
        super().__init__(f"cannot read {text!r} as a move: {why}{at}")


class IllegalMove(SommetError):  # noqa: N818
    """A readable move that the rules do not allow here; `clause` is the rule that forbids it.

    `reason` is a key for translators, where there is one.
    """

    def __init__(
        self, text: str, why: str, *, clause: str, position: str, reason: str | None = None
    ) -> None:
        self.text = text
        self.why = why
        self.clause = clause
        self.reason = reason
        self.position = position
        super().__init__(f"{text} is not allowed: {why} ({clause}; position: {position})")


class InvalidPosition(SommetError):  # noqa: N818
    """A position text that cannot be read, or whose arrangement of balls is impossible.

    `reason` is a key for translators, `params` what fills the gaps of its text.
    """

    def __init__(self, why: str, *, reason: str = "unreadable", **params: str | int) -> None:
        self.reason = reason
        self.params = params
        super().__init__(why)


class InvalidOptions(SommetError):  # noqa: N818
    """A rule option or ruling that does not exist, or has no such setting."""


class InvalidRecord(SommetError):  # noqa: N818
    """A game record that is broken; `line` counts from 1 and says where.

    `reason` is a key for translators, `params` what fills the gaps of its text.
    """

    def __init__(
        self,
        why: str,
        *,
        line: int | None = None,
        reason: RecordReason = "other",
        **params: str | int,
    ) -> None:
        self.why = why
        self.line = line
        self.reason = reason
        self.params = params
        super().__init__(why if line is None else f"line {line}: {why}")

    def at(self, line: int | None) -> "InvalidRecord":
        """Return the same complaint about another line."""
        return InvalidRecord(self.why, line=line, reason=self.reason, **self.params)
