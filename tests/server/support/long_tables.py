"""Tables with the longest history that is permitted, put straight into a database."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache

from sqlalchemy import Engine, insert, update

from sommet import pacal
from sommet.match import events as ev
from sommet.match import limits
from sommet.seeding import Random
from sommet.server.storage import queries, schema
from sommet.server.storage.chain import first_link, links_after, mark_of
from sommet.server.storage.setup import TableSetup
from sommet.server.tokens import hash_token, new_id, new_token

OPENING = ("1a1", "1d4", "1b1", "1d3", "1a2", "1c4")
#: Each completes a square and takes the same ball back: nothing has changed.
IDLE = ("1b2-1b2", "1c3-1c3")
SETUP = TableSetup(
    game="pylos", mode="hotseat", preset="standard", rulings={"repetition": None}, seat="lot"
)
PACAL_SETUP = TableSetup(game="pacal", mode="hotseat", preset="en")
#: Some are left for tests to make themselves.
MOST_TAKEBACKS = limits.MAX_TAKEBACKS - 10


def long_game(at_ms: int, *, takebacks: int = MOST_TAKEBACKS) -> list[ev.Event]:
    """Return a game of Pylos one move short of the limit, with everything else there may be.

    But for the requests and takebacks that MOST_TAKEBACKS leaves, no game has more events.
    """
    plies = limits.MAX_PLIES - 1
    game: list[ev.Event] = [ev.Started(at_ms, 0)]
    for ply in range(plies):
        move = OPENING[ply] if ply < len(OPENING) else IDLE[ply % 2]
        game.append(ev.Moved(at_ms, ply % 2, move))
    return [*game, *_asked_for(at_ms, game, plies % 2, "draw", takebacks)]


def long_pacal_game(at_ms: int, *, takebacks: int = MOST_TAKEBACKS) -> list[ev.Event]:
    """Return such a game of Pacal, of the shortest rounds that nobody wins. Rule PAC-R3."""
    plies, (deal, actions) = limits.MAX_PLIES - 1, drawn_round()
    game: list[ev.Event] = [ev.Started(at_ms, 0)]
    for ply in range(plies):
        number, at = divmod(ply, len(actions))
        if at == 0:
            secret, numbers = f"{number:064x}", [f"{number:042}{seat}" for seat in range(2)]
            game.append(ev.Promised(at_ms, number + 1, secret))
            game += [ev.Readied(at_ms, seat, added) for seat, added in enumerate(numbers)]
            game.append(ev.Dealt(at_ms, number + 1, deal, secret, " ".join(numbers)))
        seat, action = actions[at]
        game.append(ev.Moved(at_ms, seat, action))
    actor = actions[plies % len(actions)][0]
    return [*game, *_asked_for(at_ms, game, actor, "takeback", takebacks)]


@cache
def drawn_round() -> tuple[str, list[tuple[int, str]]]:
    """Return a deal of Pacal, and the ten actions after which both are stuck."""
    match, random = pacal.Match.start(pacal.Options.preset("en"), seed=14), Random(14)
    deal, actions = str(pacal.Deal.from_seed(14)), []
    while match.actor is not None:
        action = match.legal_moves[random.below(len(match.legal_moves))]
        actions.append((match.actor, str(action)))
        match = match.play(action)
    assert len(actions) == 10
    assert match.results[-1].winner is None
    return deal, actions


def _asked_for(
    at_ms: int, game: list[ev.Event], actor: int, declined: str, takebacks: int
) -> list[ev.Event]:
    """Return requests at the end of a game: `actor` takes two moves back, the other is declined."""
    moves = [event for event in game if isinstance(event, ev.Moved)]
    asked: list[ev.Event] = []
    for _ in range(takebacks):
        asked += [
            ev.Proposed(at_ms, 1 - actor, declined),
            ev.Answered(at_ms, actor, declined, "declined"),
            ev.Proposed(at_ms, actor, "takeback"),
            ev.Answered(at_ms, 1 - actor, "takeback", "accepted"),
            ev.TakenBack(at_ms, actor, len(moves) - 2),
            *moves[-2:],
        ]
    for _ in range(min(takebacks, limits.MAX_SEAT_REQUESTS)):
        asked += [ev.SeatAsked(at_ms, actor, "0" * 64), ev.SeatAnswered(at_ms, actor, False)]
    return asked


def longest_history(
    at_ms: int, long: Callable[[int], list[ev.Event]] = long_game
) -> list[ev.Event]:
    """Return games after games, until no further one may begin, and the last of them running."""
    history: list[ev.Event] = []
    game = long(at_ms)
    while len(history) < limits.MAX_EVENTS - len(game):
        history += [*game, ev.Resigned(at_ms, 0)]
    while len(history) < limits.MAX_EVENTS - 2:
        history += [ev.Started(at_ms, 0), ev.Resigned(at_ms, 0)]
    return [*history, *game]


def store_friends_table(
    engine: Engine, history: list[ev.Event], at_ms: int, setup: TableSetup = SETUP
) -> tuple[str, list[str]]:
    """Keep a table that a friend joined before that history; return its id and both tokens."""
    tokens = [new_token(), new_token()]
    setup = replace(setup, mode="friend")
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
                    {"table_id": table, "seq": number, "data": text, "mark": mark_of(link)}
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
