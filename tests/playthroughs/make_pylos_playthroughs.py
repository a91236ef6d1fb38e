"""Write tests/playthroughs/pylos-*.txt: a whole game per rule set, with all that anybody can see.

Pylos hides nothing: both seats and any spectator see the full state. Each step shows the position,
what a player is told, every legal move, and the move played.

Run from the repository: python tests/playthroughs/make_pylos_playthroughs.py
"""

from pathlib import Path

from sommet.pylos import Options, State
from sommet.seeding import Random

HERE = Path(__file__).parent
GAMES = {
    "children": (Options.preset("children"), 11),
    "standard": (Options.preset("standard"), 3),
    "expert": (Options.preset("expert"), 5),
    "optional": (Options.preset("standard", takeback="optional"), 2),
    "repetition": (Options.preset("expert", repetition=2), 281),
    "may-raise": (Options.preset("standard", reserve="may-raise"), 8),
}


def show(state):
    """One step, in lines."""
    moves = [str(move) for move in state.legal_moves]
    outcome = state.outcome
    ending = "none" if outcome is None else f"{outcome.winner} {outcome.reason} {outcome.clause}"
    return [
        f"position: {state}",
        f"reserves: light {state.reserve(0)}, dark {state.reserve(1)}",
        f"repetitions: {state.repetitions}",
        f"outcome: {ending}",
        f"moves ({len(moves)}): {' '.join(moves)}",
    ]


def playthrough(options, moves):
    """The text of a game played by a function that picks a move from a state, None at the end."""
    state = State.start(options)
    lines = [f"rules: {options.preset_name} {options.rulings()}"]
    while True:
        lines += ["", f"# ply {state.ply}", *show(state)]
        move = moves(state)
        if move is None:
            return "\n".join(lines) + "\n"
        lines.append(f"played: {move}")
        state = state.play(move)


def main():
    for name, (options, seed) in GAMES.items():
        random = Random(seed)

        def choose(state, random=random):
            moves = state.legal_moves
            return moves[random.below(len(moves))] if moves else None

        (HERE / f"pylos-{name}.txt").write_text(playthrough(options, choose))


if __name__ == "__main__":
    main()
