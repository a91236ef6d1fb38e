"""Which picture a link to the page shows: that of the game which its address names, or its table.

Sites that show a link's picture ask for the page like everybody else, so this must never hold a
page up: one row by its key, and only while the database answers.
"""

import asyncio
import re
from functools import partial
from urllib.parse import parse_qs

from sommet.server.protocol.base import GameName
from sommet.server.storage import queries
from sommet.server.storage.store import Store, Unavailable

_GAMES: tuple[GameName, ...] = ("pylos", "pacal")
#: Screens that show Pylos unless their address says otherwise.
_STUDY = ("explore", "puzzles")
#: The daily deals by their part of the page; the page itself begins with the puzzle of Pylos.
_DAILY: dict[str, GameName] = {"puzzle": "pylos", "en": "pacal", "fr": "pacal"}
_AT_TABLE = re.compile(r"(?:play|join|watch|replay|review)/([A-Za-z0-9]{12})")
_PATIENCE_S = 0.5


def game_in(path: str, query: str) -> GameName | None:
    """Return the game that an address of the page names, or None."""
    asked = {name: values[0] for name, values in parse_qs(query).items()}
    screen, *rest = path.split("/")
    if screen == "daily":
        return _DAILY.get(asked.get("part", "puzzle"))
    words = {*rest, asked.get("game", "pylos" if screen in _STUDY else "")}
    return next((game for game in _GAMES if game in words), None)


async def find_game(path: str, query: str, store: Store) -> GameName | None:
    """Return the game of an address, looked up if it names a table or an uploaded record."""
    game = game_in(path, query)
    table = _AT_TABLE.fullmatch(path)
    if game is not None or table is None or not store.available:
        return game
    read = store.read(partial(queries.read_game, table=table[1]))
    try:
        return await asyncio.wait_for(read, _PATIENCE_S)
    except (Unavailable, TimeoutError, ValueError, KeyError):  # away, slow, or damaged
        return None
