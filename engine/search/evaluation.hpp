// How good a position looks to the side to move, without searching.
//
// The sum of table entries: one per pattern instance (patterns.hpp), one for the two reserves, one
// for the tempo picture (reserve difference, balls that can rise, cells that earn take-backs now).
// The tables change with the stage of the game, that is with the number of balls on the pyramid.
// The unit is a hundredth of a logit of winning: 0 even, 100 about 73 %, 300 about 95 %. Weights
// come from a fit against exact tables (scripts/fit_pylos_evaluation.py); a position's eight
// mirror images get the same value because mirrored contents share their weight.
#pragma once

#include <vector>

#include "pylos/rules.hpp"
#include "search/patterns.hpp"

namespace sommet::search {

using pylos::Position;
using pylos::Rules;

inline constexpr int EVALUATION_LIMIT = 4000;

inline constexpr int RESERVE_WEIGHTS = 16 * 16;
inline constexpr int TEMPO_WEIGHTS = 15 * 4 * 4 * 3 * 3;
inline constexpr int STAGES = 4;
inline constexpr int STAGE_WEIGHTS = PATTERNS.weights + RESERVE_WEIGHTS + TEMPO_WEIGHTS;
inline constexpr int WEIGHTS = STAGES * STAGE_WEIGHTS;

// Where the weights for a position begin: up to 13 balls, 14 to 17, 18 to 21, more.
inline int stage_base(Position pos) {
  const int balls = popcount(pos.own | pos.other);
  return ((balls >= 14) + (balls >= 18) + (balls >= 22)) * STAGE_WEIGHTS;
}

constexpr int clamp(int x, int low, int high) { return x < low ? low : x > high ? high : x; }

// The numbers that decide the race for the last ball.
struct Tempo {
  int own_reserve, other_reserve;
  int own_raises, other_raises;      // balls that can rise now
  int own_earnings, other_earnings;  // cells where one more ball earns take-backs

  int reserve_index() const { return own_reserve * 16 + other_reserve; }
  int tempo_index() const {
    const int lead = clamp(own_reserve - other_reserve, -7, 7) + 7;
    int index = lead * 4 + clamp(own_raises, 0, 3);
    index = index * 4 + clamp(other_raises, 0, 3);
    index = index * 3 + clamp(own_earnings, 0, 2);
    return index * 3 + clamp(other_earnings, 0, 2);
  }
  // What the evaluation says without fitted weights: a ball ahead is worth a logit; without raises
  // and take-backs the side to move wins exactly when it is ahead, hence the half ball off.
  int plain_value() const {
    return 100 * (own_reserve - other_reserve) - 50 + 45 * clamp(own_raises, 0, 3) -
           30 * clamp(other_raises, 0, 3) + 130 * clamp(own_earnings, 0, 1) -
           60 * clamp(other_earnings, 0, 2);
  }
};

template <int Base>
Tempo tempo(Rules rules, Position pos) {
  const u32 occupied = pos.own | pos.other;
  const u32 places = pylos::placeable<Base>(occupied);
  const u32 upper = places & ~pylos::Pyramid<Base>::BOARD;
  int raises[2] = {0, 0};
  if (upper) {
    for (u32 b = pylos::free_balls<Base>(occupied); b; b &= b - 1) {
      const int from = lowest(b);
      if (pylos::raise_targets<Base>(upper, from)) ++raises[pos.other >> from & 1u];
    }
  }
  return {pylos::reserve<Base>(pos.own),
          pylos::reserve<Base>(pos.other),
          raises[0],
          raises[1],
          popcount(pylos::completing<Base>(rules, pos.own) & places),
          popcount(pylos::completing<Base>(rules, pos.other) & places)};
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

// `weights` is null (plain value) or WEIGHTS numbers, by stage: patterns, reserves, tempo. Base 3
// has no patterns and always uses the plain value.
template <int Base>
int evaluate(Rules rules, Position pos, const short* weights) {
  const Tempo t = tempo<Base>(rules, pos);
  if (Base != 4 || weights == nullptr) return t.plain_value();
  alignas(64) u16 contents[INSTANCES];
  pattern_contents(pos, contents);
  weights += stage_base(pos);
  int sum = weights[PATTERNS.weights + t.reserve_index()] +
            weights[PATTERNS.weights + RESERVE_WEIGHTS + t.tempo_index()];
  for (int i = 0; i < PATTERNS.instances; ++i) sum += weights[PATTERNS.base[i] + contents[i]];
  return clamp(sum, -EVALUATION_LIMIT, EVALUATION_LIMIT);
}

}  // namespace sommet::search
