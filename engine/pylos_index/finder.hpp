// Where positions lie in a table, for CPU and GPU alike: locate.hpp without its containers.
// Compiles for the CPU and through NVRTC.
#pragma once

#include "pylos_index/geometry.hpp"
#include "pylos_index/numbering.hpp"
#include "pylos_index/press.hpp"

namespace sommet::pylos_index {

// Plain pointers; FinderTables (finder_tables.hpp) owns what they point to.
struct Finder {
  const u32* masks;       // of the stacks
  const u64* positions;   // where they begin
  const u32* high_first;  // how colourings are numbered (colourings.hpp)
  const u32* high;
  const u16* low;
  const u32* keys;  // stacks by cells in any orientation: stack number * 8 + symmetry
  const u32* values;
  const u32* turned;  // cells to places under each symmetry
  const u8* mirrors;  // whether some symmetry keeps the stack
};

SOMMET_HD u32 turned_places(const Finder& f, u32 g, u32 cells) {
  const u32* t = f.turned + g * 1024;
  return t[cells & 255] | t[256 + ((cells >> 8) & 255)] | t[512 + ((cells >> 16) & 255)] |
         t[768 + (cells >> 24)];
}

SOMMET_HD u64 number_of(const Finder& f, u32 stack, int balls, u32 colouring) {
  const u32 high = colouring >> LOW_BITS;
  const u32 row = static_cast<u32>(balls * (MAX_HIGH + 1) + popcount(high));
  return f.positions[stack] + f.high[f.high_first[balls] + high] +
         f.low[(row << LOW_BITS) + (colouring & ((1u << LOW_BITS) - 1))];
}

// The number of a stored position, the smallest of its mirror images'.
SOMMET_HD u64 smallest_number(const Finder& f, pylos::Position pos) {
  const u32 cells = pos.own | pos.other;
  u32 at = stack_slot(cells);
  while (f.keys[at] != cells) at = next_slot(at);
  const u32 stack = f.values[at] >> 3, g = f.values[at] & 7, mask = f.masks[stack];
  u32 colouring = press(turned_places(f, g, pos.own), mask);
  if (f.mirrors[stack]) {
    for (u32 h = 0; h < SYMMETRIES; ++h) {
      if (h == g || turned_places(f, h, cells) != mask) continue;
      const u32 image = press(turned_places(f, h, pos.own), mask);
      colouring = image < colouring ? image : colouring;
    }
  }
  return number_of(f, stack, popcount(mask), colouring);
}

// The position of a stack with a given colouring.
SOMMET_HD pylos::Position coloured(const Geometry& geo, u32 mask, u32 colouring) {
  u32 places = 0;
  int k = 0;
  for (u32 rest = mask; rest; rest &= rest - 1, ++k)
    if ((colouring >> k) & 1u) places |= rest & (0 - rest);
  return {cells_of(geo, places), cells_of(geo, mask & ~places)};
}

}  // namespace sommet::pylos_index
