"""Challenges to people by guests: never rated, few, and only where they are welcome."""

from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.community.changes import change
from sommet.server.community.open_seats import wait_for_turn
from sommet.server.community.relations.service import open_challenge
from sommet.server.protocol import http
from sommet.server.protocol import player_relations as wire
from sommet.server.storage import accounts, player_relations, queries
from sommet.server.tables.open_request import check_wanted
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.seats import SeatHolder, describe_seat
from sommet.server.tokens import hash_token, new_id, token_from


async def challenge_as_guest(
    registry: TableRegistry, body: wire.ChallengeByGuest
) -> http.TableCreated:
    """Open a table whose other seat is for one account; again with the same key, the same one.

    Raises:
        Refused: it cannot be played that way, nobody has this name, they want no guests, they or
            the guest have enough challenges, or the database is away.
    """
    services = registry.services
    setup = check_wanted(body, slow_games=services.settings.slow_games)
    table, now_ms, guest = new_id(), services.server_clock.now_ms(), hash_token(body.guest)
    seat = SeatHolder().seat(0, hash_token(token_from(body.key, table)))
    row = queries.new_table(table, now_ms, setup, "", seat)

    def challenge(connection: Connection) -> str | None:
        """Return the table that the same request opened before, if it did."""
        wait_for_turn(connection)
        player_relations.remove_old_challenges(connection, now_ms)
        mine = player_relations.read_guest_challenges(connection, guest)
        for each in mine:
            if hash_token(token_from(body.key, each.table)) == each.token_hash:
                return each.table
        other = accounts.find_by_name(connection, body.name)
        if other is None or not accounts.hold_account(connection, other.id):
            raise Refused("no_such_player")
        if not player_relations.welcomes_guests(connection, other.id):
            raise Refused("no_guests")
        if mine:
            raise Refused("too_many_challenges")
        enough = player_relations.GUESTS_PER_PERSON_AND_DAY
        if player_relations.count_by_guests(connection, other.id) >= enough:
            raise Refused("guests_enough")
        open_challenge(connection, row, other.id)
        player_relations.add_guest_challenge(connection, table, guest, other.id, now_ms)
        return None

    before = await change(services.store, challenge)
    if before is None:
        registry.register_new(row)
        services.metrics.accounts.labels("challenged").inc()
    known = before or table
    return describe_seat(known, token_from(body.key, known), None)
