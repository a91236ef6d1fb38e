"""A client that sends nonsense: messages made from the schema and broken, and made of nothing."""

import asyncio
import contextlib
import itertools
import json
from pathlib import Path
from typing import Any

import websockets
from seat_client import Json, RefusedByServer, Seat, random_move
from server_client import Api
from sqlalchemy import create_engine, select
from websockets.asyncio.client import ClientConnection

from sommet.seeding import Random
from sommet.server.protocol.base import PROTOCOL_VERSION
from sommet.server.storage import schema
from sommet.server.storage.engine import parse_address

SCHEMA = json.loads(
    (Path(__file__).parents[4] / "web" / "schema" / "protocol.schema.json").read_text()
)
#: Every message that a client may send.
KINDS = tuple(each["$ref"].rpartition("/")[2] for each in SCHEMA["$defs"]["ClientMessage"]["oneOf"])
#: What a player must not say too often, or there is no game left to harm.
_RARE = frozenset({"Resign", "Hello", "Claim", "Leave"})
_GAMES = ("pylos", "pacal", "pylos")
_LAST_ID = 2**53 - 1
#: A connection that nobody ended by then is given up, for a fresh table.
_PER_CONNECTION = 400
_MOST_CONNECTIONS = 100


class Nonsense:
    """Says one thing after the other; some of it makes sense."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)
        self._ids = itertools.count(1)
        self._kinds = [(name, SCHEMA["$defs"][name]) for name in (*KINDS, "Play")]
        self.token = ""
        self.ply = 0

    def anew(self, token: str) -> None:
        """Begin a connection: numbers rise from 1 again."""
        self._ids = itertools.count(1)
        self.token = token
        self.ply = 0

    def message(self) -> str | bytes:
        kind = self._random.below(12)
        if kind == 0:
            return bytes(self._random.below(256) for _ in range(self._random.below(200)))
        if kind == 1:
            return "".join(chr(32 + self._random.below(0x2000)) for _ in range(100))
        if kind == 2:
            return "[" * self._random.below(3000)
        message = self._valid()
        for _ in range(self._random.below(3)):
            self._break(message)
        written = json.dumps(message)
        if kind == 3:
            return written[: self._random.below(len(written) + 1)]
        return written

    def _valid(self) -> Json:
        name, definition = self._kinds[self._random.below(len(self._kinds))]
        if name in _RARE and self._random.below(30):
            name, definition = "Play", SCHEMA["$defs"]["Play"]
        return {
            field: self._value(field, rule)
            for field, rule in definition["properties"].items()
            if field in definition.get("required", ()) or self._random.below(3) == 0
        }

    def _value(self, name: str, rule: Json) -> Any:
        below = self._random.below
        if "const" in rule:
            return rule["const"]
        match name:
            case "token":
                return self.token
            case "id":
                return next(self._ids) if below(40) else 1 + below(9)
            case "protocol":
                return 1
            case "move":
                if below(4) == 0:
                    return ("build 1", "decline", "take 7", f"offer {below(60)} {below(60)}")[
                        below(4)
                    ]
                return f"{1 + below(2)}{'abcd'[below(4)]}{1 + below(4)}"
            case "ply":
                return self.ply if below(4) else below(8)
            case "game_number":
                return 1 if below(8) else below(4)
            case "what":
                return (rule.get("enum") or ("takeback", "draw", "rematch"))[below(3)]
            case "seat":
                return below(2)
            case "accept":
                return bool(below(2))
        return below(1 << 20)

    def _break(self, message: Json) -> None:
        odd: list[Any] = [None, -1, 2**63, 1e308, "", [], {}, [[[]]], True, "\ud800"]
        odd += ["'; DROP TABLE events; --", "\u0000", {"$ref": "#"}, "play", "9" * 3000]
        if self._random.below(100) == 0:
            odd = ["x" * 5000]
        names = [*message, "extra", "__proto__"]
        name = names[self._random.below(len(names))]
        if self._random.below(3):
            message[name] = odd[self._random.below(len(odd))]
        else:
            message.pop(name, None)


class Attacker:
    """Attacks tables of its own, one connection after the other, and writes down what is promised.

    Attributes:
        answered: How many messages the server answered one way or the other.
        promised: Table, number of events and moves that were sent under the number of a message,
            one of which was acknowledged (the others were refused, as the number was used before).
            Where something else had the same number, the answer may have been to that.
    """

    def __init__(self, url: str, seed: int) -> None:
        self._url = url
        self._nonsense = Nonsense(seed)
        self._games = itertools.cycle(_GAMES[seed % len(_GAMES) :] + _GAMES)
        self._chance = Random(seed)
        self.answered = 0
        self.connections = 0
        self.promised: list[tuple[str, int, set[str]]] = []

    async def attack(self, messages: int, moves: int) -> None:
        """Go on until so many messages were answered, and so many moves among them promised."""
        async with Api(self._url) as api:
            while not self._is_done(messages, moves):
                assert self.connections < _MOST_CONNECTIONS + messages // 10, "all was refused"
                created = await api.open_both(next(self._games))
                async with api.both(created):
                    pass  # as a page does, so that there are cards
                async with api.seat(created["other"]) as victim:
                    playing = asyncio.create_task(self._play_along(victim))
                    await self._assail(created, messages, moves)
                    playing.cancel()
                    await asyncio.gather(playing, return_exceptions=True)

    async def _play_along(self, victim: Seat) -> None:
        """Play the other seat honestly, so that there are moves for both."""
        while True:
            await victim.until(lambda: "play" in victim.can, 3600)
            with contextlib.suppress(RefusedByServer):  # the other took a move back meanwhile
                await victim.play(random_move(victim.snapshot["board"], self._chance))

    def _is_done(self, messages: int, moves: int) -> bool:
        return self.answered >= messages and len(self.promised) >= moves

    async def _assail(self, created: Json, messages: int, moves: int) -> None:
        self.connections += 1
        self._nonsense.anew(created["token"])
        address = self._url.replace("http", "ws", 1) + f"/ws/{created['table']}"
        plays: dict[int, set[str] | None] = {}
        ended = asyncio.Event()
        async with websockets.connect(address, compression=None, max_size=None) as line:
            reader = asyncio.create_task(self._read(line, created["table"], plays, ended))
            with contextlib.suppress(websockets.ConnectionClosed):
                hello = {"type": "hello", "protocol": PROTOCOL_VERSION, "token": created["token"]}
                await line.send(json.dumps(hello))
                for number in range(_PER_CONNECTION):
                    if ended.is_set() or self._is_done(messages, moves):
                        break
                    text = self._nonsense.message()
                    self._note(text, plays)
                    await line.send(text)
                    if number % 8 == 7:
                        # Whoever sends on and on does not notice that nobody listens any more.
                        await asyncio.sleep(0.001)
                await line.send(json.dumps({"type": "ping", "id": _LAST_ID}))
                await asyncio.wait_for(ended.wait(), 90)
            with contextlib.suppress(websockets.ConnectionClosed):
                await line.close()
            await reader

    def _note(self, text: str | bytes, plays: dict[int, set[str] | None]) -> None:
        with contextlib.suppress(ValueError, RecursionError):
            message = json.loads(text)
            if not isinstance(message, dict) or type(message.get("id")) is not int:
                return
            number, move = message["id"], message.get("move")
            moves = plays.setdefault(number, set())
            if message.get("type") != "play" or not isinstance(move, str):
                plays[number] = None
            elif moves is not None:
                moves.add(move)

    async def _read(
        self,
        line: ClientConnection,
        table: str,
        plays: dict[int, set[str] | None],
        ended: asyncio.Event,
    ) -> None:
        with contextlib.suppress(websockets.ConnectionClosed):
            async for text in line:
                message = json.loads(text)
                if message["type"] == "welcome":
                    self._nonsense.ply = len(message["moves"])
                elif message["type"] == "change":
                    played = [event["type"] == "moved" for event in message.get("events", ())]
                    self._nonsense.ply += sum(played)
                elif message["type"] in ("ack", "refused", "pong"):
                    self.answered += 1
                    moves = plays.get(message["id"])
                    if message["type"] == "ack" and moves:
                        self.promised.append((table, message["seq"], moves))
                    if message["id"] == _LAST_ID:
                        break
        ended.set()

    def check(self, database: str) -> None:
        """Compare every move that was acknowledged with the events that are kept."""
        engine = create_engine(parse_address(database))
        events: dict[str, list[Json]] = {}
        with engine.connect() as connection:
            columns = schema.events.c
            for row in connection.execute(
                select(schema.events).order_by(columns.table_id, columns.seq)
            ):
                events.setdefault(row.table_id, []).append(json.loads(row.data))
        engine.dispose()
        for table, seq, moves in self.promised:
            # The move itself, or the move and the deal or the answer that came with it.
            kept = events[table][max(0, seq - 3) : seq]
            assert any(event["kind"] == "moved" and event["move"] in moves for event in kept), (
                f"{table}: one of {moves} was promised as number {seq}, {kept} is kept"
            )
