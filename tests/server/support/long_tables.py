"""Tables with the longest history that is permitted, put straight into a database."""

import json
from collections.abc import Sequence
from dataclasses import replace

from sqlalchemy import Engine, insert, update

from sommet.match import events as ev
from sommet.match import limits
from sommet.server.storage import queries, schema
from sommet.server.storage.chain import first_link, links_after
from sommet.server.storage.setup import TableSetup
from sommet.server.tokens import hash_token, new_id, new_token

OPENING = ("1a1", "1d4", "1b1", "1d3", "1a2", "1c4")
#: Each completes a square and takes the same ball back: nothing has changed.
IDLE = ("1b2-1b2", "1c3-1c3")
SETUP = TableSetup(
    game="pylos", mode="hotseat", preset="standard", rulings={"repetition": None}, seat="lot"
)


def long_game(at_ms: int, *, takebacks: int = limits.MAX_TAKEBACKS - 10) -> list[ev.Event]:
    """Return a game one move short of the limit, with almost all the takebacks there are."""
    plies = limits.MAX_PLIES - 1
    game: list[ev.Event] = [ev.Started(at_ms, 0)]
    for ply in range(plies):
        move = OPENING[ply] if ply < len(OPENING) else IDLE[ply % 2]
        game.append(ev.Moved(at_ms, ply % 2, move))
    for _ in range(takebacks):
        game.append(ev.TakenBack(at_ms, 0, plies - 1))
        game.append(ev.Moved(at_ms, (plies - 1) % 2, IDLE[(plies - 1) % 2]))
    return game


def longest_history(at_ms: int) -> list[ev.Event]:
    """Return games after games, until no further one may begin, and the last of them running."""
    history: list[ev.Event] = []
    while len(history) < limits.MAX_EVENTS - len(long_game(at_ms)):
        history += [*long_game(at_ms), ev.Resigned(at_ms, 0)]
    while len(history) < limits.MAX_EVENTS - 2:
        history += [ev.Started(at_ms, 0), ev.Resigned(at_ms, 0)]
    return [*history, *long_game(at_ms)]


def store_friends_table(
    engine: Engine, history: list[ev.Event], at_ms: int
) -> tuple[str, list[str]]:
    """Keep a table that a friend joined before that history; return its id and both tokens."""
    tokens = [new_token(), new_token()]
    setup = replace(SETUP, mode="friend")
    joined = ev.Joined(at_ms, 1, None)
    return store_table(engine, [joined, *history], at_ms, setup=setup, tokens=tokens)[0], tokens


def store_table(
    engine: Engine,
    history: list[ev.Event],
    at_ms: int,
    *,
    setup: TableSetup = SETUP,
    tokens: Sequence[str] = (),
) -> tuple[str, str]:
    """Keep a table with that history; return its id and the token that holds it.

    It is as earlier versions kept two on one screen, unless `setup` says otherwise.
    """
    table, tokens = new_id(), tokens or (new_token(),)
    texts = queries.format_events(history)
    links = (first_link(table), *links_after(first_link(table), texts))
    with engine.begin() as connection:
        connection.execute(queries.open_table(table, setup, "", at_ms))
        for player, token in enumerate(tokens):
            seat = queries.SeatRow(player, hash_token(token), None)
            connection.execute(queries.take_seat(table, seat))
        if texts:
            connection.execute(
                insert(schema.events),
                [
                    {"table_id": table, "seq": number, "data": text, "chain": link}
                    for number, (text, link) in enumerate(zip(texts, links, strict=False), 1)
                ],
            )
        connection.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table)
            .values(seq=len(texts), chain=links[-1])
        )
    return table, tokens[0]


def damage_event(engine: Engine, table: str, seq: int, **changes: object) -> None:
    """Change a stored event: by default into one that cannot follow."""
    data = json.dumps(changes or {"kind": "moved", "at_ms": 0, "seat": 7, "move": "1a1"})
    with engine.begin() as connection:
        connection.execute(
            update(schema.events)
            .where(schema.events.c.table_id == table, schema.events.c.seq == seq)
            .values(data=data)
        )


def damage_setup(engine: Engine, table: str, text: str = "{}") -> None:
    """Change what is stored of what a table was opened for into something else."""
    with engine.begin() as connection:
        connection.execute(
            update(schema.tables).where(schema.tables.c.id == table).values(setup=text)
        )
