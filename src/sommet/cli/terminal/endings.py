"""Endings in words."""

import re

from sommet.outcome import Outcome

#: What each reason key means, about the winner {w} and the loser {l}.
_WON = {
    "summit": "{w} placed the ball on the summit",
    "empty-reserve": "{l} has no ball left in reserve",
    "complete": "{w} completed the pyramid",
    "difference": "both pyramids are complete, and {w} has the better difference",
    "fewest-covers": "equal otherwise, {w} covered fewer cards",
    "most-fields": "{w} filled more fields",
    "stuck": "{l} got a card that fits nowhere",
    "three-rounds": "{w} won three rounds",
    "resignation": "{l} gave up",
    "time": "{l} ran out of time",
    "abandoned": "{l} left",
}
_DRAWN = {
    "repetition": "the same position came back too often",
    "equal-difference": "both pyramids are complete with the same difference",
    "both-stuck": "neither could build",
    "nobody-complete": "all cards are played and no pyramid is complete",
    "agreement": "the players agreed",
}


def describe_ending(outcome: Outcome, names: tuple[str, ...]) -> str:
    """Return an ending as a sentence with the players' names and the clause."""
    clause = f" ({outcome.clause})" if outcome.clause else ""
    if outcome.winner is None:
        return f"Drawn: {_DRAWN.get(outcome.reason, outcome.reason)}{clause}."
    winner, loser = names[outcome.winner], names[1 - outcome.winner]
    why = _WON.get(outcome.reason, outcome.reason).format(w=winner, l=loser)
    return f"{winner} wins: {why}{clause}."


_TITLES = re.compile(r"(\s*Seat [01].*?\s{2,})(Seat [01].*)")


def name_seats(text: str, names: tuple[str, ...]) -> str:
    """Return a text about `seat 0` and `seat 1` with the players' names in their places."""
    lines = []
    for line in text.split("\n"):
        titles = _TITLES.fullmatch(line)
        if titles is None:
            lines.append(_name(line, names))
            continue
        # Two titles side by side keep their columns.
        left = _name(titles[1].rstrip(), names) + "  "
        lines.append(left.ljust(len(titles[1])) + _name(titles[2], names))
    return "\n".join(lines)


def _name(text: str, names: tuple[str, ...]) -> str:
    return re.sub(r"\b[Ss]eat ([01])\b", lambda match: names[int(match[1])], text)
