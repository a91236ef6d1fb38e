"""The history of a game as one value and as one text (docs/records.md)."""
