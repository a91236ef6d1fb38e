// The checker: judges every stored position anew from its successors, move by move, straight from
// the rules. It shares no code with the sweep's propagation.
#pragma once

#include <array>
#include <functional>
#include <vector>

#include "pylos_index/locate.hpp"

namespace sommet::pylos_solve {

struct Mismatch {
  u64 index;
  u8 stored, derived;
};

struct CheckReport {
  u64 checked = 0, mismatches = 0;
  std::vector<Mismatch> examples;  // as many as were asked for at most
};

// What the successors of a position say about it: its distance, or 255 for a draw.
template <int Base>
u8 derive(pylos::Rules rules, const pylos_index::Locator& locator, const u8* table,
          pylos::Position pos) {
  if (pylos::is_over<Base>(rules, pos)) return 0;
  int fastest_win = 256, slowest_loss = 0;
  bool escapes = false;
  pylos::for_each_move<Base>(rules, pos, [&](pylos::Move move) {
    const pylos::Position child = pylos::play(pos, move);
    const int value =
        pylos::summit_taken<Base>(child) ? 0 : table[locator.find(child.own, child.other)];
    if (value == 255) {
      escapes = true;
    } else if (value & 1) {
      slowest_loss = value > slowest_loss ? value : slowest_loss;
    } else {
      fastest_win = value < fastest_win ? value : fastest_win;
    }
  });
  if (fastest_win < 256) return static_cast<u8>(fastest_win + 1);
  return static_cast<u8>(escapes ? 255 : slowest_loss + 1);
}

// Checks a whole table, keeping up to `most` mismatches. `between` gets the share done; false
// stops.
template <int Base>
CheckReport check(pylos::Rules rules, const pylos_index::Locator& locator, const u8* table,
                  int threads, const std::function<bool(double)>& between, std::size_t most);

extern template CheckReport check<3>(pylos::Rules, const pylos_index::Locator&, const u8*, int,
                                     const std::function<bool(double)>&, std::size_t);
extern template CheckReport check<4>(pylos::Rules, const pylos_index::Locator&, const u8*, int,
                                     const std::function<bool(double)>&, std::size_t);

}  // namespace sommet::pylos_solve
