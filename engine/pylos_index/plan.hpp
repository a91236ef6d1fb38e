// What connects the stacks: for each canonical stack, the stacks one ball fuller ("insert" edges)
// and one ball emptier ("remove" edges), and how their colourings correspond.
//
// All sets of one player's balls, so an insert edge reads the colouring with a 1 put in at the new
// ball, and a remove edge exists only where the ball removed is that player's. The neighbour is
// stored in its canonical orientation, so an edge also carries a permutation of places.
//
// An example on the small pyramid, whose level 1 has these places (geometry.hpp):
//
//     0  4  1      stack {0, 1, 8}: two corners and the middle. 0 and 1 lie in the unit, place 8
//     5  8  6      outside it, so the stack has 2^1 units, and a colouring is
//     2  7  3           unit number = "is 8 mine", bit inside the unit = {0, 1} as a number
//
//   An insert edge puts a ball on place 4, between the corners. {0, 1, 4, 8} is its own smallest
//   image, so nothing turns: lane[] reads, for each of our lanes, the lane with bit 0 (place 4) set,
//   shift is 0, no swaps; unit bit 0 (place 8) is bit 0 there too: upper_bit[0] = 0.
//   An insert edge on place 7 gives {0, 1, 7, 8}, whose smallest image mirrors it: the corners become
//   2 and 3 and 7 becomes 4. Then bits inside a lane move as well: the delta swaps exchange index
//   bits 0 and 2, and 1 and 3, and lane[] reads the lane with bit 0 (their place 4) set.
//   A remove edge takes the ball from place 8: needed = 1 (only unit 1 has it as mine), upper_bit[0]
//   is NO_PLACE, and unit 1 of ours reads unit 0 of {0, 1}.
//
// `make_plan` builds all of them; `Sweep` (pylos_solve/sweep.hpp) only follows them.
#pragma once

#include "pylos_index/geometry.hpp"
#include "pylos_index/press.hpp"

