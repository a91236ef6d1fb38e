"""A slow twin of engine/pylos_coach/explain.hpp: whether what a reason claims is true.

Written from the table in docs/study-pylos.md, with coordinates instead of bits. Values come from a
table, moves from the rules.
"""

from collections.abc import Callable, Sequence

import numpy as np
from pylos_facts import (
    CENTRE,
    SUMMIT,
    below,
    completing_cells,
    free,
    left_free,
    locked_by,
    makes_line,
    makes_square,
    open_gaps,
    other_to_move,
    own_balls,
    source,
    taken,
    target,
)

from sommet.analysis.pylos_judge import VALUES
from sommet.analysis.pylos_reasons import Explanation, Reason, Table
from sommet.pylos import Move, State

Fact = Callable[[State, Move], bool]


class Twin:
    """Checks the reasons for a move against a table."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def ranks(self, states: Sequence[State]) -> list[int]:
        """Return what states are worth to their side to move; a loss where the game is over."""
        own = [s.dark if s.side else s.light for s in states]
        other = [s.light if s.side else s.dark for s in states]
        values = self.table.board_values(np.array(own, np.uint32), np.array(other, np.uint32))
        return [VALUES.index(value.word) for value in values]

    def moves(self, state: State) -> dict[Move, int]:
        """Return what each move is worth to its player, the past set aside."""
        fresh = State.parse(str(state), state.options)
        moves = fresh.legal_moves
        ranks = self.ranks([fresh.play(move) for move in moves])
        return {move: 2 - rank for move, rank in zip(moves, ranks, strict=True)}

    def needs(self, state: State, reached: int, fact: Fact) -> list[Move] | None:
        """Return the moves worth `reached` or more if all have a fact and some other move lacks it.

        Without the moves that have the fact the value would then be lower. None if it is not so.
        """
        values = self.moves(state)
        reaching = [move for move, value in values.items() if value >= reached]
        others = [move for move, value in values.items() if value < reached]
        if not reaching or not all(fact(state, move) for move in reaching):
            return None
        return reaching if any(not fact(state, move) for move in others) else None

    def is_true(self, state: State, move: Move, found: Explanation, reason: Reason) -> bool:
        """Return whether what a reason claims holds."""
        state = State.parse(str(state), state.options)
        role, _, name = reason.key.partition("-")
        good = found.best == found.value
        if role == "only" and name != "free":
            fact = self.fact(name, reason)
            best = max(self.moves(state).values())
            reaching = self.needs(state, best, fact)
            return (
                reaching is not None
                and fact(state, move) == good
                and self.named(name, reason, state, reaching)
            )
        if role == "lets":
            after = state.play(move)
            fact = self.fact(name, reason)
            reaching = self.needs(after, max(self.moves(after).values()), fact)
            return not good and reaching is not None and self.named(name, reason, after, reaching)
        return bool(getattr(self, "check_" + reason.key.replace("-", "_"))(state, move, reason))

    def fact(self, name: str, reason: Reason) -> Fact:
        """Return what a role's key says about a move."""
        cells = set(reason.cells)
        facts: dict[str, Fact] = {
            "summit": lambda _, m: target(m) == SUMMIT,
            "square": lambda s, m: (
                bool(m.taken) and makes_square(s, own_balls(s, s.side), target(m))
            ),
            "line": lambda s, m: bool(m.taken) and makes_line(s, own_balls(s, s.side), target(m)),
            "square-or-line": lambda _, m: bool(m.taken),
            "two": lambda _, m: len(m.taken) == 2,
            "one": lambda _, m: len(m.taken) == 1,
            "taken": lambda _, m: cells <= taken(m),
            "raise": lambda _, m: m.source is not None,
            "save": lambda _, m: m.source is not None or bool(m.taken),
            "reserve": lambda _, m: m.source is None,
            "stop": lambda s, m: target(m) in completing_cells(other_to_move(s)),
            "prepare": lambda s, m: bool(prepared(s, m)),
            "centre": lambda _, m: target(m) == CENTRE,
            "cell": lambda _, m: target(m) in cells,
            "lock": lambda s, m: cells <= locked_by(s, m),
        }
        return facts[name]

    def named(self, name: str, reason: Reason, state: State, reaching: Sequence[Move]) -> bool:
        """Return whether the cells are those that the moves are about."""
        cells = set(reason.cells)
        if name in {"summit", "square", "line", "square-or-line", "stop", "cell", "centre"}:
            return cells == {target(move) for move in reaching}
        if name == "raise":
            return cells == {source(move) for move in reaching}
        if name in {"two", "one"}:
            return cells == set().union(*(taken(move) for move in reaching))
        if name == "prepare":
            return cells == set().union(*(prepared(state, move) for move in reaching))
        return bool(cells) == (name not in {"save", "reserve"})

    def passed(self, state: State) -> int | None:
        """Return what a pass would be worth to the side to move; None where none can be made."""
        after = other_to_move(state)
        return None if after is None or state.outcome is not None else 2 - self.ranks([after])[0]

    def check_ends(self, state: State, move: Move, reason: Reason) -> bool:  # noqa: ARG002
        return target(move) == SUMMIT and reason.cells == (SUMMIT,)

    def check_in_zugzwang(self, state: State, move: Move, reason: Reason) -> bool:  # noqa: ARG002
        passed = self.passed(state)
        return passed is not None and passed > max(self.moves(state).values())

    def check_keeps_the_move(self, state: State, move: Move, reason: Reason) -> bool:  # noqa: ARG002
        again = other_to_move(state.play(move))
        return again is not None and self.ranks([again])[0] < self.moves(state)[move]

    def check_gives_way(self, state: State, move: Move, reason: Reason) -> bool:  # noqa: ARG002
        after = state.play(move)
        value = self.moves(state)[move]
        replies = self.moves(after)
        worst = [
            max(2 - rank, self.passed(after.play(reply)) or 0) for reply, rank in replies.items()
        ]
        return min(worst) > value

    def check_ball_hurts(self, state: State, move: Move, reason: Reason) -> bool:
        passed = self.passed(state)
        placed = move.source is None and not move.taken and reason.cells == (target(move),)
        return placed and passed is not None and passed > self.moves(state)[move]

    def check_raise_saves(self, state: State, move: Move, reason: Reason) -> bool:
        values = self.moves(state)
        same = [
            v
            for m, v in values.items()
            if m.source is None and m.target == move.target and not m.taken
        ]
        return reason.cells == (source(move),) and len(same) == 1 and same[0] < values[move]

    def _siblings(self, state: State, move: Move) -> dict[Move, int]:
        return {
            m: v
            for m, v in self.moves(state).items()
            if (m.source, m.target) == (move.source, move.target)
        }

    def check_take_counts(self, state: State, move: Move, reason: Reason) -> bool:
        after = state.play(move)
        balls = [after.light, after.dark]
        for cell in move.taken:
            balls[state.side] |= 1 << cell
        side = after.side
        own, other = (np.array([balls[s]], np.uint32) for s in (side, 1 - side))
        left = 2 - VALUES.index(self.table.board_values(own, other)[0].word)
        return set(reason.cells) == taken(move) and left < self.moves(state)[move]

    def check_second_counts(self, state: State, move: Move, reason: Reason) -> bool:
        values = self._siblings(state, move)
        singles = [v for m, v in values.items() if len(m.taken) == 1]
        both = len(move.taken) == 2 and set(reason.cells) == taken(move)
        return both and bool(singles) and max(singles) < values[move]

    def check_one_enough(self, state: State, move: Move, reason: Reason) -> bool:
        values = self._siblings(state, move)
        pairs = [v for m, v in values.items() if len(m.taken) == 2]
        one = len(move.taken) == 1 and set(reason.cells) == taken(move)
        return one and bool(pairs) and max(pairs) < values[move]

    def _threats(self, state: State, move: Move, fact: Fact) -> list[Move] | None:
        """Return what the other side would do now to beat the move's value, if it needs a fact."""
        passed = other_to_move(state)
        value = self.moves(state)[move]
        return None if passed is None else self.needs(passed, 2 - value + 1, fact)

    def check_takes_first(self, state: State, move: Move, reason: Reason) -> bool:
        threats = self._threats(state, move, lambda _, m: target(m) == target(move))
        return threats is not None and reason.cells == (target(move),)

    def check_locks_ball(self, state: State, move: Move, reason: Reason) -> bool:
        threats = self._threats(state, move, lambda _, m: (source(m),) == reason.cells)
        return threats is not None and set(reason.cells) <= locked_by(state, move)

    def _stops(self, state: State, move: Move, reason: Reason, name: str) -> bool:
        threats = self._threats(state, move, self.fact(name, reason))
        return (
            threats is not None
            and set(reason.cells) == {target(m) for m in threats}
            and not completing_cells(state.play(move)) & set(reason.cells)
        )

    def check_stops_square(self, state: State, move: Move, reason: Reason) -> bool:
        return self._stops(state, move, reason, "square")

    def check_stops_line(self, state: State, move: Move, reason: Reason) -> bool:
        return self._stops(state, move, reason, "line")

    def check_stops_square_or_line(self, state: State, move: Move, reason: Reason) -> bool:
        return self._stops(state, move, reason, "square-or-line")

    def _threatens(self, state: State, move: Move, reason: Reason, name: str) -> bool:
        """After some reply nothing but the squares named keeps the value, and they are new."""
        after = state.play(move)
        value = self.moves(state)[move]
        if set(reason.cells) & completing_cells(state):
            return False
        for reply in after.legal_moves:
            then = after.play(reply)
            if then.outcome is None:
                found = self.needs(then, value, self.fact(name, reason))
                if found is not None and {target(m) for m in found} == set(reason.cells):
                    return True
        return False

    def check_threatens_square(self, state: State, move: Move, reason: Reason) -> bool:
        return self._threatens(state, move, reason, "square")

    def check_threatens_line(self, state: State, move: Move, reason: Reason) -> bool:
        return self._threatens(state, move, reason, "line")

    def check_threatens_square_or_line(self, state: State, move: Move, reason: Reason) -> bool:
        return self._threatens(state, move, reason, "square-or-line")

    def _reply(self, state: State, move: Move, reason: Reason, name: str) -> bool:
        after = state.play(move)
        reaching = self.needs(after, max(self.moves(after).values()), self.fact(name, reason))
        return reaching is not None and self.named(name, reason, after, reaching)

    def _leaves(self, state: State, move: Move, reason: Reason, name: str) -> bool:
        there = set(reason.cells) <= completing_cells(other_to_move(state))
        return there and self._reply(state, move, reason, name)

    def check_leaves_square(self, state: State, move: Move, reason: Reason) -> bool:
        return self._leaves(state, move, reason, "square")

    def check_leaves_line(self, state: State, move: Move, reason: Reason) -> bool:
        return self._leaves(state, move, reason, "line")

    def check_leaves_square_or_line(self, state: State, move: Move, reason: Reason) -> bool:
        return self._leaves(state, move, reason, "square-or-line")

    def check_opens_cell(self, state: State, move: Move, reason: Reason) -> bool:
        occupied = own_balls(state, 0) | own_balls(state, 1)
        closed = all(c in occupied or not below(c) <= occupied for c in reason.cells)
        return closed and self._reply(state, move, reason, "cell")

    def check_frees_ball(self, state: State, move: Move, reason: Reason) -> bool:
        occupied = own_balls(state, 0) | own_balls(state, 1)
        locked = len(reason.cells) == 1 and not free(reason.cells[0], occupied)
        return locked and self._reply(state, move, reason, "raise")

    def check_raise_instead(self, state: State, move: Move, reason: Reason) -> bool:
        values = self.moves(state)
        best = max(values.values())
        sources = {
            source(m)
            for m, v in values.items()
            if v == best and m.source is not None and m.target == move.target and not m.taken
        }
        return move.source is None and not move.taken and set(reason.cells) == sources != set()

    def check_place_instead(self, state: State, move: Move, reason: Reason) -> bool:
        values = self.moves(state)
        placed = [
            v
            for m, v in values.items()
            if m.source is None and m.target == move.target and not m.taken
        ]
        return (
            reason.cells == (source(move),) and placed == [max(values.values())] and not move.taken
        )

    def check_take_instead(self, state: State, move: Move, reason: Reason) -> bool:
        values = self._siblings(state, move)
        best = max(self.moves(state).values())
        return any(v == best and taken(m) == set(reason.cells) != set() for m, v in values.items())

    def check_take_none(self, state: State, move: Move, reason: Reason) -> bool:  # noqa: ARG002
        values = self._siblings(state, move)
        best = max(self.moves(state).values())
        return any(v == best and not m.taken for m, v in values.items()) and bool(move.taken)

    def check_only_free(self, state: State, move: Move, reason: Reason) -> bool:
        best = max(self.moves(state).values())
        fact: Fact = lambda s, m: set(reason.cells) <= left_free(s, m)  # noqa: E731
        return self.needs(state, best, fact) is not None and not fact(state, move)

    def is_sound(self, state: State, move: Move, found: Explanation) -> bool:
        """Return whether the values and the line are right: no move of the line is a mistake."""
        values = self.moves(state)
        if (VALUES[max(values.values())], VALUES[values[move]]) != (found.best, found.value):
            return False
        if found.best == found.value:
            return found.line == ()
        state = State.parse(str(state.play(move)), state.options)
        for each in found.line:
            values = self.moves(state)
            if values[each] != max(values.values()):
                return False
            state = state.play(each)
        return len(found.line) == 3 or state.outcome is not None


def prepared(state: State, move: Move) -> set[str]:
    """Return the open cells that would complete something after the move and did not before."""
    return open_gaps(state.play(move), state.side) - open_gaps(state, state.side)
