// sommet.engine.pylos: the game that sommet.pylos.State and Move are built on, perft, random games.
#include <nanobind/nanobind.h>
#include <nanobind/operators.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <string_view>
#include <tuple>
#include <vector>

#include "bindings/python/counting.hpp"
#include "pylos_game/notation.hpp"
#include "pylos_game/options.hpp"
#include "pylos_game/touches.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet;
using namespace sommet::pylos;
using namespace sommet::pylos_game;

namespace {

constexpr int BASE = Game::BASE;
constexpr int CELLS = Pyramid<BASE>::CELLS;

// A game with what Python keeps beside it.
struct State : Game {
  nb::object options;
  nb::object moves;  // the tuple of legal moves, once requested
};

// Every move object the library hands out exists once. Kept for the life of the process.
class MoveTable {
 public:
  nb::handle find(Move move) {
    auto& row = rows_[(move.from + 1) * CELLS + move.to];
    if (!row) row = std::make_unique<Row>();
    PyObject*& slot = row->objects[(move.take1 + 1) * (CELLS + 1) + move.take2 + 1];
    if (!slot) {
      nb::object made = nb::inst_alloc(type_.is_valid() ? nb::handle(type_) : nb::type<Move>());
      new (nb::inst_ptr<Move>(made)) Move(move);
      nb::inst_mark_ready(made);
      slot = made.release().ptr();
    }
    return slot;
  }
  void use_type(nb::object type) { type_ = type; }

 private:
  struct Row {
    PyObject* objects[(CELLS + 1) * (CELLS + 1)] = {};
  };
  std::unique_ptr<Row> rows_[(CELLS + 1) * CELLS];
  nb::object type_;
};

MoveTable& table() {
  static auto* const moves = new MoveTable;
  return *moves;
}

nb::object new_like(nb::handle self, State&& state) {
  nb::object made = nb::inst_alloc(self.type());
  new (nb::inst_ptr<State>(made)) State(std::move(state));
  nb::inst_mark_ready(made);
  return made;
}

nb::object legal_moves(State& self) {
  if (!self.moves.is_valid()) {
    std::vector<PyObject*> found;
    found.reserve(64);
    if (!self.is_over()) {
      for_each_move<BASE>(self.rules, self.seen(),
                          [&](Move move) { found.push_back(table().find(move).inc_ref().ptr()); });
    }
    PyObject* const tuple = PyTuple_New(static_cast<Py_ssize_t>(found.size()));
    if (!tuple) nb::raise_python_error();
    for (std::size_t i = 0; i < found.size(); ++i) {
      PyTuple_SET_ITEM(tuple, static_cast<Py_ssize_t>(i), found[i]);
    }
    self.moves = nb::steal(tuple);
  }
  return self.moves;
}

bool is_playable(nb::handle_t<State> self, nb::handle move) {
  const State& state = *nb::inst_ptr<State>(self);
  if (nb::isinstance<Move>(move) && state.allows(*nb::inst_ptr<Move>(move))) return true;
  // Text, another order of taking back, or a refusal: Python reads and judges.
  return self.attr("why_not")(move).is_none();
}

nb::tuple moves_played(const State& self) {
  nb::list found;
  for (const Move& move : self.history.moves()) found.append(table().find(move));
  return nb::tuple(found);
}

nb::object play_turn(nb::handle_t<State> self, nb::handle move) {
  const State& before = *nb::inst_ptr<State>(self);
  if (!nb::isinstance<Move>(move) || !before.allows(*nb::inst_ptr<Move>(move))) {
    // Text, another order of taking back, or a refusal: Python reads, explains and comes back.
    return self.attr("play")(self.attr("find_move")(move));
  }
  return new_like(self, State{before.after(*nb::inst_ptr<Move>(move)), before.options, {}});
}

// (key, clause, the cell to blame)
using RefusalTuple = std::tuple<const char*, const char*, std::optional<int>>;
using TouchTuple =
    std::tuple<const char*, std::optional<int>, const char*, const char*, std::vector<int>>;

std::optional<int> cell_or_none(int cell) {
  return cell < 0 ? std::nullopt : std::optional<int>(cell);
}

std::optional<RefusalTuple> refuse_turn(const State& self, std::optional<int> source, int target,
                                        const std::vector<int>& taken) {
  const auto cell = [](int number) {
    if (number < 0 || number >= CELLS) throw nb::value_error("cells are 0 to 29");
    return static_cast<i8>(number);
  };
  std::vector<i8> cells;
  for (const int each : taken) cells.push_back(cell(each));
  const MoveRefusal refusal = refuse(self, {source ? cell(*source) : -1, cell(target), cells.data(),
                                            static_cast<int>(cells.size())});
  if (!refusal) return std::nullopt;
  return RefusalTuple{refusal.key(), refusal.clause, cell_or_none(refusal.cell)};
}

std::vector<TouchTuple> refused_touches(const State& self) {
  std::vector<TouchTuple> list;
  for (const TouchRefusal& each : Touches::find(self)) {
    std::vector<int> cells;
    for (u32 left = each.cells; left; left &= left - 1) cells.push_back(lowest(left));
    list.emplace_back(DOING_KEYS[static_cast<int>(each.doing)], cell_or_none(each.source),
                      each.refusal.key(), each.refusal.clause, std::move(cells));
  }
  return list;
}

void construct_state(State* self, nb::object options, std::tuple<bool, bool, bool, bool> rules,
                     u32 limit, u32 light, u32 dark, bool dark_moves,
                     const std::vector<u64>& earlier) {
  const auto [squares, lines, optional, may_raise] = rules;
  new (self) State{{}, options, {}};
  self->light = light;
  self->dark = dark;
  self->dark_moves = dark_moves;
  self->rules = {squares, lines, optional, may_raise};
  self->limit = limit;
  History before;
  for (const u64 position : earlier) before = before.with(position);
  self->settle(before);
}

Move make_move(std::optional<int> source, int target, const std::vector<int>& taken) {
  const auto is_cell = [](int cell) { return cell >= 0 && cell < CELLS; };
  bool good = is_cell(target) && (!source || is_cell(*source)) && taken.size() <= 2;
  for (const int cell : taken) good = good && is_cell(cell);
  if (!good) throw nb::value_error("cells are 0 to 29, and at most two balls are taken back");
  const auto cell_at = [&](std::size_t i) {
    return static_cast<i8>(i < taken.size() ? taken[i] : -1);
  };
  return {static_cast<i8>(source.value_or(-1)), static_cast<i8>(target), cell_at(0), cell_at(1)};
}

std::vector<int> taken_cells(const Move& move) {
  std::vector<int> taken;
  if (move.take1 >= 0) taken.push_back(move.take1);
  if (move.take2 >= 0) taken.push_back(move.take2);
  return taken;
}

void bind_move(nb::module_& m) {
  nb::class_<Move>(m, "Move")
      .def(
          "__init__",
          [](Move* self, std::optional<int> source, int target, const std::vector<int>& taken) {
            new (self) Move(make_move(source, target, taken));
          },
          "source"_a.none(), "target"_a, "taken"_a = std::vector<int>())
      .def_prop_ro(
          "source",
          [](const Move& move) {
            return move.from < 0 ? std::optional<int>() : std::optional<int>(move.from);
          },
          "The cell a raised ball leaves, or None for a ball from the reserve.")
      .def_prop_ro(
          "target", [](const Move& move) { return int{move.to}; }, "The cell the ball lands on.")
      .def_prop_ro(
          "taken", [](const Move& move) { return nb::tuple(nb::cast(taken_cells(move))); },
          nb::sig("def taken(self) -> tuple[int, ...]"), "The cells taken back, in order.")
      .def(
          "__eq__", [](const Move& a, const Move& b) { return a == b; }, nb::is_operator(),
          nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__", [](const Move& move) {
        return (((move.from + 1) * 31 + move.to) * 31 + move.take1 + 1) * 31 + move.take2 + 1;
      });
}

