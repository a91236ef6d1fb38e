"""The arguments that choose Pylos rules, the same in every command that needs them."""

import argparse

from sommet.pylos import Options
from sommet.pylos.options import PRESETS, SETTINGS


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--rules`, `--takeback` and `--reserve`."""
    parser.add_argument(
        "--rules",
        choices=list(PRESETS),
        default="standard",
        help="the preset (default: standard)",
    )
    parser.add_argument(
        "--takeback",
        choices=list(SETTINGS["takeback"]),
        default="compulsory",
        help="ruling PYL-R1 (default: compulsory)",
    )
    parser.add_argument(
        "--reserve",
        choices=list(SETTINGS["reserve"]),
        default="lose",
        help="ruling PYL-R2 (default: lose)",
    )


def chosen_rules(args: argparse.Namespace) -> Options:
    """Return the options that the arguments of `add_rules` name."""
    return Options.preset(args.rules, takeback=args.takeback, reserve=args.reserve)
