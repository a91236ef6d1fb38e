"""The tables of tournaments: what was agreed on, who entered, and every game with its points."""

from sqlalchemy import BigInteger, Column, ForeignKey, Index, Integer, String, Table, Text, text

from sommet.server.storage.schema import metadata

tournaments = Table(
    "tournaments",
    metadata,
    Column("id", String(12), primary_key=True),
    Column("created_ms", BigInteger, nullable=False),
    #: Nothing once the account is deleted.
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
    #: When it begins by itself; nothing: when the organiser says so.
    Column("start_ms", BigInteger),
    #: `open`, `running`, `finished` or `cancelled`.
    Column("state", String(10), nullable=False),
    Column("round", Integer, nullable=False),
    Column("began_ms", BigInteger),
    Column("next_ms", BigInteger),
    Column("ended_ms", BigInteger),
    #: The numbers of those who won, once it is finished.
    Column("winners", String(60)),
    #: Grows with every change but results: whoever pairs must know all.
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
    #: An account or a program, as in `ratings`; nothing once the account is deleted.
    Column("player", String(16)),
    #: When they signed up, as it is shown.
    Column("rating", Integer, nullable=False),
    Column("absent", Integer, nullable=False),
    Column("withdrawn", Integer, nullable=False),
    #: In an arena: the last opponent, and how many more games they began than not.
    Column("last", Integer),
    Column("begun", Integer, nullable=False),
    #: When they were last known to be there; nothing where an earlier version let them in.
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
    #: The numbers of the entrants: whoever begins, and the other; nothing for a bye.
    Column("first", Integer, nullable=False),
    Column("second", Integer),
    #: Where it is played. Its points stay when the table is removed.
    Column("table_id", String(12)),
    #: In halves; nothing while it is played.
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
