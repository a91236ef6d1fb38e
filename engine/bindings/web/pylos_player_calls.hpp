// The players of Pylos: levels, and a search limited by nodes.
#pragma once

#include "bindings/web/pylos_calls.hpp"
#include "bindings/web/weights.hpp"
#include "pylos_search/levels.hpp"

namespace sommet::web {

// A search of a game's position. PYL-R3 counts, as the game has come to it.
inline search::Task search_task(const pylos::Game& game) {
  search::Task task;
  task.rules = game.rules;
  task.root = game.seen();
  std::vector<u64> earlier = game.history.positions();
  earlier.pop_back();
  task.drawn = search::drawn_positions(earlier, game.limit, game.dark_moves);
  return task;
}

// Gives the task what the strongest search judges with; refuses where that is not loaded.
inline bool use_best_judge(Reply& reply, search::Task& task) {
  const PylosPreset preset = preset_of(task.rules);
  if (preset == CHILDREN) {
    if (weights.pylos[preset].empty()) return refuse_unloaded(reply, PYLOS_WEIGHTS[preset]);
    task.weights = weights.pylos[preset].data();
    return true;
  }
  if (!weights.network[preset]) return refuse_unloaded(reply, PYLOS_NETWORKS[preset]);
  task.network = weights.network[preset].get();
  return true;
}

inline bool read_running_game(const Request& request, Reply& reply, pylos::Game& game) {
  pylos::Move last;
  if (!read_pylos_game(request, reply, game, last)) return false;
  if (!game.is_over()) return true;
  return reply.refuse("game_over", "", "the game is over");
}

// The move of a level (1 to 8): {…game, level, choice_seed}.
inline void answer_pylos_choose(const Request& request, Reply& reply) {
  pylos::Game game;
  if (!read_running_game(request, reply, game)) return;
  const std::optional<u64> level = request.number(request.member(request.root(), "level"));
  const std::optional<u64> seed = request.number(request.member(request.root(), "choice_seed"));
  if (!level || *level < 1 || *level > search::PEOPLE + 1) {
    reply.refuse_request("level", "there are levels 1 to 8");
    return;
  }
  if (!seed) {
    reply.refuse_request("choice_seed", "a seed is a whole number from 0 to 2^64 - 1");
    return;
  }
  search::Task task = search_task(game);
  if (*level > search::PEOPLE) {
    if (!use_best_judge(reply, task)) return;
    task.limits.nodes = search::BEST_NODES;
  } else {
    const search::Person& person = search::person_of(game.rules, static_cast<int>(*level));
    task.limits.nodes = person.nodes;
    task.limits.depth = person.depth;
    task.oversights = search::draw_oversights(person, *seed);
    if (person.fitted) {
      const PylosPreset preset = preset_of(game.rules);
      if (weights.pylos[preset].empty()) {
        refuse_unloaded(reply, PYLOS_WEIGHTS[preset]);
        return;
      }
      task.weights = weights.pylos[preset].data();
    }
  }
  const search::Found found = search::run<4>(task);
  reply.json().open('{');
  write_move_parts(reply.json(), found.moves.front().move);
  reply.json().close('}');
}

// What a search finds: {…game, nodes, every?}. Scores are for the side to move, in hundredths of a
// logit; with `every`, each move has its own, else only the first one's is exact.
inline void answer_pylos_think(const Request& request, Reply& reply) {
  pylos::Game game;
  if (!read_running_game(request, reply, game)) return;
  const std::optional<u64> nodes = request.number(request.member(request.root(), "nodes"));
  if (!nodes || *nodes < 1 || *nodes > 100000000) {
    reply.refuse_request("nodes", "nodes are from 1 to 100,000,000");
    return;
  }
  search::Task task = search_task(game);
  if (!use_best_judge(reply, task)) return;
  task.limits.nodes = *nodes;
  task.every = request.member(request.root(), "every").truth;
  const search::Found found = search::run<4>(task);
  Json& json = reply.json();
  json.open('{').name("depth").number(found.depth).name("nodes");
  json.number(static_cast<long long>(found.nodes)).name("moves").open('[');
  for (const search::Candidate& each : found.moves) {
    json.open('{');
    write_move_parts(json, each.move);
    json.name("score")
        .number(each.score)
        .name("proved")
        .boolean(each.score >= search::PROVEN || each.score <= -search::PROVEN);
    json.close('}');
  }
  json.close(']').name("line").open('[');
  for (const pylos::Move move : found.line) write_move(json, move);
  json.close(']').close('}');
}

}  // namespace sommet::web
