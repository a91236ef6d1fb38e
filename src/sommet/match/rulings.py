"""Rules by name: a preset and `name=setting` texts, as in records and on the command line."""

from collections.abc import Iterable
from typing import Any

from sommet import pacal, pylos
from sommet.arguments import check_items, check_text
from sommet.errors import InvalidOptions
from sommet.match.records.forms import GAMES
from sommet.pacal.options import RULEBOOKS
from sommet.pylos.options import PRESETS as PYLOS_PRESETS
from sommet.pylos.options import RULINGS as PYLOS_RULINGS

Options = pylos.Options | pacal.Options

#: The preset of each game that nobody has to ask for.
DEFAULT_RULES = {"pylos": "standard", "pacal": "en", "solo": "en"}
#: Every preset of each game.
PRESETS = {
    "pylos": tuple(PYLOS_PRESETS),
    "pacal": tuple(RULEBOOKS),
    "solo": tuple(RULEBOOKS),
}


def make_options(game: str, rules: str, rulings: Iterable[str] = ()) -> Any:
    """Return the `Options` of `game` for a preset and rulings such as `takeback=optional`.

    Raises:
        InvalidOptions: no such game, preset, ruling or setting.
    """
    if not isinstance(game, str) or game not in GAMES:
        raise InvalidOptions(f"no game {game!r}; there are {', '.join(GAMES)}")
    kind: Any = pylos.Options if game == "pylos" else pacal.Options
    base = kind.preset(rules)
    settings: dict[str, Any] = {}
    for ruling in check_items(rulings, "rulings"):
        name, equals, setting = check_text(ruling, "a ruling").partition("=")
        if not equals:
            raise InvalidOptions(f"a ruling is written name=setting, not {ruling!r}")
        attribute = name.replace("-", "_")
        if attribute in settings:
            raise InvalidOptions(f"the ruling {name} is given twice")
        settings[attribute] = _parse_setting(base, attribute, setting)
    return kind.preset(rules, **settings)


def _parse_setting(base: Options, attribute: str, setting: str) -> Any:
    """Return a setting with the type that the option has."""
    default = getattr(base, attribute, setting)
    if isinstance(default, bool):
        if setting not in ("on", "off"):
            raise InvalidOptions(f"{attribute.replace('_', '-')} is on or off, not {setting!r}")
        return setting == "on"
    if isinstance(default, int):
        if setting == "off":
            return None
        if not setting.isdecimal():
            raise InvalidOptions(f"{attribute} is a count or off, not {setting!r}")
        return int(setting)
    return setting


def format_rulings(options: Options) -> tuple[str, ...]:
    """Return each ruling that is not the preset's, as `name=setting`; `make_options` reads them."""
    return tuple(
        f"{name.replace('_', '-')}={_format_setting(value)}"
        for name, value in sorted(options.rulings().items())
    )


def _format_setting(value: object) -> str:
    if value is None:
        return "off"
    return ("off", "on")[value] if isinstance(value, bool) else str(value)


def rules_name(options: Options) -> str:
    """Return the preset's name, such as `standard` or `en`."""
    return options.preset_name if isinstance(options, pylos.Options) else options.rulebook


def describe_rules(options: Options) -> str:
    """Return the rules in a line, for a screen: `standard rules, takeback=optional`."""
    kind = "rules" if isinstance(options, pylos.Options) else "rulebook"
    return ", ".join([f"{rules_name(options)} {kind}", *format_rulings(options)])


def settings_of(game: str) -> tuple[str, ...]:
    """Return the names of everything that `make_options` can set in `game`."""
    names = PYLOS_RULINGS if game == "pylos" else pacal.RULINGS
    return tuple(name.replace("_", "-") for name in names)
