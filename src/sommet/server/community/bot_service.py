"""Programs: open seats, seats opposite other programs, challenges, the stream of their games.

A program is admitted by the host, with a token. It never meets a person who did not choose it: it
waits in the lobby under its name, marked as a program, and takes only other programs' seats.
"""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing

from sqlalchemy import Connection

from sommet.match.refused import Refused
from sommet.server.community.bot_watch import BotWatch, Places
from sommet.server.community.changes import change, remove_table
from sommet.server.community.listing import describe_clock
from sommet.server.community.lobby import Lobby, Visitor
from sommet.server.community.open_seats import wait_for_turn
from sommet.server.community.seekers import Guest
from sommet.server.community.tournaments.roll_call import RollCall
from sommet.server.community.your_games import describe_turn
from sommet.server.protocol import bots as wire
from sommet.server.protocol import community, http
from sommet.server.storage import bots, queries
from sommet.server.storage.bots import Bot
from sommet.server.storage.ratings import bot_player
from sommet.server.storage.store import Unavailable, Unsettled
from sommet.server.tables.live import LiveTable
from sommet.server.tables.open_request import check_wanted
from sommet.server.tables.registry import TableRegistry
from sommet.server.tables.seats import SeatHolder, describe_seat, sit_down
from sommet.server.tokens import hash_token, new_id, token_from

#: How often the database is asked what concerns a program that listens.
LOOK_EVERY_S = 0.5
#: An empty line is sent after this many checks without news, to notice dead connections.
QUIET_LOOKS = 10


