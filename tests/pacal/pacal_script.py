"""Rounds made to order: say which card each seat builds where, and the deal follows."""

from sommet.pacal import Build, Deal, Options, Round, Take


def scripted_deal(turns, *, beginner=0, last=()):
    """Return a deal in which seat 0 and seat 1 can get the two cards of each turn.

    A turn is ((card of seat 0, field), (card of seat 1, field)); `last` the two last cards.
    """
    hands = [[], []]
    for index, ((card0, _), (card1, _)) in enumerate(turns):
        hands[(beginner + index) % 2] += [card0, card1]
    for seat, card in enumerate(last):
        hands[seat].append(card)
    used = {*hands[0], *hands[1]}
    rest = [card for card in range(1, 51) if card not in used]
    apexes = [rest.pop(0), rest.pop()]
    if beginner == 0:
        apexes.reverse()
    for hand in hands:
        while len(hand) < 15:
            hand.append(rest.pop(0))
    downs = tuple((apex, *(rest.pop() for _ in range(9))) for apex in apexes)
    return Deal(downs, tuple(map(tuple, hands)))


def scripted(turns, *, options=None, beginner=0, last=(), later=()):
    """Return the round after these turns; a field None is a player who cannot build.

    The deal allows the turns in `later`, too.
    """
    deal = scripted_deal((*turns, *later), beginner=beginner, last=last)
    state = Round.from_deal(options or Options(), deal)
    for turn in turns:
        offerer = state.actor
        chooser = 1 - offerer
        state = state.play(f"offer {turn[0][0]} {turn[1][0]}").play(Take(turn[chooser][0]))
        for seat in (chooser, offerer):
            field = turn[seat][1]
            if field is not None:
                assert state.actor == seat
                state = state.play(Build(field))
    return state


#: Ten turns that complete both pyramids: differences 36 and 36.
EVEN_RACE = tuple(((50 - 4 * i, i + 1), (49 - 4 * i, i + 1)) for i in range(10))
#: The same with 12 for seat 1 at the end: 36 and 37.
UNEVEN_RACE = (*EVEN_RACE[:9], (EVEN_RACE[9][0], (12, 10)))

#: Seat 1 ends with 33 on 30 beside 21 on 20: a 26 has no place. Seat 0 stays comfortable.
WALL = (((50, 1), (30, 1)), ((48, 2), (33, 1)), ((46, 3), (20, 2)), ((44, 4), (21, 2)))

#: Both have a server_clock in the end, seat 0 on three fields, seat 1 on four.
TWO_WALLS = (
    ((31, 1), (30, 1)),
    ((34, 1), (33, 1)),
    ((18, 2), (20, 2)),
    ((19, 2), (21, 2)),
    ((8, 3), (5, 9)),
    ((9, 3), (4, 10)),
)

#: Fourteen turns on seven fields each, all of them covered.
SEVEN_FIELDS = tuple(
    ((49 - 6 * f - k, f + 1), (47 - 6 * f - k, f + 1)) for k in (0, 1) for f in range(7)
)

#: Fourteen turns on nine fields each, five of them covered: only field 10 is empty.
NINE_FIELDS = (
    *(((50 - 5 * f, f + 1), (48 - 5 * f, f + 1)) for f in range(9)),
    *(((49 - 5 * f, f + 1), (47 - 5 * f, f + 1)) for f in range(5)),
)
