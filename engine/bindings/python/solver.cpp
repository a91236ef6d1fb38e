// Python face of the solver: sweep, checker and the numbering of positions. Arrays are the
// caller's; every long call releases the GIL and asks back now and then.
#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <exception>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <stdexcept>
#include <string>
#include <thread>
#include <tuple>
#include <utility>

#include "bindings/python/packed_tables.hpp"
#include "pylos_solve/check.hpp"
#include "pylos_solve/sweep.hpp"
#include "pylos_tablebase/make/packing.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet;
using namespace sommet::pylos_index;
using namespace sommet::pylos_solve;
using namespace sommet::pylos_tablebase;
using namespace sommet::python;

namespace {

using Table = nb::ndarray<u8, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Indices = nb::ndarray<const u64, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Between = std::optional<nb::typed<nb::callable, bool(double)>>;

// Calls the Python callback from a thread that has released the GIL; an exception in it stops the
// work and is raised again afterwards.
struct Caller {
  const Between& between;
  std::exception_ptr raised;

  bool operator()(double share) {
    if (!between || raised) return !raised;
    const nb::gil_scoped_acquire gil;
    try {
      return nb::cast<bool>((*between)(share));
    } catch (...) {
      raised = std::current_exception();
      return false;
    }
  }
};

class PythonSweep {
 public:
  PythonSweep(int base, const RulesTuple& rules, Table table, int threads)
      : table_(std::move(table)),
        plan_(base == 4 ? make_plan<4>(rules_of(rules), colourings(base))
                        : make_plan<3>(rules_of(rules), colourings(base))) {
    if (table_.size() != plan_.positions) throw std::invalid_argument("wrong size of table");
    check_threads(threads);
    sweep_ = std::make_unique<Sweep>(plan_, colourings(base), table_.data(), threads);
  }

  void resume(int distance) {
    if (distance < 0 || distance > DRAW) throw std::invalid_argument("a distance is 0 to 255");
    const nb::gil_scoped_release free;
    sweep_->resume(distance);
    distance_ = distance;
  }

  std::optional<u64> pass(const Between& between) {
    if (distance_ >= DRAW) throw std::invalid_argument("a table has distances up to 254");
    PassReport report{};
    Caller caller{between, nullptr};
    bool finished = false;
    {
      const nb::gil_scoped_release free;
      finished = sweep_->pass([&](double share) { return caller(share); }, report);
    }
    if (caller.raised) std::rethrow_exception(caller.raised);
    distance_ += finished;
    return finished ? std::optional<u64>(report.found) : std::nullopt;
  }

 private:
  Table table_;
  Plan plan_;
  int distance_ = 0;
  std::unique_ptr<Sweep> sweep_;
};

u64 sweep_memory(int base, const RulesTuple& rules) {
  return Sweep::memory(base == 4 ? make_plan<4>(rules_of(rules), colourings(base), false)
                                 : make_plan<3>(rules_of(rules), colourings(base), false));
}

using Examples = std::vector<std::tuple<u64, int, int>>;

std::tuple<u64, u64, Examples> check_table(int base, const RulesTuple& rules,
                                           const ReadTable& table, int threads,
                                           const Between& between, std::size_t most) {
  const Locator& where = locator(base);
  if (table.size() != where.plan().positions) throw std::invalid_argument("wrong size of table");
  Caller caller{between, nullptr};
  CheckReport report;
  {
    const nb::gil_scoped_release free;
    const auto ask = [&](double share) { return caller(share); };
    report = base == 4 ? check<4>(rules_of(rules), where, table.data(), threads, ask, most)
                       : check<3>(rules_of(rules), where, table.data(), threads, ask, most);
  }
  if (caller.raised) std::rethrow_exception(caller.raised);
  Examples examples;
  for (const Mismatch& m : report.examples) examples.emplace_back(m.index, m.stored, m.derived);
  return {report.checked, report.mismatches, examples};
}

nb::ndarray<nb::numpy, u64, nb::ndim<1>> find(int base, const Boards& own, const Boards& other) {
  if (own.size() != other.size()) throw std::invalid_argument("as many own as other boards");
  const Locator& where = locator(base);
  std::vector<u64> out(own.size());
  const u32 all = base == 4 ? pylos::Pyramid<4>::ALL : pylos::Pyramid<3>::ALL;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const u32 a = own.data()[i], b = other.data()[i];
    out[i] = (a & b) || ((a | b) & ~all) ? ~u64{0} : where.find(a, b);
  }
  return own_array(std::move(out));
}

std::pair<nb::ndarray<nb::numpy, u32, nb::ndim<1>>, nb::ndarray<nb::numpy, u32, nb::ndim<1>>>
positions_at(int base, const Indices& indices) {
  const Locator& where = locator(base);
  std::vector<u32> own(indices.size()), other(indices.size());
  for (std::size_t i = 0; i < own.size(); ++i) {
    if (indices.data()[i] >= where.plan().positions) throw std::out_of_range("no such position");
    where.position(indices.data()[i], own[i], other[i]);
  }
  return {own_array(std::move(own)), own_array(std::move(other))};
}

