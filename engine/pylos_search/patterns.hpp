// Which groups of cells the evaluation looks at, and how a group's content becomes a number.
//
// A shape is a short list of cells. Turned and mirrored by the eight symmetries of the board it
// gives its instances; all instances of a shape share one table of weights. An instance's content
// is read as a number in base three (0 empty, 1 a ball of the side to move, 2 the opponent's), the
// first cell counting once, the next three times, and so on.
//
//   corner    level 1        band     level 1        edge     levels 1, 2, 3
//             # # # .                 # # # #                 # # # #   # # #   # #
//             # # # .                 # # # #                 . . . .   . . .   . .
//             # # # .                 . . . .                 . . . .   . . .
//             . . . .                 . . . .                 . . . .
//
//   tower     levels 1, 2, 3          middle   levels 1, 2    inner    level 1
//             # # . .  # # .  # .              . . . .  . . .          . . . .
//             # # . .  # # .  . .              # # # #  # # #          # # # #
//             . . . .  . . .                   . . . .  . . .          # # # #
//             . . . .                          . . . .                 . . . .
//
//   floor2    all of level 2          top      a corner square of level 2 and all of level 3
#pragma once

#include "pylos/symmetry.hpp"

namespace sommet::pylos_search {

inline constexpr int SHAPES = 8;
inline constexpr int MAX_SHAPE_CELLS = 9;
inline constexpr int INSTANCES = 32;  // 27 in use, rounded up for vector registers

struct Cell {
  int level, column, row;
};

constexpr int cell_index(Cell c) {
  constexpr int offset[4] = {0, 16, 25, 29};
  return offset[c.level] + c.row * (4 - c.level) + c.column;
}

constexpr int image_of(Cell c, int symmetry) {
  return pylos::image_of_cell<4>(symmetry, cell_index(c));
}

struct Shape {
  int size;
  Cell cells[MAX_SHAPE_CELLS];
};

inline constexpr Shape SHAPE[SHAPES] = {
    // corner
    {9,
     {{0, 0, 0},
      {0, 1, 0},
      {0, 2, 0},
      {0, 0, 1},
      {0, 1, 1},
      {0, 2, 1},
      {0, 0, 2},
      {0, 1, 2},
      {0, 2, 2}}},
    // floor2
    {9,
     {{1, 0, 0},
      {1, 1, 0},
      {1, 2, 0},
      {1, 0, 1},
      {1, 1, 1},
      {1, 2, 1},
      {1, 0, 2},
      {1, 1, 2},
      {1, 2, 2}}},
    // edge
    {9,
     {{0, 0, 0},
      {0, 1, 0},
      {0, 2, 0},
      {0, 3, 0},
      {1, 0, 0},
      {1, 1, 0},
      {1, 2, 0},
      {2, 0, 0},
      {2, 1, 0}}},
    // tower
    {9,
     {{0, 0, 0},
      {0, 1, 0},
      {0, 0, 1},
      {0, 1, 1},
      {1, 0, 0},
      {1, 1, 0},
      {1, 0, 1},
      {1, 1, 1},
      {2, 0, 0}}},
    // top
    {8, {{1, 0, 0}, {1, 1, 0}, {1, 0, 1}, {1, 1, 1}, {2, 0, 0}, {2, 1, 0}, {2, 0, 1}, {2, 1, 1}}},
    // band
    {8, {{0, 0, 0}, {0, 1, 0}, {0, 2, 0}, {0, 3, 0}, {0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {0, 3, 1}}},
    // inner
    {8, {{0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {0, 0, 2}, {0, 1, 2}, {0, 2, 2}, {0, 3, 2}}},
    // middle
    {7, {{0, 0, 1}, {0, 1, 1}, {0, 2, 1}, {0, 3, 1}, {1, 0, 1}, {1, 1, 1}, {1, 2, 1}}},
};

constexpr int power3(int n) {
  int p = 1;
  while (n-- > 0) p *= 3;
  return p;
}

// Everything the evaluation derives from the shapes: for each cell, what a ball there adds to each
// instance's number, and where each instance's weights begin.
struct Patterns {
  alignas(64) u16 step[30][INSTANCES] = {};  // added once for an own ball, twice for the opponent's
  int base[INSTANCES] = {};                  // first weight of the instance's shape
  int shape[INSTANCES] = {};
  int symmetry[INSTANCES] = {};
  int instances = 0;
  int shape_base[SHAPES] = {};
  int weights = 0;
};

constexpr Patterns make_patterns() {
  Patterns p{};
  for (int k = 0; k < SHAPES; ++k) {
    const Shape& shape = SHAPE[k];
    p.shape_base[k] = p.weights;
    u32 seen[pylos::SYMMETRIES] = {};
    int found = 0;
    for (int s = 0; s < pylos::SYMMETRIES; ++s) {
      u32 cells = 0;
      for (int i = 0; i < shape.size; ++i) cells |= 1u << image_of(shape.cells[i], s);
      bool fresh = true;
      for (int j = 0; j < found; ++j) fresh = fresh && seen[j] != cells;
      if (!fresh) continue;
      seen[found++] = cells;
      for (int i = 0; i < shape.size; ++i)
        p.step[image_of(shape.cells[i], s)][p.instances] = static_cast<u16>(power3(i));
      p.base[p.instances] = p.weights;
      p.shape[p.instances] = k;
      p.symmetry[p.instances] = s;
      ++p.instances;
    }
    p.weights += power3(shape.size);
  }
  return p;
}

SOMMET_TABLE Patterns PATTERNS = make_patterns();
static_assert(PATTERNS.instances <= INSTANCES);

}  // namespace sommet::pylos_search
