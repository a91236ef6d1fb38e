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
  Round sample(Random& random) const {
    Round full = round;
    u64 pool = unseen;
    full.hand[seat ^ 1] = pacal::draw_cards(pool, other_cards, random);
    return full;
  }
};

inline Seen see(const Round& full, const Rules& rules, int seat) {
  Seen s{full, rules, seat, pacal::ALL_CARDS & ~pacal::seen_cards(full, seat),
         popcount64(full.hand[seat ^ 1])};
  s.round.hand[seat ^ 1] = 0;
  return s;
}

// 1 for a win of `seat`, 0 for a loss, one half for a draw: a drawn round is dealt again, and with
// players of equal strength a fresh round is worth half of each player's next step.
inline float score_of(const Round& over, int seat) {
  return over.winner == pacal::NOBODY ? 0.5f : over.winner == seat ? 1.0f : 0.0f;
}

// Every legal action, in the order of for_each_action.
struct Actions {
  Action list[pacal::MAX_CHOICES];
  int count = 0;
  Actions(const Round& r, const Rules& rules) {
    pacal::for_each_action(r, rules, [this](Action a) { list[count++] = a; });
  }
};

}  // namespace sommet::pacal_players
