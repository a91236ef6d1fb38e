"""Pylos solved: build a table, verify it, probe it."""
