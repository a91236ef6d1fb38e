"""Playing one table of games from a seat, whatever the other does."""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Executor
from typing import Any

from sommet.client.errors import RefusedByServer
from sommet.client.seat import Seat

#: How long a bot stays at the table after a game, for a rematch.
LINGER_S = 120.0
#: The server allows a claim a moment after its own clock says so.
_MARGIN_S = 1.0
#: Refusals after which the table has only to be looked at again.
_OVERTAKEN = frozenset(
    {"stale", "not_your_turn", "waiting", "game_over", "round_over", "no_proposal", "too_early"}
    | {"nobody_stalls", "nothing_to_claim", "unavailable", "round_running", "history_changed"}
)


class GamePlayer:
    """Plays the games of one table: moves, numbers for the deal, answers; again after a rematch."""

    def __init__(
        self,
        table: str,
        choose: Callable[[Any, threading.Event], Any],
        thinkers: Executor,
        say: Callable[[str], None],
        note: Callable[[bool], None],
        *,
        linger_s: float = LINGER_S,
    ) -> None:
        """Prepare; `say` gets lines, `note` whether a game runs, whenever that changes."""
        self._table = table
        self._choose = choose
        self._thinkers = thinkers
        self._say = say
        self._note = note
        self._linger_s = linger_s
        #: The game that was last said to begin, and the one that was last said to be over.
        self._begun = 0
        self._over = 0
        #: How many faults of deals were said.
        self._faults_said = 0

    async def play(self, seat: Seat) -> None:
        """Play until a game is over and there is no rematch.

        Raises:
            Away: the connection was lost; `play` can be called again with another one.
            RefusedByServer: the server does not let the bot play on.
        """
        while True:
            try:
                if not await self._act(seat):
                    return
            except RefusedByServer as refused:
                if refused.code not in _OVERTAKEN:
                    raise

    async def _act(self, seat: Seat) -> bool:
        """Take the next action, or wait for an event; return False when everything is over."""
        remote = seat.remote
        proposal, deal, view = remote.proposal, remote.wanted_deal, seat.view()
        self._follow(seat)
        if proposal is not None:
            # Grants takebacks and rematches, but no draws.
            await seat.answer(proposal, accept=proposal["what"] != "draw")
        elif deal is not None:
            await seat.add_number(deal)
        elif view is not None:
            await self._move(seat, view)
        elif remote.outcome is not None:
            return await seat.wait_for_news(self._linger_s)
        else:
            await self._wait(seat)
        return True

    async def _move(self, seat: Seat, view: Any) -> None:
        remote = seat.remote
        ply, game = remote.ply, seat.game_number
        unwanted = threading.Event()
        loop = asyncio.get_running_loop()
        try:
            move = await loop.run_in_executor(self._thinkers, self._choose, view, unwanted)
        except asyncio.CancelledError:
            unwanted.set()
            raise
        except Exception as error:
            self._say(f"{self._table}: resigns, because no move was found: {error}")
            await seat.resign()
            return
        if (remote.ply, seat.game_number) != (ply, game) or remote.outcome is not None:
            return  # something happened meanwhile
        try:
            await seat.play(move, ply)
        except RefusedByServer as refused:
            if refused.code in _OVERTAKEN:
                raise
            self._say(f"{self._table}: resigns, because {move} was refused: {refused}")
            await seat.resign()

    async def _wait(self, seat: Seat) -> None:
        """Wait for the opponent as long as the rules require. Rule TAB-5."""
        patience_ms = seat.remote.standing["patience_ms"]
        waits = patience_ms is not None and seat.remote.standing["status"] != "waiting"
        patience_s = patience_ms / 1000 + _MARGIN_S if waits else None
        if not await seat.wait_for_news(patience_s):
            await seat.end_standstill()

    def _follow(self, seat: Seat) -> None:
        """Report that a game begins or ends, or that somebody may have picked its cards."""
        faults = list(seat.promises.faults.items())
        for (game, number), fault in faults[self._faults_said :]:
            self._say(f"{self._table}: game {game}, round {number}: not a fair deal: {fault}")
        self._faults_said = len(faults)
        outcome, number = seat.remote.outcome, seat.game_number
        if outcome is not None and self._over != number:
            self._begun = self._over = number
            winner = outcome["winner"]
            result = "drawn" if winner is None else "won" if winner == seat.remote.seat else "lost"
            self._say(
                f"{self._table}: {result} ({outcome['reason']}) after {seat.remote.ply} moves"
            )
            self._note(False)
        elif (
            outcome is None
            and self._begun != number
            and seat.remote.standing["status"] != "waiting"
        ):
            self._begun = number
            self._say(f"{self._table}: game {number} is on")
            self._note(True)
