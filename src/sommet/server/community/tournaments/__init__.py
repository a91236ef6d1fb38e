"""Tournaments: making and entering them, tables for their games, standings."""
