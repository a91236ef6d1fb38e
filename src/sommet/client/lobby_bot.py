"""A bot that lives on a server: plays in its lobby or in a tournament, and comes back."""

import asyncio
import contextlib
import random
import secrets
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sommet.arguments import check_text
from sommet.client.challenges import Answers, Target
from sommet.client.entry import Entry
from sommet.client.errors import Away, RefusedByServer
from sommet.client.game_player import LINGER_S, GamePlayer
from sommet.client.promises import Promises
from sommet.client.seat import Seat
from sommet.client.server import Challenge, Game, Server
from sommet.errors import SommetError
from sommet.match.rulings import DEFAULT_RULES

#: Chooses a move: gets what the seat may know, and an event that is set when nobody needs it.
Chooser = Callable[[Any, threading.Event], Any]
_PLAYED = ("playing", "between_rounds")
_LONGEST_PAUSE_S = 30.0
#: How long a bot that stops may take to withdraw its open seats and challenges.
LEAVE_WITHIN_S = 5.0


@dataclass(frozen=True, slots=True)
class Offer:
    """The game that a bot offers in the lobby.

    Attributes:
        game: `pylos` or `pacal`.
        preset: The rules, such as `expert` or `fr`; the usual ones without it.
        rulings: Settings of single rulings, by name.
        minutes: Time for each player.
        increment_s: Seconds more after each move.
        days: Days for each move instead: the bot need not be there all the time.
    """

    game: str = "pylos"
    preset: str | None = None
    rulings: dict[str, Any] = field(default_factory=dict)
    minutes: float = 10.0
    increment_s: int = 5
    days: int | None = None

    def to_request(self) -> dict[str, Any]:
        """Return the request in the form of the protocol."""
        clock: dict[str, float] = {"minutes": self.minutes, "increment_s": self.increment_s}
        if self.days is not None:
            clock = {"days_per_move": self.days}
        return {
            "game": self.game,
            "preset": self.preset,
            "rulings": self.rulings,
            "clock": clock,
        }

    def suits(self, game: str, challenge: Challenge) -> bool:
        """Return whether a request is for the same game and rules, with any clock."""
        preset = self.preset or DEFAULT_RULES[self.game]
        same_rules = (challenge.preset, challenge.rulings) == (preset, self.rulings)
        return game == self.game and same_rules


