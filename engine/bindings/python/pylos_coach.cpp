// sommet.engine.pylos_coach: what moves are worth, what counts as a mistake, ideas, puzzles.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <string>
#include <tuple>

#include "pylos_coach/explain.hpp"
#include "pylos_coach/puzzle_try.hpp"
#include "pylos_coach/verdict.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet;
using namespace sommet::pylos_coach;

namespace {

using MoveTuple = std::tuple<int, int, int, int>;
using RuleFlags = std::tuple<bool, bool, bool, bool>;
// (rank, proved, distance, score)
using VerdictTuple = std::tuple<int, bool, std::optional<int>, std::optional<int>>;

Verdict read_verdict(const VerdictTuple& tuple) {
  const auto [rank, proved, distance, score] = tuple;
  if (rank < 0 || rank > 2) throw nb::value_error("a value is 0, 1 or 2");
  return {static_cast<Value>(rank), proved, distance.value_or(-1), score.value_or(0),
          score.has_value()};
}

VerdictTuple as_tuple(const Verdict& v) {
  return {v.rank(), v.proved, v.distance < 0 ? std::nullopt : std::optional(v.distance),
          v.searched ? std::optional(v.score) : std::nullopt};
}

Verdicts read_verdicts(const std::vector<VerdictTuple>& tuples) {
  if (tuples.empty()) throw nb::value_error("a position that is judged has a legal move");
  Verdicts verdicts;
  for (const VerdictTuple& each : tuples) verdicts.push_back(read_verdict(each));
  return verdicts;
}

pylos::Rules read_rules(const RuleFlags& flags) {
  const auto [squares, lines, optional, may_raise] = flags;
  return {squares, lines, optional, may_raise};
}

Position read_position(u32 own, u32 other) {
  if ((own & other) || ((own | other) & ~pylos::Pyramid<4>::ALL))
    throw nb::value_error("not a position");
  return {own, other};
}

Move read_move(const MoveTuple& tuple) {
  const auto [from, to, first, second] = tuple;
  const auto cell = [](int number) {
    if (number < -1 || number >= pylos::Pyramid<4>::CELLS) throw nb::value_error("not a cell");
    return static_cast<i8>(number);
  };
  return {cell(from), cell(to), cell(first), cell(second)};
}

std::tuple<int, bool, std::vector<int>> judge_position(const std::vector<VerdictTuple>& verdicts) {
  PositionVerdict found = position_verdict(read_verdicts(verdicts));
  return {static_cast<int>(found.value), found.proved, std::move(found.best)};
}

std::vector<VerdictTuple> searched(u32 own, u32 other, const RuleFlags& rules,
                                   const std::vector<MoveTuple>& moves,
                                   const std::vector<int>& scores) {
  const Position pos = read_position(own, other);
  if (moves.size() != scores.size()) throw nb::value_error("each move has a score");
  std::vector<pylos_search::Candidate> found;
  for (std::size_t i = 0; i < moves.size(); ++i)
    found.push_back({read_move(moves[i]), {}, scores[i]});
  std::vector<Move> legal;
  pylos::for_each_move<4>(read_rules(rules), pos, [&](Move move) { legal.push_back(move); });
  std::vector<VerdictTuple> result;
  for (const Verdict& each : searched_verdicts(legal, pos, found)) result.push_back(as_tuple(each));
  if (result.size() != legal.size()) throw nb::value_error("the search left a move out");
  return result;
}

std::string idea_of(u32 own, u32 other, const RuleFlags& flags, const MoveTuple& tuple) {
  const pylos::Rules rules = read_rules(flags);
  const Position pos = read_position(own, other);
  const Move move = read_move(tuple);
  if (!pylos::is_legal<4>(rules, pos, move)) throw nb::value_error("the move is not legal");
  return key_of(find_idea(rules, pos, move));
}

using ReasonTuple = std::tuple<std::string, std::vector<int>>;

MoveTuple as_tuple(Move move) { return {move.from, move.to, move.take1, move.take2}; }

std::vector<int> cells_of(u32 cells) {
  std::vector<int> numbers;
  for (; cells; cells &= cells - 1) numbers.push_back(lowest(cells));
  return numbers;
}

// `probe` gives the rank of each of several positions for their side to move.
std::tuple<int, int, std::vector<ReasonTuple>, std::vector<MoveTuple>> explain(
    u32 own, u32 other, const RuleFlags& flags, const MoveTuple& tuple, const nb::object& probe) {
  const pylos::Rules rules = read_rules(flags);
  const Position pos = read_position(own, other);
  const Move move = read_move(tuple);
  if (!pylos::is_legal<4>(rules, pos, move)) throw nb::value_error("the move is not legal");
  const auto ask = [&](const Position* positions, std::size_t count, Value* values) {
    std::vector<u32> owns, others;
    for (std::size_t i = 0; i < count; ++i) {
      owns.push_back(positions[i].own);
      others.push_back(positions[i].other);
    }
    const auto ranks = nb::cast<std::vector<int>>(probe(owns, others));
    if (ranks.size() != count) throw nb::value_error("each position has a value");
    for (std::size_t i = 0; i < count; ++i) {
      if (ranks[i] < 0 || ranks[i] > 2) throw nb::value_error("a value is 0, 1 or 2");
      values[i] = static_cast<Value>(ranks[i]);
    }
  };
  const Explanation found = Explainer(rules, ask).explain(pos, move);
  std::vector<ReasonTuple> reasons;
  for (const Reason& each : found.reasons) reasons.emplace_back(each.key, cells_of(each.cells));
  std::vector<MoveTuple> line;
  for (const Move each : found.line) line.push_back(as_tuple(each));
  return {static_cast<int>(found.best), static_cast<int>(found.value), reasons, line};
}

void read_collection(Puzzles* self, const nb::bytes& text) {
  new (self) Puzzles;
  if (!self->read(std::vector<char>(text.c_str(), text.c_str() + text.size())))
    throw nb::value_error("this is not a collection of puzzles");
}

}  // namespace

