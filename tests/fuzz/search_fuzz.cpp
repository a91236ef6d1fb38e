// Searches positions of random games under every rule switch, with and without weights, oversights
// and extra threads. Built with sanitizers; fails where a search finds no move.
#include <cstdio>
#include <vector>

#include "common/random.hpp"
#include "pylos_search/search.hpp"

using namespace sommet;
using namespace sommet::pylos_search;

namespace {

constexpr int GAMES = 60, MOVES = 60, EVERY = 6;
constexpr u64 NODES = 400;
constexpr u64 ALL_CELLS = pylos::Pyramid<4>::ALL;

Task make_task(int game, Position root, Random& random, const std::vector<short>& weights) {
  Task task;
  task.rules = {game % 4 != 0, game % 4 >= 2, (game & 4) != 0, (game & 8) != 0};
  task.root = root;
  task.limits = {0, NODES, MAX_PLIES, 1 + static_cast<int>(random.quick(3))};
  if (game & 1) task.weights = weights.data();
  task.every = game % 3 == 0;
  if (game % 5 == 0) {
    task.oversights.raises[1] = static_cast<u32>(random.next64() & ALL_CELLS);
    task.oversights.earnings[0] = static_cast<u32>(random.next64() & ALL_CELLS);
    task.oversights.freed_balls[1] = true;
    task.oversights.blur = 50;
  }
  task.drawn.add(position_key(root));
  return task;
}

}  // namespace

int main() {
  Random random(5);
  std::vector<short> weights(WEIGHTS);
  for (short& weight : weights)
    weight = static_cast<short>(static_cast<int>(random.quick(200)) - 100);
  int searches = 0;
  for (int game = 0; game < GAMES; ++game) {
    Position pos{0, 0};
    for (int ply = 0; ply < MOVES; ++ply) {
      const Task task = make_task(game, pos, random, weights);
      std::vector<Move> moves;
      pylos::for_each_move<4>(task.rules, pos, [&](Move move) { moves.push_back(move); });
      if (moves.empty()) break;
      if (random.quick(EVERY) == 0) {
        if (run<4>(task).moves.empty()) return 1;
        ++searches;
      }
      pos = pylos::play(pos, moves[random.quick(static_cast<u32>(moves.size()))]);
    }
  }
  std::printf("%d searches\n", searches);
  return 0;
}