class LobbyBot:
    """Keeps seats open in the lobby and plays several games at once, until it is cancelled."""

    def __init__(
        self,
        url: str,
        token: str,
        new_chooser: Callable[[], Chooser],
        offer: Offer | None = None,
        *,
        seats: int = 1,
        games: int = 10,
        threads: int = 1,
        against_bots: bool = False,
        last_game: int | None = None,
        tournament: str | None = None,
        challenge: str | None = None,
        accepts: Callable[[Challenge], bool] = lambda _: True,
        say: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Prepare.

        Args:
            url: Where the server is.
            token: What `sommet token new NAME` printed there.
            new_chooser: Makes what chooses the moves of one game.
            offer: What is played.
            seats: How many seats wait in the lobby.
            games: How many games are played at once.
            threads: How many moves are thought about at once.
            against_bots: Whether it sits down opposite other bots instead of waiting.
            last_game: End after so many games; never without it.
            tournament: Play in this tournament until it is over, instead of in the lobby.
            challenge: Challenge the program of this name again and again, instead of waiting.
            accepts: Whether it accepts a challenge to the game that it offers; it declines other
                games, and those for which it has no room.
            say: Gets a line for everything that happens.
        """
        self._url = check_text(url, "an address").rstrip("/")
        self._token = check_text(token, "a token")
        self._new_chooser = new_chooser
        self._offer = offer or Offer()
        self._seats, self._games = seats, games
        self._against_bots = against_bots
        self._last_game = last_game
        self._entry = None if tournament is None else Entry(tournament, say)
        request = self._offer.to_request()
        self._target = None if challenge is None else Target(challenge, request, say)
        self._accepts = accepts
        self._answers = Answers(self._wants, say)
        self._say = say
        self._thinkers = ThreadPoolExecutor(threads, thread_name_prefix="sommet-bot")
        self._name = ""
        self._waiting: dict[str, Game] = {}
        self._tasks: dict[str, asyncio.Task[None]] = {}
        #: Tables at which the game is over; there may be a rematch.
        self._over: set[str] = set()
        self._finished = 0
        self._complaint = ""
        self._done = asyncio.Event()
        self._key = secrets.token_urlsafe(32)

    def __repr__(self) -> str:
        return f"<LobbyBot on {self._url}>"

    async def run(self) -> None:
        """Play until cancelled, or until the last game is over; then withdraw what waits.

        Raises:
            RefusedByServer: the token is invalid, or the game cannot be played that way.
        """
        pause = _Pause()
        try:
            while not self._done.is_set():
                try:
                    async with Server(self._url, self._token) as server:
                        await self._live(server, pause)
                except Away as error:
                    seconds = pause.next()
                    self._say(f"{error}; trying again in {seconds:.0f} s")
                    with contextlib.suppress(TimeoutError):
                        async with asyncio.timeout(seconds):
                            await self._done.wait()
        finally:
            await self._leave()

    async def _live(self, server: Server, pause: "_Pause") -> None:
        account = await server.account()
        if account.name != self._name:
            self._name = account.name
            self._say(f"playing as {self._name} at {self._url}")
        if self._entry is not None:
            await self._entry.enter(server)
        games = await server.games()
        # Only now: a bot that is stopped earlier withdraws the seats that were waiting.
        self._waiting.clear()
        for game in games:
            self._hear(game)
        await self._fill(server)
        ended = asyncio.create_task(self._done.wait())
        hearing = asyncio.create_task(self._listen(server, pause))
        try:
            await asyncio.wait((ended, hearing), return_when=asyncio.FIRST_COMPLETED)
            if hearing.done():
                await hearing
        finally:
            ended.cancel()
            hearing.cancel()
            await asyncio.gather(hearing, return_exceptions=True)

    async def _listen(self, server: Server, pause: "_Pause") -> None:
        async for game in server.stream():
            pause.reset()
            if game is not None:
                self._hear(game)
            await self._fill(server)

    def _hear(self, game: Game) -> None:
        self._answers.hear(game)
        if game.status == "waiting":
            if game.table not in self._waiting and self._target is None:
                self._say(f"waiting for an opponent: {self._url}/watch/{game.table}")
            self._waiting[game.table] = game
        else:
            has_waited = self._waiting.pop(game.table, None) is not None
            if has_waited and game.status == "gone" and self._target is not None:
                self._target.note_declined()
        if game.status in ("waiting", *_PLAYED) and game.table not in self._tasks:
            self._sit(game.table, game.token)
        elif game.status == "gone" and game.table in self._tasks:
            self._tasks[game.table].cancel()

    def _sit(self, table: str, token: str) -> None:
        task = asyncio.create_task(self._play(table, token))
        self._tasks[table] = task
        task.add_done_callback(lambda _: self._forget(table))

    def _forget(self, table: str) -> None:
        self._tasks.pop(table, None)
        self._over.discard(table)

    @property
    def _going(self) -> int:
        """The number of tables with a running game or an open seat."""
        return len(self._tasks.keys() - self._over)

    def _note(self, table: str, running: bool) -> None:
        if running:
            self._over.discard(table)
            return
        self._over.add(table)
        self._finished += 1
        if self._last_game is not None and self._finished >= self._last_game:
            self._done.set()

    # Finding opponents.

    async def _fill(self, server: Server) -> None:
        """Answer challenges, and open seats until as many are waiting as wanted."""
        for begun in await self._answers.give(server):
            self._hear(begun)
        if self._entry is not None:
            if await self._entry.is_over(server) and not self._going:
                self._done.set()
            return
        if self._target is not None:
            if not self._waiting and self._has_room():
                game = await self._target.challenge(server)
                if game is not None:
                    self._hear(game)
            return
        if self._against_bots:
            await self._look_for_bots(server)
            return
        try:
            while len(self._waiting) < self._seats and self._has_room():
                self._hear(await server.open_seat(self._offer.to_request(), self._key))
                self._key = secrets.token_urlsafe(32)
        except RefusedByServer as refused:
            if not refused.code.startswith("too_many"):
                raise
            self._complain(str(refused))

    def _complain(self, what: str) -> None:
        if what != self._complaint:
            self._complaint = what
            self._say(what)

    async def _look_for_bots(self, server: Server) -> None:
        if not self._has_room():
            return
        for seat in await server.lobby():
            other = seat["bot"]
            if other in (None, self._name) or seat["game"] != self._offer.game:
                continue
            try:
                table, token = await server.take_seat(seat["table"])
            except RefusedByServer as refused:
                self._complain(f"could not sit down opposite {other}: {refused}")
                continue
            self._say(f"sat down opposite {other}: {self._url}/watch/{table}")
            self._sit(table, token)
            if not self._has_room():
                return

    def _has_room(self) -> bool:
        begun = self._finished + self._going
        if self._last_game is not None and begun >= self._last_game:
            return False
        waits = not self._against_bots and self._target is None
        return self._going < self._games + (self._seats if waits else 0)

    def _wants(self, game: Game) -> bool:
        """Return whether the bot accepts a challenge."""
        playing = self._going - len(self._waiting)
        most = self._games if self._last_game is None else self._last_game - self._finished
        return (
            self._entry is None
            and game.challenge is not None
            and playing < min(self._games, most)
            and self._offer.suits(game.game, game.challenge)
            and self._accepts(game.challenge)
        )

    # Playing.

    async def _play(self, table: str, token: str) -> None:
        note = partial(self._note, table)
        # A tournament goes on at other tables.
        linger_s = LINGER_S if self._entry is None else 0.0
        chooser = self._new_chooser()
        player = GamePlayer(table, chooser, self._thinkers, self._say, note, linger_s=linger_s)
        pause, promises = _Pause(), Promises()
        while True:
            try:
                async with Seat(self._url, table, token, promises) as seat:
                    pause.reset()
                    await player.play(seat)
                return
            except Away:
                await asyncio.sleep(pause.next())
            except SommetError as error:
                if not (isinstance(error, RefusedByServer) and error.code == "no_such_table"):
                    self._say(f"{table}: {error}")
                return

    async def _leave(self) -> None:
        """Withdraw open seats and tournament entries; running games wait for the next start."""
        going = self._going - len(self._waiting)
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)
        with contextlib.suppress(Away, RefusedByServer, TimeoutError):
            async with asyncio.timeout(LEAVE_WITHIN_S), Server(self._url, self._token) as server:
                for game in list(self._waiting.values()):
                    await server.withdraw(game)
                if self._entry is not None:
                    await self._entry.leave(server)
        self._thinkers.shutdown(wait=False, cancel_futures=True)
        if going > 0:
            self._say(f"running games: {going}; start again to continue them")


class _Pause:
    """How long to wait before trying again: longer each time, and never exactly the same."""

    def __init__(self) -> None:
        self._seconds = 0.5

    def next(self) -> float:
        self._seconds = min(_LONGEST_PAUSE_S, self._seconds * 2)
        return self._seconds * random.uniform(0.5, 1.0)

    def reset(self) -> None:
        self._seconds = 0.5


def play(
    url: str,
    token: str,
    choose: Callable[[Any], Any],
    offer: Offer | None = None,
    *,
    seats: int = 1,
    games: int = 10,
    tournament: str | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Let a function play in a server's lobby until Ctrl-C, or in a tournament until it is over.

    Args:
        url: Where the server is, such as `https://play.example.org`.
        token: What `sommet token new NAME` printed there.
        choose: Gets a `pylos.State` or a `pacal.View`, returns one of its `legal_moves`.
        offer: What is played; Pylos by the usual rules without it.
        seats: How many seats wait in the lobby.
        games: How many games are played at once.
        tournament: The id of a tournament for programs, instead of the lobby.
        say: Gets a line for everything that happens.
    """

    async def live() -> None:
        bot = LobbyBot(
            url,
            token,
            lambda: lambda view, _: choose(view),
            offer,
            seats=seats,
            games=games,
            tournament=tournament,
            say=say,
        )
        await bot.run()

    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(live())
