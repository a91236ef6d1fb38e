// What the perfect player plays in a won position: a fixed choice, a function of the position
// alone.
//
// Among the moves that lead to a lost position it takes the first in this order:
//   1. the smallest outlook: one more than the largest, over the opponent's replies, of the
//   smallest
//      rank (rank.hpp) of a lost position that the player can then go to;
//   2. the smallest rank of the position itself;
//   3. the smallest number in the table, mirror images counted as one.
// In the positions of the exception list it takes not the first but the one whose place is listed.
// Where numbers are equal the positions are the same up to mirroring, so mirrored positions get
// mirrored choices. Compiles for the CPU and through NVRTC.
#pragma once

#include "pylos_index/geometry.hpp"
#include "pylos_search/rank.hpp"

namespace sommet::solver {

// Where positions lie in a table: plain pointers, so that CPU and GPU use it alike.
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

constexpr u32 FINDER_SLOTS = 1u << 18;
constexpr int FINDER_LOW_BITS = 10, FINDER_MAX_HIGH = 20;

SOMMET_HD u32 turned_places(const Finder& f, u32 g, u32 cells) {
  const u32* t = f.turned + g * 1024;
  return t[cells & 255] | t[256 + ((cells >> 8) & 255)] | t[512 + ((cells >> 16) & 255)] |
         t[768 + (cells >> 24)];
}

SOMMET_HD u32 pressed(u32 value, u32 mask) {
#if defined(__BMI2__)
  return __builtin_ia32_pext_si(value, mask);
#else
  if (!mask) return 0;
  for (u32 gaps = ~mask & ((2u << highest(mask)) - 1); gaps;) {
    const u32 below = (1u << highest(gaps)) - 1;
    value = (value & below) | ((value >> 1) & ~below);
    gaps &= below;
  }
  return value;
#endif
}

SOMMET_HD u64 number_of(const Finder& f, u32 stack, int balls, u32 colouring) {
  const u32 high = colouring >> FINDER_LOW_BITS;
  const u32 row = static_cast<u32>(balls * (FINDER_MAX_HIGH + 1) + popcount(high));
  return f.positions[stack] + f.high[f.high_first[balls] + high] +
         f.low[(row << FINDER_LOW_BITS) + (colouring & ((1u << FINDER_LOW_BITS) - 1))];
}

// The number of a stored position, the smallest of its mirror images'.
SOMMET_HD u64 smallest_number(const Finder& f, pylos::Position pos) {
  const u32 cells = pos.own | pos.other;
  u32 at = (cells * 0x9E3779B1u) >> 14;
  while (f.keys[at] != cells) at = (at + 1) % FINDER_SLOTS;
  const u32 stack = f.values[at] >> 3, g = f.values[at] & 7, mask = f.masks[stack];
  u32 colouring = pressed(turned_places(f, g, pos.own), mask);
  if (f.mirrors[stack]) {
    for (u32 h = 0; h < SYMMETRIES; ++h) {
      if (h == g || turned_places(f, h, cells) != mask) continue;
      const u32 image = pressed(turned_places(f, h, pos.own), mask);
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

// The place in the order of choice that is taken at position `number`.
SOMMET_HD u32 choice_place(const u32* exceptions, const u8* places, u64 count, u64 number) {
  u64 from = 0, to = count;
  while (from < to) {
    const u64 middle = from + (to - from) / 2;
    if (exceptions[middle] < number)
      from = middle + 1;
    else
      to = middle;
  }
  return from < count && exceptions[from] == number ? places[from] : 0;
}

// The order of the moves, smaller first. `number` is ~0 where the summit is taken.
struct ChoiceKey {
  u32 outlook, rank;
  u64 number;
  friend SOMMET_HD bool operator<(const ChoiceKey& a, const ChoiceKey& b) {
    if (a.outlook != b.outlook) return a.outlook < b.outlook;
    if (a.rank != b.rank) return a.rank < b.rank;
    return a.number < b.number;
  }
};

}  // namespace sommet::solver