// First position number of each number of balls, and the end.
std::vector<u64> first_by_balls(int base) {
  const Plan& plan = locator(base).plan();
  std::vector<u64> first;
  for (int n = 0; n <= plan.places(); ++n) first.push_back(plan.stacks[plan.level[n]].positions);
  first.push_back(plan.positions);
  return first;
}

std::vector<u64> count_bytes(const ReadTable& table, u64 begin, u64 end) {
  if (begin > end || end > table.size()) throw std::out_of_range("no such positions");
  std::vector<u64> sum(256);
  const nb::gil_scoped_release free;
  u64 counts[4][256] = {};
  const u8* t = table.data();
  u64 i = begin;
  for (; i + 4 <= end; i += 4)
    for (int k = 0; k < 4; ++k) ++counts[k][t[i + static_cast<u64>(k)]];
  for (; i < end; ++i) ++counts[0][t[i]];
  for (int v = 0; v < 256; ++v)
    sum[static_cast<std::size_t>(v)] = counts[0][v] + counts[1][v] + counts[2][v] + counts[3][v];
  return sum;
}

nb::bytes as_bytes(const std::vector<u8>& v) {
  return nb::bytes(reinterpret_cast<const char*>(v.data()), v.size());
}

using ReportLine = std::optional<nb::typed<nb::callable, void(std::string)>>;

std::tuple<nb::bytes, nb::bytes, nb::bytes> pack_table(int base, const ReadTable& table,
                                                       int threads, u64 shared_samples,
                                                       u64 own_samples, int epochs,
                                                       double network_share,
                                                       const ReportLine& report) {
  const Locator& where = locator(base);
  if (table.size() != where.plan().positions) throw std::invalid_argument("wrong size of table");
  check_threads(threads);
  const Effort effort{shared_samples, own_samples, epochs, network_share};
  PackedParts parts;
  std::exception_ptr raised;
  {
    const nb::gil_scoped_release free;
    parts =
        pack(where, features(base), table.data(), threads, effort, [&](const std::string& line) {
          if (!report) return;
          const nb::gil_scoped_acquire gil;
          try {
            if (!raised) (*report)(line);
          } catch (...) {
            raised = std::current_exception();
          }
        });
  }
  if (raised) std::rethrow_exception(raised);
  return {as_bytes(parts.model), as_bytes(parts.groups), as_bytes(parts.data)};
}

}  // namespace

NB_MODULE(solver, m) {
  m.doc() = "Pylos solved: backward induction, its checker, and the numbering of positions.";
  m.attr("DRAW") = static_cast<int>(DRAW);
  m.attr("NOT_STORED") = ~u64{0};

  nb::class_<PythonSweep>(m, "Sweep", "Fills a table of distances, one distance at a time.")
      .def(nb::init<int, const RulesTuple&, Table, int>(), "base"_a, "rules"_a, "table"_a,
           "threads"_a)
      .def("resume", &PythonSweep::resume, "distance"_a,
           "Take up a table whose distances below this one are complete.")
      .def("run_pass", &PythonSweep::pass, "between"_a = nb::none(),
           "Find the positions of the next distance and return how many; None when `between`, "
           "called with the share done, returned False.");
  m.def("sweep_memory", &sweep_memory, "base"_a, "rules"_a,
        "Return the bytes a Sweep takes beside its table.");
  m.def("check_table", &check_table, "base"_a, "rules"_a, "table"_a, "threads"_a,
        "between"_a = nb::none(), "most"_a = 100,
        "Judge every position anew from its successors; return how many were checked, how many "
        "differ, and up to `most` of those as (index, stored, derived).");
  m.def("find", &find, "base"_a, "own"_a, "other"_a,
        "Return where positions lie in a table, NOT_STORED for those that do not.");
  m.def("positions_at", &positions_at, "base"_a, "indices"_a,
        "Return own and other boards of stored positions.");
  m.def("first_by_balls", &first_by_balls, "base"_a,
        "Return the first position number for 0, 1, ... balls, and the number of positions.");
  constexpr Effort effort;
  m.def("pack_table", &pack_table, "base"_a, "table"_a, "threads"_a,
        "shared_samples"_a = effort.shared_samples, "own_samples"_a = effort.own_samples,
        "epochs"_a = effort.epochs, "network_share"_a = effort.network_share,
        "report"_a = nb::none(),
        "Return a full table's wins, losses and draws packed: model, groups, data. The numbers say "
        "how much work goes into the prediction; `report` is called with a line after each stage.");
  bind_packed(m);
  m.def("count_bytes", &count_bytes, "table"_a, "begin"_a, "end"_a,
        "Return how often each byte occurs in a part of a table.");
}
