// One step of the solo game for many games at once, as the trainer needs it: what may follow each
// card, and the network's inputs. Device-compilable; solo_steps.cu and training_solo.cpp run it.
#pragma once

#include "pacal_players/solo_inputs.hpp"

namespace sommet::pacal_players {

// A pyramid between two cards. `slot` says which state and card it follows: state · CARDS + card
// - 1.
struct SoloState {
  u64 unseen;
  u8 own[FIELDS];
  u8 cover_anytime, field;
  u32 slot;
};
static_assert(sizeof(SoloState) == 24);

constexpr int SOLO_INPUTS = (SOLO_ROWS + SOLO_DENSE + 7) / 8 * 8;

SOMMET_HD Rules solo_rules(const SoloState& s) {
  Rules rules;
  rules.cover_anytime = s.cover_anytime != 0;
  return rules;
}

// Where the next card may go; none when it is not among the unseen.
SOMMET_HD u32 fields_for(const SoloState& s, int card) {
  if (!(s.unseen >> card & 1)) return 0;
  return pacal::legal_solo_fields(unpack_pyramid(s.own), card, solo_rules(s));
}

// Writes what follows when `card` is drawn, a state for each of its fields.
SOMMET_HD void write_successors(const SoloState& s, int card, u32 slot, SoloState* out) {
  for (u32 fields = fields_for(s, card); fields; fields &= fields - 1) {
    const int f = lowest(fields);
    SoloState next = s;
    next.unseen &= ~(1ull << card);
    next.own[f] = static_cast<u8>(card | (s.own[f] ? COVERS : 0));
    next.field = static_cast<u8>(f);
    next.slot = slot;
    *out++ = next;
  }
}

// Writes the inputs of a state (or of its mirror image) into a zeroed row of SOLO_INPUTS numbers.
template <class Number, class Convert>
SOMMET_HD void write_inputs(const SoloState& s, bool mirrored, Number* out, Convert convert) {
  SoloFeatures x;
  if (mirrored) {
    u8 turned[FIELDS];
    mirror(s.own, turned);
    extract(unpack_pyramid(turned), mirror_cards(s.unseen), s.cover_anytime != 0, x);
  } else {
    extract(unpack_pyramid(s.own), s.unseen, s.cover_anytime != 0, x);
  }
  for (int r = 0; r < x.rows; ++r) out[x.row[r]] = convert(1.0f);
  for (int d = 0; d < SOLO_DENSE; ++d) out[SOLO_ROWS + d] = convert(x.dense[d]);
}

}  // namespace sommet::pacal_players
