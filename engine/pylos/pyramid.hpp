// The shape of the pyramid as bits: which cells touch, carry, form squares and lines.
//
// One bit per cell, level 1 first, each level row by row. Base 4 (the real game, 30 cells):
//
//        level 1             level 2          level 3      level 4
//        a  b  c  d          a  b  c          a  b         a
//     1  0  1  2  3       1 16 17 18       1 25 26      1 29
//     2  4  5  6  7       2 19 20 21       2 27 28
//     3  8  9 10 11       3 22 23 24
//     4 12 13 14 15
//
// Base 3 (a small pyramid for tests and study, 14 cells): level 1 is 0..8, level 2 is 9..12, the
// summit is 13.
//
// Cell (x, y) of a level rests on (x, y), (x+1, y), (x, y+1), (x+1, y+1) of the level below. So
// every square of four on level k is named by the one cell of level k+1 that rests on it, and a set
// of squares is a set of cells one level up. All functions below use that.
#pragma once

#include "common/device.hpp"

namespace sommet::pylos {

SOMMET_HD constexpr u32 bit(int cell) { return 1u << cell; }

template <int Base>
struct Pyramid {
  static_assert(Base == 3 || Base == 4);
  static constexpr int LEVELS = Base;
  static constexpr int CELLS = Base * (Base + 1) * (2 * Base + 1) / 6;  // 30 | 14
  static constexpr int BALLS = CELLS / 2;                               // per side: 15 | 7
  static constexpr int SUMMIT = CELLS - 1;
  static constexpr u32 ALL = (1u << CELLS) - 1;
  static constexpr u32 BOARD = (1u << (Base * Base)) - 1;  // level 1

