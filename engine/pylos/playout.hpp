// Random games inside the core: every turn chosen uniformly from the legal ones.
#pragma once

#include "common/random.hpp"
#include "pylos/counting.hpp"

namespace sommet::pylos {

struct Playout {
  int winner;  // 0: the side to move at the beginning, 1: the other, -1: stopped at the limit
  int plies;
};

// Plays on until the game is over or `limit_plies` turns have passed. Repetition is ignored.
template <int Base>
SOMMET_HD Playout play_randomly(Rules rules, Position pos, Random& random, int limit_plies) {
  for (int plies = 0; plies < limit_plies; ++plies) {
    const Landings<Base> at(rules, pos);
    const u32 turns = count_moves<Base>(rules, pos, at);
    // Either the last turn took the summit, or the side to move has no ball to play: it has lost.
    if (turns == 0) return {(plies & 1) ^ 1, plies};
    pos = play(pos, nth_move<Base>(rules, pos, at, random.quick(turns)));
  }
  return {-1, limit_plies};
}

}  // namespace sommet::pylos
