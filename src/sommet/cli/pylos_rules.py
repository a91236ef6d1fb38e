"""The arguments that choose Pylos rules, the same in every command that needs them."""

import argparse

from sommet.pylos import Options


def add_rules(parser: argparse.ArgumentParser) -> None:
    """Add `--rules`, `--takeback` and `--reserve`."""
    parser.add_argument(
        "--rules",
        choices=["children", "standard", "expert"],
        default="standard",
        help="the preset (default: standard)",
    )
    parser.add_argument(
        "--takeback",
        choices=["compulsory", "optional"],
        default="compulsory",
        help="ruling PYL-R1 (default: compulsory)",
    )
    parser.add_argument(
        "--reserve",
        choices=["lose", "may-raise"],
        default="lose",
        help="ruling PYL-R2 (default: lose)",
    )


def chosen_rules(args: argparse.Namespace) -> Options:
    """Return the options that the arguments of `add_rules` name."""
    return Options.preset(args.rules, takeback=args.takeback, reserve=args.reserve)
