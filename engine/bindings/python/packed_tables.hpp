// Packed tables for Python: opened from a file's bytes, or put together from parts.
#pragma once

#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/unique_ptr.h>

#include <memory>
#include <string>

#include "bindings/python/file_faults.hpp"
#include "bindings/python/solved_tables.hpp"
#include "pylos_tablebase/make/packing.hpp"
#include "pylos_tablebase/packed_file.hpp"

namespace sommet::python {

using ReadTable =
    nanobind::ndarray<const u8, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Boards =
    nanobind::ndarray<const u32, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

inline const pylos_tablebase::StackFeatures& features(int base) {
  static const pylos_tablebase::StackFeatures small(3), large(4);
  return base == 3 ? small : large;
}

class PythonPacked {
 public:
  PythonPacked(int base, ReadTable model, ReadTable groups, ReadTable data)
      : base_(base),
        kept_{std::move(model), std::move(groups), std::move(data)},
        packed_(locator(base), features(base), kept_[0].data(), kept_[0].size(), kept_[1].data(),
                kept_[1].size(), kept_[2].data(), kept_[2].size()) {}

  PythonPacked(ReadTable whole, pylos_tablebase::PackedFile file)
      : base_(file.base),
        rules_(file.rules),
        kept_{std::move(whole)},
        model_(std::move(file.model)),
        packed_(locator(base_), features(base_), model_.data(), model_.size(), file.groups.bytes,
                file.groups.size, file.data.bytes, file.data.size) {}

  static std::unique_ptr<PythonPacked> open(ReadTable whole) {
    pylos_tablebase::PackedFile file;
    {
      const nanobind::gil_scoped_release free;
      check_file(open_packed({whole.data(), whole.size()}, file),
                 {"is not a packed table of Pylos positions", "packed format",
                  pylos_tablebase::PACKED_FORMAT, ": make it anew with sommet pack"});
    }
    return std::make_unique<PythonPacked>(std::move(whole), std::move(file));
  }

  int base() const { return base_; }
  RulesTuple rules() const { return tuple_of(rules_); }

  nanobind::ndarray<nanobind::numpy, u8, nanobind::ndim<1>> probe(const Boards& own,
                                                                  const Boards& other) const {
    if (own.size() != other.size()) throw std::invalid_argument("as many own as other boards");
    std::vector<u8> out(own.size());
    {
      const nanobind::gil_scoped_release free;
      packed_.probe(own.data(), other.data(), out.size(), out.data());
    }
    return own_array(std::move(out));
  }

  std::pair<u64, u64> compare_with(const ReadTable& table, int threads) const {
    const pylos_index::Locator& where = locator(base_);
    if (table.size() != where.plan().positions) throw std::invalid_argument("wrong size");
    const nanobind::gil_scoped_release free;
    u64 checked = 0;
    const u64 different = compare(where, packed_, table.data(), threads, checked);
    return {checked, different};
  }

 private:
  int base_;
  pylos::Rules rules_{};
  ReadTable kept_[3];  // what the table reads from
  std::vector<u8> model_;
  pylos_tablebase::PackedTable packed_;
};

inline void bind_packed(nanobind::module_& m) {
  namespace nb = nanobind;
  using namespace nb::literals;
  nb::class_<PythonPacked>(m, "PackedTable", "Win, loss or draw of every position, packed.")
      .def(nb::init<int, ReadTable, ReadTable, ReadTable>(), "base"_a, "model"_a, "groups"_a,
           "data"_a)
      .def_static("open", &PythonPacked::open, "file"_a,
                  "Return the table that a file holds; raise ValueError, which says what is wrong "
                  "with the file.")
      .def_prop_ro("base", &PythonPacked::base, "Balls along an edge of the board.")
      .def_prop_ro("rules", &PythonPacked::rules,
                   "Of a table that was opened: squares, lines, takeback optional, may raise.")
      .def("probe", &PythonPacked::probe, "own"_a, "other"_a,
           "Return 0 (loss), 1 (win) or 2 (draw) for each position.")
      .def("compare_with", &PythonPacked::compare_with, "table"_a, "threads"_a,
           "Compare with a full table; return how many positions were compared and how many "
           "differ.");
}

}  // namespace sommet::python
