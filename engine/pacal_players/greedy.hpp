// The greedy yardstick: gap arithmetic on one pyramid. It is also the playout policy of the Monte
// Carlo players, so it must be quick.
#pragma once

#include "pacal/rules.hpp"

namespace sommet::pacal_players {

using pacal::Action;
using pacal::CARDS;
using pacal::FIELDS;
using pacal::Kind;
using pacal::Phase;
using pacal::Pyramid;
using pacal::Round;
using pacal::Rules;

constexpr float STUCK = 100.0f;    // the card fits nowhere
constexpr float TOO_TIGHT = 8.0f;  // leaves a gap with fewer numbers than empty fields
constexpr float COVERING = 1.0f;   // a cover fills no field

struct Placement {
  int field = -1;  // -1: the card fits nowhere
  float cost = STUCK;
};

// For each field the number that would divide its gap evenly; a cover is judged as if the field
// were empty. The cost of a card is its distance from that number in units of the even step.
class Gaps {
 public:
  explicit Gaps(const Pyramid& p) : pyramid_(p) {
    for (int f = 0, a = -1, high = CARDS + 1; f < FIELDS; ++f) {
      above_[f] = a;
      high_[f] = high;
      if (p.top[f]) a = f, high = p.top[f];
    }
    for (int f = FIELDS - 1, b = FIELDS, low = 0; f >= 0; --f) {
      const int fields = b - above_[f];
      const float step = static_cast<float>(high_[f] - low) / static_cast<float>(fields);
      ideal_[f] = static_cast<float>(high_[f]) - step * static_cast<float>(f - above_[f]);
      per_step_[f] = 1.0f / step;
      least_[f] = low + b - f;
      most_[f] = high_[f] - (f - above_[f]);
      extra_[f] = p.top[f] ? COVERING : 0.0f;
      if (p.top[f]) b = f, low = p.top[f];
    }
  }

  Placement best(int card, const Rules& rules) const {
    Placement best;
    for (u32 fields = pacal::legal_fields(pyramid_, card, rules); fields; fields &= fields - 1) {
      const int f = lowest(fields);
      float cost = TOO_TIGHT;
      if (card >= least_[f] && card <= most_[f]) {
        const float off = (static_cast<float>(card) - ideal_[f]) * per_step_[f];
        cost = off < 0 ? -off : off;
      }
      cost += extra_[f];
      if (cost < best.cost) best = {f, cost};
    }
    return best;
  }

 private:
  const Pyramid& pyramid_;
  int above_[FIELDS], high_[FIELDS], least_[FIELDS], most_[FIELDS];
  float ideal_[FIELDS], per_step_[FIELDS], extra_[FIELDS];
};

// Keeps the cheapest card that the opponent would leave on the table, beside the worst card that
// they would still rather take.
inline Action greedy_offer(const Round& r, const Rules& rules) {
  const Gaps mine(r.pyramid[r.actor]), theirs(r.pyramid[r.actor ^ 1]);
  int card[pacal::HAND];
  float own[pacal::HAND], other[pacal::HAND];
  int n = 0;
  float least = 2 * STUCK;
  for (u64 hand = r.hand[r.actor]; hand; hand &= hand - 1, ++n) {
    card[n] = lowest64(hand);
    own[n] = mine.best(card[n], rules).cost;
    other[n] = theirs.best(card[n], rules).cost;
    if (other[n] < least) least = other[n];
  }
  int keep = -1, give = -1;
  bool spared = false;  // one card that the opponent likes best cannot be kept
  for (int i = 0; i < n; ++i) {
    if (!spared && other[i] == least) {
      spared = true;
      continue;
    }
    if (keep < 0 || own[i] < own[keep]) keep = i;
  }
  for (int i = 0; i < n; ++i)
    if (i != keep && other[i] <= other[keep] && (give < 0 || other[i] > other[give])) give = i;
  const int low = card[keep] < card[give] ? card[keep] : card[give];
  const int high = card[keep] + card[give] - low;
  return {Kind::OFFER, static_cast<u8>(low), static_cast<u8>(high)};
}

// What the greedy player does; it looks at the acting player's own hand only.
inline Action greedy_action(const Round& r, const Rules& rules) {
  if (r.phase == Phase::OFFER) return greedy_offer(r, rules);
  const Gaps gaps(r.pyramid[r.actor]);
  if (r.phase == Phase::TAKE) {
    const bool second = gaps.best(r.offer[1], rules).cost < gaps.best(r.offer[0], rules).cost;
    return {Kind::TAKE, r.offer[second], 0};
  }
  const int field = gaps.best(pacal::card_to_build(r), rules).field;
  if (field < 0) return {Kind::DECLINE, 0, 0};
  return {Kind::BUILD, static_cast<u8>(field), 0};
}

inline void greedy_playout(Round& r, const Rules& rules) {
  while (r.phase != Phase::OVER) pacal::apply(r, rules, greedy_action(r, rules));
}

}  // namespace sommet::pacal_players
