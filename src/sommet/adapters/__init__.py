"""Sommet for learning frameworks: translation only, no rules.

`sommet.adapters.batch` needs nothing but NumPy. `sommet.adapters.pettingzoo`, `.gymnasium` and
`.open_spiel` each need the framework they are named after (an extra of the same name).
"""
