// Python face of the perfect player: its choice, the passes that make and prove it, the fit of its
// rank. Arrays are the caller's; long calls release the GIL.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>
#include <stdexcept>
#include <tuple>

#include "bindings/python/perfect_player.hpp"
#include "pylos_perfect/make/passes.hpp"
#include "pylos_perfect/make/rank_fit.hpp"
#include "pylos_search/make/evaluation_fit.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet;
using namespace sommet::pylos_index;
using namespace sommet::pylos_perfect;
using namespace sommet::python;

namespace {

using Watcher = nb::typed<nb::callable, bool(double)>;

class Work {
  // Calls f with the work, the GIL released, and reports progress to the watcher: this is part
  // `part` of `parts`.
  template <class F>
  auto run(F&& f, int part = 0, int parts = 1) {
    std::exception_ptr raised;
    const auto report = [&](double share) {
      const nb::gil_scoped_acquire gil;
      try {
        return nb::cast<bool>((*watcher_)((part + share) / parts));
      } catch (...) {
        raised = std::current_exception();
        return false;
      }
    };
    const auto watched = [&](auto& work) {
      work.watch(watcher_ ? Pool::Watch(report) : Pool::Watch());
      return f(work);
    };
    try {
      const nb::gil_scoped_release free;
      return small_ ? watched(*small_) : watched(*large_);
    } catch (const Ended&) {
      if (raised) std::rethrow_exception(raised);
      throw std::runtime_error("ended");
    }
  }

 public:
  Work(int base, const RulesTuple& rules, Bytes table, std::optional<Shorts> weights,
       Words exceptions, Bytes places, int threads, bool lean)
      : table_(std::move(table)),
        places_(std::move(places)),
        exceptions_(std::move(exceptions)),
        weights_(std::move(weights)) {
    if (table_.size() != tables(base).positions())
      throw std::invalid_argument("wrong size of table");
    check_exceptions(exceptions_, places_);
    check_threads(threads);
    if (base == 3)
      small_ = make<3>(rules, threads, lean);
    else
      large_ = make<4>(rules, threads, lean);
  }

  void watch(std::optional<Watcher> watcher) { watcher_ = std::move(watcher); }

  void find_choices() {
    run([](auto& w) { w.find_ranks(); }, 0, 4);
    run([](auto& w) { w.find_nearest_ranks(); }, 1, 4);
    run([](auto& w) { w.find_outlooks(); }, 2, 4);
    run([](auto& w) { w.find_choices(); }, 3, 4);
  }
  u64 thin_out() {
    return run([](auto& w) { return w.thin_out(); });
  }
  u64 settle() {
    return run([](auto& w) { return w.settle_once(); });
  }
  void weigh(int steps) {
    make_only();
    run([&](auto& w) { w.weigh(steps); });
  }
  nb::ndarray<nb::numpy, u64, nb::ndim<1>> make_exceptions(u32 least_gain) {
    make_only();
    return own_array(run([&](auto& w) { return w.make_exceptions(least_gain); }));
  }
  nb::ndarray<nb::numpy, u32, nb::ndim<1>> choices() {
    make_only();
    return own_array(run([](auto& w) { return w.choices(); }));
  }
  std::tuple<u64, u64, u64, u64> lengths() {
    return run([](auto& w) -> std::tuple<u64, u64, u64, u64> {
      const auto sum = w.lengths();
      return {sum.moves, sum.best, sum.positions, sum.longest};
    });
  }
  std::tuple<u64, u64, long long> prove(const Words& exceptions, const Bytes& places) {
    check_exceptions(exceptions, places);
    return run([&](auto& w) -> std::tuple<u64, u64, long long> {
      const auto v = w.prove_all(exceptions.data(), places.data(), exceptions.size());
      return {v.proved, v.wrong, v.wrong ? static_cast<long long>(v.first_wrong) : -1};
    });
  }

 private:
  template <int Base>
  std::unique_ptr<CpuWork<Base>> make(const RulesTuple& rules, int threads, bool lean) const {
    return std::make_unique<CpuWork<Base>>(tables(Base), rules_of(rules), table_.data(),
                                           data_of(weights_), exceptions_.data(), places_.data(),
                                           exceptions_.size(), threads, lean);
  }

  void make_only() const {
    if (small_ ? small_->is_lean() : large_->is_lean())
      throw std::invalid_argument("a lean work proves, and makes nothing");
  }

