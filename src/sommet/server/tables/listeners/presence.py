"""Who looks at a table, through this process and through others."""

from collections.abc import Callable, Iterable

from sommet.server.services import Services
from sommet.server.storage import processes


class Presence:
    """Players (bit 0: who opened the table, bit 1: the other) and watchers, by process."""

    __slots__ = ("_elsewhere", "_here", "_services", "_table")

    def __init__(self, services: Services, table_id: str) -> None:
        self._services = services
        self._table = table_id
        self._here = (0, 0)
        self._elsewhere: dict[str, tuple[int, int]] = {}

    @property
    def players(self) -> int:
        """The players who are there."""
        found = self._here[0]
        for players, _ in self._elsewhere.values():
            found |= players
        return found

    @property
    def watchers(self) -> int:
        """How many watch."""
        return self._here[1] + sum(watchers for _, watchers in self._elsewhere.values())

    def is_elsewhere(self, player: int) -> bool:
        """Return whether a player is there through another process."""
        return any(players >> player & 1 for players, _ in self._elsewhere.values())

    def is_cut_off(self, player: int, is_silent: Callable[[str], bool]) -> bool:
        """Return whether a player is there through nothing but processes that fell silent."""
        if self._here[0] >> player & 1:
            return False
        through = [name for name, (seen, _) in self._elsewhere.items() if seen >> player & 1]
        return bool(through) and all(map(is_silent, through))

    def set_here(self, *, players: int, watchers: int) -> None:
        """Keep who looks on through this process, and tell the others."""
        if (players, watchers) != self._here:
            self._here = (players, watchers)
            self.say()

    def say(self) -> None:
        """Tell the other processes who looks on through this one."""
        services = self._services
        if not services.store.shared:
            return
        players, watchers = self._here
        services.store.put_soon(
            processes.keep_presence(self._table, services.process, players, watchers),
            news=[["p", services.process, self._table, players, watchers]],
            key=self._table,
        )

    def set_elsewhere(self, process: str, players: int, watchers: int) -> bool:
        """Take in who looks on through another process; return whether that changed anything."""
        before = self._elsewhere.get(process, (0, 0))
        if players or watchers:
            self._elsewhere[process] = (players, watchers)
        else:
            self._elsewhere.pop(process, None)
        return before != (players, watchers)

    def set_all_elsewhere(self, found: Iterable[processes.PresenceRow]) -> None:
        """Take in who looks on through all other processes."""
        self._elsewhere = {
            each.process: (each.players, each.watchers)
            for each in found
            if each.process != self._services.process
        }
