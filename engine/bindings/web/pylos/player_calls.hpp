// The players of Pylos: levels, and a search limited by nodes.
#pragma once

#include "bindings/web/pylos/table_calls.hpp"

namespace sommet::web {

inline void write_chosen(Json& json, pylos::Move move, std::string_view by) {
  json.open('{');
  write_move_parts(json, move);
  json.name("by").text(by).close('}');
}

// The move of a level (1 to 8) and what it was chosen by: {…game, level, choice_seed, with_table?}.
// Level 8 plays by the table where it is loaded, and searches where it is not; with `with_table` it
// waits for the table.
inline void answer_pylos_choose(const Request& request, Reply& reply) {
  pylos_game::Game game;
  if (!read_running_game(request, reply, game)) return;
  const std::optional<u64> level = request.number(request.member(request.root(), "level"));
  const std::optional<u64> seed = request.number(request.member(request.root(), "choice_seed"));
  if (!level || *level < 1 || *level > pylos_search::WEAKENED_LEVELS + 1) {
    reply.refuse_request("level", "there are levels 1 to 8");
    return;
  }
  if (!seed) {
    reply.refuse_request("choice_seed", "a seed is a whole number from 0 to 2^64 - 1");
    return;
  }
  pylos_search::Task task = search_task(game);
  const OpenTable* table = nullptr;
  if (*level > pylos_search::WEAKENED_LEVELS) {
    if (!find_table(request, reply, game.rules, table)) return;
    if (table) {
      pylos::Move move;
      if (choose_perfectly(reply, game, *table, move)) write_chosen(reply.json(), move, "table");
      return;
    }
    if (!use_best_judge(reply, task)) return;
    task.limits.nodes = pylos_search::BEST_NODES;
  } else {
    const pylos_search::LevelSettings& settings =
        pylos_search::settings_of(game.rules, static_cast<int>(*level));
    task.limits.nodes = settings.nodes;
    task.limits.depth = settings.depth;
    task.oversights = pylos_search::draw_oversights(settings, *seed);
    if (settings.fitted) {
      const PylosPreset preset = preset_of(game.rules);
      if (weights.pylos[preset].empty()) {
        refuse_unloaded(reply, PYLOS_WEIGHTS[preset]);
        return;
      }
      task.weights = weights.pylos[preset].data();
    }
  }
  write_chosen(reply.json(), pylos_search::run<4>(task).moves.front().move, "search");
}

// What a search finds: {…game, nodes, every?}. Scores are for the side to move, in hundredths of a
// logit; with `every`, each move has its own, else only the first one's is exact.
inline void answer_pylos_think(const Request& request, Reply& reply) {
  pylos_game::Game game;
  if (!read_running_game(request, reply, game)) return;
  const std::optional<u64> nodes = request.number(request.member(request.root(), "nodes"));
  if (!nodes || *nodes < 1 || *nodes > 100000000) {
    reply.refuse_request("nodes", "nodes are from 1 to 100,000,000");
    return;
  }
  pylos_search::Task task = search_task(game);
  if (!use_best_judge(reply, task)) return;
  task.limits.nodes = *nodes;
  task.every = request.member(request.root(), "every").truth;
  const pylos_search::Found found = pylos_search::run<4>(task);
  Json& json = reply.json();
  json.open('{').name("depth").number(found.depth).name("nodes");
  json.number(static_cast<long long>(found.nodes)).name("moves").open('[');
  for (const pylos_search::Candidate& each : found.moves) {
    json.open('{');
    write_move_parts(json, each.move);
    json.name("score")
        .number(each.score)
        .name("proved")
        .boolean(each.score >= pylos_search::PROVEN || each.score <= -pylos_search::PROVEN);
    json.close('}');
  }
  json.close(']').name("line").open('[');
  for (const pylos::Move move : found.line) write_move(json, move);
  json.close(']').close('}');
}

}  // namespace sommet::web