void bind_state(nb::module_& m) {
  nb::class_<State>(m, "State")
      .def("__init__", &construct_state, "options"_a, "rules"_a, "limit"_a, "light"_a, "dark"_a,
           "dark_moves"_a, "earlier"_a)
      .def_prop_ro(
          "options", [](const State& s) { return s.options; }, "The rules of this game.")
      .def_prop_ro(
          "light", [](const State& s) { return s.light; }, "Light's balls, one bit per cell.")
      .def_prop_ro(
          "dark", [](const State& s) { return s.dark; }, "Dark's balls, one bit per cell.")
      .def_prop_ro(
          "side", [](const State& s) { return int{s.dark_moves}; },
          "Whose turn it is: 0 light, 1 dark.")
      .def_prop_ro(
          "repetitions", [](const State& s) { return s.repetitions; },
          "How often this position has occurred with this side to move, now included.")
      .def_prop_ro(
          "ply", [](const State& s) { return s.ply(); },
          "How many turns were played to get here from where the game was set up.")
      .def_prop_ro(
          "earlier",
          [](const State& s) {
            std::vector<u64> positions = s.history.positions();
            positions.pop_back();
            return positions;
          },
          "The positions before this one, oldest first, each as one number.")
      .def_prop_ro("legal_moves", &legal_moves,
                   nb::sig("def legal_moves(self) -> tuple[Move, ...]"),
                   "Every legal turn, each once: placements by cell, then raises; empty when the "
                   "game is over.")
      .def_prop_ro("history", &moves_played, nb::sig("def history(self) -> tuple[Move, ...]"),
                   "The moves played since the game was set up, oldest first.")
      .def("is_legal", &is_playable, nb::arg("move").none(),
           nb::sig("def is_legal(self, move: Move | str) -> bool"),
           "Whether `play` accepts this move or text; raise InvalidMove if it cannot be read.")
      .def("play", &play_turn, nb::arg("move").none(),
           nb::sig("def play(self, move: Move | str) -> typing.Self"),
           "Return the state after a move, or raise InvalidMove or IllegalMove.")
      .def(
          "__eq__",
          [](const State& a, const State& b) {
            return a.key() == b.key() && a.repetitions == b.repetitions &&
                   a.options.equal(b.options);
          },
          nb::is_operator(), nb::sig("def __eq__(self, arg: object, /) -> bool"))
      .def("__hash__", [](const State& s) {
        return static_cast<Py_hash_t>((s.key() * 0x9E3779B97F4A7C15ull ^ s.repetitions) >> 3);
      });
}

