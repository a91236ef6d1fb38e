"""Observations and masks written slowly in Python from the public classes alone."""

import numpy as np

from sommet.adapters.pacal_numbers import encode_action
from sommet.adapters.pylos_numbers import RAISES, STOP, TAKE, encode_move


def bits(numbers, size, first=0):
    row = [0] * size
    for number in numbers:
        row[number - first] = 1
    return row


def pylos_sequences(state):
    """Every legal turn as the actions that make it up, STOP included."""
    sequences = [encode_move(move) for move in state.legal_moves]
    beginnings = {s[:n] for s in sequences for n in range(1, len(s))}
    return [(*s, STOP) if s in beginnings else s for s in sequences]


def pylos_legal(state, turn):
    """The actions that may follow `turn`, the actions of the present turn so far."""
    turn = tuple(turn)
    return {s[len(turn)] for s in pylos_sequences(state) if s[: len(turn)] == turn}


def pylos_balls(state, turn):
    """The balls after an unfinished turn."""
    balls = [state.light, state.dark]
    for number in turn:
        if number >= TAKE:
            balls[state.side] &= ~(1 << (number - TAKE))
        elif number >= 30:
            source, target = RAISES[number - 30]
            balls[state.side] = balls[state.side] & ~(1 << source) | 1 << target
        else:
            balls[state.side] |= 1 << number
    return balls


def pylos_observation(state, turn, seat):
    balls = pylos_balls(state, turn)
    over = state.outcome is not None
    cells = [[mask >> cell & 1 for cell in range(30)] for mask in balls]
    stage = len(turn)
    taken = [turn[1] - TAKE] if stage == 2 else []
    rules = (
        state.options.squares,
        state.options.lines,
        state.options.takeback == "optional",
        state.options.reserve == "may-raise",
    )
    return np.array(
        [
            *cells[seat],
            *cells[1 - seat],
            *bits(taken, 30),
            *(stage == n and not over for n in range(3)),
            15 - balls[seat].bit_count(),
            15 - balls[1 - seat].bit_count(),
            seat,
            state.side == seat and not over,
            state.repetitions,
            *rules,
        ],
        np.uint8,
    )


def pacal_rules(options):
    return (
        options.tie == "largest",
        options.solo_cover,
        options.neither_builds == "most-fields",
        options.nobody_complete == "most-fields",
        options.equal_difference == "fewest-covers",
        options.cover_anytime,
    )


def pacal_observation(round_, seat):
    view = round_.view(seat)
    other = 1 - seat
    return np.array(
        [
            *bits(view.hand, 50, 1),
            *bits(view.unseen, 50, 1),
            *view.pyramids[seat].tops,
            *view.pyramids[seat].covered,
            *view.pyramids[other].tops,
            *view.pyramids[other].covered,
            *(view.offer or (0, 0)),
            view.cards[seat] or 0,
            view.cards[other] or 0,
            view.apexes[seat],
            view.apexes[other],
            *(view.phase == phase for phase in ("offer", "take", "build", "last")),
            view.turn,
            (view.beginner + view.turn - 1) % 2 == seat,
            view.actor == seat,
            view.declined[seat],
            view.declined[other],
            view.hand_sizes[seat],
            view.hand_sizes[other],
            *pacal_rules(view.options),
        ],
        np.uint8,
    )


def pacal_legal(round_):
    return {encode_action(action, round_.offer) for action in round_.legal_moves}


def solo_observation(solo):
    view = solo.view()
    return np.array(
        [
            *bits(view.unseen, 50, 1),
            *view.pyramid.tops,
            *view.pyramid.covered,
            view.card or 0,
            view.built,
            *pacal_rules(view.options),
        ],
        np.uint8,
    )


def mask_of(numbers, size):
    return np.array(bits(numbers, size), np.int8)