  Bytes table_, places_;
  Words exceptions_;
  std::optional<Shorts> weights_;
  std::optional<Watcher> watcher_;
  std::unique_ptr<CpuWork<3>> small_;
  std::unique_ptr<CpuWork<4>> large_;
};

using Fitted = std::tuple<nb::ndarray<nb::numpy, short, nb::ndim<1>>, std::vector<double>,
                          std::vector<double>>;

// Calls fit(between) with the GIL released. `between` asks Python back, and for signals; what either
// raises ends the fit and is raised again.
template <class F>
auto fit_watched(const Bytes& table, const Watcher& watcher, F&& fit) {
  if (table.size() != tables(4).positions()) throw std::invalid_argument("wrong size of table");
  bool ended = false;
  const auto between = [&](double share) {
    const nb::gil_scoped_acquire gil;
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    ended = !nb::cast<bool>(watcher(share));
    return !ended;
  };
  const nb::gil_scoped_release free;
  auto report = fit(between);
  if (ended) throw std::runtime_error("ended");
  return report;
}

Fitted fit_rank(const RulesTuple& rules, const Bytes& table, u32 groups, int epochs, u64 seed,
                const Watcher& between) {
  FitReport report = fit_watched(table, between, [&](const auto& watch) {
    return RankFit(locator(4), rules_of(rules), table.data(), seed).run(groups, epochs, watch);
  });
  return {own_array(std::move(report.weights)), report.errors, report.regrets};
}

Fitted fit_evaluation(const RulesTuple& rules, const Bytes& table, int positions, int epochs,
                      u64 seed, const Watcher& between) {
  pylos_search::EvaluationFitReport report = fit_watched(table, between, [&](const auto& watch) {
    return pylos_search::EvaluationFit(locator(4), rules_of(rules), table.data(), seed)
        .run(positions, epochs, watch);
  });
  return {own_array(std::move(report.weights)), report.losses, report.right};
}

u64 smallest(int base, u32 own, u32 other) {
  const bool stored = locator(base).find(own, other) != ~u64{0};
  if ((own & other) || !stored) throw std::invalid_argument("not a stored position");
  return smallest_number(tables(base).finder(), {own, other});
}

}  // namespace

NB_MODULE(perfect, m) {
  nb::module_::import_(
      "sommet.engine.search");  // whose EvaluationWeights and Network are taken here
  m.doc() = "The perfect player of Pylos: its choice, and how that is made and proved.";
  m.attr("RANK_WEIGHTS") = pylos_search::RANK_WEIGHTS;
  nb::class_<Work>(m, "Work", "The player's choice in all positions at once, and its settling.")
      .def(
          nb::init<int, const RulesTuple&, Bytes, std::optional<Shorts>, Words, Bytes, int, bool>(),
          "base"_a, "rules"_a, "table"_a, "weights"_a.none(), "exceptions"_a, "places"_a,
          "threads"_a, "lean"_a = false,
          "`lean` takes six bytes for each position instead of ten, and only proves.")
      .def("watch", &Work::watch, "watcher"_a.none(),
           "Call this with the share done of each pass from now on; false ends the work.")
      .def("find_choices", &Work::find_choices, "Work out the choice in all won positions.")
      .def("thin_out", &Work::thin_out, "Forget what is settled; return how many are open.")
      .def("settle", &Work::settle, "Go once through what is open; return how many got settled.")
      .def("weigh", &Work::weigh, "steps"_a,
           "Find out how much would be settled with each open won position, some moves back.")
      .def("make_exceptions", &Work::make_exceptions, "least_gain"_a,
           "Make exceptions of open won positions; return them as number | place << 32.")
      .def("lengths", &Work::lengths,
           "Over the settled won positions: moves to the end at most, moves by best play, how many "
           "positions, and the longest.")
      .def("choices", &Work::choices, "Where the player goes from each won position.")
      .def("prove", &Work::prove, "exceptions"_a, "places"_a,
           "Return how many positions are proved, how many are wrong, the first of those or -1.");
  bind_perfect_player(m);
  m.def("fit_rank", &fit_rank, "rules"_a, "table"_a, "groups"_a, "epochs"_a, "seed"_a, "between"_a,
        "Fit the rank's weights to a full table; return them, and by epoch the error and the moves "
        "lost by following the rank.");
  m.def("fit_evaluation", &fit_evaluation, "rules"_a, "table"_a, "positions"_a, "epochs"_a,
        "seed"_a, "between"_a,
        "Fit the search's weights to a full table; return them, and by epoch the log loss and the "
        "share on the right side.");
  m.def("smallest_number", &smallest, "base"_a, "own"_a, "other"_a,
        "Return the number of a stored position, the smallest of its mirror images'.");
}
