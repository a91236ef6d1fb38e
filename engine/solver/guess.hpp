// What the guessing net sees of a position, and the net itself: integers only, the same everywhere.
//
//   256 yes/no inputs -> 256 (0..127) -> 32 (0..127) -> 3 scores
//
// The second and third layer have their own weights for each number of balls on the board.
#pragma once

#include "pylos/rules.hpp"

namespace sommet::solver {

constexpr int INPUTS = 256, HIDDEN = 256, SECOND = 32, SCORES = 3;
constexpr int INPUT_WORDS = INPUTS / 32;
constexpr int TOP = 127;         // an activation of 1
constexpr int SECOND_SHIFT = 6;  // second-layer weights are in 1/64

// Boards of what matters: balls, open cells, balls that could move, cells that earn take-backs.
SOMMET_HD void inputs_of(pylos::Rules rules, pylos::Position pos, u32* words) {
  const u32 occupied = pos.own | pos.other;
  const u32 open = pylos::placeable<4>(occupied), free = pylos::free_balls<4>(occupied);
  words[0] = pos.own;
  words[1] = pos.other;
  words[2] = open;
  words[3] = pos.own & free;
  words[4] = pos.other & free;
  words[5] = pylos::completing<4>(rules, pos.own) & open;
  words[6] = pylos::completing<4>(rules, pos.other) & open;
  words[7] = 1u << popcount(pos.own) | 65536u << popcount(pos.other);
}

}  // namespace sommet::solver
