// Counting and random games for Python. Compiled by themselves: in a larger file the compiler
// inlines less, which costs a seventh of the speed.
#pragma once

#include "pylos/rules.hpp"

namespace sommet::python {

struct RandomGames {
  u64 wins[2], plies;
};

u64 count_sequences(pylos::Rules rules, pylos::Position pos, int depth);
RandomGames play_random_games(pylos::Rules rules, u64 games, u64 seed);

}  // namespace sommet::python