u64 count_from(const State& state, int depth) {
  const Rules rules = state.rules;
  const Position pos = state.seen();
  const nb::gil_scoped_release released;
  return python::count_sequences(rules, pos, depth);
}

std::tuple<u64, u64, u64> random_games(std::tuple<bool, bool, bool, bool> rules, u64 games,
                                       u64 seed) {
  const auto [squares, lines, optional, may_raise] = rules;
  const nb::gil_scoped_release released;
  const python::RandomGames found =
      python::play_random_games({squares, lines, optional, may_raise}, games, seed);
  return {found.wins[0], found.wins[1], found.plies};
}

using PresetTuple = std::tuple<std::string_view, bool, bool>;
using RulingTuple =
    std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;

void bind_options(nb::module_& m) {
  m.def(
      "presets",
      [] {
        std::vector<PresetTuple> list;
        for (const Preset& each : PRESETS) list.emplace_back(each.name, each.squares, each.lines);
        return list;
      },
      "(name, whether squares count, whether lines do) of every preset.");
  m.def(
      "rulings",
      [] {
        std::vector<RulingTuple> list;
        for (const Ruling& each : {TAKEBACK, RESERVE})
          list.emplace_back(each.name, each.clause, each.usual, each.other);
        return list;
      },
      "(name, clause, usual setting, the other one) of every ruling but repetition.");
  m.attr("USUAL_REPETITION") = USUAL_REPETITION;
}

}  // namespace

NB_MODULE(pylos, m) {
  // Moves are interned for the life of the process, which nanobind would report as leaks.
  nb::set_leak_warnings(false);
  m.doc() = "The Pylos core. Use sommet.pylos.";
  bind_move(m);
  bind_state(m);
  bind_options(m);
  m.def(
      "use_move_type", [](nb::object type) { table().use_type(type); }, "type"_a,
      nb::sig("def use_move_type(type: type[Move]) -> None"),
      "Make every listed move an instance of this subclass of Move.");
  m.def(
      "listed_move", [](const Move& move) { return nb::borrow(table().find(move)); }, "move"_a,
      nb::sig("def listed_move(move: Move) -> Move"), "Return the one object listed for a move.");
  m.def(
      "ending_of", [](const State& s) { return static_cast<int>(s.ending); }, "state"_a,
      "Why the game is over, as a number from 1 that `endings` lists; 0: it is not.");
  m.def(
      "endings",
      [](bool may_raise) {
        std::vector<std::tuple<std::optional<int>, const char*, const char*>> list;
        Rules rules{};
        rules.may_raise = may_raise;
        for (int i = 1; i <= static_cast<int>(Ending::RECURRED); ++i) {
          const Outcome outcome = outcome_of(static_cast<Ending>(i), rules);
          const auto winner =
              outcome.winner < 0 ? std::nullopt : std::optional<int>(outcome.winner);
          list.emplace_back(winner, outcome.reason, outcome.clause);
        }
        return list;
      },
      "may_raise"_a,
      "(winner, key, clause) of every way to end; `may_raise`: with an empty reserve.");
  m.def(
      "misplaced",
      [](u32 light, u32 dark, bool dark_moves) {
        const PositionFault fault = check_position({light, dark, dark_moves});
        return std::tuple(MISPLACED[static_cast<int>(fault.what)], fault.dark, fault.count,
                          fault.cell, fault.below);
      },
      "light"_a, "dark"_a, "dark_moves"_a,
      "What keeps balls from lying like this: (key or nothing, whether it is dark's, how many, the "
      "ball, the gap under it).");
  m.def("refuse_turn", &refuse_turn, "state"_a, "source"_a.none(), "target"_a, "taken"_a,
        "(key, clause, cell to blame) of the first rule that forbids a turn, or None.");
  m.def("refused_touches", &refused_touches, "state"_a,
        "(doing, source, key, clause, cells) of what cannot be chosen now, by reason.");
  m.def("perft", &count_from, "state"_a, "depth"_a,
        "Count the move sequences of exactly `depth` turns; early endings count once.");
  m.def("random_games", &random_games, "rules"_a, "games"_a, "seed"_a,
        "Play random games from the start; return light's wins, dark's wins and all turns played.");
}
