"""What can go wrong between a client and a server."""

from typing import Any

from sommet.errors import SommetError


class RefusedByServer(SommetError):  # noqa: N818
    """The server did not do it, and nothing changed.

    Attributes:
        code: A stable name, such as `no_bot` or `illegal_move` (docs/protocol.md).
    """

    def __init__(self, refusal: dict[str, Any]) -> None:
        self.code = str(refusal.get("code", "unknown"))
        super().__init__(str(refusal.get("sentence", self.code)))


#: Refusals that say nothing about the request: the same may be done later.
_LATER = frozenset({"unavailable", "unsettled", "server_busy", "too_many_requests", "internal"})


class Away(SommetError):  # noqa: N818
    """The server cannot be reached at the moment, or the connection was lost: try again."""


def problem_of(refusal: dict[str, Any]) -> Away | RefusedByServer:
    """Return what a refusal means: no, or not now."""
    refused = RefusedByServer(refusal)
    return Away(str(refused)) if refused.code in _LATER else refused
