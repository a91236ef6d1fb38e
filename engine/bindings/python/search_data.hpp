// What the bindings of the search and of the perfect player share: what positions are judged with,
// and moves and drawn positions as Python gives them.
#pragma once

#include <nanobind/nanobind.h>

#include <cstring>
#include <memory>
#include <stdexcept>
#include <tuple>
#include <vector>

#include "bindings/python/positions.hpp"
#include "pylos_search/worker.hpp"

namespace sommet::python {

using MoveTuple = std::tuple<int, int, int, int>;

inline MoveTuple as_tuple(pylos::Move m) { return {m.from, m.to, m.take1, m.take2}; }

// Fitted weights, checked for size once.
struct EvaluationWeights {
  std::vector<short> values;

  explicit EvaluationWeights(nanobind::bytes data) : values(pylos_search::WEIGHTS) {
    if (data.size() != pylos_search::WEIGHTS * sizeof(short))
      throw std::invalid_argument("wrong size of weights");
    std::memcpy(values.data(), data.c_str(), data.size());
  }
};

// A network, read once.
struct NetworkFile {
  std::unique_ptr<pylos_search::Network> network = std::make_unique<pylos_search::Network>();

  explicit NetworkFile(nanobind::bytes data) {
    if (!pylos_search::read_network(reinterpret_cast<const u8*>(data.c_str()), data.size(),
                                    *network))
      throw std::invalid_argument("wrong size of network");
  }
};

// Positions whose next occurrence draws: own and other balls, and whether the root's side moves.
using DrawnList = std::vector<std::tuple<u32, u32, bool>>;

inline pylos_search::DrawnPositions drawn_positions(const DrawnList& list) {
  pylos_search::DrawnPositions drawn;
  for (const auto& [mine, theirs, root_to_move] : list)
    drawn.add(pylos_search::position_key({mine, theirs}) |
              (root_to_move ? 0 : pylos_search::OTHER_SIDE));
  return drawn;
}

}  // namespace sommet::python
