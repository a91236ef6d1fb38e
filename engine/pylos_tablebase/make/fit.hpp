// Fits what a packed table predicts with: the networks and the tables of contexts, from samples of
// a full table. Floating point is used here only; the result is integers.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "pylos_tablebase/block_network.hpp"
#include "pylos_tablebase/neighbours.hpp"
#include "pylos_tablebase/worth.hpp"

namespace sommet::pylos_tablebase {

// How much work to put in; the more, the smaller the packed table.
struct Effort {
  u64 shared_samples = 16'000'000;  // for each number of balls
  u64 own_samples = 1'000'000;      // for each stack with a network of its own
  int epochs = 3;
  double network_share = 0.08;  // of a level's bytes that networks may take
};

struct FittedModel {
  std::vector<u8> drawless;   // by number of balls
  std::vector<i16> contexts;  // CONTEXTS for each number of balls, in LOG_ODDS_UNIT
  std::vector<u8> networks;   // as class StackNetworks reads them
};

// Is told of each stage that is done, from any thread.
using Report = std::function<void(const std::string& line)>;

FittedModel fit(const pylos_index::Locator& locator, const StackFeatures& features, const u8* table,
                int threads, const Effort& effort, const Report& report);

}  // namespace sommet::pylos_tablebase
