"""Sommet: two pyramid games, Pylos and Pacal.

`sommet.pylos` and `sommet.pacal` hold the games themselves. Importing `sommet` loads neither.
"""

__version__ = "0.1.0"
