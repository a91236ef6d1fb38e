// Dealing Pacal from a seed, and dealing again what a seat cannot see.
#pragma once

#include "common/random.hpp"
#include "pacal/rules.hpp"

namespace sommet::pacal {

// Cards 1 to 50 shuffled by Fisher and Yates from the end with Random::below: the same order as
// sommet.seeding.Random(seed).shuffle(list(range(1, 51))).
SOMMET_HD void shuffled_deck(u8 (&deck)[CARDS], Random& random) {
  for (int i = 0; i < CARDS; ++i) deck[i] = static_cast<u8>(i + 1);
  for (int i = CARDS - 1; i > 0; --i) {
    const int j = static_cast<int>(random.below(static_cast<u64>(i) + 1));
    const u8 card = deck[i];
    deck[i] = deck[j];
    deck[j] = card;
  }
}

// Deck order of a duel: 10 face-down cards of seat 0 (fields in reading order, so deck[0] is the
// apex), 10 of seat 1, 15 hand cards of seat 0, 15 of seat 1. Rule PAC-1.
constexpr int HANDS_AT = 2 * FIELDS;

SOMMET_HD Round round_from_deck(const u8 (&deck)[CARDS]) {
  u64 hands[2] = {};
  for (int i = 0; i < 2 * HAND; ++i) hands[i >= HAND] |= 1ull << deck[HANDS_AT + i];
  return start_round(hands[0], hands[1], deck[0], deck[FIELDS]);
}

SOMMET_HD Round deal_round(Random& random) {
  u8 deck[CARDS];
  shuffled_deck(deck, random);
  return round_from_deck(deck);
}

// Moves `count` cards drawn uniformly out of `pool`.
SOMMET_HD u64 draw_cards(u64& pool, int count, Random& random) {
  u64 drawn = 0;
  for (; count > 0; --count) {
    u64 rest = pool;
    for (u64 skip = random.below(static_cast<u64>(popcount64(pool))); skip; --skip)
      rest &= rest - 1;
    const u64 card = rest & (0 - rest);
    drawn |= card;
    pool ^= card;
  }
  return drawn;
}

// Draws again, uniformly among what is consistent with the view of `seat` (NOBODY: an observer),
// the hands that it cannot see. Nothing else in a round is hidden: what is in neither hand nor on
// the table lies face down, and no public action reveals more than the cards that it shows.
SOMMET_HD void redeal_unseen(Round& r, int seat, Random& random) {
  u64 pool = ALL_CARDS & ~seen_cards(r, seat);
  for (int other = 0; other < 2; ++other)
    if (other != seat) r.hand[other] = draw_cards(pool, popcount64(r.hand[other]), random);
}

}  // namespace sommet::pacal
