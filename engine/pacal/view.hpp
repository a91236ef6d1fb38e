// A round as one seat or an observer may know it, moved on by what everybody at the table sees.
//
// The hands that a viewer cannot see are empty here; a card enters one only for the moment in which
// its owner shows it. So nothing that is hidden can be asked of a View, because it is not there.
#pragma once

#include "pacal/rules.hpp"

namespace sommet::pacal {

struct View {
  Round round;
  Rules rules;
  u8 seat = NOBODY;           // whose eyes; NOBODY for an observer
  u8 held[2] = {HAND, HAND};  // cards in each hand, which everybody can count

  // What `seat` knows of a full round.
  static View of(const Round& full, const Rules& rules, int seat) {
    View view{full, rules, static_cast<u8>(seat), {}};
    for (int i = 0; i < 2; ++i) {
      view.held[i] = static_cast<u8>(popcount64(full.hand[i]));
      if (i != seat) view.round.hand[i] = 0;
    }
    return view;
  }

  // What `seat` knows before the first action: both apexes and its own hand (0 for an observer).
  static View start(const Rules& rules, int seat, u64 hand, int apex0, int apex1) {
    View view{start_round(seat == 0 ? hand : 0, seat == 1 ? hand : 0, apex0, apex1),
              rules,
              static_cast<u8>(seat),
              {HAND, HAND}};
    return view;
  }

  bool is_hidden(int hand) const { return hand != seat; }
  bool acts() const { return round.phase != Phase::OVER && round.actor == seat; }
  u64 unseen() const { return ALL_CARDS & ~seen_cards(round, seat); }

  // The card that the actor is to build, where the viewer may know it, else 0: a card received lies
  // open, a last one is known to its owner alone.
  int card() const {
    const bool is_known = round.phase == Phase::BUILD || round.actor == seat;
    return is_known ? card_to_build(round) : 0;
  }

  // Whether the acting seat may do this as far as the viewer can tell. `shown` is the card that a
  // hidden hand builds as its last, which everybody sees; else 0.
  bool allows(Action action, int shown) const {
    if (round.phase == Phase::OVER) return false;
    if (!is_hidden(round.actor)) return is_legal(round, rules, action);
    View with = *this;
    return with.show(action, shown) && is_legal(with.round, rules, action);
  }

  // Moves on; the action must be allowed.
  void play(Action action, int shown) {
    const int actor = round.actor;
    const bool builds_last = round.phase == Phase::LAST && action.kind == Kind::BUILD;
    if (is_hidden(actor)) show(action, shown);
    if (action.kind == Kind::OFFER) held[actor] = static_cast<u8>(held[actor] - 2);
    if (builds_last) held[actor] = 0;
    apply(round, rules, action);
  }

 private:
  // Puts the cards that a hidden hand is showing into it; false if they cannot come from there.
  bool show(Action action, int shown) {
    u64 cards = 0;
    if (action.kind == Kind::OFFER) cards = 1ull << (action.a & 63) | 1ull << (action.b & 63);
    if (action.kind == Kind::BUILD && round.phase == Phase::LAST) {
      if (shown < 1 || shown > CARDS) return false;
      cards = 1ull << shown;
    }
    if (cards & ~unseen()) return false;
    round.hand[round.actor] |= cards;
    return true;
  }
};

}  // namespace sommet::pacal