namespace sommet::pylos_index {

struct Stack {
  u32 mask;       // occupied places
  i8 balls;       // popcount(mask)
  i8 upper;       // occupied places outside the unit: the stack has 2^upper units
  u8 unit;        // occupied places inside the unit
  u8 inserts;     // edges[first .. first + inserts) insert, highest level first
  u8 removes;     // the next `removes` edges remove
  u8 raised[2];   // inserts on level 2 or higher, on level 3 or higher
  u8 may_earn;    // whether a square or line can be complete in it
  u32 first;      // first edge
  u64 units;      // units before it: where its bits lie
  u64 positions;  // stored positions before it: where its bytes lie
};

struct Edge {
  u32 source;        // the neighbour's stack number
  i8 place;          // the ball put in or removed
  i8 level;          //
  i8 upper_bit[21];  // bit k of our unit number is this bit of the neighbour's; -1: removed
  u32 fixed;         // bits of the neighbour's unit number that are always 1
  u32 needed;        // bits of our unit number that must be 1
  u16 lanes;         // our lanes that read anything
  u8 lane[16];       // from which of the neighbour's lanes
  i8 shift;          // inside a lane: first right (+) or left (-) by this,
  u16 keep;          // then keep these bits,
  u8 swaps;          // then exchange index bits by these delta swaps
  u8 swap_shift[3];
  u16 swap_keep[3];
  u8 patterns;                      // inserts only: the landings that earn take-backs
  u32 pattern_units[MAX_PATTERNS];  // bits of our unit number that must be 1,
  u16 pattern_lanes[MAX_PATTERNS];  // in these lanes,
  u16 pattern_bits[MAX_PATTERNS];   // these bits
};

// The 4-bit numbers that contain all bits of `bits`, as a set of 16.
SOMMET_HD u16 supersets(u32 bits) {
  u32 set = 0;
  for (u32 i = 0; i < 16; ++i) set |= static_cast<u32>((i & bits) == bits) << i;
  return static_cast<u16>(set);
}

// Edge from `stack` to the stack that differs by `place` and whose canonical form, number `source`,
// symmetry g gives.
SOMMET_HD void connect(const Geometry& geo, u32 stack, int place, u32 canonical_neighbour,
                       u32 source, int g, Edge& edge) {
  const bool insert = !((stack >> place) & 1u);
  const i8* image = geo.image[g];
  const u32 theirs = canonical_neighbour >> UNIT_PLACES;
  edge.source = source;
  edge.place = static_cast<i8>(place);
  edge.level = geo.level[place];
  edge.fixed = edge.needed = 0;
  int k = 0;
  for (u32 rest = stack >> UNIT_PLACES; rest; rest &= rest - 1, ++k) {
    const int mine = lowest(rest) + UNIT_PLACES;
    if (mine == place) {
      edge.upper_bit[k] = NO_PLACE;
      edge.needed = 1u << k;
    } else {
      edge.upper_bit[k] =
          static_cast<i8>(popcount(theirs & ((1u << (image[mine] - UNIT_PLACES)) - 1)));
    }
  }
  for (; k < 21; ++k) edge.upper_bit[k] = NO_PLACE;
  if (insert && place >= UNIT_PLACES)
    edge.fixed = 1u << popcount(theirs & ((1u << (image[place] - UNIT_PLACES)) - 1));

  // Lanes: four places of ours are four of theirs.
  edge.lanes = 0;
  for (u32 lane = 0; lane < 16; ++lane) {
    u32 from = 0;
    for (int b = 0; b < LANE_PLACES; ++b)
      if ((lane >> b) & 1u) from |= 1u << (image[LANE_PLACES + b] - LANE_PLACES);
    bool reads = true;
    if (place >= LANE_PLACES && place < UNIT_PLACES) {
      const bool ours = (lane >> (place - LANE_PLACES)) & 1u;
      reads = ours != insert;
      from ^= 1u << (image[place] - LANE_PLACES);
    }
    edge.lane[lane] = static_cast<u8>(reads ? from : 0);
    edge.lanes = static_cast<u16>(edge.lanes | static_cast<u32>(reads) << lane);
  }
  // Bits inside a lane.
  edge.shift = 0;
  edge.keep = 0xFFFF;
  if (place < LANE_PLACES) {
    const int there = image[place];
    const u16 with = supersets(1u << there);
    edge.shift = static_cast<i8>(insert ? 1 << there : -(1 << there));
    edge.keep = insert ? static_cast<u16>(~with) : with;
  }
  int at[LANE_PLACES] = {0, 1, 2, 3};
  edge.swaps = 0;
  for (int a = 0; a < LANE_PLACES; ++a) {
    int b = a;
    while (at[b] != image[a]) ++b;
    if (b == a) continue;
    at[b] = at[a];
    at[a] = image[a];
    edge.swap_shift[edge.swaps] = static_cast<u8>((1 << b) - (1 << a));
    edge.swap_keep[edge.swaps++] = static_cast<u16>(supersets(1u << a) & ~supersets(1u << b));
  }

  edge.patterns = 0;
  if (!insert) return;
  for (int i = 0; i < geo.patterns[place]; ++i) {
    const u32 balls = geo.pattern[place][i];
    if ((balls & stack) != balls) continue;
    const int at_pattern = edge.patterns++;
    edge.pattern_units[at_pattern] = press(balls >> UNIT_PLACES, stack >> UNIT_PLACES);
    edge.pattern_lanes[at_pattern] = supersets((balls >> LANE_PLACES) & 15u);
    edge.pattern_bits[at_pattern] = supersets(balls & 15u);
  }
}

// The places that can take a ball, the summit apart, and the balls that carry nothing.
template <int Base>
SOMMET_HD u32 open_places(const Geometry& geo, u32 stack) {
  return places_of(
      geo, pylos::placeable<Base>(cells_of(geo, stack)) & ~(1u << pylos::Pyramid<Base>::SUMMIT));
}

template <int Base>
SOMMET_HD u32 free_places(const Geometry& geo, u32 stack) {
  return places_of(geo, pylos::free_balls<Base>(cells_of(geo, stack)));
}

// The GPU driver allocates these by size.
static_assert(sizeof(Stack) == 32 && sizeof(Edge) == 120 && sizeof(Geometry) <= 4096);

}  // namespace sommet::pylos_index
