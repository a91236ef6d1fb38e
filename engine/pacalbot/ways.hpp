// How well a pyramid's gaps suit the cards that may still come: with n empty fields and m fitting
// cards in a gap there are C(m, n) ways to fill it. A player that weighs both pyramids so, and the
// network's most telling inputs.
#pragma once

#include <cmath>

#include "pacal/rules.hpp"

namespace sommet::pacalbot {

using pacal::Action;
using pacal::CARDS;
using pacal::FIELDS;
using pacal::Kind;
using pacal::Phase;
using pacal::Pyramid;
using pacal::Round;
using pacal::Rules;

constexpr float EMPTY_FIELD = 1.5f;  // filling beats covering whenever both are possible
constexpr float SHORT_CARD = 20.0f;  // per card too few in a gap, in place of log 0

// The cards strictly between two numbers.
SOMMET_HD u64 between(int low, int high) { return ((1ull << high) - 1) & ~((2ull << low) - 1); }

// log C(cards, fields).
inline float log_ways(int cards, int fields) {
  struct Table {
    float at[CARDS + 1][FIELDS + 1];
    Table() {
      for (int m = 0; m <= CARDS; ++m)
        for (int n = 0; n <= FIELDS; ++n)
          at[m][n] = m < n ? -SHORT_CARD * static_cast<float>(n - m)
                           : static_cast<float>(std::lgamma(m + 1.0) - std::lgamma(n + 1.0) -
                                                std::lgamma(m - n + 1.0));
    }
  };
  static const Table table;
  return table.at[cards][fields];
}

// Higher is better; a complete pyramid rates 0. With `per_gap`, the ways of each gap are also
// written at its first empty field.
inline float rate_gaps(const u8* top, u64 coming, float* per_gap = nullptr) {
  float rating = 0;
  int empty = 0;
  for (int f = 0, high = CARDS + 1; f < FIELDS; ++f) {
    if (top[f]) {
      high = top[f];
      continue;
    }
    int g = f;
    while (g < FIELDS && !top[g]) ++g;
    const int low = g < FIELDS ? top[g] : 0;
    const float ways = log_ways(popcount64(coming & between(low, high)), g - f);
    if (per_gap) per_gap[f] = ways;
    rating += ways;
    empty += g - f;
    f = g - 1;
  }
  return rating - log_ways(popcount64(coming), empty) - EMPTY_FIELD * static_cast<float>(empty);
}

class GapCounter {
 public:
  GapCounter(const Round& r, const Rules& rules, int seat, u64 coming)
      : rules_(rules), coming_(coming), own_(r.pyramid[seat]), other_(r.pyramid[seat ^ 1]) {}

  Action choose(const Round& r) const {
    if (r.phase == Phase::OFFER) return offer(r);
    if (r.phase == Phase::TAKE) {
      const float first = worth(own_, r.offer[0]) - worth(other_, r.offer[1]);
      const float second = worth(own_, r.offer[1]) - worth(other_, r.offer[0]);
      return {Kind::TAKE, r.offer[second > first], 0};
    }
    const int card = pacal::card_to_build(r);
    int best = -1;
    float most = 0;
    for (u32 fields = pacal::build_fields(r, rules_); fields; fields &= fields - 1) {
      const float rating = after(own_, card, lowest(fields));
      if (best < 0 || rating > most) most = rating, best = lowest(fields);
    }
    if (best < 0) return {Kind::DECLINE, 0, 0};
    return {Kind::BUILD, static_cast<u8>(best), 0};
  }

 private:
  static constexpr float NOWHERE = -100.0f, COMPLETE = 50.0f;

  float after(const Pyramid& p, int card, int field) const {
    u8 top[FIELDS];
    for (int f = 0; f < FIELDS; ++f) top[f] = p.top[f];
    top[field] = static_cast<u8>(card);
    return rate_gaps(top, coming_ & ~(1ull << card));
  }

  // What getting `card` does for a pyramid, at the best place it has.
  float worth(const Pyramid& p, int card) const {
    u32 fields = pacal::legal_fields(p, card, rules_);
    if (!fields) return NOWHERE;
    if (pacal::fields_filled(p) == FIELDS - 1 && (fields & ~static_cast<u32>(p.filled)))
      return COMPLETE;
    float most = -1e9f;
    for (; fields; fields &= fields - 1) {
      const float rating = after(p, card, lowest(fields));
      if (rating > most) most = rating;
    }
    return most - rate_gaps(p.top, coming_ & ~(1ull << card));
  }

  Action offer(const Round& r) const {
    float own[CARDS + 1], other[CARDS + 1];
    for (u64 hand = r.hand[r.actor]; hand; hand &= hand - 1) {
      const int card = lowest64(hand);
      own[card] = worth(own_, card);
      other[card] = worth(other_, card);
    }
    Action best{Kind::OFFER, 0, 0};
    float most = -1e9f;
    pacal::for_each_action(r, rules_, [&](Action a) {
      const float x = own[a.b] - other[a.a], y = own[a.a] - other[a.b];
      const float left = x < y ? x : y;
      if (left > most) most = left, best = a;
    });
    return best;
  }

  const Rules& rules_;
  const u64 coming_;
  const Pyramid &own_, &other_;
};

}  // namespace sommet::pacalbot
