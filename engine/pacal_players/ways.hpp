// A player that weighs both pyramids by the ways to fill their gaps: see rate_gaps.
#pragma once

#include "pacal/rules.hpp"
#include "pacal_players/pyramid_inputs.hpp"

namespace sommet::pacal_players {

using pacal::Action;
using pacal::Kind;
using pacal::Phase;
using pacal::Round;

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

}  // namespace sommet::pacal_players
