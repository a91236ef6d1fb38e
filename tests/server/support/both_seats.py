"""Both seats of a friend's table, held by one: whoever is to act does."""

import asyncio
from types import TracebackType
from typing import Any, Self

from seat_client import Json, Seat, random_move

from sommet.seeding import Random


class BothSeats:
    """Two connections, one for each seat. Both know of each action before the next one."""

    def __init__(self, first: Seat, second: Seat) -> None:
        self.seats = (first, second)

    async def __aenter__(self) -> Self:
        await asyncio.gather(*(seat.__aenter__() for seat in self.seats))
        if all(seat.adds_numbers for seat in self.seats):
            await asyncio.gather(*(seat.until(seat.has_cards) for seat in self.seats))
        await self._agree_on(max(int(seat.snapshot["seq"]) for seat in self.seats))
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.leave()

    async def leave(self) -> None:
        await asyncio.gather(*(seat.leave() for seat in self.seats))

    @property
    def acting(self) -> Seat:
        """The seat that is to move; the first of the two when nobody is."""
        return next((seat for seat in self.seats if "play" in seat.can), self.seats[0])

    @property
    def resting(self) -> Seat:
        """The other one."""
        return self.seats[1] if self.acting is self.seats[0] else self.seats[0]

    @property
    def snapshot(self) -> Json:
        """The table as the seat that is to move sees it."""
        return self.acting.snapshot

    @property
    def over(self) -> bool:
        return self.acting.over

    async def _agree_on(self, seq: int) -> None:
        await asyncio.gather(*(seat.until_seq(seq) for seat in self.seats))

    async def ask(self, kind: str, **fields: Any) -> Json:
        """Let the seat that is to move want something; raise if it was refused."""
        answer = await self.acting.ask(kind, **fields)
        if "seq" in answer:
            await self._agree_on(answer["seq"])
        return answer

    async def play(self, move: str) -> Json:
        return await self.ask("play", ply=self.snapshot["ply"], move=move)

    async def agree(self, what: str) -> None:
        """Let one seat propose a takeback, a draw or a rematch, and the other accept it."""
        one, other = self.resting, self.acting  # who moved last may take it back
        await one.ask("propose", what=what, ply=one.snapshot["ply"])
        answer = await other.answer(what, accept=True)
        await self._agree_on(answer["seq"])

    async def next_round(self) -> None:
        """Let both add their numbers to the next deal."""
        for seat in self.seats:
            answer = await seat.next_round()
            await self._agree_on(answer["seq"])

    async def play_on(self, random: Random, *, until_over: bool = True) -> None:
        """Play random legal moves until the game is over, or with `until_over` off the round."""
        while not self.over:
            if self.acting.wants_round():
                if not until_over:
                    return
                await self.next_round()
            else:
                await self.play(random_move(self.snapshot["board"], random))
