// What a solved table knows: the value of every move, and the perfect player's choice.
#pragma once

#include "bindings/web/pylos/tables.hpp"
#include "bindings/web/pylos/tasks.hpp"
#include "common/random.hpp"
#include "pylos_coach/verdict.hpp"

namespace sommet::web {

// What a call judges by: a table where one is loaded, else a search. With `with_table` the call
// waits for the table, if these rules have one.
inline bool find_table(const Request& request, Reply& reply, pylos::Rules rules,
                       const OpenTable*& table) {
  table = table_for(rules);
  const bool wanted = request.member(request.root(), "with_table").truth;
  if (!table && wanted && is_solved(rules))
    return refuse_unloaded(reply, PYLOS_TABLES[preset_of(rules)]);
  return true;
}

// The perfect player's move; refuses where a file that it needs is not loaded.
inline bool choose_perfectly(Reply& reply, const pylos_game::Game& game, const OpenTable& table,
                             pylos::Move& move) {
  const PylosPreset preset = preset_of(game.rules);
  const pylos_perfect::PlayerData* const data = pylos_tables.player[preset].get();
  if (!data) return refuse_unloaded(reply, PYLOS_PLAYERS[preset]);
  if (weights.pylos[preset].empty()) return refuse_unloaded(reply, PYLOS_WEIGHTS[preset]);
  const PylosNetworkId number = network_of(game.rules);
  const pylos_search::Network* network = nullptr;
  if (number != NO_NETWORK) {
    network = weights.network[number].get();
    if (!network) return refuse_unloaded(reply, PYLOS_NETWORKS[number]);
  }
  const pylos_perfect::Chooser<4> chooser(places().finder.finder(), game.rules,
                                          data->weights.data(), data->numbers.data(),
                                          data->places.data(), data->numbers.size());
  pylos_perfect::PerfectPlayer<4> player(
      game.rules, chooser, weights.pylos[preset].data(), network,
      [&](const pylos::Position* positions, std::size_t count, pylos_tablebase::Worth* out) {
        table.probe(positions, count, out);
      });
  pylos_perfect::Past past{game.history.positions(), game.limit, game.dark_moves};
  past.earlier.pop_back();
  move = player.choose(game.seen(), past);
  return true;
}

inline pylos_coach::Value value_of(pylos_tablebase::Worth worth) {
  return worth == pylos_tablebase::Worth::WIN    ? pylos_coach::Value::WIN
         : worth == pylos_tablebase::Worth::LOSS ? pylos_coach::Value::LOSS
                                                 : pylos_coach::Value::DRAW;
}

// The verdicts on a game's moves by a table. PYL-R3 counts, as the game has come to its position.
inline pylos_coach::Verdicts judge_by_table(const pylos_game::Game& game, const OpenTable& table,
                                            const std::vector<pylos::Move>& moves) {
  std::vector<pylos::Position> after;
  for (const pylos::Move move : moves) after.push_back(pylos::play(game.seen(), move));
  std::vector<pylos_tablebase::Worth> worths(after.size());
  table.probe(after.data(), after.size(), worths.data());
  const pylos_search::DrawnPositions drawn = search_task(game).drawn;
  pylos_coach::Verdicts verdicts;
  for (std::size_t i = 0; i < after.size(); ++i) {
    const bool ends_drawn =
        drawn.has(pylos_search::position_key(after[i]) | pylos_search::OTHER_SIDE);
    verdicts.push_back(pylos_coach::table_verdict(value_of(worths[i]), -1, ends_drawn));
  }
  return verdicts;
}

// The value of a position and of each of its moves: {…game, nodes?, with_table?}. `nodes` limits the
// search where there is no table.
inline void answer_pylos_values(const Request& request, Reply& reply) {
  constexpr u64 MOST_NODES = 100000000;
  pylos_game::Game game;
  const OpenTable* table;
  if (!read_running_game(request, reply, game) || !find_table(request, reply, game.rules, table))
    return;
  const Value& limit = request.member(request.root(), "nodes");
  const std::optional<u64> nodes =
      limit.kind == ValueKind::NONE ? pylos_coach::JUDGE_NODES : request.number(limit);
  if (!nodes || *nodes < 1 || *nodes > MOST_NODES) {
    reply.refuse_request("nodes", "nodes are from 1 to 100,000,000");
    return;
  }
  const std::vector<pylos::Move> moves = pylos_coach::legal_moves(game);
  pylos_coach::Verdicts verdicts;
  if (table) {
    verdicts = judge_by_table(game, *table, moves);
  } else {
    pylos_search::Task task = search_task(game);
    if (!use_best_judge(reply, task)) return;
    task.limits.nodes = *nodes;
    task.every = true;
    verdicts = pylos_coach::searched_verdicts(moves, game.seen(), pylos_search::run<4>(task).moves);
  }
  const pylos_coach::PositionVerdict overall = pylos_coach::position_verdict(verdicts);
  Json& json = reply.json();
  json.open('{').name("source").text(table ? "table" : "search");
  json.name("value").text(pylos_coach::VALUES[static_cast<int>(overall.value)]);
  json.name("proved").boolean(overall.proved).name("moves").open('[');
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const pylos_coach::Verdict& verdict = verdicts[i];
    json.open('{');
    write_move_parts(json, moves[i]);
    json.name("value").text(pylos_coach::VALUES[verdict.rank()]);
    json.name("proved").boolean(verdict.proved).name("distance");
    if (verdict.distance < 0) {
      json.null();
    } else {
      json.number(verdict.distance);
    }
    json.name("score");
    if (verdict.searched) {
      json.number(verdict.score);
    } else {
      json.null();
    }
    json.close('}');
  }
  json.close(']').close('}');
}

// The values of positions at random, so many from a seed, one by one: {preset, count, seed}. To
// measure with, and to compare: the answer has a letter for each.
inline void answer_probe_often(const Request& request, Reply& reply) {
  constexpr u64 MOST = 1000000;
  pylos_game::Game game;
  const OpenTable* table;
  if (!read_pylos_options(request, reply, game) || !find_table(request, reply, game.rules, table))
    return;
  const std::optional<u64> count = request.number(request.member(request.root(), "count"));
  const std::optional<u64> seed = request.number(request.member(request.root(), "seed"));
  if (!table || !count || *count > MOST || !seed) {
    reply.refuse_request("count",
                         "this asks a loaded table for up to 1,000,000 values from a seed");
    return;
  }
  Random random(*seed);
  Text letters;
  for (u64 i = 0; i < *count; ++i) {
    pylos::Position pos;
    places().locator.position(random.below(places().locator.plan().positions), pos.own, pos.other);
    pylos_tablebase::Worth worth;
    table->probe(&pos, 1, &worth);
    letters.add("lwd"[static_cast<int>(worth)]);
  }
  reply.json().text(letters.view());
}

}  // namespace sommet::web
