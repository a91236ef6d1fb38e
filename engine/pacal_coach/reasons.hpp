// Why an action is good or bad, as keys and numbers that any language can put into words.
#pragma once

#include <vector>

#include "pacal_players/levels.hpp"

namespace sommet::pacal_coach {

using pacal::Action;
using pacal::Pyramid;
using pacal_players::Seen;

enum class Remark : u8 {
  COMPLETES,
  FITS_NOWHERE,
  BLOCKERS,
  OPEN,
  TIGHT_GAP,
  HOPELESS_GAP,
  COVERS,
  STUCK_THEM,
  STUCK_YOU,
  LEAVES,
  EXACT,
};

// A remark's key and the names of its numbers. Of FITS_NOWHERE the one name stands for a list.
struct RemarkForm {
  const char* key;
  const char* names[4];
};

// In the order of Remark.
inline constexpr RemarkForm REMARKS[] = {
    {"coach.completes", {}},
    {"coach.fits-nowhere", {"cards"}},
    {"coach.blockers", {"count", "unseen"}},
    {"coach.open", {}},
    {"coach.tight-gap", {"above", "below", "fields", "cards"}},
    {"coach.hopeless-gap", {"above", "below", "fields", "cards"}},
    {"coach.covers", {"card"}},
    {"coach.stuck-them", {"card"}},
    {"coach.stuck-you", {"card"}},
    {"coach.leaves", {"card"}},
    {"coach.exact", {}},
};

struct Reason {
  Remark remark;
  int numbers[4] = {};
  u64 cards = 0;  // of FITS_NOWHERE

  const RemarkForm& form() const { return REMARKS[static_cast<int>(remark)]; }
  friend bool operator==(const Reason& a, const Reason& b) {
    for (int i = 0; i < 4; ++i)
      if (a.numbers[i] != b.numbers[i]) return false;
    return a.remark == b.remark && a.cards == b.cards;
  }
};

using Reasons = std::vector<Reason>;

// Which of `cards` fit some field that is not `blocked`. Rules PAC-4, PAC-5.
inline u64 fitting_cards(const Pyramid& p, u32 blocked, u64 cards) {
  u64 fitting = 0;
  for (u64 left = cards; left; left &= left - 1)
    if (pacal::descent_fields(p, lowest64(left)) & ~blocked) fitting |= left & (0 - left);
  return fitting;
}

inline constexpr int ROOMY = 3;  // a gap with more spare cards than this needs no remark

// Adds the gap with the fewest spare cards if it is tight. `tops`: the visible card per field.
inline void add_tightest_gap(const u8* tops, u64 coming, Reasons& to) {
  Reason tightest{Remark::TIGHT_GAP};
  int fewest = pacal::CARDS, fields = 0, above = pacal::CARDS + 1;
  for (int f = 0; f <= pacal::FIELDS; ++f) {
    const int below = f < pacal::FIELDS ? tops[f] : 0;
    if (f < pacal::FIELDS && !below) {
      ++fields;
      continue;
    }
    if (fields) {
      const u64 between = coming & ((1ull << above) - 1) & ~((2ull << below) - 1);
      const int spare = popcount64(between) - fields;
      // Of equals the lowest one: gaps are met from the top down.
      if (spare <= fewest) {
        fewest = spare;
        tightest = {spare < 0 ? Remark::HOPELESS_GAP : Remark::TIGHT_GAP,
                    {above, below, fields, spare + fields}};
      }
    }
    fields = 0;
    above = below;
  }
  if (fewest <= ROOMY) to.push_back(tightest);
}

// Adds what a pyramid still lacks: cards that fit nowhere, blockers, its tightest gap.
inline void describe(const Pyramid& p, u32 blocked, u64 hand, u64 unseen, Reasons& to) {
  if (const u64 useless = hand & ~fitting_cards(p, blocked, hand))
    to.push_back({Remark::FITS_NOWHERE, {}, useless});
  const int blockers = popcount64(unseen & ~fitting_cards(p, blocked, unseen));
  if (blockers) {
    to.push_back({Remark::BLOCKERS, {blockers, popcount64(unseen)}});
  } else {
    to.push_back({Remark::OPEN});
  }
  add_tightest_gap(p.top, hand | unseen, to);
}

// What is to be said of building `card` on `field`; `blocked` tells where nothing goes afterwards.
template <class Blocked>
Reasons explain_build(Pyramid p, int card, int field, u64 hand, u64 unseen, Blocked&& blocked) {
  Reasons reasons;
  if (p.top[field]) reasons.push_back({Remark::COVERS, {p.top[field]}});
  pacal::build(p, card, field);
  if (pacal::is_complete(p)) return {{Remark::COMPLETES}};
  describe(p, blocked(p), hand, unseen, reasons);
  return reasons;
}

// What speaks for or against an action of the seat to act.
inline Reasons explain(const Seen& seen, Action action) {
  const pacal::Round& r = seen.round;
  const Pyramid &own = r.pyramid[seen.seat], &other = r.pyramid[seen.seat ^ 1];
  const u64 hand = r.hand[seen.seat];
  const auto is_stuck = [&](const Pyramid& p, int card) {
    return !pacal::legal_fields(p, card, seen.rules);
  };
  Reasons reasons;
  switch (action.kind) {
    case pacal::Kind::BUILD: {
      const int card = pacal::card_to_build(r);
      return explain_build(own, card, action.a, hand & ~(1ull << card), seen.unseen,
                           [](const Pyramid& p) -> u32 { return p.doubled; });
    }
    case pacal::Kind::TAKE: {
      const int left = r.offer[0] + r.offer[1] - action.a;
      if (is_stuck(own, action.a)) reasons.push_back({Remark::STUCK_YOU, {action.a}});
      reasons.push_back({is_stuck(other, left) ? Remark::STUCK_THEM : Remark::LEAVES, {left}});
      break;
    }
    case pacal::Kind::OFFER:
      for (const int card : {action.a, action.b}) {
        if (is_stuck(own, card)) reasons.push_back({Remark::STUCK_YOU, {card}});
        if (is_stuck(other, card)) reasons.push_back({Remark::STUCK_THEM, {card}});
      }
      describe(own, own.doubled, hand & ~(1ull << action.a | 1ull << action.b), seen.unseen,
               reasons);
      break;
    case pacal::Kind::DECLINE:
      break;
  }
  return reasons;
}

}  // namespace sommet::pacal_coach
