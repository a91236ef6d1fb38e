// How far a search trusts static evaluations: late move reductions, futility pruning and its
// reverse, singular extensions. A network's evaluations are more accurate than the tables', so
// smaller margins are enough, and it prunes at greater depths.
#pragma once

#include <algorithm>

#include "pylos_search/candidate.hpp"
#include "pylos_search/evaluation.hpp"
#include "pylos_search/transposition.hpp"

namespace sommet::pylos_search {

class Pruning {
 public:
  explicit Pruning(bool network) : network_(network) {}

  // Futility pruning: how far below the window an evaluation must be before the move is not tried,
  // by depth.
  int futility_margin(int depth) const { return FUTILITY_MARGINS[network_][depth]; }

  bool is_futile(int depth, int eval, int alpha) const {
    return depth < FUTILITY_DEPTHS[network_] && alpha > -PROVEN && eval > -PROVEN &&
           eval + futility_margin(depth) <= alpha;
  }

  // Late move reductions: how many moves less deep a candidate is searched first. `deficit` is how
  // far its evaluation is below the window.
  int reduction(int depth, int index, int deficit) const {
    if (depth < 3) return 0;
    if (!network_) return index < 3 ? 0 : 1 + (index >= 7) + (depth >= 6 && index >= 12);
    if (index < 2) return 0;
    const int late = 1 + (index >= 5) + (depth >= 5 && index >= 9) + (depth >= 8 && index >= 14);
    return std::min(depth - 2, late + clamp(deficit / DEFICIT_STEP, 0, 2));
  }

  // Reverse futility pruning: whether the evaluation is so far above the window that it replaces
  // the search.
  bool is_reverse_futile(int depth, int eval, int beta) const {
    return eval - REVERSE_FUTILITY_MARGIN * depth >= beta;
  }
  bool tries_reverse_futility(int depth, int beta) const {
    return network_ && depth < REVERSE_FUTILITY_DEPTHS && beta > -PROVEN;
  }

  // Singular extensions: whether to find out if all other moves are far worse than the table's.
  bool tries_singular(int depth, const Entry& entry, int score) const {
    return network_ && depth >= SINGULAR_DEPTH && entry.bound != Bound::none &&
           entry.bound != Bound::upper && entry.depth >= depth - 3 && score > -PROVEN &&
           score < PROVEN;
  }

  static constexpr int SINGULAR_MARGIN = 30;   // the other moves must stay this far below it
  static constexpr int OWN_EVAL_PERCENT = 30;  // of a frontier node's score is its own evaluation
  int history_limit() const { return network_ ? 120 : 60; }

 private:
  static constexpr int FUTILITY_MARGINS[2][9] = {{0, 0, 220, 340, 480},
                                                 {0, 0, 123, 200, 276, 353, 430, 507, 584}};
  static constexpr int FUTILITY_DEPTHS[2] = {5, 9};
  static constexpr int REVERSE_FUTILITY_MARGIN = 70, REVERSE_FUTILITY_DEPTHS = 11,
                       DEFICIT_STEP = 150, SINGULAR_DEPTH = 8;

  bool network_;
};

}  // namespace sommet::pylos_search
