// The eight symmetries of the board: mirrored, turned, both. Compiles for the CPU and through
// NVRTC.
#pragma once

#include "pylos/pyramid.hpp"

namespace sommet::pylos {

constexpr int SYMMETRIES = 8;

// The cell onto which symmetry g moves `cell`. Bit 0 of g mirrors columns, bit 1 mirrors rows, bit
// 2 then swaps columns and rows.
template <int Base>
SOMMET_HD constexpr int image_of_cell(int g, int cell) {
  using P = Pyramid<Base>;
  const int level = P::level_of(cell), side = P::side(level), at = cell - P::offset(level);
  int column = at % side, row = at / side;
  if (g & 1) column = side - 1 - column;
  if (g & 2) row = side - 1 - row;
  return P::offset(level) + ((g & 4) ? column * side + row : row * side + column);
}

}  // namespace sommet::pylos
