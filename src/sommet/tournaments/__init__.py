"""Tournaments without a server: who meets whom, who begins, and how it stands.

Everything here is a function of what it is given: no clock, no database, no chance.
"""
