"""Deals made to measure: rounds and solo games that stand just where a lesson wants them."""

from itertools import count

from sommet.pacal import Deal, Options, Round, Solo, SoloDeal

#: Cards in the order they are built, each with its field.
Built = tuple[tuple[int, int], ...]

_ALL = range(1, 51)


def arrange_round(
    options: Options,
    mine: Built,
    theirs: Built,
    hand: tuple[int, ...],
    *,
    begins: int,
    offer: tuple[int, int] | None = None,
) -> Round:
    """Return a round in which both seats have built these cards, turn by turn.

    Both cards of a turn come from the offerer's hand. Seat 0 is left with `hand`; seat 1 makes
    `offer`, if there is one, at the end.
    """
    hands: tuple[list[int], list[int]] = ([*hand], [*(offer or ())])
    for turn, (own, other) in enumerate(zip(mine, theirs, strict=True)):
        hands[(begins + turn) % 2].extend((own[0], other[0]))
    spare = [card for card in _ALL if card not in hands[0] and card not in hands[1]]
    # The partner's hand gets the lowest cards left, the pyramids the rest: high apexes.
    missing = 15 - len(hands[1])
    hands[1].extend(spare[:missing])
    down = sorted(spare[missing:], reverse=True)
    first, second = ([down[0], *down[2:11]], [down[1], *down[11:]])
    pyramids = (first, second) if begins == 0 else (second, first)
    deal = Deal(
        (tuple(pyramids[0]), tuple(pyramids[1])),
        (tuple(hands[0]), tuple(hands[1])),
    )
    round_ = Round.from_deal(options, deal)
    for turn, (own, other) in enumerate(zip(mine, theirs, strict=True)):
        offerer = (begins + turn) % 2
        chooser, keeper = (own, other) if offerer else (other, own)
        round_ = round_.play(f"offer {own[0]} {other[0]}").play(f"take {chooser[0]}")
        round_ = round_.play(f"build {chooser[1]}").play(f"build {keeper[1]}")
    return round_ if offer is None else round_.play(f"offer {offer[0]} {offer[1]}")


def finish_round(options: Options, winner: int) -> Round:
    """Return a round played to its end that `winner` won."""
    for seed in count():
        round_ = Round.deal(options, seed)
        while round_.outcome is None:
            round_ = round_.play(round_.legal_moves[0])
        if round_.outcome.winner == winner:
            break
    return round_


def arrange_solo(options: Options, built: Built, *cards: int) -> Solo:
    """Return a solo game in which these cards are built and `cards` are drawn next."""
    pile = [*(card for card, _ in built), *cards]
    rest = [card for card in _ALL if card not in pile]
    deal = SoloDeal(tuple(rest[:10]), (*pile, *rest[10:]))
    solo = Solo.from_deal(options, deal)
    for _, field in built:
        solo = solo.play(f"build {field}")
    return solo
