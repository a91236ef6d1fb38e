// A position of a round laid out by hand: seat 0's cards, both pyramids, both apexes
// and what lies on the table. Whose turn it is, and for what, follows from them.
#pragma once

#include "pacal/table.hpp"
#include "pacal_players/seen.hpp"

namespace sommet::pacal_players {

struct Setup {
  u8 top[2][pacal::FIELDS] = {}, under[2][pacal::FIELDS] = {};
  u64 hand = 0;
  u8 apex[2] = {};
  u8 table[2] = {};  // an offer, or what is left of one; 0 for none
  u8 kept = 0;       // the card on the table that seat 0 has to build, or 0
};

// Why a set-up cannot occur in any round: a key, and the numbers that the sentence needs.
struct SetupFault {
  const char* reason = nullptr;
  int card = 0, count = 0, due = 0;
};

namespace setup_detail {

// The first card that lies in two places, or 0.
inline int card_lying_twice(const Setup& s) {
  u64 seen = s.hand;
  const auto is_new = [&seen](u8 card) {
    const u64 bit = card ? 1ull << card : 0;
    const bool fresh = !(seen & bit);
    seen |= bit;
    return fresh;
  };
  for (int i = 0; i < 2; ++i) {
    for (const u8 card : {s.apex[i], s.table[i]})
      if (!is_new(card)) return card;
    for (int f = 0; f < pacal::FIELDS; ++f)
      for (const u8 card : {s.top[i][f], s.under[i][f]})
        if (!is_new(card)) return card;
  }
  return 0;
}

// Finds turn, phase and actor; the pyramids, apexes and beginner are in place.
inline SetupFault find_moment(const Setup& s, Seen& seen) {
  Round& r = seen.round;
  const int own = pacal::cards_built(r.pyramid[0]), other = pacal::cards_built(r.pyramid[1]);
  const int on_table = (s.table[0] != 0) + (s.table[1] != 0);
  const int left = s.table[0] + s.table[1] - s.kept;  // what the other one gets of an offer
  const SetupFault unequal{"unequal", 0, own, other};
  r.turn = static_cast<u8>(own + 1);
  r.actor = 0;
  const bool offers = pacal::offerer(r) == 0;
  if (!on_table) {
    r.phase = own == pacal::TURNS ? Phase::LAST : Phase::OFFER;
    const bool acted = r.phase == Phase::LAST && offers;  // the chooser's last card comes first
    if (own != other && !(acted && other == own + 1)) return unequal;
    if (r.phase == Phase::OFFER && !offers) return {"their-offer"};
    if (acted && other == own) r.declined = 2;
    return {};
  }
  if (own >= pacal::TURNS) return {"too-late"};
  if (on_table == 1) {
    // The chooser has built; the card that was left is to be built now.
    if (!offers) return {"offer-of-two"};
    if (other != own + 1) return unequal;
    r.phase = Phase::BUILD;
    r.card[0] = static_cast<u8>(s.table[0] + s.table[1]);
    return {};
  }
  if (own != other) return unequal;
  if (s.kept) {
    r.phase = Phase::BUILD;
    r.card[0] = s.kept;
    r.card[1] = static_cast<u8>(left);
    if (!offers) return {};
    // The chooser builds first, unless the card fits nowhere.
    if (pacal::legal_fields(r.pyramid[1], left, seen.rules)) return {"they-build-first", left};
    r.stuck = 2;
    return {};
  }
  if (offers) return {"they-choose"};
  r.phase = Phase::TAKE;
  const bool in_order = s.table[0] < s.table[1];
  r.offer[0] = s.table[!in_order];
  r.offer[1] = s.table[in_order];
  return {};
}

}  // namespace setup_detail

// What seat 0 knows at that moment, or why there is none.
inline SetupFault read_setup(const Setup& s, const Rules& rules, Seen& seen) {
  using namespace setup_detail;
  if (!s.apex[0] || !s.apex[1]) return {"apexes"};
  if (const int card = card_lying_twice(s)) return {"card-twice", card};
  seen = Seen{};
  seen.rules = rules;
  Round& r = seen.round;
  r.hand[0] = s.hand;
  r.beginner = s.apex[1] > s.apex[0];
  for (int i = 0; i < 2; ++i) {
    if (const int card = pacal::card_out_of_order(s.top[i])) return {"out-of-order", card};
    r.apex[i] = s.apex[i];
    r.pyramid[i] = pacal::read_pyramid(s.top[i], s.under[i]);
  }
  if (pacal::is_complete(r.pyramid[0])) return {"over"};
  if (const SetupFault fault = find_moment(s, seen); fault.reason) return fault;
  if (pacal::is_complete(r.pyramid[1]) && r.phase != Phase::BUILD && r.phase != Phase::LAST)
    return {"over"};
  const int count = popcount64(s.hand), due = cards_in_hand(r, 0);
  if (count != due) return {"hand", 0, count, due};
  if (r.phase == Phase::BUILD && !pacal::build_fields(r, rules)) return {"fits-nowhere", r.card[0]};
  const bool has_built_last =
      r.phase == Phase::LAST && pacal::cards_built(r.pyramid[1]) > pacal::TURNS;
  seen.other_cards = has_built_last ? 0 : cards_in_hand(r, 1);
  seen.unseen = pacal::ALL_CARDS & ~pacal::seen_cards(r, 0);
  return {fault_of(seen) ? "impossible" : nullptr};
}

// The set-up that a legal action of seat 0 leads to, as far as it is seat 0's own to say: what the
// other one does next is laid out by hand.
inline Setup after(const Setup& s, const Seen& seen, pacal::Action action) {
  if (action.kind == pacal::Kind::DECLINE) return s;
  Round r = seen.round;
  pacal::apply(r, seen.rules, action);
  Setup next;
  for (int i = 0; i < 2; ++i) {
    for (int f = 0; f < pacal::FIELDS; ++f) {
      next.top[i][f] = r.pyramid[i].top[f];
      next.under[i][f] = r.pyramid[i].under[f];
    }
    next.apex[i] = r.apex[i];
    next.table[i] = r.phase == Phase::TAKE ? r.offer[i] : r.card[i];
  }
  next.hand = r.hand[0];
  next.kept = r.card[0];
  return next;
}

}  // namespace sommet::pacal_players