  SOMMET_HD static constexpr int side(int level) { return Base - level; }  // level counts from 0
  SOMMET_HD static constexpr int offset(int level) {
    int cells = 0;
    for (int k = 0; k < level; ++k) cells += side(k) * side(k);
    return cells;
  }
  SOMMET_HD static constexpr u32 level_mask(int level) {
    return ((1u << (side(level) * side(level))) - 1) << offset(level);
  }
  SOMMET_HD static constexpr int level_of(int cell) {
    int level = 0;
    for (int k = 1; k < LEVELS; ++k) level += cell >= offset(k);
    return level;
  }
  // Every cell above the level of `cell`.
  SOMMET_HD static constexpr u32 higher(int cell) {
    u32 cells = ALL & ~BOARD;
    for (int k = 1; k < LEVELS; ++k) {
      if (cell >= offset(k)) cells = ALL & ~((1u << offset(k)) - 1) & ~level_mask(k);
    }
    return cells;
  }
  // Every cell below the level of `cell`.
  SOMMET_HD static constexpr u32 lower(int cell) {
    u32 cells = 0;
    for (int k = 1; k < LEVELS; ++k) {
      if (cell >= offset(k)) cells = (1u << offset(k)) - 1;
    }
    return cells;
  }
  // The four cells that `cell`, above level 1, rests on.
  SOMMET_HD static constexpr u32 supports(int cell) {
    u32 cells = 0;
    for (int k = 1; k < LEVELS; ++k) {
      if (cell >= offset(k)) {
        // Cell i of a level of side s lies in row i / s, and rows below are one cell longer.
        const int i = cell - offset(k), s = side(k), below = s + 1;
        cells = (3u | 3u << below) << (offset(k - 1) + i + i / s);
      }
    }
    return cells;
  }
};

namespace shape {

// The square anchors of a level of side S (columns and rows 0..S-2), at stride S.
template <int S>
constexpr u32 ANCHORS = S == 4   ? 0x777u
                        : S == 3 ? 0x1Bu
                                 : 0x1u;

// Moves the anchors of a level (stride S) to the cells resting on them (stride S-1), and back.
template <int S>
SOMMET_HD constexpr u32 pack(u32 q) {
  if constexpr (S == 4) return (q & 0x7u) | ((q >> 1) & 0x38u) | ((q >> 2) & 0x1C0u);
  if constexpr (S == 3) return (q & 0x3u) | ((q >> 1) & 0xCu);
  return q & 0x1u;
}
template <int S>
SOMMET_HD constexpr u32 unpack(u32 q) {
  if constexpr (S == 4) return (q & 0x7u) | ((q & 0x38u) << 1) | ((q & 0x1C0u) << 2);
  if constexpr (S == 3) return (q & 0x3u) | ((q & 0xCu) << 1);
  return q & 0x1u;
}

template <int Base, int Level>
SOMMET_HD constexpr u32 squares_on(u32 balls) {
  constexpr int S = Pyramid<Base>::side(Level);
  u32 b = balls >> Pyramid<Base>::offset(Level);
  b &= b >> 1;
  b &= b >> S;
  return pack<S>(b) << Pyramid<Base>::offset(Level + 1);
}

template <int Base, int Level>
SOMMET_HD constexpr u32 resting_on(u32 balls) {
  constexpr int S = Pyramid<Base>::side(Level);
  u32 b = (balls & Pyramid<Base>::level_mask(Level)) >> Pyramid<Base>::offset(Level);
  b |= b >> 1;
  b |= b >> S;
  return pack<S>(b) << Pyramid<Base>::offset(Level + 1);
}

// The cells of `Level` that carry the balls lying one level up.
template <int Base, int Level>
SOMMET_HD constexpr u32 carrying_on(u32 balls) {
  constexpr int S = Pyramid<Base>::side(Level);
  u32 b = unpack<S>(balls >> Pyramid<Base>::offset(Level + 1));
  b |= b << 1;
  b |= b << S;
  return b << Pyramid<Base>::offset(Level);
}

// The cells of `Level` that are the one gap in a square otherwise filled from `balls`.
template <int Base, int Level>
SOMMET_HD constexpr u32 square_gaps_on(u32 balls) {
  constexpr int S = Pyramid<Base>::side(Level);
  constexpr u32 A = ANCHORS<S>;
  const u32 b = balls >> Pyramid<Base>::offset(Level);
  const u32 top = b & (b >> 1) & A, bottom = (b >> S) & (b >> (S + 1)) & A;
  const u32 gaps = ((b >> 1) & bottom) | ((b & bottom) << 1) | (((b >> (S + 1)) & top) << S) |
                   (((b >> S) & top) << (S + 1));
  return gaps << Pyramid<Base>::offset(Level);
}

// The same for whole rows and columns.
template <int Base, int Level>
SOMMET_HD constexpr u32 line_gaps_on(u32 balls) {
  constexpr int S = Pyramid<Base>::side(Level);
  constexpr u32 ROW = (1u << S) - 1;
  constexpr u32 COLUMN = S == 4 ? 0x1111u : 0x49u;
  const u32 b = balls >> Pyramid<Base>::offset(Level);
  u32 gaps = 0;
  for (int gap = 0; gap < S; ++gap) {
    u32 rows = COLUMN, columns = ROW;
    for (int i = 0; i < S; ++i) {
      if (i != gap) {
        rows &= b >> i;
        columns &= b >> (i * S);
      }
    }
    gaps |= (rows << gap) | (columns << (gap * S));
  }
  return gaps << Pyramid<Base>::offset(Level);
}

}  // namespace shape

// The cells above level 1 whose square of four is complete in `balls`.
template <int Base>
SOMMET_HD constexpr u32 squares(u32 balls) {
  u32 cells = shape::squares_on<Base, 0>(balls) | shape::squares_on<Base, 1>(balls);
  if constexpr (Base == 4) cells |= shape::squares_on<Base, 2>(balls);
  return cells;
}

// The cells that rest on at least one cell of `cells`.
template <int Base>
SOMMET_HD constexpr u32 resting(u32 cells) {
  u32 above = shape::resting_on<Base, 0>(cells) | shape::resting_on<Base, 1>(cells);
  if constexpr (Base == 4) above |= shape::resting_on<Base, 2>(cells);
  return above;
}

// The cells that at least one ball of `balls` rests on.
template <int Base>
SOMMET_HD constexpr u32 carrying(u32 balls) {
  u32 below = shape::carrying_on<Base, 0>(balls) | shape::carrying_on<Base, 1>(balls);
  if constexpr (Base == 4) below |= shape::carrying_on<Base, 2>(balls);
  return below;
}

// Cells where one more ball beside `own` makes a square of one colour. Only empty cells mean
// anything.
template <int Base>
SOMMET_HD constexpr u32 square_gaps(u32 own) {
  u32 cells = shape::square_gaps_on<Base, 0>(own) | shape::square_gaps_on<Base, 1>(own);
  if constexpr (Base == 4) cells |= shape::square_gaps_on<Base, 2>(own);
  return cells;
}

// Cells where one more ball beside `own` makes a whole row or column, on levels of side 3 or more.
template <int Base>
SOMMET_HD constexpr u32 line_gaps(u32 own) {
  u32 cells = shape::line_gaps_on<Base, 0>(own);
  if constexpr (Base == 4) cells |= shape::line_gaps_on<Base, 1>(own);
  return cells;
}

}  // namespace sommet::pylos
