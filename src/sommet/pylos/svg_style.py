"""The wood and the balls of Pylos pictures: gradients and colours shared by every drawing."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from sommet.errors import SommetError

#: Two cells by name or number, and a colour where the usual one will not do.
Arrow: TypeAlias = tuple[int | str, int | str] | tuple[int | str, int | str, str]
#: What can be coloured, and its usual colour.
COLOURS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "light": "#f0d6a2",
        "dark": "#5c3320",
        "board": "#c48d4a",
        "highlight": "#14c4b2",
        "last-move": "#ffb100",
        "arrow": "#1769e0",
    }
)
NO_COLOURS: Final[Mapping[str, str]] = MappingProxyType({})
_HEX = re.compile(r"#[0-9a-fA-F]{6}")
#: Colours that have a name, as HTML names them.
_NAMED: Final[Mapping[str, str]] = MappingProxyType(
    {
        "black": "#000000",
        "white": "#ffffff",
        "grey": "#808080",
        "silver": "#c0c0c0",
        "red": "#ff0000",
        "maroon": "#800000",
        "orange": "#ffa500",
        "brown": "#a52a2a",
        "gold": "#ffd700",
        "yellow": "#ffff00",
        "olive": "#808000",
        "lime": "#00ff00",
        "green": "#008000",
        "teal": "#008080",
        "cyan": "#00ffff",
        "blue": "#0000ff",
        "navy": "#000080",
        "purple": "#800080",
        "magenta": "#ff00ff",
        "pink": "#ffc0cb",
    }
)


def check_colour(colour: object) -> str:
    """Return a colour as `#rrggbb`, given so or by name; raise SommetError for anything else."""
    if isinstance(colour, str):
        if _HEX.fullmatch(colour):
            return colour
        if colour in _NAMED:
            return _NAMED[colour]
    names = ", ".join(_NAMED)
    raise SommetError(f"a colour is written '#rrggbb' or is one of {names}, not {colour!r}")


def check_colours(colours: Mapping[str, str]) -> dict[str, str]:
    """Return every colour of a picture; raise SommetError for a part that does not exist."""
    if not isinstance(colours, Mapping):
        raise TypeError(f"colours are a mapping from part to colour, not {colours!r}")
    for part in colours:
        if part not in COLOURS:
            raise SommetError(f"no part of the picture is called {part!r}; there are {_PARTS}")
    return {**COLOURS, **{part: check_colour(colour) for part, colour in colours.items()}}


_PARTS = ", ".join(COLOURS)


def shade(colour: str, amount: float) -> str:
    """Return a colour mixed with white (`amount` up to 1) or with black (down to -1)."""
    towards = 255 if amount > 0 else 0
    channels = (int(colour[i : i + 2], 16) for i in (1, 3, 5))
    mixed = (round(c + (towards - c) * abs(amount)) for c in channels)
    return "#" + "".join(f"{channel:02x}" for channel in mixed)


def _radial(name: str, stops: str, centre: str = 'cx="0.36" cy="0.3" r="0.75"') -> str:
    return f'<radialGradient id="pylos-{name}" {centre}>{stops}</radialGradient>'


def _linear(name: str, stops: str, x2: int, y2: int) -> str:
    return f'<linearGradient id="pylos-{name}" x2="{x2}" y2="{y2}">{stops}</linearGradient>'


def _stops(*colours: tuple[float, str]) -> str:
    return "".join(f'<stop offset="{at:g}" stop-color="{colour}"/>' for at, colour in colours)


#: The gradients that belong to the usual colours, measured on wood.
_USUAL = {
    "light": _radial(
        "light", _stops((0, "#fff8e6"), (0.45, "#f0d6a2"), (0.8, "#cf9f5c"), (1, "#8f612a"))
    ),
    "dark": _radial(
        "dark", _stops((0, "#94664a"), (0.4, "#5c3320"), (0.8, "#321708"), (1, "#160802"))
    ),
    "board": "".join(
        [
            _radial(
                "hollow",
                _stops((0, "#5a3412"), (0.7, "#754819"), (1, "#8d5a24")),
                'cx="0.5" cy="0.35" r="0.65"',
            ),
            _linear("wood", _stops((0, "#d9a763"), (0.5, "#c48d4a"), (1, "#b1783a")), 1, 1),
            _linear("front", _stops((0, "#8d5a28"), (1, "#6b4019")), 0, 1),
            _linear("side", _stops((0, "#754720"), (1, "#573314")), 0, 1),
            _linear("tray", _stops((0, "#cf9b58"), (1, "#b98344")), 0, 1),
        ]
    ),
}
_BLUR = (
    '<filter id="pylos-blur" x="-20%" y="-20%" width="140%" height="140%">'
    '<feGaussianBlur stdDeviation="7"/></filter>'
)


def define(colours: Mapping[str, str]) -> str:
    """Return the gradients of a picture in these colours (all of `COLOURS`)."""
    parts = []
    for name in ("light", "dark", "board"):
        usual = colours[name] == COLOURS[name]
        parts.append(_USUAL[name] if usual else _GRADIENTS[name](colours[name]))
    return "".join(["<defs>", *parts, _BLUR, "</defs>"])


def _ball(name: str, colour: str) -> str:
    tints = ((0, 0.55), (0.45, 0.0), (0.8, -0.35), (1, -0.65))
    return _radial(name, _stops(*((at, shade(colour, amount)) for at, amount in tints)))


def _board(colour: str) -> str:
    def tints(*amounts: tuple[float, float]) -> str:
        return _stops(*((at, shade(colour, amount)) for at, amount in amounts))

    return "".join(
        [
            _radial("hollow", tints((0, -0.55), (0.7, -0.4), (1, -0.3))),
            _linear("wood", tints((0, 0.15), (0.5, 0), (1, -0.1)), 1, 1),
            _linear("front", tints((0, -0.3), (1, -0.45)), 0, 1),
            _linear("side", tints((0, -0.4), (1, -0.55)), 0, 1),
            _linear("tray", tints((0, 0.08), (1, -0.06)), 0, 1),
        ]
    )


_GRADIENTS = {
    "light": lambda colour: _ball("light", colour),
    "dark": lambda colour: _ball("dark", colour),
    "board": _board,
}
