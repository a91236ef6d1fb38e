// What judges positions of Pylos for the page.
#pragma once

#include "bindings/web/pylos/board.hpp"
#include "bindings/web/pylos/player_calls.hpp"
#include "pylos_coach/explain.hpp"
#include "pylos_coach/idea.hpp"
#include "pylos_coach/verdict.hpp"

namespace sommet::web {

// A judgement with where it comes from.
struct PylosJudgement : pylos_coach::Judgement {
  const char* source = "table";
};

// By the table where it is loaded, else by a search; refuses where what that judges with is not
// loaded. The game must not be over.
SOMMET_CALLED inline bool judge(Reply& reply, const pylos_game::Game& game, PylosJudgement& to) {
  std::vector<pylos::Move> moves = pylos_coach::legal_moves(game);
  if (const OpenTable* const table = table_for(game.rules)) {
    pylos_coach::Verdicts verdicts = judge_by_table(game, *table, moves);
    to = {{std::move(moves), std::move(verdicts)}, "table"};
    return true;
  }
  pylos_search::Task task = search_task(game);
  if (!use_best_judge(reply, task)) return false;
  task.limits.nodes = pylos_coach::JUDGE_NODES;
  task.every = true;
  pylos_coach::Verdicts verdicts =
      pylos_coach::searched_verdicts(moves, game.seen(), pylos_search::run<4>(task).moves);
  to = {{std::move(moves), std::move(verdicts)}, "search"};
  return true;
}

// Why a move is worth what it is. Nothing without a table, or where the game's past (PYL-R3) changes
// the values.
inline pylos_coach::Explanation explain(const pylos_game::Game& game, pylos::Move move,
                                        pylos_coach::Value best, pylos_coach::Value value) {
  const OpenTable* const table = table_for(game.rules);
  if (!table) return {best, value, {}, {}};
  const auto probe = [&](const pylos::Position* positions, std::size_t count,
                         pylos_coach::Value* values) {
    std::vector<pylos_tablebase::Worth> worths(count);
    table->probe(positions, count, worths.data());
    for (std::size_t i = 0; i < count; ++i) values[i] = value_of(worths[i]);
  };
  pylos_coach::Explanation found =
      pylos_coach::Explainer(game.rules, probe).explain(game.seen(), move);
  if (found.best == best && found.value == value) return found;
  return {best, value, {}, {}};
}

inline void write_pylos_reasons(Json& json, const std::vector<pylos_coach::Reason>& reasons) {
  json.name("reasons").open('[');
  for (const pylos_coach::Reason& each : reasons) {
    Text key;
    key.add("why.");
    key.add(each.key);
    json.open('{').name("key").text(key.view()).name("params").open('{').name("cells");
    write_cells(json, each.cells);
    json.close('}').close('}');
  }
  json.close(']');
}

inline const char* value_word(pylos_coach::Value value) {
  return pylos_coach::VALUES[static_cast<int>(value)];
}

inline const char* idea_of(const pylos_game::Game& game, pylos::Move move) {
  return pylos_coach::key_of(pylos_coach::find_idea(game.rules, game.seen(), move));
}

inline void write_distance(Json& json, int distance) {
  if (distance < 0) {
    json.null();
  } else {
    json.number(distance);
  }
}

}  // namespace sommet::web
