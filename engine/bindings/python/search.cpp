// Python face of the Pylos search: one call, released from the GIL, and what fitting its weights
// needs.
#include "pylos_search/search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings/python/search_data.hpp"
#include "pylos_search/levels.hpp"
#include "pylos_search/make/weight_classes.hpp"
#include "pylos_search/minimax.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet;
using namespace sommet::pylos_search;
using namespace sommet::python;

namespace {

struct Result {
  Found found;
  std::vector<MoveTuple> moves() const {
    std::vector<MoveTuple> list;
    for (const Candidate& c : found.moves) list.push_back(as_tuple(c.move));
    return list;
  }
  std::vector<int> scores() const {
    std::vector<int> list;
    for (const Candidate& c : found.moves) list.push_back(c.score);
    return list;
  }
  std::vector<MoveTuple> line() const {
    std::vector<MoveTuple> list;
    for (const Move& m : found.line) list.push_back(as_tuple(m));
    return list;
  }
};

Result search_position(u32 own, u32 other, Rules rules, int base, double milliseconds, u64 nodes,
                       int depth, int threads, bool every, const DrawnList& drawn,
                       const Oversights* oversights, const EvaluationWeights* weights,
                       const NetworkFile* network,
                       std::optional<nb::typed<nb::callable, bool()>> cancelled) {
  if (depth < 1) throw std::invalid_argument("depth counts from 1");
  if (!(milliseconds >= 0)) throw std::invalid_argument("milliseconds must not be negative");
  check_threads(threads);
  Task task;
  task.rules = rules;
  task.root = {own, other};
  check_position(task.root, base);
  task.limits = {milliseconds, nodes, std::min(depth, MAX_PLIES), threads};
  if (oversights) task.oversights = *oversights;
  task.drawn = drawn_positions(drawn);
  if (weights) task.weights = weights->values.data();
  task.every = every;
  if (network) task.network = network->network.get();
  std::exception_ptr trouble;
  if (cancelled) {
    task.cancelled = [&] {
      nb::gil_scoped_acquire acquired;
      try {
        return nb::cast<bool>((*cancelled)());
      } catch (...) {
        trouble = std::current_exception();
        return true;
      }
    };
  }
  Result result;
  {
    nb::gil_scoped_release released;
    result.found = base == 4 ? run<4>(task) : run<3>(task);
  }
  if (trouble) std::rethrow_exception(trouble);
  return result;
}

std::pair<std::vector<MoveTuple>, int> minimax_moves(u32 own, u32 other, Rules rules, int depth,
                                                     int base, const DrawnList& drawn) {
  check_position({own, other}, base);
  if (depth < 1 || depth > Minimax<4>::DEPTH_LIMIT)
    throw std::invalid_argument("depth must be 1 to 20");
  const auto look_ahead = [&](auto minimax) {
    std::vector<MoveTuple> moves;
    const auto best = minimax.best_moves({own, other}, depth);
    for (const Move m : best.moves) moves.push_back(as_tuple(m));
    return std::pair(moves, best.value);
  };
  const DrawnPositions ends = drawn_positions(drawn);
  const nb::gil_scoped_release released;
  return base == 4 ? look_ahead(Minimax<4>(rules, ends)) : look_ahead(Minimax<3>(rules, ends));
}

using Positions = nb::ndarray<const u32, nb::shape<-1, 2>, nb::c_contig, nb::device::cpu>;
using Numbers = nb::ndarray<nb::numpy, int>;

Numbers numbers(std::vector<int>&& values, std::size_t rows, std::size_t columns) {
  auto* kept = new std::vector<int>(std::move(values));
  nb::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<int>*>(p); });
  if (columns == 0) return Numbers(kept->data(), {rows}, owner);
  return Numbers(kept->data(), {rows, columns}, owner);
}

Numbers weight_indices(Positions positions, Rules rules) {
  const std::size_t rows = positions.shape(0);
  constexpr std::size_t COLUMNS = pylos_search::RANK_COLUMNS;
  std::vector<int> table(rows * COLUMNS);
  for (std::size_t r = 0; r < rows; ++r) {
    const Position pos = {positions(r, 0), positions(r, 1)};
    check_position(pos, 4);
    int columns[COLUMNS];
    pylos_search::rank_columns(rules, pos, columns);
    std::copy(columns, columns + COLUMNS, &table[r * COLUMNS]);
  }
  return numbers(std::move(table), rows, COLUMNS);
}

LevelSettings make_settings(int depth, u64 nodes, int own_slips, int other_slips, int freed_slips,
                            int blur, bool fitted) {
  if (depth < 1 || blur < 0) throw std::invalid_argument("depth counts from 1, blur from 0");
  return {depth, nodes, own_slips, other_slips, freed_slips, blur, fitted};
}

