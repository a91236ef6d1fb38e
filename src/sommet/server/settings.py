"""What can be set about a server."""

from pathlib import Path
from typing import Annotated, Any, Literal
from urllib.parse import urlsplit

from platformdirs import user_data_path
from pydantic import (
    Field,
    NonNegativeFloat,
    NonNegativeInt,
    PositiveInt,
    ValidationError,
    field_validator,
)
from pydantic_settings import BaseSettings, SettingsConfigDict

from sommet.errors import InvalidOptions
from sommet.server.storage.retention import Retention

#: Uploaded records are removed after this time by default.
KEEP_UPLOADS_DAYS = 365.0
#: So are reports of players about each other, and lines of the audit log.
KEEP_REPORTS_DAYS, KEEP_AUDIT_DAYS = 365.0, 730.0


def default_database() -> Path:
    """Return the default database: a file in the user's data folder."""
    return user_data_path("sommet", appauthor=False) / "sommet.sqlite3"


_Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]


class Settings(BaseSettings):
    """One server's settings. Times are in the unit that the name says.

    Each can also come from the environment: `SOMMET_LOBBY=yes`, `SOMMET_REQUEST_BURST=300`.

    Attributes:
        database: A SQLAlchemy address; `SOMMET_DATABASE_URL`, or `sqlite:///FILE` by default.
        origins: The addresses under which players reach the server, such as `https://example.org`.
            Requests for other hosts, and from pages of other origins, are refused. Without any,
            only names are answered that mean this machine or its own network.
        static: The built page.
        tables_per_minute: New tables, joins and uploads allowed per address, in a burst or over a
            minute.
        uploads_per_day: Records that an address may upload, at once or over a day.
        max_open_tables_per_address: Tables without a finished game that an address may have opened
            within a day.
        messages_per_second: WebSocket messages allowed per connection and per seat, over time.
        message_burst: … and at once.
        messages_per_second_per_address: … per address, over time.
        message_burst_per_address: … and at once.
        requests_per_second: HTTP requests allowed per address, over time.
        request_burst: … and at once.
        max_message_bytes: Longer WebSocket messages close the connection.
        max_record_bytes: Longer uploads are refused.
        connects_per_second: WebSockets that an address may open, over time.
        connect_burst: … and at once.
        max_connections: WebSockets open at once.
        max_connections_per_address: … from one address.
        max_http_connections: HTTP connections open at once.
        max_http_connections_per_address: … from one address; not counted behind a proxy.
        request_timeout_s: Connections whose request, or the body of it, takes longer to arrive are
            closed, and those that do not read the answer for as long.
        hello_timeout_s: A connection that does not say `hello` in time is closed.
        probe_every_s: How often the lag is measured.
        silence_limit_s: A connection from which nothing comes is closed.
        idle_table_s: A table that nobody looks at leaves memory after this time.
        proxies: How many proxies of the host's own stand in front of the server. Each adds an entry
            to `X-Forwarded-For`; with 0 the header is not believed.
        slow_games: Whether games with days per move can be begun; running ones are always played
            to their end.
        lobby: Whether strangers can find each other here, and watch each other's games; by default
            where `origins` make the server public.
        bots: Whether programs with a token of the host's (`sommet token`) may wait in the lobby.
        accounts: Whether people may register a name, with a passkey; by default where there is a
            lobby.
        accounts_per_day: Accounts that an address may make, at once or over a day.
        guest_challenges_per_day: Challenges by name that guests at an address may make, at once or
            over a day.
        greetings: Whether players at a table may send each other greetings from a list; by default
            where there is a lobby.
        push: Whether devices are notified of slow games, through their browsers' push services; by
            default where there is a lobby.
        push_contact: Whom these services can write to, `mailto:` or `https://`; the first origin
            by default.
        push_key: The key that these services know the server by, 32 bytes as base64url; one of the
            server's own, kept in the database, by default.
        push_anywhere: Whether notices are also sent without TLS and to addresses that are not
            public. For tests: clients could make the server connect to any address.
        ratings: Whether results are counted for ratings.
        tournaments: Who may make one: `anyone` with an account, only those whom the `host` gave
            a role, or nobody (`off`). There are none without a lobby and accounts.
        max_open_tournaments_per_account: Tournaments of one organiser that are not over.
        max_open_tournaments: … of all together.
        max_open_seats_per_bot: Seats in the lobby that one program may have.
        max_games_per_bot: Games of one program that run, open seats included.
        max_challenges_per_bot: Challenges that wait for one program at once, and that one program
            may have sent.
        max_streams_per_bot: Streams of what concerns it that one program may read at once.
        retention: How long things are kept; games forever by default, uploads for a year.
        drain_s: A server that is stopped closes its connections over this time, and says that it is
            not ready, so that a load balancer sends them elsewhere.
        tidy_every_s: How often what is older is removed.
    """

    model_config = SettingsConfigDict(
        env_prefix="SOMMET_",
        env_ignore_empty=True,
        frozen=True,
        extra="forbid",
        populate_by_name=True,
    )

    database: str = Field(
        default_factory=lambda: f"sqlite:///{default_database()}",
        validation_alias="SOMMET_DATABASE_URL",
    )
    origins: tuple[str, ...] = ()
    static: Path = Field(default_factory=lambda: Path(__file__).parent / "static")
    tables_per_minute: PositiveInt = 30
    uploads_per_day: PositiveInt = 100
    max_open_tables_per_address: PositiveInt = 300
    messages_per_second: _Positive = 20.0
    message_burst: PositiveInt = 60
    messages_per_second_per_address: _Positive = 500.0
    message_burst_per_address: PositiveInt = 2000
    requests_per_second: _Positive = 30.0
    request_burst: PositiveInt = 150
    max_message_bytes: PositiveInt = 4096
    max_record_bytes: PositiveInt = 64 * 1024
    connects_per_second: _Positive = 10.0
    connect_burst: PositiveInt = 100
    max_connections: PositiveInt = 5000
    max_connections_per_address: PositiveInt = 500
    max_http_connections: PositiveInt = 2000
    max_http_connections_per_address: PositiveInt = 200
    request_timeout_s: _Positive = 10.0
    hello_timeout_s: _Positive = 10.0
    probe_every_s: _Positive = 5.0
    silence_limit_s: _Positive = 30.0
    idle_table_s: NonNegativeFloat = 600.0
    proxies: NonNegativeInt = 0
    slow_games: bool = True
    lobby: bool = Field(default_factory=lambda known: bool(known.get("origins")))
    bots: bool = True
    ratings: bool = True
    accounts: bool = Field(default_factory=lambda known: known.get("lobby", False))
    accounts_per_day: PositiveInt = 20
    guest_challenges_per_day: PositiveInt = 10
    tournaments: Literal["anyone", "host", "off"] = "anyone"
    max_open_tournaments_per_account: PositiveInt = 3
    max_open_tournaments: PositiveInt = 100
    greetings: bool = Field(default_factory=lambda known: known.get("lobby", False))
    push: bool = Field(default_factory=lambda known: known.get("lobby", False))
    push_contact: (
        Annotated[str, Field(pattern=r"^(mailto:[^@\s]+@[^@\s]+|https://\S+)$")] | None
    ) = None
    push_key: Annotated[str, Field(pattern=r"^[A-Za-z0-9_-]{43}$")] | None = None
    push_anywhere: bool = False
    max_open_seats_per_bot: PositiveInt = 20
    max_games_per_bot: PositiveInt = 200
    max_challenges_per_bot: PositiveInt = 10
    max_streams_per_bot: PositiveInt = 3
    retention: Retention = Field(
        default_factory=lambda: Retention(
            uploads=KEEP_UPLOADS_DAYS, reports=KEEP_REPORTS_DAYS, audit=KEEP_AUDIT_DAYS
        )
    )
    tidy_every_s: _Positive = 3600.0
    drain_s: NonNegativeFloat = 0.0

    @property
    def has_ratings(self) -> bool:
        """Whether any games are rated on this server."""
        return self.lobby and self.ratings and (self.bots or self.accounts)

    @property
    def has_tournaments(self) -> bool:
        """Whether this server has tournaments."""
        return self.lobby and self.accounts and self.tournaments != "off"

    @field_validator("origins")
    @classmethod
    def _as_browsers_write_them(cls, origins: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(parse_origin(text) for text in origins)


#: The settings that `sommet serve --limit NAME=NUMBER` can set.
LIMITS = (
    "tables_per_minute",
    "uploads_per_day",
    "max_open_tables_per_address",
    "messages_per_second",
    "message_burst",
    "messages_per_second_per_address",
    "message_burst_per_address",
    "requests_per_second",
    "request_burst",
    "connects_per_second",
    "connect_burst",
    "max_connections",
    "max_connections_per_address",
    "max_http_connections",
    "max_http_connections_per_address",
    "accounts_per_day",
    "guest_challenges_per_day",
    "max_open_tournaments_per_account",
    "max_open_tournaments",
    "max_open_seats_per_bot",
    "max_games_per_bot",
    "max_challenges_per_bot",
    "max_streams_per_bot",
)


def parse_limit(text: str) -> tuple[str, str]:
    """Return the name and the number of a limit written as NAME=NUMBER.

    Raises:
        InvalidOptions: there is no such limit.
    """
    name, _, number = text.partition("=")
    if name not in LIMITS:
        raise InvalidOptions(f"there is no limit {name!r}; there are {', '.join(LIMITS)}")
    return name, number


def read_settings(**chosen: Any) -> Settings:
    """Return the chosen settings; the others come from the environment or are the defaults.

    Raises:
        InvalidOptions: a setting cannot be so.
    """
    try:
        return Settings(**chosen)
    except ValidationError as error:
        wrong = (
            f"{'.'.join(map(str, found['loc']))}: {found['msg']}, and is {found['input']!r}"
            for found in error.errors()
            # What depends on a wrong setting is not wrong itself.
            if found["type"] != "default_factory_not_called"
        )
        raise InvalidOptions("; ".join(wrong)) from error


def parse_origin(text: str) -> str:
    """Return an origin, such as `https://play.example.org`, as browsers write it.

    Raises:
        InvalidOptions: it is none.
    """
    try:
        parts = urlsplit(text)
        port = parts.port
    except ValueError:
        parts, port = urlsplit(""), None
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.path.strip("/"):
        raise InvalidOptions(f"an origin looks like https://play.example.org, not like {text!r}")
    host = f"[{parts.hostname}]" if ":" in parts.hostname else parts.hostname
    usual = {"http": 80, "https": 443}[parts.scheme]
    return f"{parts.scheme}://{host}" + ("" if port in (None, usual) else f":{port}")
