// Why an action is good or bad, as keys and numbers that any language can put into words.
#pragma once

#include <algorithm>
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
  KEEPS,
  LEAVES,
  EXACT,
  GAP_CLOSED,
  GONE,
};

// A remark's key and the names of its numbers and of its list of cards.
struct RemarkForm {
  const char* key;
  const char* names[4];
  const char* list = nullptr;
};

// In the order of Remark.
inline constexpr RemarkForm REMARKS[] = {
    {"coach.completes", {}},
    {"coach.fits-nowhere", {}, "cards"},
    {"coach.blockers", {"count", "unseen"}},
    {"coach.open", {}},
    {"coach.tight-gap", {"above", "below", "fields", "cards"}},
    {"coach.hopeless-gap", {"above", "below", "fields", "cards"}},
    {"coach.covers", {"card"}},
    {"coach.stuck-them", {"card"}},
    {"coach.stuck-you", {"card"}},
    {"coach.keeps", {"taken", "kept"}},
    {"coach.leaves", {"card"}},
    {"coach.exact", {}},
    {"coach.gap-closed", {"above", "below", "fields", "cards"}},
    {"coach.gone", {"above", "below"}, "cards"},
};

inline bool is_praise(Remark remark) {
  return remark == Remark::COMPLETES || remark == Remark::OPEN || remark == Remark::STUCK_THEM;
}

struct Reason {
  Remark remark;
  int numbers[4] = {};
  u64 cards = 0;   // where the remark lists some
  u32 fields = 0;  // of the own pyramid: what the remark is about, as bits

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

// Empty fields in a row, and the visible cards around them: 51 and 0 where the pyramid ends.
struct Gap {
  int above, below;
  u32 fields;

  u64 between() const { return ((1ull << above) - 1) & ~((2ull << below) - 1); }
};

// The cards that can still come to a pyramid: any of `cards`, and at most one of `one_of`.
struct Coming {
  u64 cards, one_of = 0;

