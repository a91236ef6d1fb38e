// What the perfect player plays in a won position: a fixed choice, a function of the position
// alone.
//
// Among the moves that lead to a lost position it takes the first in this order:
//   1. the smallest outlook: one more than the largest, over the opponent's replies, of the
//      smallest rank (rank.hpp) of a lost position that the player can then go to;
//   2. the smallest rank of the position itself;
//   3. the smallest number in the table, mirror images counted as one.
// In the positions of the exception list it takes not the first but the one whose place is listed.
// Where numbers are equal the positions are the same up to mirroring, so mirrored positions get
// mirrored choices. Compiles for the CPU and through NVRTC.
#pragma once

#include "pylos_index/finder.hpp"
#include "pylos_search/rank.hpp"

namespace sommet::pylos_perfect {

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

}  // namespace sommet::pylos_perfect
