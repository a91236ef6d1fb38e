"""The wood and the balls of Pylos pictures: gradients shared by every drawing."""


def _radial(name: str, stops: str, centre: str = 'cx="0.36" cy="0.3" r="0.75"') -> str:
    return f'<radialGradient id="pylos-{name}" {centre}>{stops}</radialGradient>'


def _linear(name: str, stops: str, x2: int, y2: int) -> str:
    return f'<linearGradient id="pylos-{name}" x2="{x2}" y2="{y2}">{stops}</linearGradient>'


def _stops(*colours: tuple[float, str]) -> str:
    return "".join(f'<stop offset="{at:g}" stop-color="{colour}"/>' for at, colour in colours)


DEFINITIONS = "".join(
    [
        "<defs>",
        _radial(
            "light", _stops((0, "#fff8e6"), (0.45, "#f0d6a2"), (0.8, "#cf9f5c"), (1, "#8f612a"))
        ),
        _radial("dark", _stops((0, "#94664a"), (0.4, "#5c3320"), (0.8, "#321708"), (1, "#160802"))),
        _radial(
            "hollow",
            _stops((0, "#5a3412"), (0.7, "#754819"), (1, "#8d5a24")),
            'cx="0.5" cy="0.35" r="0.65"',
        ),
        _linear("wood", _stops((0, "#d9a763"), (0.5, "#c48d4a"), (1, "#b1783a")), 1, 1),
        _linear("front", _stops((0, "#8d5a28"), (1, "#6b4019")), 0, 1),
        _linear("side", _stops((0, "#754720"), (1, "#573314")), 0, 1),
        _linear("tray", _stops((0, "#cf9b58"), (1, "#b98344")), 0, 1),
        '<filter id="pylos-blur" x="-20%" y="-20%" width="140%" height="140%">'
        '<feGaussianBlur stdDeviation="7"/></filter>',
        "</defs>",
    ]
)
