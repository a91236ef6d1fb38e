"""Golden playthroughs: whole games with every seat's view at each step.

`PYTHONPATH=tests/support python tests/pacal/pacal_playthrough.py` writes them anew; read the
difference before committing.
"""

import random
from pathlib import Path

from pacal_play import at_random, careful, dawdling

from sommet.pacal import Offer, Options, Round, Solo, format_deal, format_solo_deal
from sommet.pacal.position import format_position

FOLDER = Path(__file__).parent.parent / "playthroughs"


def numbers(cards):
    return " ".join(map(str, cards)) or "-"


def moves_line(moves):
    if moves and isinstance(moves[0], Offer):
        return f"{len(moves)} offers from {moves[0]} to {moves[-1]}"
    return ", ".join(map(str, moves)) or "-"


def seat_lines(state, seat):
    view = state.view(seat)
    name = "observer" if seat is None else f"seat {seat}"
    hand = f"hand {numbers(view.hand)}; " if seat is not None else ""
    yield f"  {name}: {hand}hand sizes {numbers(view.hand_sizes)}; unseen {numbers(view.unseen)}"
    if view.card is not None:
        yield f"    card to build: {view.card}"
    if view.legal_moves:
        yield f"    may: {moves_line(view.legal_moves)}"


def duel(options, seed, policy):
    rng = random.Random(seed)
    state = Round.deal(options, seed)
    yield f"rules: {options}"
    yield f"seed: {seed}"
    yield f"deal: {format_deal(state.dealt)}"
    yield f"apexes: {numbers(state.apexes)}; seat {state.beginner} begins"
    while True:
        yield ""
        yield f"after {len(state.history)} actions: {format_position(state)}"
        if any(state.stuck):
            yield f"  stuck: {state.stuck}"
        for seat in (0, 1, None):
            yield from seat_lines(state, seat)
        if not state.legal_moves:
            break
        move = policy(state, rng)
        yield f"> seat {state.actor}: {move}"
        state = state.play(move)
    yield f"outcome: {state.outcome}"
    yield ""
    yield state.view(0).to_text().rstrip()
    yield ""
    yield state.view(None).to_text(plain=True).rstrip()


def solo(options, seed):
    state = Solo.deal(options, seed)
    yield f"rules: {options}"
    yield f"seed: {seed}"
    yield f"deal: {format_solo_deal(state.dealt)}"
    while True:
        view = state.view()
        yield ""
        yield f"after {len(view.history)} builds: {state}"
        yield f"  drawn {numbers(view.drawn)}; pile {view.pile_size}; unseen {numbers(view.unseen)}"
        yield f"  may: {moves_line(view.legal_moves)}"
        if not state.legal_moves:
            break
        aim = 1 + (50 - state.card) / 5.1
        move = min(state.legal_moves, key=lambda m: abs(m.field - aim))
        yield f"> {move}"
        state = state.play(move)
    yield f"outcome: {state.outcome}, score {state.score}"
    yield ""
    yield state.to_text().rstrip()


PLAYTHROUGHS = {
    "pacal-en-both-complete": lambda: duel(Options("en"), 2, careful),
    "pacal-fr-both-complete": lambda: duel(Options("fr"), 2, careful),
    "pacal-nl-stuck": lambda: duel(Options("nl"), 2, at_random),
    "pacal-last-cards": lambda: duel(Options(nobody_complete="most-fields"), 2, dawdling),
    "pacal-cover-only-when-needed": lambda: duel(Options(cover_anytime=False), 6, at_random),
    "pacal-solo-en": lambda: solo(Options("en"), 0),
    "pacal-solo-fr": lambda: solo(Options("fr"), 3),
}


def render(name):
    return "\n".join(PLAYTHROUGHS[name]()) + "\n"


if __name__ == "__main__":
    for name in PLAYTHROUGHS:
        (FOLDER / f"{name}.txt").write_text(render(name))
        print(f"wrote {name}.txt")
