"""The tables of tournaments: their settings, their entrants, and every game with its points."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text, text

from sommet.server.storage.schema import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    #: Null once the account is deleted.
    Column("organiser", ForeignKey("accounts.id", ondelete="SET NULL")),
    #: `round-robin`, `swiss` or `arena`.
    Column("kind", String(12), nullable=False),
    #: What is played at its tables, as JSON.
    Column("setup", Text, nullable=False),
    #: 1 for programs, 0 for people.
    Column("programs", Integer, nullable=False),
    Column("rated", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("duration_ms", BigInteger, nullable=False),
    Column("pause_ms", BigInteger, nullable=False),
    #: When it begins by itself; null if the organiser starts it.
    Column("start_ms", BigInteger),
    #: `open`, `running`, `finished` or `cancelled`.
    Column("state", String(10), nullable=False),
    Column("round", Integer, nullable=False),
    Column("began_ms", BigInteger),
    Column("next_ms", BigInteger),
    Column("ended_ms", BigInteger),
    #: The numbers of those who won, once it is finished.
    Column("winners", String(60)),
    #: Advances with every change except results; a pairing must be based on the last version.
    Column("version", Integer, nullable=False),
    Index("ix_tournaments_organiser", "organiser"),
    Index("ix_tournaments_state", "state", "created_ms"),
)

tournament_entrants = Table(
    "tournament_entrants",
    metadata,
    Column(
        "tournament",
        String(12),
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    #: From 1, in the order of signing up.
    Column("number", Integer, primary_key=True),
    #: An account or a program, as in `ratings`; null once the account is deleted.
    Column("player", String(16)),
    #: The rating when they signed up, as it is displayed.
    Column("rating", Integer, nullable=False),
    Column("absent", Integer, nullable=False),
    Column("withdrawn", Integer, nullable=False),
    #: In an arena: the last opponent, and the games begun minus those not begun.
    Column("last", Integer),
    Column("begun", Integer, nullable=False),
    #: When they were last seen; null if they entered with an earlier version.
    Column("seen_ms", BigInteger),
    Index("ix_tournament_entrants_player", "player", "tournament", unique=True),
)

tournament_games = Table(
    "tournament_games",
    metadata,
    Column(
        "tournament",
        String(12),
        ForeignKey("tournaments.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True),
    Column("round", Integer, nullable=False),
    Column("pairing", Integer, nullable=False),
    #: The numbers of both entrants, the one who begins first; null for a bye.
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    #: Where it is played. Its points stay when the table is removed.
    Column("table_id", String(12)),
    #: In half points; null while it is played.
    Column("first_points", Integer),
    Column("second_points", Integer),
    #: `played`, `no-show`, `walkover` or `bye`.
    Column("how", String(8), nullable=False),
    Column("started_ms", BigInteger, nullable=False),
    Column("finished_ms", BigInteger),
    Index("ix_tournament_games_table", "table_id", unique=True),
    Index(
        "ix_tournament_games_open",
        "tournament",
        postgresql_where=text("first_points IS NULL"),
        sqlite_where=text("first_points IS NULL"),
    ),
)
