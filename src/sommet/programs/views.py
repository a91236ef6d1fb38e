"""What a seat may know, as one line of text and back: the `position` line of the engine protocol.

    pylos standard takeback=optional moves 1b2, 1c3
    pacal en seat 0 hand 3 17 42 shown 31 12 moves offer 5 48, take 48, build 1, build 6
    solo fr shown 31 12 8 moves build 4, build 7

Nothing that the seat may not know is in the line, so a program cannot peek.
"""

from collections.abc import Sequence
from typing import TypeAlias

from sommet import pacal, pylos
from sommet.arguments import check_kind, check_text
from sommet.errors import SommetError
from sommet.match.records.forms import GAMES
from sommet.match.records.games import start_of
from sommet.match.records.rounds import cards_shown
from sommet.match.rulings import DEFAULT_RULES, format_rulings, make_options, rules_name
from sommet.pacal.cards import CARDS, FIELDS, HAND
from sommet.pylos.position import START

View: TypeAlias = pylos.State | pacal.View | pacal.SoloView
_SECTIONS = ("from", "seat", "hand", "shown", "moves")


def game_of(view: View) -> str:
    """Return the game that a view belongs to: `pylos`, `pacal` or `solo`."""
    if isinstance(view, pylos.State):
        return "pylos"
    if isinstance(view, pacal.View):
        return "pacal"
    check_kind(view, pacal.SoloView, "a pylos.State, pacal.View or pacal.SoloView")
    return "solo"


def format_view(view: View) -> str:
    """Return a view as one line. Inverse of `parse_view`."""
    words = [game_of(view), rules_name(view.options), *format_rulings(view.options)]
    if isinstance(view, pylos.State):
        start = start_of(view)
        if start != START:
            words += ["from", start]
    elif isinstance(view, pacal.View):
        words += ["seat", str(view.seat), "hand", *map(str, view.hand)]
        words += ["shown", *map(str, cards_shown(view))]
    else:
        words += ["shown", *map(str, view.drawn)]
    if view.history:
        words += ["moves", ", ".join(str(move) for move in view.history)]
    return " ".join(words)


def parse_view(text: str) -> View:
    """Return the view that a line describes.

    Raises:
        SommetError: The line describes no position; it says what is wrong.
    """
    words = check_text(text, "a position").split()
    game = words[0] if words else ""
    if game and game not in GAMES:
        raise SommetError(f"no game {game!r}; there are {', '.join(GAMES)}")
    if len(words) < 2:
        rules = DEFAULT_RULES[game or "pylos"]
        raise SommetError(
            "a position begins with a game and its rules, such as: "
            f"position {game or 'pylos'} {rules}"
        )
    rules = words[1]
    at = 2
    while at < len(words) and "=" in words[at]:
        at += 1
    options = make_options(game, rules, words[2:at])
    sections = _split(words[at:])
    moves = [move.strip() for move in sections.pop("moves", "").split(",") if move.strip()]
    if game == "pylos":
        state = pylos.State.parse(sections.pop("from", START), options)
        _refuse(game, sections)
        for move in moves:
            state = state.play(move)
        return state
    shown = _numbers(sections, "shown")
    history = tuple(pacal.parse_action(move) for move in moves)
    if game == "solo":
        _refuse(game, sections)
        return _solo_view(options, shown, history)
    seat, hand = _numbers(sections, "seat"), _numbers(sections, "hand")
    _refuse(game, sections)
    if len(seat) != 1 or seat[0] not in (0, 1):
        raise SommetError("a position of pacal needs a seat: seat 0 or seat 1")
    return _duel_view(options, seat[0], hand, shown, history)


def _split(words: Sequence[str]) -> dict[str, str]:
    """Return the words after each section's name; moves take everything that follows."""
    sections: dict[str, list[str]] = {}
    name = ""
    for word in words:
        if word in _SECTIONS and name != "moves":
            if word in sections:
                raise SommetError(f"a second {word} in the position")
            name = word
            sections[name] = []
        elif name:
            sections[name].append(word)
        else:
            raise SommetError(f"{word!r} does not belong here; expected {', '.join(_SECTIONS)}")
    return {name: " ".join(found) for name, found in sections.items()}


def _numbers(sections: dict[str, str], name: str) -> tuple[int, ...]:
    words = sections.pop(name, "").split()
    if not all(word.isdecimal() and len(word) < 3 for word in words):
        raise SommetError(f"{name} lists numbers, not {' '.join(words)!r}")
    return tuple(int(word) for word in words)


def _refuse(game: str, sections: dict[str, str]) -> None:
    if sections:
        raise SommetError(f"a position of {game} has no {next(iter(sections))}")


def _check_cards(cards: Sequence[int]) -> list[int]:
    """Return the cards that are not among these."""
    if len(set(cards)) < len(cards) or not set(cards) <= set(range(1, CARDS + 1)):
        raise SommetError("the cards of a position are different numbers from 1 to 50")
    return [card for card in range(1, CARDS + 1) if card not in cards]


def _solo_view(
    options: pacal.Options, drawn: tuple[int, ...], history: tuple[pacal.Action, ...]
) -> pacal.SoloView:
    rest = _check_cards(drawn)
    if not 1 <= len(drawn) <= CARDS - FIELDS:
        raise SommetError("a position of solo shows the cards drawn: shown 31 12 8")
    deal = pacal.SoloDeal(tuple(rest[:FIELDS]), (*drawn, *rest[FIELDS:]))
    view = pacal.Solo.replay(options, deal, history).view()
    if view.drawn != drawn:
        raise SommetError(f"after these moves {len(view.drawn)} cards are drawn, not {len(drawn)}")
    return view


def _duel_view(
    options: pacal.Options,
    seat: int,
    hand: tuple[int, ...],
    shown: tuple[int, ...],
    history: tuple[pacal.Action, ...],
) -> pacal.View:
    if len(shown) not in (2, 3):
        raise SommetError("a position of pacal shows both apex cards: shown 31 12")
    apexes, last = shown[:2], shown[2:]
    beginner = int(apexes[1] > apexes[0])
    hands: tuple[list[int], list[int]] = ([], [])
    offers = [action for action in history if isinstance(action, pacal.Offer)]
    for turn, offer in enumerate(offers):
        hands[(beginner + turn) % 2].extend((offer.a, offer.b))
    hands[seat].extend(hand)
    # While a seat has to act, only the other's fifteenth card can lie open.
    hands[1 - seat].extend(last)
    rest = _check_cards([*apexes, *hands[0], *hands[1]])
    if len(hands[seat]) != HAND or len(hands[1 - seat]) > HAND:
        raise SommetError(f"the hand does not fit the moves: each seat was dealt {HAND} cards")
    # Nobody knows the other cards; the view is the same wherever they lie.
    while len(hands[1 - seat]) < HAND:
        hands[1 - seat].append(rest.pop())
    down = ((apexes[0], *rest[: FIELDS - 1]), (apexes[1], *rest[FIELDS - 1 :]))
    deal = pacal.Deal(down, (tuple(hands[0]), tuple(hands[1])))
    return pacal.Round.replay(options, deal, history).view(seat)
