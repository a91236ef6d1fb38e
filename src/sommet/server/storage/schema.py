"""The database: tables, seats, events, records, replays. The migrations create this schema."""

from sqlalchemy import (
    BigInteger,
    Column,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    text,
)

metadata = MetaData()

tables = Table(
    "tables",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
    #: What the table was opened for, as JSON.
    Column("setup", Text, nullable=False),
    #: Hash of the invitation, empty once it has been used.
    Column("invite_hash", String(64), nullable=False),
    #: How many events there are: an append is guarded by it, so that two never append at once.
    Column("seq", Integer, nullable=False, server_default="0"),
    #: When something happens here by itself (a clock runs out); null if nothing does.
    Column("due_ms", BigInteger),
    #: The chain after the last event; see `sommet.server.storage.chain`.
    Column("chain", String(32)),
    # A move changes no index where no clock runs: PostgreSQL then writes it in place.
    Index(
        "ix_tables_due",
        "due_ms",
        postgresql_where=text("due_ms IS NOT NULL"),
        sqlite_where=text("due_ms IS NOT NULL"),
    ),
)

seats = Table(
    "seats",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    #: 0 opened the table, 1 is the other.
    Column("player", Integer, primary_key=True),
    Column("token_hash", String(64), nullable=False),
    Column("name", String(24)),
    #: Which of `bots` sits here; null for a person.
    Column("bot", String(12)),
    Index(
        "ix_seats_bot",
        "bot",
        postgresql_where=text("bot IS NOT NULL"),
        sqlite_where=text("bot IS NOT NULL"),
    ),
    #: Which of `accounts` sits here; null for a guest. `name` is a copy of its name.
    Column("account", String(12)),
    #: 1 if a result counts for the account: not if the game was begun as a guest.
    Column("counts", Integer, nullable=False, server_default="0"),
    #: 1 if a program's table is dormant: its games ended some time ago, and it is not reported.
    Column("rests", Integer, nullable=False, server_default="0"),
    Index(
        "ix_seats_bot_awake",
        "bot",
        postgresql_where=text("bot IS NOT NULL AND rests = 0"),
        sqlite_where=text("bot IS NOT NULL AND rests = 0"),
    ),
    Index(
        "ix_seats_account",
        "account",
        postgresql_where=text("account IS NOT NULL"),
        sqlite_where=text("account IS NOT NULL"),
    ),
)

#: Registered people; see `sommet.server.storage.accounts`.
accounts = Table(
    "accounts",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("name", String(20), nullable=False),
    #: The name without case and accents: no two accounts look alike.
    Column("name_key", String(40), nullable=False, unique=True),
    Column("recovery_hash", String(64), nullable=False, unique=True),
    Column("created_ms", BigInteger, nullable=False),
    #: The holiday it is on, or was last on.
    Column("away_from_ms", BigInteger),
    Column("away_until_ms", BigInteger),
    #: 1 if guests may not challenge it.
    Column("no_guests", Integer),
)

