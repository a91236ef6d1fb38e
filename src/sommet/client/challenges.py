"""Challenges: a bot's answers to them, and its own.

`LobbyBot` reads them from its stream; the server's side is server/community/bot_service.py.
"""

import time
from collections.abc import Callable
from typing import Any

from sommet.client.errors import RefusedByServer
from sommet.client.server import Challenge, Game, Server

#: A program that declined or was busy is challenged again after this time.
AGAIN_S = 30.0


def who(challenge: Challenge) -> str:
    """Return who challenges, for a line of text."""
    return challenge.name or "a guest"


class Answers:
    """Answers challenges to a bot."""

    def __init__(self, accepts: Callable[[Game], bool], say: Callable[[str], None]) -> None:
        """Prepare; `accepts` says whether the bot wants to play a game, `say` gets lines."""
        self._accepts = accepts
        self._say = say
        self._open: dict[str, Game] = {}

    def hear(self, game: Game) -> None:
        """Record a challenge, or that it is gone."""
        if game.status == "challenge":
            self._open[game.table] = game
        else:
            self._open.pop(game.table, None)

    async def give(self, server: Server) -> list[Game]:
        """Answer every challenge, and return the games that begin."""
        begun = []
        while self._open:
            _, game = self._open.popitem()
            assert game.challenge is not None
            name = who(game.challenge)
            try:
                if self._accepts(game):
                    begun.append(await server.accept(game))
                    self._say(f"accepts the challenge by {name}: {server.url}/watch/{game.table}")
                else:
                    await server.decline(game)
                    self._say(f"declines the challenge by {name}")
            except RefusedByServer as refused:
                self._say(f"cannot answer the challenge by {name}: {refused}")
        return begun


class Target:
    """The program that a bot challenges, again and again."""

    def __init__(self, name: str, request: dict[str, Any], say: Callable[[str], None]) -> None:
        """Prepare; `request` is what is played, `say` gets lines."""
        self._name = name
        self._request = request
        self._say = say
        self._quiet_until_s = 0.0

    def note_declined(self) -> None:
        """Wait before the next challenge."""
        self._say(f"{self._name} did not accept; asking again in {AGAIN_S:.0f} s")
        self._quiet_until_s = time.monotonic() + AGAIN_S

    async def challenge(self, server: Server) -> Game | None:
        """Challenge the program; return None if it is too early or either of the two is busy.

        Raises:
            RefusedByServer: no program has this name, or the game cannot be played that way.
        """
        if time.monotonic() < self._quiet_until_s:
            return None
        try:
            game = await server.challenge(self._name, self._request)
        except RefusedByServer as refused:
            if not refused.code.startswith("too_many"):
                raise
            self._say(f"cannot challenge {self._name}: {refused}")
            self._quiet_until_s = time.monotonic() + AGAIN_S
            return None
        self._say(f"challenges {self._name}: {server.url}/watch/{game.table}")
        return game
