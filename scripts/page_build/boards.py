"""Boards as the page draws them, worked out with the Python library alone.

The lessons are written with them, and the core in the page is compared with them.
"""

from typing import Any

from sommet import pacal, pylos
from sommet.outcome import Outcome
from sommet.pylos.cells import cells_in, format_cell


def ending(outcome: Outcome | None) -> dict[str, Any] | None:
    """Return how a game ended."""
    if outcome is None:
        return None
    return {"winner": outcome.winner, "reason": outcome.reason, "clause": outcome.clause}


def _name(cell: int | None) -> str | None:
    return None if cell is None else format_cell(cell)


def _names(cells: Any) -> list[str]:
    return [format_cell(cell) for cell in cells]


def _landing(landing: pylos.Landing) -> Any:
    return {
        "source": _name(landing.source),
        "target": format_cell(landing.target),
        "may_stop": landing.may_stop,
        "takes": [
            {"cell": format_cell(cell), "may_stop": True, "then": _names(landing.after(cell))}
            for cell in landing.after()
        ],
    }


def pylos_board(
    state: pylos.State, last: tuple[int, str] | None, *, moves: bool = False, over: bool = False
) -> dict[str, Any]:
    """Return a position after the move `last` of a seat; `moves` adds what may be touched."""
    over = over or state.outcome is not None
    return {
        "kind": "pylos",
        "position": state.format(),
        "light": _names(cells_in(state.light)),
        "dark": _names(cells_in(state.dark)),
        "reserves": [state.reserve(0), state.reserve(1)],
        "turn": None if over else state.side,
        "repetitions": state.repetitions,
        "last_move": None if last is None else _move(*last),
        "landings": [_landing(landing) for landing in state.landings] if moves else None,
        "refused": [_refused(each) for each in pylos.find_touch_refusals(state)] if moves else None,
    }


def _move(seat: int, text: str) -> Any:
    move = pylos.Move.parse(text)
    return {
        "seat": seat,
        "move": text,
        "source": _name(move.source),
        "target": format_cell(move.target),
        "taken": _names(move.taken),
    }


def _refused(refused: pylos.TouchRefusal) -> Any:
    return {
        "doing": refused.doing,
        "source": _name(refused.source),
        "reason": refused.reason,
        "clause": refused.clause,
        "cells": _names(refused.cells),
    }


def pyramid_fields(pyramid: pacal.Pyramid) -> list[dict[str, Any]]:
    """Return ten fields with the cards built there."""
    return [
        {"field": number, "card": top or None, "covered": under or None}
        for number, (top, under) in enumerate(zip(pyramid.tops, pyramid.covered, strict=True), 1)
    ]


def _fields(pyramid: pacal.Pyramid, refusals: dict[int, pacal.FieldRefusal]) -> Any:
    return [
        {
            "field": number,
            "allowed": number not in refusals,
            "covers": bool(top),
            "reason": refusals[number].reason if number in refusals else None,
            "clause": refusals[number].clause if number in refusals else None,
        }
        for number, top in enumerate(pyramid.tops, 1)
    ]


def _offer(view: pacal.View) -> Any:
    offers = [at for at, action in enumerate(view.history) if isinstance(action, pacal.Offer)]
    if view.phase in ("offer", "last") or not offers:
        return None
    offer = view.history[offers[-1]]
    assert isinstance(offer, pacal.Offer)
    takes = [a.card for a in view.history[offers[-1] :] if isinstance(a, pacal.Take)]
    by = (view.beginner + len(offers) - 1) % 2
    return {"by": by, "cards": [offer.a, offer.b], "taken": takes[0] if takes else None}


def _choices(view: pacal.View) -> Any:
    moves = view.legal_moves
    if not moves:
        return None
    assert view.seat is not None
    builds = view.card is not None and any(
        isinstance(move, pacal.Build | pacal.Decline) for move in moves
    )
    return {
        "offerable": list(view.hand) if isinstance(moves[0], pacal.Offer) else [],
        "takeable": [move.card for move in moves if isinstance(move, pacal.Take)],
        "fields": _fields(view.pyramids[view.seat], view.refusals(view.seat, view.card))
        if builds and view.card is not None
        else [],
        "may_decline": any(isinstance(move, pacal.Decline) for move in moves),
    }


def _fits(view: pacal.View) -> Any:
    if view.seat is None or view.outcome is not None:
        return []
    seen = {*view.hand, *(view.offer or ()), *(card for card in view.cards if card is not None)}
    return [
        {
            "card": card,
            "own": list(view.legal_fields(view.seat, card)),
            "other": list(view.legal_fields(1 - view.seat, card)),
        }
        for card in sorted(seen)
    ]


def round_board(
    view: pacal.View, opened: pacal.Round | None = None, *, over: bool = False
) -> dict[str, Any]:
    """Return what `view` holds, and with `opened` the rest of the cards.

    `over` where the game has ended otherwise than by its rules.
    """
    hands: list[Any] = []
    for seat in (0, 1):
        known = opened.hands[seat] if opened else view.hand if seat == view.seat else None
        hands.append(
            {"size": view.hand_sizes[seat], "cards": None if known is None else list(known)}
        )
    return {
        "kind": "pacal",
        "viewer": view.seat,
        "phase": "over" if over else view.phase,
        "actor": None if over else view.actor,
        "turn": view.turn,
        "beginner": view.beginner,
        "apexes": list(view.apexes),
        "pyramids": [pyramid_fields(pyramid) for pyramid in view.pyramids],
        "hands": hands,
        "offer": _offer(view),
        "cards": list(view.cards),
        "card": view.card,
        "stuck": list(view.stuck),
        "declined": list(view.declined),
        "built": [len(pyramid.cards) for pyramid in view.pyramids],
        "choices": None if over else _choices(view),
        "fits": _fits(view),
        "outcome": ending(view.outcome),
        "commitment": None,
        "face_down": [list(cards) for cards in opened.dealt.pyramids] if opened else None,
    }


def solo_board(
    view: pacal.SoloView, opened: pacal.Solo | None = None, *, choices: bool = False
) -> dict[str, Any]:
    """Return a solo game; `opened` adds the face-down cards, `choices` where the card may go."""
    chosen = None
    if choices and view.card is not None:
        fields = _fields(view.pyramid, view.refusals(view.card))
        chosen = {"offerable": [], "takeable": [], "fields": fields, "may_decline": False}
    return {
        "kind": "solo",
        "pyramid": pyramid_fields(view.pyramid),
        "card": view.card,
        "pile": view.pile_size,
        "used": view.built,
        "choices": chosen,
        "outcome": ending(view.outcome),
        "commitment": None,
        "face_down": list(opened.dealt.pyramid) if opened else None,
    }
