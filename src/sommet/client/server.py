"""A server's HTTP interface, as a program with a token uses it."""

import json
import secrets
from collections.abc import AsyncIterator
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Self

import httpx

from sommet.arguments import check_text
from sommet.client.errors import Away, RefusedByServer, problem_of

#: The server says something every few seconds; after this long it is gone.
_SILENCE_S = 30.0


@dataclass(frozen=True, slots=True)
class Account:
    """Who a token belongs to, and how much that program may have at once."""

    name: str
    open_seats: int
    games: int


@dataclass(frozen=True, slots=True)
class Challenge:
    """Who wants to play the program, and what.

    Attributes:
        name: Of a program or an account; None: a guest.
        bot: Whether it is a program.
        preset: The rules, such as `expert` or `fr`.
        rulings: Settings of single rulings that are not as the preset has them, by name.
        initial_ms: Time for each player; a day or more is for each move; None: no clock.
        increment_ms: Time more after each move.
    """

    name: str | None
    bot: bool
    preset: str
    rulings: dict[str, Any]
    initial_ms: int | None
    increment_ms: int


@dataclass(frozen=True, slots=True)
class Game:
    """A table at which the program sits, or may.

    Attributes:
        table: Its id; `/watch/TABLE` on the server shows it to anybody.
        token: Holds the seat.
        game: `pylos` or `pacal`.
        status: `waiting`, `playing`, `between_rounds`, `finished`, or `gone`; or `challenge`:
            a challenger waits for `Server.accept` or `Server.decline`.
        your_turn: Whether the game waits for the program.
        challenge: Who wants to play, with the status `challenge`.
    """

    table: str
    token: str
    game: str
    status: str
    your_turn: bool
    challenge: Challenge | None = None


