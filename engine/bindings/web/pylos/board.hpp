// A Pylos board for the page, in the form of the protocol's PylosBoard.
#pragma once

#include "bindings/web/common/reply.hpp"
#include "pylos_game/notation.hpp"
#include "pylos_game/touches.hpp"

namespace sommet::web {

[[gnu::noinline]] inline void write_cell(Json& json, int cell) {
  if (cell < 0) {
    json.null();
  } else {
    json.text(pylos_game::cell_name(cell).view());
  }
}

[[gnu::noinline]] inline void write_cells(Json& json, u32 cells) {
  json.open('[');
  for (; cells; cells &= cells - 1) write_cell(json, lowest(cells));
  json.close(']');
}

[[gnu::noinline]] inline void write_move(Json& json, pylos::Move move) {
  Text text;
  pylos_game::format_move(move, [&](std::string_view part) { text.add(part); });
  json.text(text.view());
}

// A move taken apart, as members of the object that is open.
[[gnu::noinline]] inline void write_move_parts(Json& json, pylos::Move move) {
  json.name("move");
  write_move(json, move);
  json.name("source");
  write_cell(json, move.from);
  json.name("target");
  write_cell(json, move.to);
  json.name("taken").open('[');
  if (move.take1 >= 0) write_cell(json, move.take1);
  if (move.take2 >= 0) write_cell(json, move.take2);
  json.close(']');
}

[[gnu::noinline]] inline void write_position(Json& json, const pylos_game::Game& game) {
  Text text;
  pylos_game::format_position({game.light, game.dark, game.dark_moves},
                              [&](std::string_view part) { text.add(part); });
  json.text(text.view());
}

// One ball landing on one cell, with the take-backs that may follow.
class LandingWriter {
 public:
  explicit LandingWriter(Json& json) : json_(json) {}

  void add(pylos::Move move) {
    if (move.from != from_ || move.to != to_) {
      finish();
      from_ = move.from;
      to_ = move.to;
    }
    if (move.take1 < 0) {
      may_stop_ = true;
    } else if (move.take2 < 0) {
      singles_ |= pylos::bit(move.take1);
    } else {
      then_[move.take1] |= pylos::bit(move.take2);
      then_[move.take2] |= pylos::bit(move.take1);
    }
  }

  void finish() {
    if (to_ < 0) return;
    json_.open('{').name("source");
    write_cell(json_, from_);
    json_.name("target");
    write_cell(json_, to_);
    json_.name("may_stop").boolean(may_stop_).name("takes").open('[');
    for (u32 cells = singles_; cells; cells &= cells - 1) {
      json_.open('{').name("cell");
      write_cell(json_, lowest(cells));
      json_.name("may_stop").boolean(true).name("then");
      write_cells(json_, then_[lowest(cells)]);
      json_.close('}');
    }
    json_.close(']').close('}');
    singles_ = 0;
    for (u32& cells : then_) cells = 0;
    may_stop_ = false;
    to_ = -1;
  }

 private:
  Json& json_;
  int from_ = -2, to_ = -1;
  bool may_stop_ = false;
  u32 singles_ = 0;
  u32 then_[pylos::Pyramid<4>::CELLS] = {};
};

[[gnu::noinline]] inline void write_landings(Json& json, const pylos_game::Game& game) {
  json.open('[');
  LandingWriter writer(json);
  if (!game.is_over())
    pylos::for_each_move<4>(game.rules, game.seen(), [&](pylos::Move move) { writer.add(move); });
  writer.finish();
  json.close(']');
}

[[gnu::noinline]] inline void write_touches(Json& json, const pylos_game::Game& game) {
  json.open('[');
  for (const pylos_game::TouchRefusal& each : pylos_game::Touches::find(game)) {
    json.open('{').name("doing").text(pylos_game::DOING_KEYS[static_cast<int>(each.doing)]);
    json.name("source");
    write_cell(json, each.source);
    json.name("reason").text(each.refusal.key()).name("clause").text(each.refusal.clause);
    json.name("cells");
    write_cells(json, each.cells);
    json.close('}');
  }
  json.close(']');
}

[[gnu::noinline]] inline void write_ending(Json& json, int winner, std::string_view reason,
                                           std::string_view clause) {
  json.open('{').name("winner");
  if (winner == 0 || winner == 1) {
    json.number(winner);
  } else {
    json.null();
  }
  json.name("reason").text(reason).name("clause").text(clause).close('}');
}

[[gnu::noinline]] inline void write_outcome(Json& json, const pylos_game::Game& game) {
  if (!game.is_over()) {
    json.null();
    return;
  }
  const pylos_game::Outcome outcome = outcome_of(game.ending, game.rules);
  write_ending(json, outcome.winner, outcome.reason, outcome.clause);
}

// `choices`: with what the player to move may touch, and why not elsewhere.
[[gnu::noinline]] inline void write_pylos_board(Json& json, const pylos_game::Game& game,
                                                pylos::Move last, bool choices) {
  json.open('{').name("kind").text("pylos").name("position");
  write_position(json, game);
  json.name("light");
  write_cells(json, game.light);
  json.name("dark");
  write_cells(json, game.dark);
  json.name("reserves").open('[');
  json.number(pylos::reserve<4>(game.light)).number(pylos::reserve<4>(game.dark)).close(']');
  json.name("turn");
  if (game.is_over()) {
    json.null();
  } else {
    json.number(game.dark_moves);
  }
  json.name("repetitions").number(game.repetitions).name("last_move");
  if (last.to < 0) {
    json.null();
  } else {
    json.open('{').name("seat").number(!game.dark_moves);
    write_move_parts(json, last);
    json.close('}');
  }
  json.name("landings");
  if (choices) {
    write_landings(json, game);
  } else {
    json.null();
  }
  json.name("refused");
  if (choices) {
    write_touches(json, game);
  } else {
    json.null();
  }
  json.close('}');
}

}  // namespace sommet::web
