"""A solved table that says what a test wants."""

from sommet.tablebase.full_table import Value


class ScriptedTable:
    """A table that knows what the test tells it, by board after the move; else a draw."""

    def __init__(self, start, known):
        self.known = {}
        for move, value in known.items():
            after = start.play(move)
            self.known[after.light, after.dark, after.side] = value

    def values(self, states):
        return [self.known.get((s.light, s.dark, s.side), Value("draw")) for s in states]

    def board_values(self, own, other):
        return [Value("draw") for _ in zip(own, other, strict=True)]
