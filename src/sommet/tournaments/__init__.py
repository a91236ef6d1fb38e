"""Tournaments without a server: pairings, sides and standings.

Everything here is a function of what it is given: no clock, no database, no chance.
"""
