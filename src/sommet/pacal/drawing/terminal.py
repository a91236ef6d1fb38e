"""Pacal for the terminal: pyramids side by side, or plain sentences for a screen reader."""

from collections.abc import Sequence

from sommet.pacal.cards import FIELDS, ROWS
from sommet.pacal.drawing.scene import Scene, SoloScene, headline, solo_headline
from sommet.pacal.pyramid import Pyramid

_CELL = 7
_WIDTH = _CELL * len(ROWS[-1])
_GAP = "    "


def draw_text(scene: Scene, *, plain: bool = False) -> str:
    """Return the scene as text: `33/21` is a 33 that covers a 21, `(5)` a field that fits.

    With `plain`, whole sentences, one fact a line, no layout to be seen.
    """
    return _plain(scene) if plain else _drawn(scene)


def draw_solo_text(scene: SoloScene, *, plain: bool = False) -> str:
    """Return the solo scene as text, in the manner of `draw_text`."""
    lines = [solo_headline(scene)]
    if plain:
        lines.append(_sentences("Pyramid", scene.pyramid))
        if scene.fields:
            lines.append(f"{scene.card} fits on {_fields(scene.fields)}.")
    else:
        lines += ["", *_rows(scene.pyramid, scene.fields)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _cell(pyramid: Pyramid, number: int, marked: Sequence[int]) -> str:
    top, under = pyramid.tops[number - 1], pyramid.covered[number - 1]
    text = f"{top}/{under}" if under else str(top) if top else "·"
    if number in marked:
        text = f"({text})" if top else f"({number})"
    return text.center(_CELL)


def _rows(pyramid: Pyramid, marked: Sequence[int]) -> list[str]:
    return [
        "".join(_cell(pyramid, number, marked) for number in row).center(_WIDTH) for row in ROWS
    ]


def _drawn(scene: Scene) -> str:
    seats = (scene.near, 1 - scene.near)
    lines = [headline(scene), ""]
    titles = (f"Seat {s}, apex card {scene.apexes[s]}" for s in seats)
    lines.append(_GAP.join(title.center(_WIDTH) for title in titles))
    both = zip(*(_rows(scene.pyramids[s], scene.marked(s)) for s in seats), strict=True)
    lines += [_GAP.join(pair) for pair in both]
    lines.append("")
    if scene.offer:
        lines.append(f"On offer:  [{scene.offer[0]}]  [{scene.offer[1]}]")
    lines += [f"Received by seat {s}:  [{scene.cards[s]}]" for s in (0, 1) if scene.cards[s]]
    lines += [_hand(scene, s) for s in seats]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _hand(scene: Scene, seat: int) -> str:
    cards = scene.hands[seat]
    if cards is None:
        return f"Hand of seat {seat}: {_count(scene.hand_sizes[seat])}"
    return f"Hand of seat {seat}: {' '.join(map(str, cards)) or 'no card'}"


def _count(size: int) -> str:
    return f"{size} hidden card{'' if size == 1 else 's'}" if size else "no card"


def _fields(numbers: Sequence[int]) -> str:
    word = "field" if len(numbers) == 1 else "fields"
    return f"{word} {', '.join(map(str, numbers))}"


def _sentences(title: str, pyramid: Pyramid) -> str:
    if not pyramid.filled:
        return f"{title}: all ten fields empty."
    facts = []
    empty = [n for n in range(1, FIELDS + 1) if not pyramid.tops[n - 1]]
    for number in range(1, FIELDS + 1):
        top, under = pyramid.tops[number - 1], pyramid.covered[number - 1]
        if top:
            facts.append(f"field {number} is {top}" + (f" covering {under}" if under else ""))
    facts.append(f"empty: {_fields(empty)}" if empty else "complete")
    return f"{title}: {'; '.join(facts)}."


def _plain(scene: Scene) -> str:
    lines = [headline(scene)]
    if scene.offer:
        lines.append(f"On offer: {scene.offer[0]} and {scene.offer[1]}.")
    lines += [f"Seat {s} received {scene.cards[s]}." for s in (0, 1) if scene.cards[s]]
    if scene.fields:
        lines.append(f"It fits on {_fields(scene.fields)}.")
    for seat in (scene.near, 1 - scene.near):
        lines.append(_sentences(f"Pyramid of seat {seat}", scene.pyramids[seat]))
        lines.append(_hand(scene, seat) + ".")
    lines.append(f"Apex cards: seat 0 had {scene.apexes[0]}, seat 1 had {scene.apexes[1]}.")
    return "\n".join(lines) + "\n"