#: The public keys of passkeys.
passkeys = Table(
    "passkeys",
    metadata,
    #: A hash of the credential id.
    Column("id", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("credential", Text, nullable=False),
    Column("public_key", Text, nullable=False),
    #: The device's own count of uses: a smaller one than before indicates a copy.
    Column("uses", BigInteger, nullable=False),
    #: The kind of device, shown only to its owner.
    Column("label", String(40), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("used_ms", BigInteger, nullable=False),
    Index("ix_passkeys_account", "account"),
)

#: Devices that are signed in, by the hash of their cookie.
account_sessions = Table(
    "account_sessions",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    #: The passkey that it began with or got; null after a link or a recovery code.
    Column("passkey", ForeignKey("passkeys.id", ondelete="CASCADE")),
    Column("created_ms", BigInteger, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Index("ix_account_sessions_account", "account"),
)

#: Steps that can be finished once, within some minutes: the challenge of a passkey, a link.
account_tickets = Table(
    "account_tickets",
    metadata,
    Column("hash", String(64), primary_key=True),
    #: `register`, `sign-in`, `device` or `link`.
    Column("kind", String(8), nullable=False),
    #: The account, which may not exist yet; null if it is not known.
    Column("account", String(12)),
    Column("name", String(20)),
    Column("expires_ms", BigInteger, nullable=False),
    Index("ix_account_tickets_expires", "expires_ms"),
)

#: Seats of an account on its other devices: tokens that end with the session.
seat_passes = Table(
    "seat_passes",
    metadata,
    Column("token_hash", String(64), primary_key=True),
    Column(
        "session",
        ForeignKey("account_sessions.token_hash", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), nullable=False),
    Column("player", Integer, nullable=False),
    Index("ix_seat_passes_session", "session"),
    Index("ix_seat_passes_table", "table_id"),
)

#: Who has blocked whom.
blocks = Table(
    "blocks",
    metadata,
    Column("account", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Column("blocked", ForeignKey("accounts.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_blocks_blocked", "blocked"),
)

#: Reports by players about each other; see `sommet reports`.
reports = Table(
    "reports",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    #: Null once the account is deleted.
    Column("reporter", ForeignKey("accounts.id", ondelete="SET NULL")),
    Column("reported", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("table_id", String(12)),
    Column("reason", String(16), nullable=False),
    Index("ix_reports_at", "at_ms"),
    Index("ix_reports_reporter", "reporter"),
    Index("ix_reports_reported", "reported"),
)

#: Tables whose open seat is reserved for one account.
challenges = Table(
    "challenges",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("challenger", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("challenged", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Index("ix_challenges_challenger", "challenger"),
    Index("ix_challenges_challenged", "challenged"),
)

#: Challenges of the last day that were not accepted, whether or not they still stand.
challenges_made = Table(
    "challenges_made",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("challenger", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("challenged", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Index("ix_challenges_made_challenger", "challenger"),
    Index("ix_challenges_made_challenged", "challenged"),
    Index("ix_challenges_made_made_ms", "made_ms"),
)

#: Programs that the host has admitted; see `sommet token`.
bots = Table(
    "bots",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("name", String(24), nullable=False),
    Column("token_hash", String(64), nullable=False, unique=True),
    Column("created_ms", BigInteger, nullable=False),
    #: When its token was revoked.
    Column("revoked_ms", BigInteger),
)

#: Challenges by guests in the last day that were not accepted, whether or not they still stand.
guest_challenges = Table(
    "guest_challenges",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("challenged", ForeignKey("accounts.id", ondelete="CASCADE"), nullable=False),
    #: Of the secret that the guest's browser keeps.
    Column("guest_hash", String(64), nullable=False),
    Column("made_ms", BigInteger, nullable=False),
    Index("ix_guest_challenges_challenged", "challenged"),
    Index("ix_guest_challenges_guest_hash", "guest_hash"),
    Index("ix_guest_challenges_made_ms", "made_ms"),
)

#: Tables whose open seat is reserved for a program, until it has answered.
bot_challenges = Table(
    "bot_challenges",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("bot", ForeignKey("bots.id", ondelete="CASCADE"), nullable=False),
    Column("key_hash", String(64), nullable=False, unique=True),
    Column("created_ms", BigInteger, nullable=False),
    Index("ix_bot_challenges_bot", "bot"),
)

#: PostgreSQL has no key here: the guard of an append keeps numbers unique (migration 0012).
events = Table(
    "events",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("seq", Integer, primary_key=True),
    Column("data", Text, nullable=False),
    #: Half of the chain before this event; null for those of versions before migration 0024.
    Column("mark", BigInteger),
    Index("ix_events_table", "table_id").ddl_if(dialect="postgresql"),
)

records = Table(
    "records",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game_number", Integer, primary_key=True),
    Column("finished_ms", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

replays = Table(
    "replays",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("text", Text, nullable=False),
)

#: Tables open to strangers: a seat in the lobby until it is taken, then a game anybody may watch.
public_tables = Table(
    "public_tables",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    #: Hash of the rules and the clock: players with the same one are paired.
    Column("wish", String(64), nullable=False),
    #: Hash of who opened it, empty once the second player has sat down.
    Column("guest_hash", String(64), nullable=False),
    #: Hash of the key of the request that opened it, and of the one that takes it.
    Column("key_hash", String(64), nullable=False),
    Column("taker_hash", String(64)),
    #: When a player claimed the seat: for some seconds nobody else can.
    Column("claimed_ms", BigInteger, nullable=False, server_default="0"),
    Column("opened_ms", BigInteger, nullable=False),
    #: When its opener was last seen.
    Column("seen_ms", BigInteger, nullable=False),
    #: 1 if the opener need not be present: games with days per move.
    Column("slow", Integer, nullable=False),
    #: The opener's rating as it is displayed, and which ratings may sit down; null for guests.
    Column("rating", Integer),
    Column("least", Integer),
    Column("most", Integer),
    Index("ix_public_tables_wish", "wish", "opened_ms"),
    Index("ix_public_tables_guest", "guest_hash"),
    Index("ix_public_tables_key", "key_hash"),
    Index("ix_public_tables_taker", "taker_hash"),
)

#: Rated results, and whether they were counted; see `sommet.server.storage.ratings`.
rated_games = Table(
    "rated_games",
    metadata,
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("game_number", Integer, primary_key=True),
    #: The game and its rules.
    Column("pool", String(40), nullable=False),
    Column("setup", Text, nullable=False),
    Column("first", String(16), nullable=False),
    Column("second", String(16), nullable=False),
    #: For the first seat: 2 for a win, 1 for a draw, 0 for a loss.
    Column("score", Integer, nullable=False),
    #: The seat that began, 0 or 1; null in a game of an earlier version, which did not store it.
    Column("beginner", Integer),
    Column("finished_ms", BigInteger, nullable=False),
    Column("rated", Integer, nullable=False, server_default="0"),
    Index("ix_rated_games_first", "first"),
    Index("ix_rated_games_second", "second"),
    Index(
        "ix_rated_games_open",
        "finished_ms",
        postgresql_where=text("rated = 0"),
        sqlite_where=text("rated = 0"),
    ),
)

ratings = Table(
    "ratings",
    metadata,
    Column("pool", String(40), primary_key=True),
    Column("player", String(16), primary_key=True),
    Column("mu", Float, nullable=False),
    Column("sigma", Float, nullable=False),
    Column("games", Integer, nullable=False),
    Column("updated_ms", BigInteger, nullable=False),
)

#: The ratings of people and programs after each of their games.
rating_history = Table(
    "rating_history",
    metadata,
    Column("player", String(16), primary_key=True),
    Column("pool", String(40), primary_key=True),
    Column("games", Integer, primary_key=True),
    Column("at_ms", BigInteger, nullable=False),
    #: As it is displayed.
    Column("rating", Integer, nullable=False),
)

rating_pools = Table(
    "rating_pools",
    metadata,
    Column("pool", String(40), primary_key=True),
    #: What is played in it, as JSON.
    Column("setup", Text, nullable=False),
    #: The numbers of `rating_model.Forecast`, as JSON.
    Column("forecast", Text, nullable=False),
    Column("games", Integer, nullable=False),
)

#: Every process, with its last heartbeat: by its own clock, and by the database's at the same
#: moment.
processes = Table(
    "processes",
    metadata,
    Column("id", String(16), primary_key=True),
    Column("alive_ms", BigInteger, nullable=False),
    Column("database_ms", BigInteger, nullable=False),
)

#: Times at which no process ran: nobody's clock ran either.
outages = Table(
    "outages",
    metadata,
    Column("from_ms", BigInteger, primary_key=True),
    Column("to_ms", BigInteger, nullable=False),
)

#: Who is connected to a table through which process.
presence = Table(
    "presence",
    metadata,
    Column("table_id", String(12), primary_key=True),
    Column("process", String(16), primary_key=True),
    #: Bit 0 for the player who opened the table, bit 1 for the other.
    Column("players", Integer, nullable=False),
    Column("watchers", Integer, nullable=False),
    Index("ix_presence_process", "process"),
)
