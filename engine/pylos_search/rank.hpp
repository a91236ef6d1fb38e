// How far a lost position seems to be from its end: the rank by which the perfect player chooses.
//
// The shipped tables know who wins but not how soon. The rank is an estimate of the square root of
// the distance, a sum of table entries like the search's evaluation (pylos_search/patterns.hpp):
// one for each of the 27 groups of cells, one for the two reserves, one for the race and one for
// what can be completed and taken back. All in whole numbers, so that it is the same on every
// machine. Positions that mirror each other have the same rank. Compiles for the CPU and through
// NVRTC.
#pragma once

#include "pylos/rules.hpp"
#include "pylos_search/patterns.hpp"

namespace sommet::pylos_search {

constexpr int RANK_STAGES = 7;
constexpr int RANK_PATTERNS = 27;
constexpr int RANK_PATTERN_WEIGHTS = 4 * 19683 + 3 * 6561 + 2187;
constexpr int RANK_RESERVES = 16 * 16;
constexpr int RANK_RACE = 15 * 4 * 4 * 3 * 3;
constexpr int RANK_GAINS = 4 * 4 * 2 * 2 * 6 * 6;
constexpr int RANK_STAGE = RANK_PATTERN_WEIGHTS + RANK_RACE + RANK_GAINS;
constexpr int RANK_WEIGHTS = RANK_STAGES * RANK_STAGE + RANK_RESERVES;
constexpr int RANK_COLUMNS = RANK_PATTERNS + 3;
static_assert(RANK_PATTERNS == pylos_search::PATTERNS.instances &&
              RANK_PATTERN_WEIGHTS == pylos_search::PATTERNS.weights);
constexpr int RANK_MOST = 16383;  // ranks of positions that are not over yet: 1 ... RANK_MOST

SOMMET_HD int rank_stage(int balls) {
  return (balls >= 12) + (balls >= 15) + (balls >= 17) + (balls >= 19) + (balls >= 21) +
         (balls >= 23);
}

SOMMET_HD int at_most(int x, int most) { return x < most ? x : most; }

// What the rank looks at beside the groups of cells.
struct RankCounts {
  int reserve[2];     // of the loser, who is to move, and of the winner
  int raises[2];      // balls that can rise now
  int earnings[2];    // cells where one more ball earns take-backs
  int raised_for[2];  // whether a ball on the board can rise to earn
  int free[2];        // balls that carry nothing
};

template <int Base>
SOMMET_HD RankCounts rank_counts(pylos::Rules rules, pylos::Position pos) {
  const u32 occupied = pos.own | pos.other;
  const u32 places = pylos::placeable<Base>(occupied);
  const u32 upper = places & ~pylos::Pyramid<Base>::BOARD;
  const u32 free = pylos::free_balls<Base>(occupied);
  const u32 earning[2] = {pylos::completing<Base>(rules, pos.own) & places,
                          pylos::completing<Base>(rules, pos.other) & places};
  RankCounts c = {};
  for (u32 b = upper ? free : 0u; b; b &= b - 1) {
    const int from = lowest(b), whose = static_cast<int>(pos.other >> from & 1u);
    const u32 targets = pylos::raise_targets<Base>(upper, from);
    c.raises[whose] += targets != 0;
    c.raised_for[whose] |= (targets & earning[whose]) != 0;
  }
  c.reserve[0] = pylos::reserve<Base>(pos.own);
  c.reserve[1] = pylos::reserve<Base>(pos.other);
  for (int k = 0; k < 2; ++k) c.earnings[k] = popcount(earning[k]);
  c.free[0] = popcount(free & pos.own);
  c.free[1] = popcount(free & pos.other);
  return c;
}

SOMMET_HD int race_index(const RankCounts& c) {
  int lead = c.reserve[0] - c.reserve[1];
  lead = lead < -7 ? -7 : lead > 7 ? 7 : lead;
  int index = (lead + 7) * 4 + at_most(c.raises[0], 3);
  index = index * 4 + at_most(c.raises[1], 3);
  index = index * 3 + at_most(c.earnings[0], 2);
  return index * 3 + at_most(c.earnings[1], 2);
}

SOMMET_HD int gains_index(const RankCounts& c) {
  int index = at_most(c.earnings[0], 3) * 4 + at_most(c.earnings[1], 3);
  index = index * 2 + c.raised_for[0];
  index = index * 2 + c.raised_for[1];
  index = index * 6 + at_most(c.free[0], 5);
  return index * 6 + at_most(c.free[1], 5);
}

// The numbers of the weights that a position's rank adds up.
SOMMET_HD void rank_columns(pylos::Rules rules, pylos::Position pos, int (&columns)[RANK_COLUMNS]) {
  int contents[RANK_PATTERNS] = {};
  for (u32 b = pos.own; b; b &= b - 1) {
    const int cell = lowest(b);
    for (int i = 0; i < RANK_PATTERNS; ++i) contents[i] += pylos_search::PATTERNS.step[cell][i];
  }
  for (u32 b = pos.other; b; b &= b - 1) {
    const int cell = lowest(b);
    for (int i = 0; i < RANK_PATTERNS; ++i) contents[i] += 2 * pylos_search::PATTERNS.step[cell][i];
  }
  const int stage = rank_stage(popcount(pos.own | pos.other)) * RANK_STAGE;
  for (int i = 0; i < RANK_PATTERNS; ++i)
    columns[i] = stage + pylos_search::PATTERNS.base[i] + contents[i];
  const RankCounts c = rank_counts<4>(rules, pos);
  columns[RANK_PATTERNS] = stage + RANK_PATTERN_WEIGHTS + race_index(c);
  columns[RANK_PATTERNS + 1] = stage + RANK_PATTERN_WEIGHTS + RANK_RACE + gains_index(c);
  columns[RANK_PATTERNS + 2] = RANK_STAGES * RANK_STAGE + c.reserve[0] * 16 + c.reserve[1];
}

// The rank of a lost position: 0 when it is over, otherwise 1 or more. `weights` may be null: then
// (and always on the small pyramid) the ball counts alone decide.
template <int Base>
SOMMET_HD u32 rank_of(pylos::Rules rules, pylos::Position lost, const short* weights) {
  if (pylos::is_over<Base>(rules, lost)) return 0;
  int sum = 0;
  if constexpr (Base == 4) {
    if (weights) {
      int columns[RANK_COLUMNS];
      rank_columns(rules, lost, columns);
      for (int i = 0; i < RANK_COLUMNS; ++i) sum += weights[columns[i]];
      return static_cast<u32>(sum < 1 ? 1 : sum > RANK_MOST ? RANK_MOST : sum);
    }
  }
  const RankCounts c = rank_counts<Base>(rules, lost);
  return static_cast<u32>(100 + 20 * c.reserve[0] + 10 * c.reserve[1] + 4 * c.earnings[0] +
                          2 * c.raises[0] - c.raises[1]);
}

}  // namespace sommet::pylos_search
