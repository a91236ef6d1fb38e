// sommet.engine.match: what is decided at a table, for Python. sommet.match is the face of it.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>

#include <optional>
#include <utility>

#include "match/clock.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet::match;

namespace {

using Times = std::pair<Milliseconds, Milliseconds>;

int checked_seat(int seat) {
  if (seat != 0 && seat != 1) throw nb::value_error("a seat is 0 or 1");
  return seat;
}

int seat_or_nobody(std::optional<int> seat) { return seat ? checked_seat(*seat) : NOBODY; }

// Moves are Python's: objects with `seat` and `round`. Only the last few are asked for.
using Turns = nb::typed<nb::tuple, nb::any, nb::ellipsis>;

auto turns_in(const Turns& turns) {
  return [&turns](int ply) {
    const nb::handle turn = turns[static_cast<std::size_t>(ply)];
    return Turn{nb::cast<int>(turn.attr("seat")), nb::cast<int>(turn.attr("round"))};
  };
}

Clock read_clock(Milliseconds initial_ms, Milliseconds increment_ms, bool per_move,
                 const Times& remaining_ms, std::optional<int> running, Milliseconds at_ms) {
  return {initial_ms,
          increment_ms,
          per_move,
          {remaining_ms.first, remaining_ms.second},
          seat_or_nobody(running),
          at_ms};
}

}  // namespace

NB_MODULE(match, m) {
  m.doc() = "What is decided at a table of either game: agreed draws, takebacks, clocks.";
  m.attr("MAX_LAG_MS") = MAX_LAG_MS;
  nb::class_<TableRules>(m, "TableRules", "What differs between the games at a table.")
      .def_ro("draws", &TableRules::draws, "Whether the players may agree on a draw.")
      .def_ro("takebacks", &TableRules::takebacks, "Whether moves may be taken back.")
      .def_ro("time_clause", &TableRules::time_clause, "By which time runs out, or nothing.")
      .def("may_draw", &TableRules::may_draw, "against_computer"_a,
           "Whether a draw can be asked for.")
      .def(
          "ends_turn",
          [](const TableRules& rules, int seat, std::optional<int> next) {
            return rules.ends_turn(checked_seat(seat), seat_or_nobody(next));
          },
          "seat"_a, "next"_a.none(), "Whether a move of `seat` ends its turn if `next` acts then.")
      .def(
          "takeback_ply",
          [](const TableRules& rules, const Turns& turns, int round, bool over, int seat,
             bool shared) -> std::optional<int> {
            const int ply = takeback_ply(rules, shared, checked_seat(seat), round, over,
                                         static_cast<int>(turns.size()), turns_in(turns));
            return ply < 0 ? std::nullopt : std::optional(ply);
          },
          "turns"_a, "round"_a, "over"_a, "seat"_a, "shared"_a,
          "How many moves stand after `seat` takes its last one of the round back.");
  m.attr("PYLOS") = nb::cast(PYLOS);
  m.attr("PACAL") = nb::cast(PACAL);
  m.attr("SOLO") = nb::cast(SOLO);
  m.def(
      "clock_runs",
      [](const Turns& turns, int round, int plies, bool per_move) {
        if (plies < 0 || static_cast<std::size_t>(plies) > turns.size())
          throw nb::value_error("there are not so many moves");
        return clock_runs(per_move, round, plies, turns_in(turns));
      },
      "turns"_a, "round"_a, "plies"_a, "per_move"_a,
      "Whether a clock runs once the first `plies` moves stand.");
  nb::class_<Clock>(m, "Clock", "Both seats' time at one moment.")
      .def(
          "__init__",
          [](Clock* self, Milliseconds initial_ms, Milliseconds increment_ms, bool per_move,
             const Times& remaining_ms, std::optional<int> running, Milliseconds at_ms) {
            new (self)
                Clock(read_clock(initial_ms, increment_ms, per_move, remaining_ms, running, at_ms));
          },
          "initial_ms"_a, "increment_ms"_a, "per_move"_a, "remaining_ms"_a, "running"_a.none(),
          "at_ms"_a)
      .def(
          "left",
          [](const Clock& clock, int seat, Milliseconds now_ms, Milliseconds lag_ms) {
            return clock.left(checked_seat(seat), now_ms, lag_ms);
          },
          "seat"_a, "now_ms"_a, "lag_ms"_a, "What `seat` has left, 0 when out of time.")
      .def("is_out", &Clock::is_out, "now_ms"_a, "lag_ms"_a,
           "Whether the player whose time runs has none left.")
      .def(
          "passed",
          [](Clock clock, std::optional<int> to, Milliseconds now_ms, Milliseconds lag_ms,
             bool turn_ended) {
            clock.pass(seat_or_nobody(to), now_ms, lag_ms, turn_ended);
            return Times(clock.remaining_ms[0], clock.remaining_ms[1]);
          },
          "to"_a.none(), "now_ms"_a, "lag_ms"_a, "turn_ended"_a,
          "What both seats have left once the time of `to` runs.");
}
