"""Seats: joining, repeating a join, and handing back a lost seat.

A token is made from a key that the client chose, so repeating a request with the same key gives
the same token. Only the hash of the token is stored; the key is not.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy.sql.base import Executable

from sommet.match import events as ev
from sommet.match.refused import Refused
from sommet.match.session import Session
from sommet.server.protocol import http
from sommet.server.storage import queries
from sommet.server.tables.open_request import first_player
from sommet.server.tokens import hash_token, matches, new_token, token_from

if TYPE_CHECKING:
    from sommet.server.tables.live import LiveTable


@dataclass(frozen=True, slots=True)
class SeatHolder:
    """Who sits down: a guest with or without a name, a program, or an account.

    Attributes:
        counts: Whether results count for the account.
    """

    name: str | None = None
    bot: str | None = None
    account: str | None = None
    counts: bool = False

    def seat(self, player: int, token_hash: str) -> queries.SeatRow:
        """Return their seat as it is stored."""
        return queries.SeatRow(player, token_hash, self.name, self.bot, self.account, self.counts)


def describe_seat(table_id: str, token: str, invite: str | None) -> http.TableCreated:
    """Return what a player needs to know about a seat."""
    return http.TableCreated(
        table=table_id,
        token=token,
        links=http.TableLinks(
            play=f"/play/{table_id}#{token}",
            invite=None if invite is None else f"/join/{table_id}#{invite}",
            watch=f"/watch/{table_id}",
        ),
    )


def holder_of(token: str, hashes: Sequence[str | None]) -> int | None:
    """Return the player to whose seat `token` belongs, or None."""
    found = None
    # All are compared in any case, so that the time reveals nothing.
    for player, hashed in enumerate(hashes):
        if hashed is not None and matches(token, hashed):
            found = player
    return found


async def join(
    table: "LiveTable", body: http.JoinTable, holder: SeatHolder, now_ms: int
) -> http.TableCreated:
    """Take the open seat at a table and begin the game; repeating it with the same key is safe.

    Raises:
        Refused: the invitation is not valid, the place is taken, or opposite is one's own.
    """
    token = token_from(body.key or new_token(), table.id)
    if holder_of(token, table.token_hashes) is not None:
        return describe_seat(table.id, token, None)
    _check_invite(table, body.invite)
    return await sit_down(table, token, holder, now_ms)


async def sit_down(
    table: "LiveTable",
    token: str,
    holder: SeatHolder,
    now_ms: int,
    *further: Executable,
) -> http.TableCreated:
    """Give the open seat to `holder` with `token`, and begin the game; repeating it is safe.

    `further` statements are part of the same transaction.

    Raises:
        Refused: the place is taken, or opposite is one's own.
    """
    if holder_of(token, table.token_hashes) is not None:
        return describe_seat(table.id, token, None)
    if holder.account is not None and holder.account == table.accounts[0]:
        raise Refused("own_seat")
    seat = holder.seat(1, hash_token(token))
    # The history stays when an account is deleted, so it never has its name.
    name = None if holder.account is not None else holder.name
    first = first_player(table.setup)

    def decide(session: Session) -> tuple[ev.Event, ...]:
        joined = session.join(name, at_ms=now_ms)
        return (*joined, *session.apply_all(joined).start(first, at_ms=now_ms))

    try:
        await table.act(
            decide,
            queries.take_seat(table.id, seat),
            *further,
            kept=lambda: table.set_seats((seat,)),
        )
    except Refused as refused:
        # The same request may have arrived twice, and the other was faster.
        if refused.code != "invite_used" or holder_of(token, table.token_hashes) != 1:
            raise
    return describe_seat(table.id, token, None)


async def ask_for_seat(table: "LiveTable", body: http.AskForSeat, now_ms: int) -> http.SeatAnswer:
    """Ask the player opposite to hand back a lost seat. Rule TAB-6.

    Raises:
        Refused: the invitation is not valid or there is none, the seat is occupied, or nobody
            could agree.
    """
    token = token_from(body.key, table.id)
    if holder_of(token, table.token_hashes) is not None:
        return take_up_seat(table, body.key)
    if table.is_played_here and not table.invite_hash:
        raise Refused("no_invitation")  # from the lobby, a challenge or a tournament
    _check_invite(table, body.invite)
    hashed = hash_token(token)

    def decide(session: Session) -> tuple[ev.Event, ...]:
        player = session.player_on(body.seat)
        asked = session.ask_for_seat(player, hashed, at_ms=now_ms)
        _check_empty(table, player)
        return asked

    await table.act(decide)
    return http.SeatAnswer(state="waiting", seat=None)


def take_up_seat(table: "LiveTable", key: str) -> http.SeatAnswer:
    """Return the answer to the request that was made with `key`."""
    token = token_from(key, table.id)
    if holder_of(token, table.token_hashes) is not None:
        return http.SeatAnswer(state="handed_back", seat=describe_seat(table.id, token, None))
    request = table.session.seat_request
    if request is not None and matches(token, request.token_hash):
        return http.SeatAnswer(state="waiting", seat=None)
    return http.SeatAnswer(state="declined", seat=None)


async def hand_back(
    table: "LiveTable", player: int, request_id: int, *, accept: bool, now_ms: int
) -> int:
    """Let `player` answer a request for the other's seat; then the old token is invalid.

    Raises:
        Refused: there is no such request, it is for the player's own seat, or its holder came back.
    """
    request = table.session.seat_request
    if request is None or request.id != request_id:
        raise Refused("no_proposal")

    def decide(session: Session) -> tuple[ev.Event, ...]:
        answered = session.answer_seat(player, request_id, accept, at_ms=now_ms)
        if accept:
            _check_empty(table, request.player)
        return answered

    if not accept:
        return await table.act(decide)
    holder = request.player
    # The request need not come from the account that lost the seat: that one can sign in.
    name = table.names[holder] if table.accounts[holder] is None else None
    seat = queries.SeatRow(holder, request.token_hash, name, table.bots[holder])
    return await table.act(
        decide, queries.replace_token(table.id, seat), kept=lambda: table.set_seats((seat,))
    )


def _check_invite(table: "LiveTable", invite: str) -> None:
    if not table.is_played_here:
        raise Refused("plays_in_page")
    if not table.invite_hash:
        # Earlier versions cleared it once it was used; then it cannot be distinguished.
        raise Refused("invite_used")
    if not matches(invite, table.invite_hash):
        raise Refused("bad_invite")


def _check_empty(table: "LiveTable", player: int) -> None:
    if table.presence.players >> player & 1:
        raise Refused("seat_held")
