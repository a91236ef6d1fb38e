"""What people can play with each other here."""

from functools import cache

from sommet import __version__
from sommet.match.rulings import DEFAULT_RULES
from sommet.server.protocol import http
from sommet.server.protocol.base import PROTOCOL_VERSION, GameName
from sommet.server.protocol.http import SeatChoice
from sommet.server.tables.kinds import KINDS

#: Seat 0, seat 1 and at random.
_SEATS: dict[GameName, list[SeatChoice]] = {
    "pylos": ["light", "dark", "lot"],
    "pacal": ["jade", "copper", "lot"],
}

CLOCKS: tuple[http.ClockPreset, ...] = (
    http.ClockPreset(name="none", minutes=None, increment_s=0, days=None),
    http.ClockPreset(name="3+2", minutes=3, increment_s=2, days=None),
    http.ClockPreset(name="5+5", minutes=5, increment_s=5, days=None),
    http.ClockPreset(name="10+0", minutes=10, increment_s=0, days=None),
    http.ClockPreset(name="15+10", minutes=15, increment_s=10, days=None),
    http.ClockPreset(name="1d", minutes=None, increment_s=0, days=1),
    http.ClockPreset(name="3d", minutes=None, increment_s=0, days=3),
    http.ClockPreset(name="7d", minutes=None, increment_s=0, days=7),
    http.ClockPreset(name="14d", minutes=None, increment_s=0, days=14),
)


@cache
def hosted_game(game: GameName) -> http.HostedGame:
    """Return by which rules two people can play a game."""
    kind = KINDS[game]
    return http.HostedGame(
        game=game,
        presets=list(kind.presets),
        default_preset=DEFAULT_RULES[game],
        rulings=list(kind.rulings),
        fixed=list(kind.fixed),
        seats=_SEATS[game],
    )


@cache
def full_catalogue(
    *,
    slow_games: bool = True,
    lobby: bool = False,
    accounts: bool = False,
    bots: bool = False,
    ratings: bool = False,
    tournaments: bool = False,
    greetings: bool = False,
    push: bool = False,
) -> http.Catalogue:
    """Return everything that can be played here, and which parts this server has."""
    return http.Catalogue(
        protocol=PROTOCOL_VERSION,
        server=__version__,
        games=[hosted_game(game) for game in _SEATS],
        clocks=[clock for clock in CLOCKS if slow_games or clock.days is None],
        slow_games=slow_games,
        lobby=lobby,
        accounts=accounts,
        bots=bots,
        ratings=ratings,
        tournaments=tournaments,
        greetings=greetings,
        push=push,
    )
