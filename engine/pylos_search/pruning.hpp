// How far a search trusts its estimates: which moves it tries less deep first, which not at all, and
// which one move deeper. A network's looks are nearer to the truth than the tables', so that less of
// a difference is enough, and it is asked at greater depths.
#pragma once

#include <algorithm>

#include "pylos_search/candidate.hpp"
#include "pylos_search/evaluation.hpp"
#include "pylos_search/transposition.hpp"

namespace sommet::pylos_search {

class Pruning {
 public:
  explicit Pruning(bool network) : network_(network) {}

  // How far below the window a look must be before a move is not worth trying, by depth.
  int margin(int depth) const { return MARGINS[network_][depth]; }

  bool hopeless(int depth, int look, int alpha) const {
    return depth < MARGIN_DEPTHS[network_] && alpha > -PROVEN && look > -PROVEN &&
           look + margin(depth) <= alpha;
  }

  // How many moves less deep a candidate is searched first. `lack` is how far its look is below the
  // window.
  int reduction(int depth, int index, int lack) const {
    if (depth < 3) return 0;
    if (!network_) return index < 3 ? 0 : 1 + (index >= 7) + (depth >= 6 && index >= 12);
    if (index < 2) return 0;
    const int late = 1 + (index >= 5) + (depth >= 5 && index >= 9) + (depth >= 8 && index >= 14);
    return std::min(depth - 2, late + clamp(lack / LACK_STEP, 0, 2));
  }

  // Whether a position that looks like this is so far above the window that an estimate will do.
  bool calm(int depth, int look, int beta) const { return look - CALM_MARGIN * depth >= beta; }
  bool asks_calm(int depth, int beta) const {
    return network_ && depth < CALM_DEPTHS && beta > -PROVEN;
  }

  // Whether it is worth finding out if all other moves are worse by far than the remembered one.
  bool asks_alone(int depth, const Memory& memory, int score) const {
    return network_ && depth >= ALONE_FROM && memory.bound != Bound::none &&
           memory.bound != Bound::upper && memory.depth >= depth - 3 && score > -PROVEN &&
           score < PROVEN;
  }

  static constexpr int ALONE_MARGIN = 30;  // so far below it the others must stay
  static constexpr int HERE_PERCENT = 30;  // of a frontier's score is its own look
  int history_limit() const { return network_ ? 120 : 60; }

 private:
  static constexpr int MARGINS[2][9] = {{0, 0, 220, 340, 480},
                                        {0, 0, 123, 200, 276, 353, 430, 507, 584}};
  static constexpr int MARGIN_DEPTHS[2] = {5, 9};
  static constexpr int CALM_MARGIN = 70, CALM_DEPTHS = 11, LACK_STEP = 150, ALONE_FROM = 8;

  bool network_;
};

}  // namespace sommet::pylos_search
