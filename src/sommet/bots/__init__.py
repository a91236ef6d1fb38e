"""Players made of code: a View goes in, a move comes out.

`make("pylos", "random")` gives a Bot, `names("pylos")` lists what there is, `levels("pylos")` the
ladder from weakest to strongest.
"""

from sommet.bots.bot import Bot, check_bot
from sommet.bots.registry import Level, levels, make, names

__all__ = ["Bot", "Level", "check_bot", "levels", "make", "names"]
