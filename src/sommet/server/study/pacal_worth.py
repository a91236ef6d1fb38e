"""What each action of a Pacal view is worth, for the page: the coach's words, unchanged."""

from collections.abc import Iterable

from sommet.analysis.coach import Advice, advise
from sommet.analysis.reasons import Reason
from sommet.pacal import SoloView, View
from sommet.server.protocol import study

#: Actions within this much of the best one count as equally good.
LEVEL = 0.01
_GENTLE_REASONS = 2


def analyse_view(view: View | SoloView) -> study.PacalAnalysis:
    """Return every legal action of a view with its chances, the best first."""
    return _wire_advice(advise(view))


def _wire_advice(advice: tuple[Advice, ...]) -> study.PacalAnalysis:
    return study.PacalAnalysis(
        exact=bool(advice) and all(one.margin == 0 for one in advice),
        actions=[
            study.ActionWorth(
                action=str(one.action),
                win=round(one.win, 4),
                draw=round(one.draw, 4),
                margin=round(one.margin, 4),
                reasons=wire_reasons(one.reasons),
            )
            for one in advice
        ],
    )


def hint_pacal(view: View | SoloView, ply: int, *, full: bool) -> study.Hint:
    """Return help for the seat to act; gently, only what speaks for the best action."""
    advice = advise(view)
    good = [one for one in advice if one.score >= advice[0].score - LEVEL]
    return study.Hint(
        ply=ply,
        depth="full" if full else "gentle",
        worth=None,
        keeping=len(good),
        of=len(advice),
        idea=None,
        reasons=wire_reasons(advice[0].reasons[:_GENTLE_REASONS]),
        pylos=None,
        pacal=_wire_advice(advice) if full else None,
    )


def wire_reasons(reasons: Iterable[Reason]) -> list[study.Reason]:
    """Return reasons as they go over the wire."""
    return [
        study.Reason(
            key=reason.key,
            params={
                name: list(value) if isinstance(value, tuple) else value
                for name, value in reason.params.items()
            },
        )
        for reason in reasons
    ]
