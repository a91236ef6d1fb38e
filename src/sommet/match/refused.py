"""The exception for requests that a session refuses."""

from sommet.errors import SommetError


class Refused(SommetError):  # noqa: N818 - named for what it is, like the engine's errors
    """A request that was refused; nothing has changed.

    Attributes:
        code: Stable name of the reason, such as `not_your_turn`.
        clause: The rule that forbids it, where one does.
        params: What fills the gaps of the sentence that a player reads.
    """

    def __init__(self, code: str, *, clause: str | None = None, **params: str | int | None) -> None:
        self.code = code
        self.clause = clause
        self.params: dict[str, str | int | None] = params
        super().__init__(code.replace("_", " "))