  int count(const Gap& gap) const {
    return popcount64(cards & gap.between()) + ((one_of & gap.between()) != 0);
  }
  // Below 0 the gap cannot be filled as it stands: its cards are all different. Rule PAC-4.
  int spare(const Gap& gap) const { return count(gap) - popcount(gap.fields); }
};

inline Reason gap_remark(Remark remark, const Gap& gap, const Coming& coming) {
  const int fields = popcount(gap.fields);
  return {remark, {gap.above, gap.below, fields, coming.count(gap)}, 0, gap.fields};
}

// From the top down. `tops`: the visible card per field.
template <class Visit>
void for_each_gap(const u8* tops, Visit&& visit) {
  Gap gap{pacal::CARDS + 1, 0, 0};
  for (int f = 0; f <= pacal::FIELDS; ++f) {
    const int below = f < pacal::FIELDS ? tops[f] : 0;
    if (f < pacal::FIELDS && !below) {
      gap.fields |= 1u << f;
      continue;
    }
    gap.below = below;
    if (gap.fields) visit(gap);
    gap = {below, 0, 0};
  }
}

// Adds the gap with the fewest spare cards if it is tight, and which of its cards are gone.
inline void add_tightest_gap(const u8* tops, const Coming& coming, Reasons& to) {
  Gap tightest{};
  int fewest = pacal::CARDS;
  for_each_gap(tops, [&](const Gap& gap) {
    // Of equals the lowest one.
    if (coming.spare(gap) <= fewest) fewest = coming.spare(gap), tightest = gap;
  });
  if (fewest > ROOMY) return;
  const auto is_named = [&](const Reason& each) {
    return each.remark == Remark::GAP_CLOSED && each.fields == tightest.fields;
  };
  if (std::none_of(to.begin(), to.end(), is_named))
    to.push_back(
        gap_remark(fewest < 0 ? Remark::HOPELESS_GAP : Remark::TIGHT_GAP, tightest, coming));
  if (const u64 gone = tightest.between() & ~(coming.cards | coming.one_of))
    to.push_back({Remark::GONE, {tightest.above, tightest.below}, gone, tightest.fields});
}

// Adds the gaps that could be filled before an action and cannot after it. Building only fills
// fields, so each gap after it lies in one gap before it.
inline void add_closed_gaps(const u8* tops, const Coming& coming, const u8* tops_before,
                            const Coming& coming_before, Reasons& to) {
  for_each_gap(tops_before, [&](const Gap& before) {
    if (coming_before.spare(before) < 0) return;
    for_each_gap(tops, [&](const Gap& gap) {
      if ((gap.fields & before.fields) && coming.spare(gap) < 0)
        to.push_back(gap_remark(Remark::GAP_CLOSED, gap, coming));
    });
  });
}

// Adds what a pyramid still lacks: cards that fit nowhere, blockers, its tightest gap.
inline void describe(const Pyramid& p, u32 blocked, u64 hand, u64 unseen, const Coming& coming,
                     Reasons& to) {
  if (const u64 useless = hand & ~fitting_cards(p, blocked, hand))
    to.push_back({Remark::FITS_NOWHERE, {}, useless});
  const int blockers = popcount64(unseen & ~fitting_cards(p, blocked, unseen));
  if (blockers) {
    to.push_back({Remark::BLOCKERS, {blockers, popcount64(unseen)}});
  } else {
    to.push_back({Remark::OPEN});
  }
  add_tightest_gap(p.top, coming, to);
}

// The remarks on building `card` on `field`; `blocked` reports where nothing fits then.
template <class Blocked>
Reasons explain_build(const Pyramid& before, int card, int field, u64 hand, u64 unseen,
                      Blocked&& blocked) {
  Pyramid p = before;
  pacal::build(p, card, field);
  if (pacal::is_complete(p)) return {{Remark::COMPLETES}};
  const Coming coming{hand | unseen};
  Reasons reasons;
  add_closed_gaps(p.top, coming, before.top, {coming.cards | 1ull << card}, reasons);
  if (before.top[field]) reasons.push_back({Remark::COVERS, {before.top[field]}, 0, 1u << field});
  describe(p, blocked(p), hand, unseen, coming, reasons);
  return reasons;
}

// The last card: nothing comes after it. Rule PAC-6.
inline Reasons explain_last(Pyramid p, int card, int field) {
  const int covered = p.top[field];
  pacal::build(p, card, field);
  if (pacal::is_complete(p)) return {{Remark::COMPLETES}};
  if (!covered) return {};
  return {{Remark::COVERS, {covered}, 0, 1u << field}};
}

// What speaks for or against an action of the seat to act. `taken`: of an offer, the card that the
// opponent will most likely take, 0 where either may go.
inline Reasons explain(const Seen& seen, Action action, int taken = 0) {
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
      if (r.phase == pacal::Phase::LAST) return explain_last(own, card, action.a);
      return explain_build(own, card, action.a, hand & ~(1ull << card), seen.unseen,
                           [](const Pyramid& p) -> u32 { return p.doubled; });
    }
    case pacal::Kind::TAKE: {
      const int left = r.offer[0] + r.offer[1] - action.a;
      const u64 own_card = 1ull << action.a, coming = hand | seen.unseen;
      if (is_stuck(own, action.a)) reasons.push_back({Remark::STUCK_YOU, {action.a}});
      reasons.push_back({is_stuck(other, left) ? Remark::STUCK_THEM : Remark::LEAVES, {left}});
      add_closed_gaps(own.top, {coming | own_card}, own.top, {coming, own_card | 1ull << left},
                      reasons);
      break;
    }
    case pacal::Kind::OFFER: {
      const u64 offered = 1ull << action.a | 1ull << action.b, kept = hand & ~offered;
      // One of the two comes back to be built.
      const Coming coming{kept | seen.unseen, offered};
      for (const int card : {action.a, action.b}) {
        if (is_stuck(own, card)) reasons.push_back({Remark::STUCK_YOU, {card}});
        if (is_stuck(other, card)) reasons.push_back({Remark::STUCK_THEM, {card}});
      }
      if (taken) reasons.push_back({Remark::KEEPS, {taken, action.a + action.b - taken}});
      add_closed_gaps(own.top, coming, own.top, {hand | seen.unseen}, reasons);
      describe(own, own.doubled, kept, seen.unseen, coming, reasons);
      break;
    }
    case pacal::Kind::DECLINE:
      break;
  }
  return reasons;
}

}  // namespace sommet::pacal_coach
