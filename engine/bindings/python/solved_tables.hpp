// What the bindings of the solver and of the perfect player share: rules as Python gives them,
// where positions lie in a table, arrays that Python owns.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <stdexcept>
#include <tuple>
#include <utility>
#include <vector>

#include "pylos_index/locate.hpp"

namespace sommet::python {

using RulesTuple = std::tuple<bool, bool, bool, bool>;

inline pylos::Rules rules_of(const RulesTuple& t) {
  return {std::get<0>(t), std::get<1>(t), std::get<2>(t), std::get<3>(t)};
}

inline RulesTuple tuple_of(pylos::Rules rules) {
  return {rules.squares, rules.lines, rules.takeback_optional, rules.may_raise};
}

inline const pylos_index::Colourings& colourings(int base) {
  static const pylos_index::Colourings small(pylos::Pyramid<3>::BALLS,
                                             pylos::Pyramid<3>::CELLS - 1);
  static const pylos_index::Colourings large(pylos::Pyramid<4>::BALLS,
                                             pylos::Pyramid<4>::CELLS - 1);
  if (base != 3 && base != 4) throw std::invalid_argument("base must be 3 or 4");
  return base == 3 ? small : large;
}

inline const pylos_index::Locator& locator(int base) {
  if (base == 3) {
    static const pylos_index::Locator small = pylos_index::Locator::make<3>(colourings(3));
    return small;
  }
  static const pylos_index::Locator large = pylos_index::Locator::make<4>(colourings(base));
  return large;
}

template <class T>
nanobind::ndarray<nanobind::numpy, T, nanobind::ndim<1>> own_array(std::vector<T> values) {
  auto* kept = new std::vector<T>(std::move(values));
  nanobind::capsule owner(kept, [](void* p) noexcept { delete static_cast<std::vector<T>*>(p); });
  return {kept->data(), {kept->size()}, owner};
}

}  // namespace sommet::python
