// How good a position looks to the side to move, without searching.
//
// The sum of table entries: one per pattern instance (patterns.hpp), and those for the reserves,
// the race and the gains that pylos_search/rank.hpp counts; the perfect player's rank looks at the
// same things, with weights of its own. The tables change with the stage of the game, that is with
// the number of balls on the pyramid. The unit is a hundredth of a logit of winning: 0 even, 100
// about 73 %, 300 about 95 %. Weights come from a fit against exact tables
// (scripts/data/fit_pylos_evaluation.py); a position's eight mirror images get the same value because
// mirrored contents share their weight.
#pragma once

#include "pylos/rules.hpp"
#include "pylos_search/patterns.hpp"
#include "pylos_search/rank.hpp"

namespace sommet::pylos_search {

using pylos::Position;
using pylos::Rules;

inline constexpr int EVALUATION_LIMIT = 4000;
inline constexpr int WEIGHTS = pylos_search::RANK_WEIGHTS;

constexpr int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

// What the evaluation says without fitted weights: a ball ahead is worth a logit; without raises
// and take-backs the side to move wins exactly when it is ahead, hence the half ball off.
inline int plain_value(const pylos_search::RankCounts& c) {
  return 100 * (c.reserve[0] - c.reserve[1]) - 50 + 45 * clamp(c.raises[0], 0, 3) -
         30 * clamp(c.raises[1], 0, 3) + 130 * clamp(c.earnings[0], 0, 1) -
         60 * clamp(c.earnings[1], 0, 2);
}

// The number of every pattern instance, for the side that owns `own`.
inline void pattern_contents(Position pos, u16 (&contents)[INSTANCES]) {
  for (int i = 0; i < INSTANCES; ++i) contents[i] = 0;
  for (u32 b = pos.own; b; b &= b - 1) {
    const u16* step = PATTERNS.step[lowest(b)];
    for (int i = 0; i < INSTANCES; ++i) contents[i] = static_cast<u16>(contents[i] + step[i]);
  }
  for (u32 b = pos.other; b; b &= b - 1) {
    const u16* step = PATTERNS.step[lowest(b)];
    for (int i = 0; i < INSTANCES; ++i) contents[i] = static_cast<u16>(contents[i] + 2 * step[i]);
  }
}

// `weights` is null (plain value) or WEIGHTS numbers as pylos_search::rank_columns numbers them. Base 3
// has no patterns and always uses the plain value.
template <int Base>
int evaluate(Rules rules, Position pos, const short* weights) {
  const pylos_search::RankCounts c = pylos_search::rank_counts<Base>(rules, pos);
  if (Base != 4 || weights == nullptr) return plain_value(c);
  alignas(64) u16 contents[INSTANCES];
  pattern_contents(pos, contents);
  const short* stage =
      weights + pylos_search::rank_stage(popcount(pos.own | pos.other)) * pylos_search::RANK_STAGE;
  const short* counted = stage + pylos_search::RANK_PATTERN_WEIGHTS;
  int sum = counted[pylos_search::race_index(c)] +
            counted[pylos_search::RANK_RACE + pylos_search::gains_index(c)] +
            weights[pylos_search::RANK_STAGES * pylos_search::RANK_STAGE + c.reserve[0] * 16 +
                    c.reserve[1]];
  for (int i = 0; i < PATTERNS.instances; ++i) sum += stage[PATTERNS.base[i] + contents[i]];
  return clamp(sum, -EVALUATION_LIMIT, EVALUATION_LIMIT);
}

}  // namespace sommet::pylos_search
