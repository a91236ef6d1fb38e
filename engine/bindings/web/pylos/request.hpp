// A game of Pylos as the page asks about it: {preset, rulings, start?, moves}.
#pragma once

#include "bindings/web/common/reply.hpp"
#include "pylos_game/notation.hpp"
#include "pylos_game/options.hpp"
#include "pylos_game/refusal.hpp"

namespace sommet::web {

// Reads `preset` and `rulings` into the game's rules. PYL-5, PYL-7, PYL-8, PYL-R1 to PYL-R3.
inline bool read_pylos_options(const Request& request, Reply& reply, pylos_game::Game& game) {
  const Value& root = request.root();
  const std::string_view name = request.text(request.member(root, "preset"));
  const pylos_game::Preset* const preset = pylos_game::find_preset(name);
  if (!preset) {
    return reply.refuse("no_such_preset", "", "there is no such preset of Pylos",
                        {{"preset", name}});
  }
  game.rules = pylos_game::rules_of(*preset);
  game.limit = pylos_game::USUAL_REPETITION;
  return request.each(request.member(root, "rulings"), [&](const Value& value) {
    const std::string_view name = request.name_of(value), setting = request.text(value);
    const auto refuse = [&] {
      return reply.refuse("no_such_setting", "", "there is no such setting of this ruling",
                          {{"name", name}, {"value", setting}});
    };
    if (name == pylos_game::TAKEBACK.name)
      return read_setting(pylos_game::TAKEBACK, setting, game.rules.takeback_optional) || refuse();
    if (name == pylos_game::RESERVE.name)
      return read_setting(pylos_game::RESERVE, setting, game.rules.may_raise) || refuse();
    if (name == pylos_game::REPETITION) {
      game.limit = 0;
      if (value.kind == ValueKind::NOTHING) return true;
      const std::optional<u64> count = request.number(value);
      if (value.kind != ValueKind::NUMBER || !count || *count < 2 || *count >> 32) return refuse();
      game.limit = static_cast<u32>(*count);
      return true;
    }
    return reply.refuse("no_such_ruling", "", "there is no such ruling in Pylos", {{"name", name}});
  });
}

inline bool refuse_position(Reply& reply, const pylos_game::PositionFault& fault) {
  using pylos_game::Misplaced;
  const char* const reason = pylos_game::MISPLACED[static_cast<int>(fault.what)];
  switch (fault.what) {
    case Misplaced::NONE:
      return true;
    case Misplaced::OVERLAP:
      return reply.refuse("bad_position", "PYL-1", "balls lie on different cells",
                          {{"reason", reason}});
    case Misplaced::TOO_MANY: {
      const char digits[2] = {static_cast<char>('0' + fault.count / 10),
                              static_cast<char>('0' + fault.count % 10)};
      return reply.refuse(
          "bad_position", "PYL-1", "each side has only 15 balls",
          {{"reason", reason}, {"side", fault.dark ? "dark" : "light"}, {"count", {digits, 2}}});
    }
    case Misplaced::UNSUPPORTED: {
      const pylos_game::CellName cell = pylos_game::cell_name(fault.cell);
      const pylos_game::CellName below = pylos_game::cell_name(fault.below);
      return reply.refuse("bad_position", "PYL-2", "a ball above level 1 rests on four others",
                          {{"reason", reason}, {"cell", cell.view()}, {"below", below.view()}});
    }
    case Misplaced::SUMMIT_TURN:
      return reply.refuse("bad_position", "PYL-6",
                          "whoever took the summit has just moved, so it is the other's turn",
                          {{"reason", reason}});
  }
  return true;
}

inline bool read_pylos_start(const Request& request, Reply& reply, pylos_game::Game& game) {
  const Value& start = request.member(request.root(), "start");
  if (start.kind != ValueKind::NONE && start.kind != ValueKind::NOTHING) {
    pylos_game::WrittenPosition written;
    if (!pylos_game::parse_position(request.text(start), written)) {
      return reply.refuse("bad_position", "", "this text is not laid out as a position",
                          {{"reason", "unreadable"}});
    }
    if (!refuse_position(reply, pylos_game::check_position(written))) return false;
    game.light = written.light;
    game.dark = written.dark;
    game.dark_moves = written.dark_moves;
  }
  game.settle({});
  return true;
}

// Finds what is written as the next turn; refuses with the clause that forbids it.
inline bool read_pylos_move(std::string_view text, const pylos_game::Game& game, Reply& reply,
                            int at, pylos::Move& move) {
  const auto refuse_illegal = [&](const char* key, const char* clause) {
    return reply.refuse("illegal_move", clause, "the rules do not allow this move here",
                        {{"move", text}, {"reason", key}}, at);
  };
  if (text == "pass") return refuse_illegal("passing", "PYL-4");
  pylos_game::WrittenTurn turn;
  if (!pylos_game::parse_turn(text, turn)) {
    return reply.refuse("unreadable_move", "", "this text is not a move of Pylos", {{"move", text}},
                        at);
  }
  const pylos_game::MoveRefusal refusal =
      refuse(game, {turn.from, turn.to, turn.taken, turn.takes});
  if (refusal) return refuse_illegal(refusal.key(), refusal.clause);
  move = pylos_game::listed_move(turn);
  return true;
}

// The game after its moves, and the last of them (`to` is -1 before the first).
inline bool read_pylos_game(const Request& request, Reply& reply, pylos_game::Game& game,
                            pylos::Move& last) {
  last = {-1, -1, -1, -1};
  if (!read_pylos_options(request, reply, game) || !read_pylos_start(request, reply, game))
    return false;
  int at = 0;
  return request.each(request.member(request.root(), "moves"), [&](const Value& text) {
    if (!read_pylos_move(request.text(text), game, reply, at, last)) return false;
    game = game.after(last);
    ++at;
    return true;
  });
}

}  // namespace sommet::web
