"""Players made of code: a View goes in, a move comes out.

`make("pylos", "random")` gives a Bot, `names("pylos")` lists what there is, `levels("pylos")` the
ladder from weakest to strongest.
"""

from sommet.bots.bot import Bot
from sommet.bots.registry import Level, levels, make, names

__all__ = ["Bot", "Level", "levels", "make", "names"]
