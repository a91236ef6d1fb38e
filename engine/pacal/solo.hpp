// Pacal alone: draw the top card, build it at once (PAC-10 to PAC-12). A plain value.
#pragma once

#include "pacal/deal.hpp"

namespace sommet::pacal {

constexpr int PILE = CARDS - FIELDS;

enum class SoloStatus : u8 { BUILDING, WON, LOST };

struct Solo {
  Pyramid pyramid;
  u8 pile[PILE] = {};  // top card first; pile[drawn - 1] is the card in hand or the losing one
  u8 drawn = 0;
  SoloStatus status = SoloStatus::BUILDING;
};

// The card drawn last: to be built while BUILDING, the one that fits nowhere when LOST.
SOMMET_HD int drawn_card(const Solo& s) { return s.pile[s.drawn - 1]; }

SOMMET_HD u32 solo_fields(const Solo& s, const Rules& rules) {
  return s.status == SoloStatus::BUILDING ? legal_solo_fields(s.pyramid, drawn_card(s), rules) : 0;
}

// At most 20 cards can be built, so the pile of 40 never runs out.
SOMMET_HD void draw(Solo& s, const Rules& rules) {
  ++s.drawn;
  if (!legal_solo_fields(s.pyramid, drawn_card(s), rules)) s.status = SoloStatus::LOST;
}

// Deck order: 10 face-down cards in reading order, then the pile from its top.
SOMMET_HD Solo solo_from_deck(const u8 (&deck)[CARDS], const Rules& rules) {
  Solo s;
  for (int i = 0; i < PILE; ++i) s.pile[i] = deck[FIELDS + i];
  draw(s, rules);
  return s;
}

// Builds the drawn card on one of its solo_fields and draws the next unless complete (PAC-11).
SOMMET_HD void apply_solo(Solo& s, const Rules& rules, int field) {
  build(s.pyramid, drawn_card(s), field);
  if (is_complete(s.pyramid))
    s.status = SoloStatus::WON;
  else
    draw(s, rules);
}

// The cards not drawn yet: in the pile or face down.
SOMMET_HD u64 unseen_cards(const Solo& s) {
  u64 unseen = ALL_CARDS;
  for (int i = 0; i < s.drawn; ++i) unseen &= ~(1ull << s.pile[i]);
  return unseen;
}

// Shuffles the cards still in the pile with those face down, as far as the player can tell: what
// has been drawn stays.
SOMMET_HD void redeal_unseen(Solo& s, Random& random) {
  u64 pool = unseen_cards(s);
  for (int i = s.drawn; i < PILE; ++i)
    s.pile[i] = static_cast<u8>(lowest64(draw_cards(pool, 1, random)));
}

}  // namespace sommet::pacal
