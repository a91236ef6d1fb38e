// The levels of solo Pacal: any field, the gaps that are likeliest to be filled, the best odds.
#pragma once

#include <cmath>

#include "pacal/table.hpp"
#include "pacal_players/solo.hpp"
#include "pacal_players/solo_exact.hpp"

namespace sommet::pacal_players {

inline constexpr int SOLO_LEVELS = 3;
inline constexpr int SOLO_AHEAD = 1;  // cards that the best player looks ahead in full

// What the player of a solo game knows, with a card drawn and still to be built.
struct SoloSeen {
  Pyramid pyramid;
  Rules rules;
  u64 unseen = 0;  // not drawn yet: in the pile or face down
  int card = 0;
};

inline SoloSeen see(const pacal::SoloTable& table) {
  return {table.solo.pyramid, table.rules, pacal::unseen_cards(table.solo),
          pacal::drawn_card(table.solo)};
}

// The same arithmetic as rate_gaps in double, so that equal fields are equal everywhere.
inline double rate_build(const SoloSeen& seen, int field) {
  const auto log_ways_of = [](int cards, int fields) {
    if (cards < fields) return -static_cast<double>(SHORT_CARD) * (fields - cards);
    double ways = 1;
    for (int i = 1; i <= fields; ++i) ways = ways * (cards - fields + i) / i;
    return std::log(ways);
  };
  u8 top[FIELDS];
  for (int f = 0; f < FIELDS; ++f) top[f] = seen.pyramid.top[f];
  top[field] = static_cast<u8>(seen.card);
  double rating = 0;
  int empty = 0, fields = 0, high = CARDS + 1;
  for (int f = 0; f <= FIELDS; ++f) {
    const int low = f < FIELDS ? top[f] : 0;
    if (f < FIELDS && !low) {
      ++fields;
      continue;
    }
    if (fields) rating += log_ways_of(popcount64(seen.unseen & between(low, high)), fields);
    empty += fields;
    fields = 0;
    high = low;
  }
  return rating - log_ways_of(popcount64(seen.unseen), empty) -
         static_cast<double>(EMPTY_FIELD) * empty;
}

// The chance to complete after building the card on a field where it fits.
inline double chance_after(const SoloSeen& seen, const SoloNetwork* weights, int field) {
  if (seen.rules.solo_cover)
    return SoloThinker(*weights, seen.rules)
        .after(seen.pyramid, seen.unseen, seen.card, field, SOLO_AHEAD);
  u8 top[FIELDS];
  for (int f = 0; f < FIELDS; ++f) top[f] = seen.pyramid.top[f];
  top[field] = static_cast<u8>(seen.card);
  return solo_odds().chance(top);
}

// Without covering the best player's odds are exact, and it needs no network.
inline bool needs_network(const SoloSeen& seen, int level) {
  return level == SOLO_LEVELS && seen.rules.solo_cover;
}

inline u32 fields_of(const SoloSeen& seen) {
  return pacal::legal_solo_fields(seen.pyramid, seen.card, seen.rules);
}

// One of the fields that rate best; `seed` decides between equals.
inline int greedy_field(const SoloSeen& seen, u64 seed) {
  constexpr double EQUAL = 1e-9;
  double most = -1e300;
  for (u32 fields = fields_of(seen); fields; fields &= fields - 1)
    most = std::fmax(most, rate_build(seen, lowest(fields)));
  u32 equals = 0;
  for (u32 fields = fields_of(seen); fields; fields &= fields - 1)
    if (rate_build(seen, lowest(fields)) >= most - EQUAL) equals |= fields & (0 - fields);
  Random random(seed);
  u64 skip = random.below(static_cast<u64>(popcount(equals)));
  for (; skip; --skip) equals &= equals - 1;
  return lowest(equals);
}

// The field with the best odds, the first of equals.
inline int exact_field(const SoloSeen& seen) {
  int best = -1;
  u64 most = 0;
  for (u32 fields = fields_of(seen); fields; fields &= fields - 1) {
    const int field = lowest(fields);
    u8 top[FIELDS];
    for (int f = 0; f < FIELDS; ++f) top[f] = seen.pyramid.top[f];
    top[field] = static_cast<u8>(seen.card);
    // Every field leaves the same number of draws, so that counting the winning ones is enough.
    const u64 winning = solo_odds().winning_draws(top);
    if (best < 0 || winning > most) most = winning, best = field;
  }
  return best;
}

// The field (0 to 9) of a level from 1 to SOLO_LEVELS; the card must fit somewhere.
inline int choose_field(const SoloSeen& seen, int level, const SoloNetwork* weights, u64 seed) {
  if (level == 1) {
    u32 fields = fields_of(seen);
    Random random(seed);
    for (u64 skip = random.below(static_cast<u64>(popcount(fields))); skip; --skip)
      fields &= fields - 1;
    return lowest(fields);
  }
  if (level == 2) return greedy_field(seen, seed);
  if (!seen.rules.solo_cover) return exact_field(seen);
  return SoloThinker(*weights, seen.rules)
      .best_field(seen.pyramid, seen.unseen, seen.card, SOLO_AHEAD);
}

}  // namespace sommet::pacal_players
