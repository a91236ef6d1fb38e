// One Pacal pyramid and the building rules (PAC-4, PAC-5, PAC-R6). Plain values, device-compilable.
//
// Fields are numbered in reading order; people say 1 to 10, the core says 0 to 9, and a set of
// fields is a 10-bit mask whose bit f is field f:
//
//                0
//              1   2
//            3   4   5
//          6   7   8   9
//
// A set of cards is a u64 whose bit n is card n (1 to 50).
#pragma once

#include "common/device.hpp"

namespace sommet::pacal {

constexpr int FIELDS = 10;
constexpr int CARDS = 50;
constexpr u32 ALL_FIELDS = (1u << FIELDS) - 1;
constexpr u64 ALL_CARDS = ((1ull << CARDS) - 1) << 1;

// What the books let a table choose. Default: English book, default rulings.
struct Rules {
  bool largest_wins = false;      // PAC-7: French book, the largest difference wins
  bool solo_cover = true;         // PAC-12: false in the French book
  bool fields_if_stuck = false;   // PAC-R3: most fields filled wins instead of a draw
  bool fields_at_end = false;     // PAC-R4: most fields, then fewest covers, instead of a draw
  bool covers_break_tie = false;  // PAC-R5: fewest covers instead of a draw
  bool cover_anytime = true;      // PAC-R6: false: cover only when no empty field fits
  bool covered_count = false;     // PAC-R9: covered cards count for the difference, too
};

// Because visible numbers strictly descend, the k-th filled field in reading order carries the k-th
// highest visible card. `ranks` keeps those fields as 4-bit digits between two sentinels:
//   digit 0 = 0, digits 1 … n = the n filled fields in reading order, digit n + 1 = 9
// so that a card with k higher visible cards may go to the fields from digit k to digit k + 1, both
// included (the ends are its neighbours, which it may cover, or the rim), unless twice built upon.
struct Pyramid {
  u64 visible = 0;        // the uppermost card of each filled field
  u64 ranks = 0x90;       // see above
  u8 top[FIELDS] = {};    // visible card per field, 0 = empty
  u8 under[FIELDS] = {};  // covered card per field, 0 = none
  u16 filled = 0;         // fields with at least one card
  u16 doubled = 0;        // fields with two cards
};

SOMMET_HD bool is_complete(const Pyramid& p) { return p.filled == ALL_FIELDS; }
SOMMET_HD int fields_filled(const Pyramid& p) { return popcount(p.filled); }
SOMMET_HD int covers(const Pyramid& p) { return popcount(p.doubled); }
SOMMET_HD int cards_built(const Pyramid& p) { return popcount(p.filled) + popcount(p.doubled); }

// Every card built here, covered ones included.
SOMMET_HD u64 built_cards(const Pyramid& p) {
  u64 cards = p.visible;
  for (int f = 0; f < FIELDS; ++f)
    if (p.under[f]) cards |= 1ull << p.under[f];
  return cards;
}

// The first visible card that is higher than one before it, or 0 (PAC-4).
SOMMET_HD int card_out_of_order(const u8* top) {
  int last = CARDS + 1;
  for (int f = 0; f < FIELDS; ++f) {
    if (top[f] > last) return top[f];
    if (top[f]) last = top[f];
  }
  return 0;
}
// Highest minus lowest visible card (PAC-7); the pyramid must not be empty.
SOMMET_HD int difference(const Pyramid& p) { return highest64(p.visible) - lowest64(p.visible); }

// The difference that decides between two complete pyramids. Rules PAC-7, PAC-R9.
SOMMET_HD int deciding_difference(const Pyramid& p, const Rules& rules) {
  const u64 cards = rules.covered_count ? built_cards(p) : p.visible;
  return highest64(cards) - lowest64(cards);
}

// Fields where `card` keeps the descent (PAC-4), whether or not they may still be covered.
SOMMET_HD u32 descent_fields(const Pyramid& p, int card) {
  const int higher = popcount64(p.visible >> card);
  const u32 pair = static_cast<u32>(p.ranks >> (4 * higher));
  return (2u << ((pair >> 4) & 15)) - (1u << (pair & 15));
}

// PAC-4 and PAC-5 alone: ignores PAC-R6.
SOMMET_HD u32 fitting_fields(const Pyramid& p, int card) {
  return descent_fields(p, card) & ~static_cast<u32>(p.doubled);
}

// The fields where a card that is not in the pyramid may be built. Rules PAC-4, PAC-5, PAC-R6.
SOMMET_HD u32 legal_fields(const Pyramid& p, int card, const Rules& rules) {
  const u32 fits = fitting_fields(p, card);
  const u32 empty = fits & ~static_cast<u32>(p.filled);
  return !rules.cover_anytime && empty ? empty : fits;
}

// The same for solo: the French book never covers. Rule PAC-12.
SOMMET_HD u32 legal_solo_fields(const Pyramid& p, int card, const Rules& rules) {
  return rules.solo_cover ? legal_fields(p, card, rules)
                          : fitting_fields(p, card) & ~static_cast<u32>(p.filled);
}

// Puts `card` on `field`, which must be one of its fitting_fields.
SOMMET_HD void build(Pyramid& p, int card, int field) {
  const u32 bit = 1u << field;
  if (p.filled & bit) {
    // Covering keeps the order of the fields; only the number changes.
    p.visible &= ~(1ull << p.top[field]);
    p.under[field] = p.top[field];
    p.doubled = static_cast<u16>(p.doubled | bit);
  } else {
    const int shift = 4 * (popcount64(p.visible >> card) + 1);
    const u64 before = (1ull << shift) - 1;
    p.ranks = (p.ranks & before) | static_cast<u64>(field) << shift | (p.ranks & ~before) << 4;
    p.filled = static_cast<u16>(p.filled | bit);
  }
  p.top[field] = static_cast<u8>(card);
  p.visible |= 1ull << card;
}

// Why a card may not be built on a field, in the order in which the reasons are looked for.
enum class FieldRefusal : u8 {
  NONE = 0,
  ALREADY_COVERED,   // PAC-5: two cards lie there
  TOO_LOW,           // PAC-4: a higher number stands later in reading order
  TOO_HIGH,          // PAC-4: a lower number stands earlier in reading order
  NO_COVERING,       // PAC-12: solo in the French book
  EMPTY_FIELD_FITS,  // PAC-R6 set to no
};

SOMMET_HD FieldRefusal field_refusal(const Pyramid& p, int card, int field, const Rules& rules,
                                     bool solo) {
  const u32 bit = 1u << field;
  const u32 descent = descent_fields(p, card);
  if (p.doubled & bit) return FieldRefusal::ALREADY_COVERED;
  // The descent fields are one run: what lies before it is smaller than the whole mask.
  if (!(descent & bit)) return bit < descent ? FieldRefusal::TOO_LOW : FieldRefusal::TOO_HIGH;
  if (solo && !rules.solo_cover && (p.filled & bit)) return FieldRefusal::NO_COVERING;
  if (!(legal_fields(p, card, rules) & bit)) return FieldRefusal::EMPTY_FIELD_FITS;
  return FieldRefusal::NONE;
}

}  // namespace sommet::pacal