// As `search` takes them: own balls, other balls, whether the root's side is to move.
std::vector<std::tuple<u32, u32, bool>> drawn_tuples(const std::vector<u64>& earlier, u32 limit,
                                                     bool dark_moves) {
  const DrawnPositions drawn = drawn_positions(earlier, limit, dark_moves);
  std::vector<std::tuple<u32, u32, bool>> list;
  for (const u64 key : drawn.keys()) {
    const Position pos = key_position(key);
    list.emplace_back(pos.own, pos.other, !(key & OTHER_SIDE));
  }
  return list;
}

std::vector<LevelSettings> all_settings(Rules rules) {
  std::vector<LevelSettings> settings;
  for (int level = 1; level <= WEAKENED_LEVELS; ++level)
    settings.push_back(settings_of(rules, level));
  return settings;
}

std::vector<int> inputs_of(u32 own, u32 other, Rules rules) {
  check_position({own, other}, 4);
  std::vector<int> on;
  for_each_input(rules, {own, other}, [&](int number) { on.push_back(number); });
  return on;
}

}  // namespace

NB_MODULE(search, m) {
  m.doc() = "Pylos without a table: alpha-beta search over whole turns.";
  m.attr("WIN") = WIN;
  m.attr("PROVEN") = PROVEN;
  m.attr("WEIGHTS") = WEIGHTS;
  m.attr("MAX_PLIES") = MAX_PLIES;
  m.attr("NETWORK_INPUTS") = NETWORK_INPUTS;
  m.attr("NETWORK_WIDE") = WIDE;
  m.attr("NETWORK_NARROW") = NARROW;
  m.attr("NETWORK_STAGES") = NETWORK_STAGES;
  m.attr("NETWORK_ONE") = NETWORK_ONE;
  m.attr("NETWORK_SECOND") = SECOND;
  m.attr("NETWORK_BETWEEN") = NETWORK_BETWEEN;
  m.attr("NETWORK_STEP") = NETWORK_STEP;
  m.attr("NETWORK_BYTES") = NETWORK_BYTES;
  m.attr("NETWORK_BLOCKS_AT") = BLOCKS_AT;

  nb::class_<Rules>(m, "Rules", "The rule switches of the core (PYL-5, PYL-8, PYL-R1, PYL-R2).")
      .def(
          "__init__",
          [](Rules* self, bool squares, bool lines, bool takeback_optional, bool may_raise) {
            new (self) Rules{squares, lines, takeback_optional, may_raise};
          },
          "squares"_a, "lines"_a, "takeback_optional"_a, "may_raise"_a);

  nb::class_<EvaluationWeights>(m, "EvaluationWeights",
                                "Fitted evaluation weights: WEIGHTS little-endian int16.")
      .def(nb::init<nb::bytes>(), "data"_a);

  nb::class_<NetworkFile>(m, "Network",
                          "The search's network: NETWORK_BYTES as its file keeps them, or fewer "
                          "if it has no rows for blocks of cells.")
      .def(nb::init<nb::bytes>(), "data"_a);

  nb::class_<Oversights>(m, "Oversights",
                         "What a player fails to see; see engine/pylos_search/limits.hpp.")
      .def(
          "__init__",
          [](Oversights* self, std::pair<u32, u32> raises, std::pair<u32, u32> earnings,
             std::pair<bool, bool> freed_balls, int blur, u64 seed) {
            if (blur < 0) throw std::invalid_argument("blur must not be negative");
            new (self) Oversights{{raises.first, raises.second},
                                  {earnings.first, earnings.second},
                                  {freed_balls.first, freed_balls.second},
                                  blur,
                                  seed};
          },
          "raises"_a = std::pair<u32, u32>(0, 0), "earnings"_a = std::pair<u32, u32>(0, 0),
          "freed_balls"_a = std::pair<bool, bool>(false, false), "blur"_a = 0, "seed"_a = 0);

  nb::class_<LevelSettings>(m, "LevelSettings", "How far a player looks and how much it overlooks.")
      .def(
          "__init__",
          [](LevelSettings* self, int depth, u64 nodes, int own_slips, int other_slips,
             int freed_slips, int blur, bool fitted) {
            new (self) LevelSettings(
                make_settings(depth, nodes, own_slips, other_slips, freed_slips, blur, fitted));
          },
          "depth"_a, "nodes"_a, "own_slips"_a, "other_slips"_a, "freed_slips"_a, "blur"_a,
          "fitted"_a = false)
      .def_ro("depth", &LevelSettings::depth, "Moves looked ahead, the player's own included.")
      .def_ro("nodes", &LevelSettings::nodes, "The most positions visited for one move.")
      .def_ro(
          "own_slips", &LevelSettings::own_slips,
          "In a thousand, how often the player's own raise or square is overlooked, for each cell.")
      .def_ro("other_slips", &LevelSettings::other_slips, "The same for the opponent's.")
      .def_ro("freed_slips", &LevelSettings::freed_slips,
              "In a thousand, how often a second ball that the first one frees is overlooked.")
      .def_ro("blur", &LevelSettings::blur,
              "The largest error in the judgement of a position, in hundredths of a logit.")
      .def_ro("fitted", &LevelSettings::fitted,
              "Judges with the fitted weights rather than by counting balls.");
  m.attr("BEST_NODES") = BEST_NODES;
  m.def("drawn_positions", &drawn_tuples, "earlier"_a, "limit"_a, "dark_moves"_a,
        "The earlier positions of a game whose next occurrence ends it (PYL-R3).");
  m.def("level_settings", &all_settings, "rules"_a,
        "The players of levels 1 to 7 under these rules.");
  m.def("draw_oversights", &draw_oversights, "settings"_a, "seed"_a,
        "What a player fails to see this time.");

  nb::class_<Result>(m, "Result", "What a search found, moves best first.")
      .def_prop_ro("moves", &Result::moves, "(from, to, take1, take2), -1 for none; best first.")
      .def_prop_ro("scores", &Result::scores,
                   "For the side to move; only the best is exact unless every.")
      .def_prop_ro("line", &Result::line, "The principal variation.")
      .def_prop_ro("depth", [](const Result& r) { return r.found.depth; })
      .def_prop_ro("nodes", [](const Result& r) { return r.found.nodes; })
      .def_prop_ro("milliseconds", [](const Result& r) { return r.found.milliseconds; });

  m.def("search", &search_position, "own"_a, "other"_a, "rules"_a, nb::kw_only(), "base"_a = 4,
        "milliseconds"_a = 0.0, "nodes"_a = 0, "depth"_a = MAX_PLIES, "threads"_a = 1,
        "every"_a = false, "drawn"_a = DrawnList(), "oversights"_a = nb::none(),
        "weights"_a = nb::none(), "network"_a = nb::none(), "cancelled"_a = nb::none(),
        "Search the position of the side to move until a limit, a proof or `cancelled()`.");

  m.def(
      "minimax", &minimax_moves, "own"_a, "other"_a, "rules"_a, "depth"_a, nb::kw_only(),
      "base"_a = 4, "drawn"_a = DrawnList(),
      "Return all best moves by plain minimax that counts reserves, and their value: balls ahead, "
      "or 1000 less the moves to the end.");
  m.def(
      "evaluate",
      [](u32 own, u32 other, Rules rules, const EvaluationWeights* weights) {
        check_position({own, other}, 4);
        return evaluate<4>(rules, {own, other}, weights ? weights->values.data() : nullptr);
      },
      "own"_a, "other"_a, "rules"_a, "weights"_a = nb::none(),
      "The static evaluation in hundredths of a logit, for the side to move.");

  m.def(
      "judge",
      [](u32 own, u32 other, Rules rules, const NetworkFile& network, u32 near_own,
         u32 near_other) {
        check_position({own, other}, 4);
        check_position({near_own, near_other}, 4);
        if ((own | other | near_own | near_other) >> pylos::Pyramid<4>::SUMMIT)
          throw std::invalid_argument("the summit is taken");
        const NearbyJudge judge(*network.network, rules, {near_own, near_other});
        return judge.judge({own, other});
      },
      "own"_a, "other"_a, "rules"_a, "network"_a, "near_own"_a = 0, "near_other"_a = 0,
      "What the network says in hundredths of a logit, for the side to move; worked out from what "
      "differs from a position near by.");
  m.def(
      "judge_plainly",
      [](u32 own, u32 other, Rules rules, const NetworkFile& network) {
        check_position({own, other}, 4);
        if ((own | other) >> pylos::Pyramid<4>::SUMMIT)
          throw std::invalid_argument("the summit is taken");
        return judge_plainly(*network.network, rules, {own, other});
      },
      "own"_a, "other"_a, "rules"_a, "network"_a,
      "The same without short cuts and without a processor's special instructions.");
  m.def("network_inputs", &inputs_of, "own"_a, "other"_a, "rules"_a,
        "The numbers of the network's inputs that are on.");

  m.def("weight_indices", &weight_indices, "positions"_a, "rules"_a,
        "For each position (own, other), the weights that its evaluation adds up.");
  m.def(
      "weight_classes", [] { return numbers(weight_classes(), WEIGHTS, 0); },
      "For each weight, the lowest-numbered weight that symmetry ties it to.");
}
