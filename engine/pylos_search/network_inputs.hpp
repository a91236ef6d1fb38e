// What the search's network looks at, as numbers of inputs that are on.
//
//   first         how many  what
//   SQUARES_AT    14 x 81   each square of four, named by the cell that rests on it: its content
//   LINES_AT       8 x 81   each row and column of level 1: its content
//   SHORT_AT       6 x 27   each row and column of level 2: its content
//   PLANES_AT      9 x 30   sets of cells: where a ball can go; free balls; balls that can rise;
//                           cells that earn take-backs now; cells that would once they can be
//                           reached. All but the first for the side to move and for the opponent
//   RESERVES_AT   16 x 16   both reserves
//   BLOCKS_AT    12 x 729   each block of two by three cells of level 1: its content, row by row
//                           for those that lie, column by column for those that stand
//
// A content is read as a number in base three: 0 empty, 1 a ball of the side to move, 2 the
// opponent's. Compiles for the CPU and through NVRTC.
#pragma once

#include "pylos/rules.hpp"

namespace sommet::pylos_search {

inline constexpr int SQUARES_AT = 0;
inline constexpr int LINES_AT = SQUARES_AT + 14 * 81;
inline constexpr int SHORT_AT = LINES_AT + 8 * 81;
inline constexpr int PLANES_AT = SHORT_AT + 6 * 27;
inline constexpr int RESERVES_AT = PLANES_AT + 9 * 30;
inline constexpr int BLOCKS_AT = RESERVES_AT + 16 * 16;
inline constexpr int BLOCK_COUNT = 12;
inline constexpr int NETWORK_INPUTS = BLOCKS_AT + BLOCK_COUNT * 729;

// Four bits as a number in base three.
SOMMET_HD constexpr int in_threes(u32 four) {
  return static_cast<int>((four & 1) + 3 * (four >> 1 & 1) + 9 * (four >> 2 & 1) +
                          27 * (four >> 3));
}

SOMMET_HD constexpr int content(u32 own, u32 other) {
  return in_threes(own) + 2 * in_threes(other);
}

// The square whose first cell is bit `first`, on a level of this side.
SOMMET_HD constexpr u32 square_bits(u32 balls, int first, int side) {
  return (balls >> first & 3u) | (balls >> (first + side) & 3u) << 2;
}
SOMMET_HD constexpr u32 column4_bits(u32 balls, int column) {
  const u32 b = balls >> column;
  return (b & 1u) | (b >> 3 & 2u) | (b >> 6 & 4u) | (b >> 9 & 8u);
}
SOMMET_HD constexpr u32 column3_bits(u32 balls, int column) {
  const u32 b = balls >> (16 + column);
  return (b & 1u) | (b >> 2 & 2u) | (b >> 4 & 4u);
}

inline constexpr int RESERVES_SLOT = 14 + 8 + 6;
inline constexpr int BLOCK_SLOT = RESERVES_SLOT + 1;
inline constexpr int SLOTS = BLOCK_SLOT + BLOCK_COUNT;  // of which exactly one input each is on
inline constexpr int PLANES = 9;

// The network judges twelve stages of the game separately, by the number of balls.
inline constexpr int NETWORK_STAGES = 12;
SOMMET_HD constexpr int network_stage(int balls) {
  return balls < 6 ? 0 : balls > 25 ? NETWORK_STAGES - 1 : (balls - 4) / 2;
}

// An empty reserve of the side to move, which may then still raise (PYL-R2), counts as one ball: no
// network has learnt from such positions.
SOMMET_HD int reserves_input(pylos::Position pos) {
  const int own = pylos::reserve<4>(pos.own);
  return RESERVES_AT + (own ? own : 1) * 16 + pylos::reserve<4>(pos.other);
}

// Calls f(slot, number of the input that is on) for each slot but blocks.
template <class F>
SOMMET_HD void for_each_slot(pylos::Position pos, F&& f) {
  const u32 own = pos.own, other = pos.other;
  for (int i = 0; i < 9; ++i) {
    const int first = i + i / 3;
    f(i, SQUARES_AT + i * 81 + content(square_bits(own, first, 4), square_bits(other, first, 4)));
  }
  for (int i = 0; i < 4; ++i) {
    const int first = 16 + i + i / 2, slot = 9 + i;
    f(slot,
      SQUARES_AT + slot * 81 + content(square_bits(own, first, 3), square_bits(other, first, 3)));
  }
  f(13, SQUARES_AT + 13 * 81 + content(own >> 25 & 15u, other >> 25 & 15u));
  for (int i = 0; i < 4; ++i) {
    f(14 + i, LINES_AT + i * 81 + content(own >> (4 * i) & 15u, other >> (4 * i) & 15u));
    f(18 + i, LINES_AT + (4 + i) * 81 + content(column4_bits(own, i), column4_bits(other, i)));
  }
  for (int i = 0; i < 3; ++i) {
    const int row = 16 + 3 * i;
    f(22 + i, SHORT_AT + i * 27 + content(own >> row & 7u, other >> row & 7u));
    f(25 + i, SHORT_AT + (3 + i) * 27 + content(column3_bits(own, i), column3_bits(other, i)));
  }
  f(RESERVES_SLOT, reserves_input(pos));
}

// Two lines of three cells.
SOMMET_HD constexpr int block_content(u32 own1, u32 own2, u32 other1, u32 other2) {
  return content(own1 & 7u, other1 & 7u) + 27 * content(own2 & 7u, other2 & 7u);
}

// The same for blocks: lying ones, then standing ones.
template <class F>
SOMMET_HD void for_each_block(pylos::Position pos, F&& f) {
  const u32 own = pos.own, other = pos.other;
  for (int i = 0; i < BLOCK_COUNT / 2; ++i) {
    const int line = i / 2, shift = i % 2, row = 4 * line + shift;
    f(BLOCK_SLOT + i,
      BLOCKS_AT + i * 729 +
          block_content(own >> row, own >> (row + 4), other >> row, other >> (row + 4)));
    const auto column = [&](u32 balls, int k) { return column4_bits(balls, line + k) >> shift; };
    const int standing = BLOCK_COUNT / 2 + i;
    f(BLOCK_SLOT + standing,
      BLOCKS_AT + standing * 729 +
          block_content(column(own, 0), column(own, 1), column(other, 0), column(other, 1)));
  }
}

// The sets of cells. `gaps` and `other_gaps` are pylos::completing for either side. The summit must
// be empty.
SOMMET_HD void fill_planes(pylos::Position pos, u32 gaps, u32 other_gaps, u32 (&plane)[PLANES]) {
  const u32 occupied = pos.own | pos.other;
  const u32 places = pylos::placeable<4>(occupied), upper = places & ~pylos::Pyramid<4>::BOARD;
  const u32 free = pylos::free_balls<4>(occupied);
  u32 rising = 0;
  for (u32 t = upper; t; t &= t - 1) rising |= pylos::raise_sources<4>(free, lowest(t));
  const u32 later = ~occupied & ~places;
  plane[0] = places;
  plane[1] = free & pos.own;
  plane[2] = free & pos.other;
  plane[3] = rising & pos.own;
  plane[4] = rising & pos.other;
  plane[5] = gaps & places;
  plane[6] = other_gaps & places;
  plane[7] = gaps & later;
  plane[8] = other_gaps & later;
}

// Calls f(number) for each input that is on.
template <class F>
SOMMET_HD void for_each_input(pylos::Rules rules, pylos::Position pos, F&& f) {
  for_each_slot(pos, [&](int, int number) { f(number); });
  for_each_block(pos, [&](int, int number) { f(number); });
  u32 plane[PLANES];
  fill_planes(pos, pylos::completing<4>(rules, pos.own), pylos::completing<4>(rules, pos.other),
              plane);
  for (int k = 0; k < PLANES; ++k)
    for (u32 b = plane[k]; b; b &= b - 1) f(PLANES_AT + k * 30 + lowest(b));
}

}  // namespace sommet::pylos_search
