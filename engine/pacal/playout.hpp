// Uniformly random play, for benchmarks, Monte Carlo and fuzzing.
#pragma once

#include "pacal/deal.hpp"
#include "pacal/solo.hpp"

namespace sommet::pacal {

// The lowest set bit after `skip` set bits were passed over; `set` must have more than `skip`.
SOMMET_HD u64 nth_bit(u64 set, u32 skip) {
  for (; skip; --skip) set &= set - 1;
  return set & (0 - set);
}

SOMMET_HD int random_field(u32 fields, Random& random) {
  return lowest64(nth_bit(fields, random.quick(static_cast<u32>(popcount(fields)))));
}

// A legal action, each equally likely; the round must not be over.
SOMMET_HD Action random_action(const Round& r, const Rules& rules, Random& random) {
  if (r.phase == Phase::OFFER) {
    const u64 hand = r.hand[r.actor];
    const u32 n = static_cast<u32>(popcount64(hand));
    const u64 x = nth_bit(hand, random.quick(n));
    const u64 y = nth_bit(hand ^ x, random.quick(n - 1));
    return Action{Kind::OFFER, static_cast<u8>(lowest64(x | y)), static_cast<u8>(highest64(x | y))};
  }
  if (r.phase == Phase::TAKE) return Action{Kind::TAKE, r.offer[random.next64() >> 63], 0};
  const u32 fields = build_fields(r, rules);
  if (r.phase == Phase::LAST) {
    const u32 n = static_cast<u32>(popcount(fields));
    const u32 pick = random.quick(n + 1);
    if (pick == n) return Action{Kind::DECLINE, 0, 0};
    return Action{Kind::BUILD, static_cast<u8>(lowest64(nth_bit(fields, pick))), 0};
  }
  return Action{Kind::BUILD, static_cast<u8>(random_field(fields, random)), 0};
}

// Plays to the end at random; returns the number of actions.
SOMMET_HD int play_out(Round& r, const Rules& rules, Random& random) {
  int actions = 0;
  for (; r.phase != Phase::OVER; ++actions) apply(r, rules, random_action(r, rules, random));
  return actions;
}

SOMMET_HD int play_out(Solo& s, const Rules& rules, Random& random) {
  int actions = 0;
  for (; s.status == SoloStatus::BUILDING; ++actions)
    apply_solo(s, rules, random_field(solo_fields(s, rules), random));
  return actions;
}

// A fast deal for playouts: as shuffled_deck, but with Random::quick, and only the cards that play.
SOMMET_HD Round quick_deal(Random& random) {
  u64 hands[2] = {};
  u8 deck[CARDS];
  for (int i = 0; i < CARDS; ++i) deck[i] = static_cast<u8>(i + 1);
  constexpr int DEALT = 2 * HAND + 2;
  for (int i = 0; i < DEALT; ++i) {
    const int j = i + static_cast<int>(random.quick(static_cast<u32>(CARDS - i)));
    const u8 card = deck[j];
    deck[j] = deck[i];
    deck[i] = card;
    if (i < 2 * HAND) hands[i >= HAND] |= 1ull << card;
  }
  return start_round(hands[0], hands[1], deck[DEALT - 2], deck[DEALT - 1]);
}

}  // namespace sommet::pacal
