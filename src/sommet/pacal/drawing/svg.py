"""Drawings of Pacal as SVG, for notebooks and the docs."""

from html import escape

from sommet.pacal.drawing.scene import Scene, SoloScene, headline, solo_headline
from sommet.pacal.drawing.svg_cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    DEFS,
    FAINT,
    JADE,
    PYRAMID_HEIGHT,
    PYRAMID_WIDTH,
    back,
    draw_pyramid,
    face,
    text,
)
from sommet.pacal.drawing.terminal import draw_solo_text, draw_text

_MARGIN = 30
_MIDDLE = 150
_SMALL = 0.62
_DUEL_WIDTH = 2 * _MARGIN + 2 * PYRAMID_WIDTH + _MIDDLE
_TOP = 104
_PYRAMIDS = 170


def _document(width: int, height: int, title: str, description: str, body: str) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" role="img" '
        f"font-family=\"Georgia, 'DejaVu Serif', serif\">"
        f"<title>{escape(title)}</title><desc>{escape(description)}</desc>{DEFS}"
        f'<rect width="{width}" height="{height}" rx="14" fill="url(#pacal-ground)"/>{body}</svg>\n'
    )


def draw_svg(scene: Scene) -> str:
    """Return the scene as an SVG document: the near seat on the left, its hand at the bottom."""
    near, far = scene.near, 1 - scene.near
    left, right = _MARGIN, _MARGIN + PYRAMID_WIDTH + _MIDDLE
    hand_y = _PYRAMIDS + PYRAMID_HEIGHT + 44
    height = hand_y + round(CARD_HEIGHT * 0.9) + 30
    body = [
        text(_MARGIN, 44, headline(scene), 22, anchor="start"),
        _hand(scene, far, 66, _SMALL),
        _title(scene, near, left),
        _title(scene, far, right),
        draw_pyramid(left, _PYRAMIDS, scene.pyramids[near], scene.marked(near)),
        draw_pyramid(right, _PYRAMIDS, scene.pyramids[far], scene.marked(far)),
        _table(scene, left + PYRAMID_WIDTH + _MIDDLE / 2),
        _hand(scene, near, hand_y, 0.9),
    ]
    description = draw_text(scene, plain=True)
    return _document(_DUEL_WIDTH, height, headline(scene), description, "".join(body))


def _title(scene: Scene, seat: int, x: float) -> str:
    words = f"Seat {seat}"
    colour = JADE if seat == scene.actor else FAINT
    parts = [
        text(x, _PYRAMIDS + 14, words, 19, fill=colour, anchor="start"),
        text(x, _PYRAMIDS + 36, f"apex card {scene.apexes[seat]}", 14, fill=FAINT, anchor="start"),
    ]
    if seat == scene.actor:
        parts.append(
            f'<path d="M{x:g} {_PYRAMIDS + 46}h60" stroke="{JADE}" stroke-width="3" fill="none"/>'
        )
    return "".join(parts)


def _hand(scene: Scene, seat: int, y: float, scale: float) -> str:
    cards = scene.hands[seat]
    size = scene.hand_sizes[seat]
    if not size:
        return ""
    room = _DUEL_WIDTH - 2 * _MARGIN - CARD_WIDTH * scale
    step = min(CARD_WIDTH * scale + 6, room / max(size - 1, 1))
    x = (_DUEL_WIDTH - (step * (size - 1) + CARD_WIDTH * scale)) / 2
    drawn = [
        back(x + i * step, y, scale=scale)
        if cards is None
        else face(x + i * step, y, cards[i], scale=scale)
        for i in range(size)
    ]
    return "".join(drawn)


def _table(scene: Scene, centre: float) -> str:
    """Return what lies between the pyramids: the offer, or the cards received."""
    x = centre - CARD_WIDTH / 2
    y = _PYRAMIDS + 58
    if scene.offer:
        return "".join(
            (
                text(centre, y - 14, "on offer", 15, fill=FAINT),
                face(x, y, scene.offer[0]),
                face(x, y + CARD_HEIGHT + 14, scene.offer[1]),
            )
        )
    parts = []
    for seat in (scene.near, 1 - scene.near):
        card = scene.cards[seat]
        if card is not None:
            parts.append(text(centre, y - 10, f"seat {seat}", 15, fill=FAINT))
            parts.append(face(x, y, card))
            y += CARD_HEIGHT + 42
    return "".join(parts)


def draw_solo_svg(scene: SoloScene) -> str:
    """Return the solo scene as an SVG document: pile and drawn card on the left."""
    left = _MARGIN + CARD_WIDTH + 50
    width = left + PYRAMID_WIDTH + _MARGIN + 10
    height = _TOP + PYRAMID_HEIGHT + _MARGIN
    body = [text(_MARGIN, 44, solo_headline(scene), 22, anchor="start")]
    # A pile looks like one: a few edges beneath the uppermost back.
    depth = min(3, scene.pile_size // 10)
    body += [back(_MARGIN + 3 * i, _TOP - 3 * i) for i in range(depth + 1) if scene.pile_size]
    body.append(
        text(
            _MARGIN + CARD_WIDTH / 2,
            _TOP + CARD_HEIGHT + 22,
            f"{scene.pile_size} left",
            14,
            fill=FAINT,
        )
    )
    if scene.card is not None:
        body.append(face(_MARGIN, _TOP + CARD_HEIGHT + 46, scene.card))
    body.append(draw_pyramid(left, _TOP, scene.pyramid, scene.fields))
    description = draw_solo_text(scene, plain=True)
    return _document(width, height, solo_headline(scene), description, "".join(body))
