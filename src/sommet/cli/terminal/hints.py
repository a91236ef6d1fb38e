"""A good move for the side to move, and why; in a puzzle, why a try is wrong."""

from collections.abc import Sequence

from sommet.analysis.coach import advise
from sommet.analysis.pylos_judge import SearchJudge, TableJudge
from sommet.analysis.pylos_reasons import explain_move
from sommet.bots import make
from sommet.pacal import SoloView, View
from sommet.pylos import State
from sommet.tablebase.probe import NoTable, open_table

#: As many reasons as the page gives first.
_REASONS = 2
#: Prefixes of the reasons that say what a mistake allows; others say what is right.
_OF_THE_MISTAKE = ("lets-", "leaves-", "opens-", "frees-", "gives-", "ball-")
_WORTHS = {
    "win": "It wins with best play.",
    "draw": "It draws with best play.",
    "loss": "The opponent wins with best play; this makes it hard.",
}


def hint_pylos(state: State) -> str:
    """Return what level 8 would play and why; the reasons come from a table for the rules."""
    move = make("pylos", "best").choose(state)
    said = f"Hint: {move}."
    try:
        table = open_table(state.options)
    except NoTable:
        return f"{said} A search proposes it: there is no table for these rules."
    verdict = TableJudge(table).judge(state).verdicts[move]
    why = explain_move(state, move, table)
    # Where a repetition ends the game (PYL-R3), the position alone does not explain the value.
    reasons = why.reasons if why.value == verdict.value else ()
    return _join([said, _WORTHS[verdict.value]], [reason.to_text() for reason in reasons])


def hint_pacal(view: View | SoloView) -> str:
    """Return the coach's advice, by what the seat can know."""
    best = advise(view)[0]
    chance = "to complete the pyramid" if isinstance(view, SoloView) else "to win the round"
    half = " (draws count half)" if best.draw else ""
    said = f"Hint: {best.action}, with a chance of {100 * best.score:.0f} % {chance}{half}."
    return _join([said], [reason.to_text() for reason in best.reasons])


def refute(state: State, move: str) -> str:
    """Return why a mistake is one and how it is answered, without telling the right move."""
    try:
        why = explain_move(state, move, open_table(state.options))
    except NoTable:
        reply = SearchJudge().judge(state.play(move)).best[0]
        return f"The answer is {reply}."
    said = [reason.to_text() for reason in why.reasons if reason.key.startswith(_OF_THE_MISTAKE)]
    line = [f"It could continue {', '.join(map(str, why.line))}."] if why.line else []
    return " ".join([*said[:_REASONS], *line])


def _join(said: Sequence[str], reasons: Sequence[str]) -> str:
    return " ".join([*said, *reasons[:_REASONS]])
