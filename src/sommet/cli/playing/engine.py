"""`sommet engine`: Sommet's players for other programs, over standard input and output."""

import argparse
import sys

from sommet.programs import Speaker

HELP = "Speak the engine protocol, so that other programs can use Sommet's players"

_EPILOG = """\
example: type these lines after `sommet engine`
  sommet
  position pylos standard moves 1b2, 1c3
  go movetime 200
  quit

A program of your own plays by the same protocol:
  sommet play pylos --against program:./mybot
  sommet arena pacal --a program:./mybot --b level:3 --games 50
"""


def configure(parser: argparse.ArgumentParser) -> None:
    """Add the examples; there are no arguments."""
    parser.epilog = _EPILOG


def run(_: argparse.Namespace) -> int:
    """Answer until the client leaves."""
    Speaker(sys.stdout).run(sys.stdin)
    return 0
