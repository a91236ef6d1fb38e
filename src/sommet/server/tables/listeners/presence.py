"""Who is connected to a table, through this process and through others."""

from collections.abc import Callable, Iterable

from sommet.server.cluster.bus import News
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
        """The players who are connected."""
        found = self._here[0]
        for players, _ in self._elsewhere.values():
            found |= players
        return found

    @property
    def watchers(self) -> int:
        """The number of spectators."""
        return self._here[1] + sum(watchers for _, watchers in self._elsewhere.values())

    def is_elsewhere(self, player: int) -> bool:
        """Return whether a player is connected through another process."""
        return any(players >> player & 1 for players, _ in self._elsewhere.values())

    def is_cut_off(self, player: int, is_silent: Callable[[str], bool]) -> bool:
        """Return whether a player is connected only through processes that have fallen silent."""
        if self._here[0] >> player & 1:
            return False
        through = [name for name, (seen, _) in self._elsewhere.items() if seen >> player & 1]
        return bool(through) and all(map(is_silent, through))

    def set_here(self, *, players: int, watchers: int) -> None:
        """Store who is connected through this process, and inform the others."""
        if (players, watchers) != self._here:
            self._here = (players, watchers)
            self.say()

    def say(self) -> None:
        """Inform the other processes who is connected through this one."""
        services = self._services
        if not services.store.shared:
            return
        players, watchers = self._here
        services.store.put_soon(
            processes.store_presence(self._table, services.process, players, watchers),
            news=[[News.PRESENCE, services.process, self._table, players, watchers]],
            key=self._table,
        )

    def set_elsewhere(self, process: str, players: int, watchers: int) -> bool:
        """Set who is connected through another process; return whether anything changed."""
        before = self._elsewhere.get(process, (0, 0))
        if players or watchers:
            self._elsewhere[process] = (players, watchers)
        else:
            self._elsewhere.pop(process, None)
        return before != (players, watchers)

    def set_all_elsewhere(self, found: Iterable[processes.PresenceRow]) -> None:
        """Set who is connected through all other processes."""
        self._elsewhere = {
            each.process: (each.players, each.watchers)
            for each in found
            if each.process != self._services.process
        }
