#include "bindings/python/counting.hpp"

#include "pylos/playout.hpp"

namespace sommet::python {

u64 count_sequences(pylos::Rules rules, pylos::Position pos, int depth) {
  return pylos::perft<4>(rules, pos, depth);
}

RandomGames play_random_games(pylos::Rules rules, u64 games, u64 seed) {
  Random random(seed);
  RandomGames found{};
  for (u64 i = 0; i < games; ++i) {
    const pylos::Playout game = pylos::play_randomly<4>(rules, {0, 0}, random, 1 << 20);
    if (game.winner >= 0) ++found.wins[game.winner];
    found.plies += static_cast<u64>(game.plies);
  }
  return found;
}

}  // namespace sommet::python
