"""Bodies of notices: devices that subscribe to them, and what is sent to them."""

from typing import Annotated, Literal

from pydantic import Field

from sommet.server.protocol.base import GameName, Inbound, Outbound
from sommet.server.protocol.community import HeldSeat

#: A place that a browser's push service made for one device.
Endpoint = Annotated[str, Field(min_length=8, max_length=500, pattern=r"^https?://[\x21-\x7e]+$")]


class PushKey(Outbound):
    """What a browser needs to accept notices from this server only."""

    key: str = Field(description="The server's public key, as `applicationServerKey`.")


class WantNotices(Inbound):
    """Subscribes a device: `PushSubscription.toJSON()`, and the seats of a guest."""

    endpoint: Endpoint
    p256dh: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]
    language: Literal["en", "fr", "nl", "de"] = "en"
    seats: Annotated[list[HeldSeat], Field(max_length=50)] = Field(
        default_factory=list,
        description="Of a guest. With an account, notices are about all its games.",
    )


class WantNoNotices(Inbound):
    """Unsubscribes a device. Knowing its address is enough."""

    endpoint: Endpoint


class NoticesWanted(Outbound):
    """What a device gets notices about."""

    account: bool = Field(description="All slow games of the account, challenges and tournaments.")
    tables: list[str] = Field(description="Slow games of a guest.")


class NoNotices(Outbound):
    """The device is unsubscribed."""


class PushedNotice(Outbound):
    """A notice about one table."""

    kind: Literal["move", "deadline", "challenge", "round"] = Field(
        description="round: a game of a tournament begins."
    )
    table: str
    game: GameName
    opponent: str | None = Field(description="The opponent's name; null: a guest.")
    due_ms: int | None = Field(description="The deadline of the move.")


class Pushed(Outbound):
    """What a device is sent, encrypted; contains nothing hidden from the opponent."""

    language: str
    waiting: int = Field(description="In how many slow games it is the player's turn.")
    notices: list[PushedNotice] = Field(description="The latest first.")
