"""What can be played here."""

from functools import cache

from sommet import __version__, bots
from sommet.server.protocol import http
from sommet.server.protocol.base import PROTOCOL_VERSION, GameName, Mode
from sommet.server.protocol.http import SeatChoice
from sommet.server.tables.presenters import FACES

_MODES: dict[GameName, list[Mode]] = {
    "pylos": ["computer", "hotseat", "friend"],
    "pacal": ["computer", "hotseat", "friend", "solo"],
}
_DEFAULT_PRESETS: dict[GameName, str] = {"pylos": "standard", "pacal": "en"}
_SEATS: dict[GameName, list[SeatChoice]] = {"pylos": ["light", "dark", "lot"], "pacal": []}

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


def _opponents(game: GameName) -> list[http.Opponent]:
    return [
        http.Opponent(spec=f"level:{level.number}", level=level.number)
        for level in bots.levels(game)
    ]


@cache
def offer_of(game: GameName) -> http.GameOffer:
    """Return what is on offer for a game."""
    face = FACES[game]
    opponents = _opponents(game)
    return http.GameOffer(
        game=game,
        modes=_MODES[game],
        presets=list(face.presets),
        default_preset=_DEFAULT_PRESETS[game],
        rulings=list(face.rulings),
        fixed=list(face.fixed),
        opponents=opponents,
        default_opponent=opponents[len(opponents) // 3].spec,
        seats=_SEATS[game],
    )


@cache
def full_catalogue(*, lobby: bool = False) -> http.Catalogue:
    """Return everything that can be played here, with strangers too where there is a `lobby`."""
    return http.Catalogue(
        protocol=PROTOCOL_VERSION,
        server=__version__,
        games=[offer_of(game) for game in _MODES],
        clocks=list(CLOCKS),
        lobby=lobby,
    )
