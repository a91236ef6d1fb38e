// Why an action is not allowed: a key, the clause, and the reason of a field for builds.
#pragma once

#include "pacal/rules.hpp"
#include "pacal/solo.hpp"

namespace sommet::pacal {

struct FieldReason {
  const char* key;
  const char* clause;
};

// In the order of FieldRefusal.
inline constexpr FieldReason FIELD_REASONS[] = {
    {"", ""},
    {"already-covered", "PAC-5"},
    {"too-low", "PAC-4"},
    {"too-high", "PAC-4"},
    {"no-covering", "PAC-12"},
    {"empty-field-fits", "PAC-R6"},
};

// How a round ended, in the order of Reason: a key and the clause.
inline constexpr FieldReason ENDINGS[] = {
    {"", ""},
    {"complete", "PAC-7"},
    {"complete", "PAC-R2"},
    {"difference", "PAC-7"},
    {"fewest-covers", "PAC-R5"},
    {"equal-difference", "PAC-R5"},
    {"stuck", "PAC-8"},
    {"most-fields", "PAC-R3"},
    {"both-stuck", "PAC-R3"},
    {"most-fields", "PAC-R4"},
    {"fewest-covers", "PAC-R4"},
    {"nobody-complete", "PAC-R4"},
};

inline FieldReason reason_of(FieldRefusal refusal) {
  return FIELD_REASONS[static_cast<int>(refusal)];
}
inline FieldReason ending_of(const Round& r) { return ENDINGS[static_cast<int>(r.reason)]; }

// A solo game's ending: losing names PAC-12 where the card could only have covered.
inline FieldReason ending_of(const Solo& s) {
  if (s.status == SoloStatus::WON) return {"complete", "PAC-11"};
  return {"stuck", fitting_fields(s.pyramid, drawn_card(s)) ? "PAC-12" : "PAC-11"};
}

inline FieldReason explain_build(const Pyramid& p, int card, Action action, const Rules& rules,
                                 bool solo) {
  if (!card || action.kind != Kind::BUILD || action.a >= FIELDS) return {"no-card", "PAC-3"};
  return reason_of(field_refusal(p, card, action.a, rules, solo));
}

// Why `action`, which is not legal, is refused. Only the actor's own hand is asked about.
inline FieldReason explain_illegal(const Round& r, const Rules& rules, Action action) {
  switch (r.phase) {
    case Phase::OFFER:
      if (action.kind != Kind::OFFER) return {"offer-now", "PAC-3"};
      return {"not-in-hand", "PAC-3"};
    case Phase::TAKE:
      if (action.kind != Kind::TAKE) return {"take-now", "PAC-3"};
      return {"not-on-offer", "PAC-3"};
    case Phase::BUILD:
      if (action.kind != Kind::BUILD) return {"build-now", "PAC-3"};
      break;
    case Phase::LAST:
      if (action.kind != Kind::BUILD && action.kind != Kind::DECLINE) return {"last-now", "PAC-6"};
      break;
    case Phase::OVER:
      return {"round-over", ending_of(r).clause};
  }
  return explain_build(r.pyramid[r.actor], card_to_build(r), action, rules, false);
}

inline FieldReason explain_illegal(const Solo& s, const Rules& rules, Action action) {
  if (s.status != SoloStatus::BUILDING) return {"game-over", ending_of(s).clause};
  if (action.kind != Kind::BUILD) return {"build-only", "PAC-10"};
  return explain_build(s.pyramid, drawn_card(s), action, rules, true);
}

}  // namespace sommet::pacal
