"""Bodies of notices: devices that want to be told of slow games, and what they are told."""

from typing import Annotated, Literal

from pydantic import Field

from sommet.server.protocol.base import GameName, Inbound, Outbound
from sommet.server.protocol.community import HeldSeat

#: A place that a browser's push service made for one device.
Endpoint = Annotated[str, Field(min_length=8, max_length=500, pattern=r"^https?://[\x21-\x7e]+$")]


class PushKey(Outbound):
    """What a browser needs to let this server, and nobody else, tell it things."""

    key: str = Field(description="The server's public key, as `applicationServerKey`.")


class WantNotices(Inbound):
    """Tell this device. As `PushSubscription.toJSON()` has it, and the seats that a guest holds."""

    endpoint: Endpoint
    p256dh: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{87}$")]
    auth: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{22}$")]
    language: Literal["en", "fr", "nl", "de"] = "en"
    seats: Annotated[list[HeldSeat], Field(max_length=50)] = Field(
        default_factory=list,
        description="Of a guest. Whoever is signed in is told of all games of the account.",
    )


class WantNoNotices(Inbound):
    """Tell this device nothing any more. Whoever knows the address is the device."""

    endpoint: Endpoint


class NoticesWanted(Outbound):
    """What a device is told of."""

    account: bool = Field(description="All slow games of the account, challenges and tournaments.")
    tables: list[str] = Field(description="Slow games of a guest.")


class NoNotices(Outbound):
    """The device is forgotten."""


class PushedNotice(Outbound):
    """What happened at one table."""

    kind: Literal["move", "deadline", "challenge", "round"] = Field(
        description="round: a game of a tournament begins."
    )
    table: str
    game: GameName
    opponent: str | None = Field(description="What the other is called; null: a guest.")
    due_ms: int | None = Field(description="When the time for the move is over.")


class Pushed(Outbound):
    """What a device gets: encrypted for it alone, and nothing that the opponent could not see."""

    language: str
    waiting: int = Field(description="In how many slow games it is the player's turn.")
    notices: list[PushedNotice] = Field(description="The latest first.")
