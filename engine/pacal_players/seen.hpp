// What one seat sees of a round, and nothing else: the input of every player.
#pragma once

#include "pacal/deal.hpp"
#include "pacal_players/features.hpp"

namespace sommet::pacal_players {

using pacal::Action;
using pacal::Kind;
using pacal::Phase;
using pacal::Round;

struct Seen {
  Round round;  // the opponent's hand is empty here: it is hidden
  Rules rules;
  int seat = 0;
  u64 unseen = 0;       // cards that are in the opponent's hand or face down
  int other_cards = 0;  // how many of them the opponent holds

  // A full round, drawn uniformly among those that look the same from this seat.
  SOMMET_HD Round sample(Random& random) const {
    Round full = round;
    u64 pool = unseen;
    full.hand[seat ^ 1] = pacal::draw_cards(pool, other_cards, random);
    return full;
  }
};

SOMMET_HD Seen see(const Round& full, const Rules& rules, int seat) {
  Seen s{full, rules, seat, pacal::ALL_CARDS & ~pacal::seen_cards(full, seat),
         popcount64(full.hand[seat ^ 1])};
  s.round.hand[seat ^ 1] = 0;
  return s;
}

// How many cards a hand holds while it is offered from: two fewer for each offer made.
inline int cards_in_hand(const Round& r, int seat) {
  const int offered_now = r.phase == Phase::TAKE || r.phase == Phase::BUILD;
  const int before = seat == r.beginner ? r.turn / 2 : (r.turn - 1) / 2;  // offers of earlier turns
  return pacal::HAND - 2 * (before + (seat == pacal::offerer(r) ? offered_now : 0));
}

// What is wrong with a Seen that was put together from numbers, or null. Players trust what they
// see: hands of another size would overflow their lists, and never reach the end of a round.
inline const char* fault_of(const Seen& s) {
  const Round& r = s.round;
  const u64 hand = r.hand[s.seat];
  if (r.turn < 1 || (r.turn > pacal::TURNS) != (r.phase == Phase::LAST))
    return "turns go from 1 to 14, and to 15 for the last cards";
  const bool chooses = r.actor == pacal::chooser(r);
  if ((r.phase == Phase::OFFER && chooses) || (r.phase == Phase::TAKE && !chooses))
    return "it is the other seat's turn in this phase";
  const bool may_be_built = r.phase == Phase::LAST && !chooses;  // the chooser's last card
  for (const int seat : {s.seat, s.seat ^ 1}) {
    const int held = seat == s.seat ? popcount64(hand) : s.other_cards,
              due = cards_in_hand(r, seat);
    if (held != due && !(may_be_built && seat != r.actor && held == 0))
      return "a hand has 15 cards at first, and two fewer after each offer";
  }
  u64 seen = 0;
  int count = 0;
  const auto add = [&](u64 cards) {
    seen |= cards;
    count += popcount64(cards);
  };
  add(hand & pacal::ALL_CARDS);
  for (int i = 0; i < 2; ++i) {
    add(pacal::built_cards(r.pyramid[i]));
    for (const u8 card : {r.apex[i], r.offer[i], r.card[i]}) add((1ull << card) & pacal::ALL_CARDS);
    if (!r.apex[i]) return "both apexes are known";
    if ((r.phase == Phase::TAKE) != (r.offer[i] != 0)) return "an offer is two cards to take from";
  }
  if (r.phase == Phase::BUILD && !pacal::build_fields(r, s.rules))
    return "whoever builds has received a card that fits somewhere";
  if ((hand & ~pacal::ALL_CARDS) || popcount64(seen) != count) return "no card lies twice";
  return nullptr;
}

// 1 for a win of `seat`, 0 for a loss, one half for a draw: a drawn round is dealt again, and with
// players of equal strength a fresh round is worth half of each player's next step.
SOMMET_HD float score_of(const Round& over, int seat) {
  return over.winner == pacal::NOBODY ? 0.5f : over.winner == seat ? 1.0f : 0.0f;
}

// Every legal action, in the order of for_each_action.
struct Actions {
  Action list[pacal::MAX_CHOICES];
  int count = 0;
  SOMMET_HD_CALL Actions(const Round& r, const Rules& rules) {
    pacal::for_each_action(r, rules, [this](Action a) { list[count++] = a; });
  }
};

}  // namespace sommet::pacal_players
