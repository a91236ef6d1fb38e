// Searches of a game's position, as the page's calls start them.
#pragma once

#include "bindings/web/common/weights.hpp"
#include "bindings/web/pylos/calls.hpp"
#include "pylos_search/levels.hpp"

namespace sommet::web {

// A search of a game's position. PYL-R3 counts, as the game has come to it.
inline pylos_search::Task search_task(const pylos_game::Game& game) {
  pylos_search::Task task;
  task.rules = game.rules;
  task.root = game.seen();
  std::vector<u64> earlier = game.history.positions();
  earlier.pop_back();
  task.drawn = pylos_search::drawn_positions(earlier, game.limit, game.dark_moves);
  return task;
}

// Gives the task what the strongest search judges with; refuses where that is not loaded.
inline bool use_best_judge(Reply& reply, pylos_search::Task& task) {
  const PylosPreset preset = preset_of(task.rules);
  if (preset == CHILDREN) {
    if (weights.pylos[preset].empty()) return refuse_unloaded(reply, PYLOS_WEIGHTS[preset]);
    task.weights = weights.pylos[preset].data();
    return true;
  }
  const PylosNetworkId number = network_of(task.rules);
  if (!weights.network[number]) return refuse_unloaded(reply, PYLOS_NETWORKS[number]);
  task.network = weights.network[number].get();
  return true;
}

inline bool read_running_game(const Request& request, Reply& reply, pylos_game::Game& game) {
  pylos::Move last;
  if (!read_pylos_game(request, reply, game, last)) return false;
  if (!game.is_over()) return true;
  return reply.refuse("game_over", "", "the game is over");
}

}  // namespace sommet::web