class BotService:
    """The interface for programs, which identify themselves by a token."""

    def __init__(self, registry: TableRegistry, lobby: Lobby) -> None:
        self._registry = registry
        self._services = registry.services
        self._lobby = lobby
        self._watch = BotWatch(self._services)
        self._roll_call = RollCall(self._services)

    async def admit(self, token: str | None) -> Bot:
        """Return the program that a token belongs to.

        Raises:
            Refused: it is nobody's.
        """
        found = None
        if token is not None:
            found = await self._services.store.read(lambda c: bots.find_bot(c, token))
        if found is None:
            raise Refused("no_bot")
        self._roll_call.note(bot_player(found.id))
        return found

    @property
    def limits(self) -> wire.BotLimits:
        """The limits of each program."""
        settings = self._services.settings
        return wire.BotLimits(
            open_seats=settings.max_open_seats_per_bot,
            games=settings.max_games_per_bot,
            challenges=settings.max_challenges_per_bot,
        )

    async def open_seat(
        self, bot: Bot, token: str, body: wire.OpenSeatAsBot
    ) -> community.SeatFound:
        """Let a program wait in the lobby.

        Raises:
            Refused: it has too many seats or games, or the game cannot be played that way.
        """
        await self._check_games(bot)
        return await self._lobby.open(_visitor(bot, token, body.key), body, self.limits.open_seats)

    async def take(
        self, bot: Bot, token: str, table: str, body: wire.TakeSeatAsBot
    ) -> community.SeatFound:
        """Let a program sit down opposite another one.

        Raises:
            Refused: the seat is taken, its own or a person's, or it has too many games.
        """
        await self._check_games(bot)
        return await self._lobby.take(table, _visitor(bot, token, body.key))

    async def _check_games(self, bot: Bot) -> None:
        await self._services.store.read(lambda c: self._check_room(c, bot.id))

    def _check_room(self, connection: Connection, bot: str) -> None:
        if bots.count_running(connection, bot) >= self.limits.games:
            raise Refused("too_many_bot_games")

    # Challenges.

    async def challenge(
        self, body: wire.ChallengeBot, holder: SeatHolder, secret: str
    ) -> http.TableCreated:
        """Open a table whose other seat is for one program; repeating it with its key is safe.

        `holder` challenges: a program, or a person. Their token is made from `secret`.

        Raises:
            Refused: it cannot be played that way, no program has this name, one of them has too
                many challenges or games, or nothing was stored.
        """
        setup = check_wanted(body, slow_games=self._services.settings.slow_games)
        table, now_ms, limits = new_id(), self._services.server_clock.now_ms(), self.limits
        seat = holder.seat(0, hash_token(token_from(secret, table)))
        key_hash = hash_token(f"{holder.bot or holder.account or 'guest'} {body.key}")

        def challenge(connection: Connection) -> str | None:
            wait_for_turn(connection)
            before = bots.find_repeated(connection, key_hash)
            if before is not None:
                return before
            other = bots.find_by_name(connection, body.bot)
            if other is None:
                raise Refused("no_such_player")
            if other.id == holder.bot:
                raise Refused("own_name")
            if holder.bot is not None:
                mine = bots.count_challenges(connection, now_ms, by=holder.bot)
                if mine >= limits.challenges:
                    raise Refused("too_many_challenges")
                self._check_room(connection, holder.bot)
            self._check_room(connection, other.id)
            if bots.count_challenges(connection, now_ms, to=other.id) >= limits.challenges:
                raise Refused("too_many_bot_games")
            connection.execute(queries.open_table(table, setup, "", now_ms))
            connection.execute(queries.take_seat(table, seat))
            connection.execute(bots.add_challenge(table, other.id, key_hash, now_ms))
            return None

        before = await change(self._services.store, challenge)
        if before is not None:
            return describe_seat(before, token_from(secret, before), None)
        self._registry.register_new(queries.new_table(table, now_ms, setup, "", seat))
        return describe_seat(table, token_from(secret, table), None)

    async def challenge_as_bot(
        self, bot: Bot, token: str, body: wire.ChallengeBot
    ) -> http.TableCreated:
        """Let a program challenge another one; as `challenge`."""
        return await self.challenge(body, SeatHolder(bot.name, bot=bot.id), token)

    async def accept(self, bot: Bot, token: str, table_id: str) -> http.TableCreated:
        """Let a program sit down opposite a challenger; repeating it is safe.

        Raises:
            Refused: it is for another program or gone, or the program has too many games.
        """
        table, seat_token = await self._registry.find(table_id), token_from(token, table_id)
        now_ms = self._services.server_clock.now_ms()
        if hash_token(seat_token) == table.token_hashes[1]:
            return describe_seat(table_id, seat_token, None)
        if not await self._services.store.read(
            lambda c: bots.is_challenged(c, table_id, bot.id, now_ms)
        ):
            raise Refused("no_such_challenge")
        await self._check_games(bot)
        holder = SeatHolder(bot.name, bot=bot.id)
        return await sit_down(table, seat_token, holder, now_ms, bots.forget_challenge(table_id))

    async def decline(self, bot: Bot, table_id: str) -> None:
        """Decline a challenge; its table is removed.

        Raises:
            Refused: it is for another program, or gone.
        """
        now_ms = self._services.server_clock.now_ms()

        def decline(connection: Connection) -> None:
            mine = bots.is_challenged(connection, table_id, bot.id, now_ms)
            if not mine or not bots.remove_challenge(connection, table_id):
                raise Refused("no_such_challenge")

        await remove_table(self._registry, table_id, decline)

    # What concerns a program.

    async def games(self, bot: Bot, token: str) -> list[wire.BotGame]:
        """Return a program's tables."""
        now_ms = self._services.server_clock.now_ms()
        found = await self._services.store.read(lambda c: bots.read_places(c, [bot.id], now_ms))
        return [game for game, _ in await self._news(bot, token, found.get(bot.id, {}), {})]

    async def _news(
        self, bot: Bot, token: str, found: Places, known: Places
    ) -> list[tuple[wire.BotGame, int]]:
        """Return a program's tables that have changed since `known`, and their new state."""
        changed = (table_id for table_id, seq in found.items() if known.get(table_id) != seq)
        described = await asyncio.gather(*(self._describe(bot, each, token) for each in changed))
        news = [each for each in described if each is not None]
        for table_id in known.keys() - found.keys():
            news.append((_gone(table_id, token), -1))
        return news

    async def _find_player(self, table: LiveTable, bot: Bot, seat_token: str) -> int:
        """Return a program's table, taking up the seat if a tournament assigned it."""
        try:
            return await self._registry.find_player(table, seat_token)
        except Refused:
            statement = bots.take_up(table.id, bot.id, hash_token(seat_token))
            try:
                await self._services.store.write(statement)
            except (Unavailable, Unsettled) as error:
                raise Refused("unavailable") from error
            await table.follower.look_for_seats()
            return await self._registry.find_player(table, seat_token)

    async def _describe(
        self, bot: Bot, table_id: str, token: str
    ) -> tuple[wire.BotGame, int] | None:
        seat_token = token_from(token, table_id)
        try:
            table = await self._registry.find(table_id)
            if not table.session.complete and table.bots[0] != bot.id:
                return _challenge(table, seat_token), 0
            player = await self._find_player(table, bot, seat_token)
        except Refused:
            return None  # it was removed a moment ago, or cannot be read
        turn = describe_turn(table, player, self._services.server_clock.now_ms())
        session = table.session
        game = wire.BotGame(
            table=table_id,
            token=seat_token,
            game=table.setup.game,
            status=session.status,  # type: ignore[arg-type]
            your_turn=turn.your_turn,
            left_ms=turn.left_ms,
        )
        return game, session.seq

    async def listen(self, bot: Bot, token: str) -> AsyncIterator[bytes]:
        """Return a program's stream: every table once, then each that changes.

        Raises:
            Refused: it listens too often already.
        """
        lines = self._stream(bot, token)
        # The first line is requested here, so that the listener is counted before it gets an
        # answer.
        return _all_of(await anext(lines, b""), lines)

    async def _stream(self, bot: Bot, token: str) -> AsyncGenerator[bytes, None]:
        if self._watch.count(bot.id) >= self._services.settings.max_streams_per_bot:
            raise Refused("too_many_requests")
        self._watch.enter(bot.id)
        known: dict[str, int] = {}
        quiet = QUIET_LOOKS
        try:
            while (found := await self._watch.find_places(bot.id, LOOK_EVERY_S / 2)) is not None:
                self._roll_call.note(bot_player(bot.id))
                for game, seq in await self._news(bot, token, found, known):
                    if seq < 0:
                        del known[game.table]
                    else:
                        known[game.table] = seq
                    yield game.model_dump_json().encode() + b"\n"
                    quiet = 0
                if quiet == QUIET_LOOKS:
                    yield b"\n"
                    quiet = 0
                quiet += 1
                await asyncio.sleep(LOOK_EVERY_S)
        except Unavailable:
            return  # the listener connects again
        finally:
            self._watch.leave(bot.id)


async def _all_of(first: bytes, rest: AsyncGenerator[bytes, None]) -> AsyncIterator[bytes]:
    async with aclosing(rest):
        yield first
        async for line in rest:
            yield line


def _visitor(bot: Bot, token: str, key: str) -> Visitor:
    guest = Guest(hash_token(f"bot {bot.id}"), hash_token(key), bot.id)
    return Visitor(guest, token, SeatHolder(bot.name, bot=bot.id))


def _challenge(table: LiveTable, token: str) -> wire.BotGame:
    return wire.BotGame(
        table=table.id,
        token=token,
        game=table.setup.game,
        status="challenge",
        your_turn=False,
        left_ms=None,
        challenge=wire.ChallengeToBot(
            name=table.names[0],
            bot=table.bots[0] is not None,
            options=table.options,
            clock=describe_clock(table.setup.control),
        ),
    )


def _gone(table_id: str, token: str) -> wire.BotGame:
    return wire.BotGame(
        table=table_id,
        token=token_from(token, table_id),
        game="pylos",
        status="gone",
        your_turn=False,
        left_ms=None,
    )
