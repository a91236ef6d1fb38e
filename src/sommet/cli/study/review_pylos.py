"""The review of a Pylos game, as lines for people or for programs."""

import json
from collections.abc import Iterator, Sequence

from tqdm import tqdm

from sommet.analysis.pylos_judge import Judge, SearchJudge, TableJudge
from sommet.analysis.pylos_review import Judged, review_game
from sommet.bots.pylos.search import parse_limit
from sommet.cli.study.review import ReviewRequest
from sommet.match.records.replay import Replay
from sommet.pylos import Options
from sommet.tablebase.probe import NoTable, Table, open_table

_SIDES = ("light", "dark")
_SHOWN_MOVES = 3
_SHOWN_REASONS = 2


def review(replay: Replay, request: ReviewRequest) -> Iterator[str]:
    """Yield every move that changed the value with the better moves, and a summary."""
    played = replay.rounds[0]
    judge, table = find_judge(replay.options, request)
    moves = [frame.entry.text for frame in played.frames]
    with tqdm(total=len(moves), unit="move", disable=request.quiet, leave=False) as bar:
        judged = review_game(
            played.start, moves, judge, table=table, progress=lambda _: bar.update()
        )
    if request.json:
        for entry in judged:
            yield json.dumps(_as_object(entry, judge.source))
        return
    yield describe_source(judge, request.limit)
    first = int(played.start.side)
    for entry in judged:
        if entry.is_mistake:
            yield _describe(entry, first)
            yield from _describe_why(entry)
    yield _summarise(judged)


def find_judge(options: Options, request: ReviewRequest) -> tuple[Judge, Table | None]:
    """Return a judge and its table: the one asked for, else the package's; else a search."""
    if not request.search:
        try:
            table = open_table(options, request.table)
        except NoTable:
            pass
        else:
            return TableJudge(table), table
    return SearchJudge(parse_limit(request.limit)), None


def describe_source(judge: Judge, limit: str) -> str:
    """Return a sentence that says how far the review can be trusted."""
    if judge.source == "table":
        return "Judged by the tables: every value is exact."
    return (
        f"Judged by searching {limit} a move: values marked `proved` are certain, "
        "the others are estimates."
    )


def _describe(judged: Judged, first_side: int) -> str:
    number = (judged.number - 1 + first_side) // 2 + 1
    certainty = "" if judged.score_drop is None else " (proved)" if judged.proved else " (estimate)"
    better = ", ".join(str(move) for move in judged.better[:_SHOWN_MOVES])
    more = len(judged.better) - _SHOWN_MOVES
    return (
        f"{number:3}. {_SIDES[judged.side]:5} {judged.move!s:16} "
        f"{_worth(judged, judged.before, judged.distance_before)} -> "
        f"{_worth(judged, judged.after, judged.distance_after)}{certainty}; "
        f"better: {better}" + (f" and {more} more" if more > 0 else "")
    )


def _describe_why(judged: Judged) -> Iterator[str]:
    for reason in judged.reasons[:_SHOWN_REASONS]:
        yield f"       {reason.to_text()}"
    if judged.line:
        yield f"       It could continue {', '.join(map(str, judged.line))}."


def _worth(judged: Judged, value: str, distance: int | None) -> str:
    return _word(judged, value) + (f" in {distance}" if distance is not None else "")


def _word(judged: Judged, value: str) -> str:
    """Return the value's word; a search cannot prove a draw, it finds a position open."""
    return "open" if value == "draw" and judged.score_drop is not None else value


def _summarise(judged: Sequence[Judged]) -> str:
    lines = []
    for side, name in enumerate(_SIDES):
        own = [entry for entry in judged if entry.side == side]
        mistakes = sum(entry.is_mistake for entry in own)
        lines.append(f"{name.capitalize()}: {mistakes} of {len(own)} moves gave something away.")
    return "\n".join(lines)


def _as_object(judged: Judged, source: str) -> dict[str, object]:
    return {
        "number": judged.number,
        "side": _SIDES[judged.side],
        "move": str(judged.move),
        "before": _word(judged, judged.before),
        "after": _word(judged, judged.after),
        "before_distance": judged.distance_before,
        "after_distance": judged.distance_after,
        "mistake": judged.is_mistake,
        "better": [str(move) for move in judged.better],
        "source": source,
        "proved": judged.proved,
        "reasons": [{"key": each.key, "cells": list(each.cells)} for each in judged.reasons],
        "line": [str(move) for move in judged.line],
    }
