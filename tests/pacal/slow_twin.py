"""Pacal written straight from the clauses, in plain Python, slowly, and without the package.

A round is played by action texts. Rules are a dict:
  tie "smallest" | "largest", solo_cover, cover_anytime: bool, neither_builds, nobody_complete
  "draw" | "most-fields", equal_difference "draw" | "fewest-covers", difference_cards
  "visible" | "all".
A pyramid is a list of ten piles of cards, the uppermost card of a pile last.
"""

from itertools import pairwise


def visible(pyramid):
    return [pile[-1] for pile in pyramid if pile]


def descends(numbers):
    return all(a > b for a, b in pairwise(numbers))


def fits(pyramid, card, field):
    """PAC-4 and PAC-5: try it and look."""
    if len(pyramid[field - 1]) == 2:
        return False
    tried = [list(pile) for pile in pyramid]
    tried[field - 1].append(card)
    return descends(visible(tried))


def fields_for(pyramid, card, cover_anytime):
    fields = [field for field in range(1, 11) if fits(pyramid, card, field)]
    if not cover_anytime:
        # PAC-R6 set to no.
        empty = [field for field in fields if not pyramid[field - 1]]
        if empty:
            return empty
    return fields


def complete(pyramid):
    return all(pyramid)


def filled(pyramid):
    return sum(1 for pile in pyramid if pile)


def covers(pyramid):
    return sum(1 for pile in pyramid if len(pile) == 2)


def difference(pyramid, which):
    """PAC-7 and PAC-R9."""
    cards = visible(pyramid) if which == "visible" else [c for pile in pyramid for c in pile]
    return max(cards) - min(cards)


class TwinRound:
    def __init__(self, rules, apexes, hands):
        self.rules = rules
        self.hands = [set(hand) for hand in hands]
        self.pyramids = [[[] for _ in range(10)] for _ in range(2)]
        # PAC-2: the higher apex begins.
        self.offerer = 0 if apexes[0] > apexes[1] else 1
        self.turn = 1
        self.step = "offer"
        self.table = {}  # seat -> card received, not built
        self.offered = []
        self.stuck = set()
        self.end = None
        self.actor = self.offerer

    def moves(self):
        if self.end:
            return []
        if self.step == "offer":
            hand = sorted(self.hands[self.actor])
            return [f"offer {a} {b}" for a in hand for b in hand if a < b]
        if self.step == "take":
            return [f"take {card}" for card in sorted(self.offered)]
        if self.step == "build":
            return [f"build {field}" for field in self.fields(self.actor, self.table[self.actor])]
        (last,) = self.hands[self.actor]
        return [f"build {field}" for field in self.fields(self.actor, last)] + ["decline"]

    def fields(self, seat, card):
        return fields_for(self.pyramids[seat], card, self.rules["cover_anytime"])

    def play(self, text):
        assert text in self.moves(), text
        word, *numbers = text.split()
        numbers = [int(n) for n in numbers]
        if word == "offer":
            # PAC-3
            self.offered = numbers
            self.hands[self.actor] -= set(numbers)
            self.step, self.actor = "take", 1 - self.offerer
        elif word == "take":
            (other,) = set(self.offered) - set(numbers)
            self.table = {1 - self.offerer: numbers[0], self.offerer: other}
            self.offered = []
            # PAC-R1: the chooser, then the offerer.
            self.step, self.queue = "build", [1 - self.offerer, self.offerer]
            self.next_builder()
        elif self.step == "build":
            card = self.table.pop(self.actor)
            self.pyramids[self.actor][numbers[0] - 1].append(card)
            self.next_builder()
        else:
            # PAC-6
            if word == "build":
                self.pyramids[self.actor][numbers[0] - 1].append(self.hands[self.actor].pop())
            if self.queue:
                self.actor = self.queue.pop(0)
            else:
                self.judge()

    def next_builder(self):
        while self.queue:
            seat = self.queue.pop(0)
            if self.fields(seat, self.table[seat]):
                self.actor = seat
                return
            self.stuck.add(seat)
        self.judge()

    def judge(self):
        done = [seat for seat in (0, 1) if complete(self.pyramids[seat])]
        if len(done) == 2:
            self.both_complete()
        elif len(done) == 1:
            # PAC-7, or PAC-R2 when the other could not build.
            self.finish(done[0], "complete", "PAC-R2" if self.stuck else "PAC-7")
        elif len(self.stuck) == 2:
            self.neither_builds()
        elif self.stuck:
            (loser,) = self.stuck
            self.finish(1 - loser, "stuck", "PAC-8")
        elif self.step == "last":
            self.nobody_complete()
        else:
            self.next_turn()

    def next_turn(self):
        self.turn += 1
        self.offerer = 1 - self.offerer
        if self.turn <= 14:
            self.step, self.actor = "offer", self.offerer
        else:
            # PAC-R8: one more turn, in the order of any turn.
            self.step, self.queue = "last", [self.offerer]
            self.actor = 1 - self.offerer

    def finish(self, winner, reason, clause):
        self.end = (winner, reason, clause)
        self.actor = None

    def both_complete(self):
        d = [difference(p, self.rules["difference_cards"]) for p in self.pyramids]
        if d[0] != d[1]:
            best = min(d) if self.rules["tie"] == "smallest" else max(d)
            self.finish(d.index(best), "difference", "PAC-7")
            return
        c = [covers(p) for p in self.pyramids]
        if self.rules["equal_difference"] == "fewest-covers" and c[0] != c[1]:
            self.finish(c.index(min(c)), "fewest-covers", "PAC-R5")
        else:
            self.finish(None, "equal-difference", "PAC-R5")

    def neither_builds(self):
        n = [filled(p) for p in self.pyramids]
        if self.rules["neither_builds"] == "most-fields" and n[0] != n[1]:
            self.finish(n.index(max(n)), "most-fields", "PAC-R3")
        else:
            self.finish(None, "both-stuck", "PAC-R3")

    def nobody_complete(self):
        n = [filled(p) for p in self.pyramids]
        c = [covers(p) for p in self.pyramids]
        if self.rules["nobody_complete"] == "most-fields" and n[0] != n[1]:
            self.finish(n.index(max(n)), "most-fields", "PAC-R4")
        elif self.rules["nobody_complete"] == "most-fields" and c[0] != c[1]:
            self.finish(c.index(min(c)), "fewest-covers", "PAC-R4")
        else:
            self.finish(None, "nobody-complete", "PAC-R4")


class TwinSolo:
    def __init__(self, rules, pile):
        self.rules = rules
        self.pile = list(pile)
        self.pyramid = [[] for _ in range(10)]
        self.used = 0
        self.end = None
        self.draw()

    def draw(self):
        # PAC-10, PAC-11
        self.card = self.pile.pop(0)
        if not self.fields():
            only_covering = any(fits(self.pyramid, self.card, field) for field in range(1, 11))
            self.end = ("lost", "PAC-12" if only_covering else "PAC-11")

    def fields(self):
        fields = fields_for(self.pyramid, self.card, self.rules["cover_anytime"])
        if not self.rules["solo_cover"]:
            # PAC-12
            fields = [field for field in fields if not self.pyramid[field - 1]]
        return fields

    def moves(self):
        return [] if self.end else [f"build {field}" for field in self.fields()]

    def play(self, text):
        assert text in self.moves(), text
        self.pyramid[int(text.split()[1]) - 1].append(self.card)
        self.used += 1
        if complete(self.pyramid):
            self.end = ("won", "PAC-11")
        else:
            self.draw()