class Server:
    """A server and a token for it; an asynchronous context manager."""

    def __init__(self, url: str, token: str) -> None:
        """Prepare; nothing is sent yet.

        Args:
            url: Where the server is, such as `https://play.example.org`.
            token: What `sommet token new NAME` printed there.
        """
        check_text(token, "a token")
        self.url = check_text(url, "an address").rstrip("/")
        self._http = httpx.AsyncClient(
            base_url=self.url,
            headers={"Authorization": f"Bearer {token}"},
            timeout=httpx.Timeout(10.0, read=_SILENCE_S),
        )

    def __repr__(self) -> str:
        return f"<Server {self.url}>"

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._http.aclose()

    async def account(self) -> Account:
        """Return who the token belongs to."""
        found = await self._ask("GET", "/api/bot")
        return Account(found["name"], found["limits"]["open_seats"], found["limits"]["games"])

    async def games(self) -> list[Game]:
        """Return the tables at which the program sits."""
        return [_game(each) for each in (await self._ask("GET", "/api/bot/games"))["games"]]

    async def lobby(self) -> list[dict[str, Any]]:
        """Return the seats that wait in the lobby, as the protocol describes them."""
        return list((await self._ask("GET", "/api/lobby"))["seats"])

    async def open_seat(self, request: dict[str, Any], key: str | None = None) -> Game:
        """Wait in the lobby; repeated with the same key, it is the same seat."""
        key = key or secrets.token_urlsafe(32)
        found = await self._ask("POST", "/api/bot/seats", {**request, "key": key})
        status = "playing" if found["playing"] else "waiting"
        seat = found["seat"]
        return Game(seat["table"], seat["token"], str(request["game"]), status, your_turn=False)

    async def take_seat(self, table: str, key: str | None = None) -> tuple[str, str]:
        """Take the open seat of another program; return the table and the seat's token."""
        key = key or secrets.token_urlsafe(32)
        seat = (await self._ask("POST", f"/api/bot/seats/{table}/take", {"key": key}))["seat"]
        return seat["table"], seat["token"]

    async def challenge(self, bot: str, request: dict[str, Any], key: str | None = None) -> Game:
        """Challenge another program by its name; repeated with the same key, it is the same game.

        It answers within a minute, or the table is gone.

        Raises:
            RefusedByServer: no program has this name, or one of the two has too much to do.
        """
        key = key or secrets.token_urlsafe(32)
        seat = await self._ask("POST", "/api/bot/challenges", {**request, "bot": bot, "key": key})
        return Game(seat["table"], seat["token"], str(request["game"]), "waiting", your_turn=False)

    async def accept(self, game: Game) -> Game:
        """Accept a challenge; return the game, which begins.

        Raises:
            RefusedByServer: it is gone, or the program has as many games as it may.
        """
        seat = await self._ask("POST", f"/api/bot/challenges/{game.table}/accept")
        return Game(seat["table"], seat["token"], game.game, "playing", your_turn=False)

    async def decline(self, game: Game) -> None:
        """Decline a challenge.

        Raises:
            RefusedByServer: it is gone.
        """
        await self._ask("POST", f"/api/bot/challenges/{game.table}/decline")

    async def withdraw(self, game: Game) -> bool:
        """Withdraw an open seat or a challenge; return False if a player sat down first."""
        path = f"/api/lobby/seats/{game.table}/withdraw"
        return bool((await self._ask("POST", path, {"token": game.token}))["withdrawn"])

    async def tournament(self, tournament: str) -> dict[str, Any]:
        """Return a tournament with its standings and games, as the protocol describes it."""
        return dict(await self._ask("GET", f"/api/tournaments/{tournament}"))

    async def enter(self, tournament: str) -> None:
        """Take part in a tournament for programs, also later or again; its games come with others.

        Raises:
            RefusedByServer: it is over, full, for people, or there is none.
        """
        await self._ask("POST", f"/api/bot/tournaments/{tournament}/enter", {})

    async def leave(self, tournament: str) -> None:
        """Withdraw.

        Raises:
            RefusedByServer: the program did not, or it is over.
        """
        await self._ask("POST", f"/api/bot/tournaments/{tournament}/leave", {})

    async def stream(self) -> AsyncIterator[Game | None]:
        """Yield every table of the program, then each that changes; None now and then.

        Raises:
            Away: the connection was lost, as every connection is some day.
            RefusedByServer: the token is invalid or was revoked.
        """
        try:
            async with self._http.stream("GET", "/api/bot/stream") as answer:
                if answer.status_code != 200:
                    await answer.aread()
                    raise _problem(answer)
                async for line in answer.aiter_lines():
                    yield _game(json.loads(line)) if line else None
        except (httpx.HTTPError, json.JSONDecodeError) as error:
            raise _away(self.url, error) from error
        raise Away(f"{self.url} ended the stream")

    async def _ask(self, method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        try:
            answer = await self._http.request(method, path, json=body)
            if answer.is_success:
                return answer.json()
        except (httpx.HTTPError, json.JSONDecodeError) as error:
            raise _away(self.url, error) from error
        raise _problem(answer)


def _game(data: dict[str, Any]) -> Game:
    names = ("table", "token", "game", "status", "your_turn")
    wanted = data.get("challenge")
    challenge = None if wanted is None else _challenge(wanted)
    return Game(**{name: data[name] for name in names}, challenge=challenge)


def _challenge(data: dict[str, Any]) -> Challenge:
    options, clock = data["options"], data["clock"] or {}
    return Challenge(
        data["name"],
        data["bot"],
        options["preset"],
        {each["name"]: each["value"] for each in options["rulings"] if not each["is_default"]},
        clock.get("initial_ms"),
        clock.get("increment_ms", 0),
    )


def _away(url: str, error: Exception) -> Away:
    return Away(f"{url} cannot be reached: {error or type(error).__name__}")


def _problem(answer: httpx.Response) -> Away | RefusedByServer:
    """Return the exception for an answer that is not a success."""
    try:
        refusal = answer.json()
    except json.JSONDecodeError:
        refusal = None
    if not isinstance(refusal, dict) or "code" not in refusal:
        return Away(f"{answer.url.host} answers {answer.status_code} {answer.reason_phrase}")
    return problem_of(refusal)
