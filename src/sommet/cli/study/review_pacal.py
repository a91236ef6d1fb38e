"""The review of a Pacal match or solo game, as lines for people or for programs."""

import json
from collections.abc import Iterator, Sequence

from tqdm import tqdm

from sommet.analysis.coach import advise
from sommet.analysis.pacal_coach import Advice
from sommet.analysis.pacal_review import Decision, judge, review_round
from sommet.analysis.reasons import Reason
from sommet.cli.study.review import ReviewRequest
from sommet.errors import SommetError
from sommet.match.records.replay import Replay, RoundReplay
from sommet.pacal import Round, Solo

_SHOWN_REASONS = 2


def review(replay: Replay, request: ReviewRequest) -> Iterator[str]:
    """Yield every decision that gave something away, and what each player lost in all."""
    finished = 0
    for number, played in enumerate(replay.rounds, 1):
        if played.outcome is None or not played.frames:
            continue
        last = played.frames[-1].state
        if isinstance(last, Solo):
            yield from _review_solo(played, last, as_json=request.json)
        elif isinstance(last, Round):
            yield from _review_duel(replay, number, last, request)
        finished += 1
    if not finished:
        raise SommetError("only a finished round can be reviewed: its cards are open then")


def _review_duel(
    replay: Replay, number: int, finished: Round, request: ReviewRequest
) -> Iterator[str]:
    names = replay.record.players
    with tqdm(total=len(finished.history), disable=request.quiet, leave=False) as bar:
        decisions = review_round(
            finished,
            threads=request.threads,
            progress=lambda done: bar.update(done - bar.n),
        )
    if request.json:
        for one in decisions:
            yield json.dumps({"round": number, **_as_object(one)})
        return
    yield f"Round {number}"
    for one in decisions:
        if one.is_mistake:
            yield _describe(one, names)
    for seat, name in enumerate(names):
        own = [one for one in decisions if one.seat == seat]
        yield (
            f"  {name}: {len(own)} decisions, {sum(one.is_mistake for one in own)} mistakes, "
            f"{sum(one.cost for one in own if one.is_mistake):.2f} of a win given away"
        )


def _describe(one: Decision, names: tuple[str, ...]) -> str:
    against = _sentences(one.doubts)
    return (
        f"  {one.number}. {names[one.seat]}: {one.action} ({_percent(one.chosen)}) cost "
        f"{100 * one.cost:.0f} points; better: {one.best.action} ({_percent(one.best)}). "
        f"{_sentences(one.best.reasons)}\n"
        + (f"     what was wrong: {against}\n" if against else "")
        + f"     with open cards: {100 * one.open_before:.0f} % before, "
        f"{100 * one.open_after:.0f} % after"
    )


def _percent(advice: Advice) -> str:
    return f"{100 * advice.win:.0f} %"


def _as_object(one: Decision) -> dict[str, object]:
    return {
        "number": one.number,
        "seat": one.seat,
        "turn": one.turn,
        "action": str(one.action),
        "win": round(one.chosen.win, 4),
        "margin": round(one.chosen.margin, 4),
        "best": str(one.best.action),
        "best_win": round(one.best.win, 4),
        "cost": round(one.cost, 4),
        "open_before": round(one.open_before, 4),
        "open_after": round(one.open_after, 4),
        "reasons": _as_objects(one.best.reasons),
        "doubts": _as_objects(one.doubts if one.is_mistake else ()),
    }


def _review_solo(played: RoundReplay, finished: Solo, *, as_json: bool) -> Iterator[str]:
    game = Solo.replay(finished.options, finished.dealt, ())
    lost = 0.0
    for number, action in enumerate(finished.history, 1):
        advice = advise(game.view())
        chosen = next(one for one in advice if one.action == action)
        best = advice[0]
        card = game.card
        game = game.play(action)
        lost += best.win - chosen.win
        if as_json:
            yield json.dumps(_solo_object(number, card, chosen, best))
        elif chosen is not best:
            yield (
                f"  {number}. {card}: {chosen.action} ({100 * chosen.win:.4g} %); better: "
                f"{best.action} ({100 * best.win:.4g} %). {_sentences(best.reasons)}"
            )
            judgement = judge(chosen, best)
            against = _sentences(judgement.doubts)
            if against and not judgement.is_good:
                yield f"     what was wrong: {against}"
    if not as_json:
        yield f"  {len(played.frames)} cards built, {100 * lost:.4g} points of chance given away"


def _sentences(reasons: Sequence[Reason]) -> str:
    return " ".join(reason.to_text() for reason in reasons[:_SHOWN_REASONS])


def _as_objects(reasons: Sequence[Reason]) -> list[dict[str, object]]:
    return [{"key": r.key, "params": r.params, "about": list(r.about)} for r in reasons]


def _solo_object(number: int, card: int | None, chosen: Advice, best: Advice) -> dict[str, object]:
    return {
        "number": number,
        "card": card,
        "action": str(chosen.action),
        "win": chosen.win,
        "best": str(best.action),
        "best_win": best.win,
        "margin": best.margin,
    }