NB_MODULE(pylos_coach, m) {
  m.doc() = "What Pylos moves are worth, mistakes, ideas and puzzles.";
  m.attr("JUDGE_NODES") = JUDGE_NODES;
  m.attr("OPEN_SCORE") = OPEN_SCORE;
  m.attr("CLEAR_DROP") = CLEAR_DROP;
  m.attr("MAX_GRADE") = MAX_GRADE;
  m.def(
      "ideas", [] { return std::vector<std::string>(std::begin(IDEAS), std::end(IDEAS)); },
      "Keys of what a move can do, the rarest first.");
  m.def("judge_position", &judge_position, "verdicts"_a,
        "(rank, proved, numbers of the moves that keep the value, best first).");
  m.def(
      "table_verdict",
      [](int rank, std::optional<int> distance, bool drawn) {
        if (rank < 0 || rank > 2) throw nb::value_error("a value is 0, 1 or 2");
        return as_tuple(table_verdict(static_cast<Value>(rank), distance.value_or(-1), drawn));
      },
      "rank"_a, "distance"_a.none(), "drawn"_a,
      "(rank, proved, distance, score) of a move by what a table says of the position after it.");
  m.def("searched_verdicts", &searched, "own"_a, "other"_a, "rules"_a, "moves"_a, "scores"_a,
        "The same for each legal move, by what a search with exact scores found.");
  m.def(
      "compare",
      [](const VerdictTuple& best, const VerdictTuple& played) {
        const Comparison found = compare(read_verdict(best), read_verdict(played));
        return std::tuple(static_cast<int>(found.grade), found.proved, found.drop);
      },
      "best"_a, "played"_a,
      "(0 good, 1 mistake, 2 blunder; whether both values are certain; fall of the score).");
  m.def("find_idea", &idea_of, "own"_a, "other"_a, "rules"_a, "move"_a,
        "The key of what a legal move does.");
  m.def("explain", &explain, "own"_a, "other"_a, "rules"_a, "move"_a, "probe"_a,
        "(rank of the position, rank of the move, reasons as key and cells, the answer to a "
        "mistake as moves), by exact values: `probe` gives the ranks of positions, given as lists "
        "of own and other balls.");
  m.def("grade_puzzle", &grade_puzzle, "distance"_a, "missed"_a,
        "1 to 5: mostly how often it is missed, then how far the end is.");
  m.def(
      "judge_try",
      [](int aim, bool first, bool solution, const VerdictTuple& verdict) {
        if (aim < 0 || aim > 2) throw nb::value_error("a value is 0, 1 or 2");
        const Tried tried =
            judge_try(static_cast<Value>(aim), first, solution, read_verdict(verdict));
        return std::tuple(tried.right, as_tuple(tried.verdict));
      },
      "aim"_a, "first"_a, "solution"_a, "verdict"_a,
      "(whether a try in a puzzle is right, its verdict there), by what its move is worth; of the "
      "player's first moves only the solution is right.");
  nb::class_<Puzzles>(m, "Puzzles", "A collection of puzzles, chosen from by number.")
      .def("__init__", &read_collection, "text"_a)
      .def(
          "select",
          [](const Puzzles& self, const std::string& rules, int grade,
             const std::string& takeback) { return self.select(rules, grade, takeback); },
          "rules"_a, "grade"_a, "takeback"_a,
          "The numbers of a selection, without lessons; no rules and grade 0 stand for any.")
      .def(
          "of_a_lesson",
          [](const Puzzles& self, const std::string& lesson, const std::string& rules) {
            return self.of_a_lesson(lesson, rules);
          },
          "lesson"_a, "rules"_a, "The numbers of a lesson's puzzles, easy ones first.")
      .def_static(
          "of_the_day",
          [](const std::vector<int>& numbers, int day) {
            if (numbers.empty()) throw nb::value_error("there is no puzzle to choose from");
            return puzzle_of_the_day(numbers, day);
          },
          "numbers"_a, "day"_a, "One of a selection; days are counted from 1970.")
      .def("of_a_streak", &Puzzles::of_a_streak, "seed"_a, "place"_a,
           "A puzzle of a streak, easy ones first; 0 at the end.");
}
