"""Ways to play Pacal in tests: at random, or with care so that pyramids get finished."""

from sommet.pacal import Build, Offer, Take, legal_fields

#: Every rule setting that the tests go through.
SETTINGS = {
    "en": ("en", {}),
    "nl": ("nl", {}),
    "fr": ("fr", {}),
    "R3": ("en", {"neither_builds": "most-fields"}),
    "R4": ("en", {"nobody_complete": "most-fields"}),
    "R5": ("en", {"equal_difference": "fewest-covers"}),
    "R6": ("en", {"cover_anytime": False}),
    "R9": ("en", {"difference_cards": "all"}),
    "all": (
        "fr",
        {
            "neither_builds": "most-fields",
            "nobody_complete": "most-fields",
            "equal_difference": "fewest-covers",
            "cover_anytime": False,
            "difference_cards": "all",
        },
    ),
}


def clumsiness(pyramid, card, field):
    """How badly `card` sits on `field`: far from its share of the numbers, or covering."""
    tops = pyramid.tops
    before = [t for t in tops[: field - 1] if t]
    after = [t for t in tops[field:] if t]
    high = before[-1] if before else 51
    low = after[0] if after else 0
    empty_before = tops[: field - 1][::-1].index(before[-1]) if before else field - 1
    empty_after = tops[field:].index(after[0]) if after else 10 - field
    share = (high - card) / (high - low)
    ideal = (empty_before + 1) / (empty_before + empty_after + 2)
    tight = (high - card - 1 < empty_before) + (card - low - 1 < empty_after)
    return (
        abs(share - ideal) * (1 + empty_before + empty_after)
        + 6 * tight
        + 3 * bool(tops[field - 1])
    )


def least_clumsy(pyramid, card, options):
    fields = legal_fields(pyramid, card, options)
    return min((clumsiness(pyramid, card, field) for field in fields), default=40.0)


def careful(state, random):
    """A move that helps both players to finish; some chance so that rounds differ."""
    moves = state.legal_moves
    seat = state.actor
    own, other = state.pyramids[seat], state.pyramids[1 - seat]
    rules = state.options

    def cost(move):
        if isinstance(move, Build):
            return clumsiness(own, state.card, move.field)
        if isinstance(move, Take):
            left = sum(state.offer) - move.card
            return least_clumsy(own, move.card, rules) + least_clumsy(other, left, rules)
        if isinstance(move, Offer):
            a, b = move.a, move.b
            return min(mine[a] + yours[b], mine[b] + yours[a])
        return 100.0

    if isinstance(moves[0], Offer):
        hand = state.hands[seat]
        mine = {card: least_clumsy(own, card, rules) for card in hand}
        yours = {card: least_clumsy(other, card, rules) for card in hand}
    return min(moves, key=lambda move: cost(move) + random.random() * 0.2)


def at_random(state, random):
    moves = state.legal_moves
    return moves[int(random.random() * len(moves))]


def dawdling(state, random):
    """A careful move that would rather cover than fill, so that rounds reach the last cards."""
    moves = state.legal_moves
    if not isinstance(moves[0], Build):
        return careful(state, random)
    pyramid, card = state.pyramids[state.actor], state.card

    def cost(move):
        if not isinstance(move, Build):
            return 3 * random.random()
        late = pyramid.filled >= 7
        covering = 8 * bool(pyramid.tops[move.field - 1]) * (1 if state.turn < 13 else -1)
        return clumsiness(pyramid, card, move.field) - covering * late

    return min(moves, key=lambda move: cost(move) + random.random() * 0.2)


def wavering(state, random):
    """Mostly careful, one action in twelve at random."""
    return at_random(state, random) if random.random() < 1 / 12 else careful(state, random)


POLICIES = (careful, dawdling, wavering)
