// How the solver numbers cells, and the eight symmetries of the board in that numbering.
//
// The solver renumbers the cells ("places") so that the first eight are two sets of four that every
// symmetry maps onto itself. The colourings of one stack are kept as bits, 256 to a unit: the eight
// unit places give the bit inside a unit, the other occupied places, pressed together, the unit.
//
//   base 4, level 1            base 3, level 1
//     4  .  .  5     . = 8..15    0  4  1      places 0..3: inside a lane of 16 bits
//     .  0  1  .                  5  8  6      places 4..7: which of the 16 lanes
//     .  2  3  .                  2  7  3      then the rest of level 1, level 2, level 3
//     6  .  .  7
//
// A symmetry then moves lanes, and bits inside lanes, the same way in every unit of a stack.
#pragma once

#include "pylos/rules.hpp"
#include "pylos/symmetry.hpp"

namespace sommet::pylos_index {

using pylos::image_of_cell;
using pylos::SYMMETRIES;

constexpr int UNIT_PLACES = 8;   // 2^8 = 256 colourings to a unit
constexpr int LANE_PLACES = 4;   // 2^4 = 16 bits to a lane
constexpr int MAX_PLACES = 29;   // all cells but the summit
constexpr int MAX_PATTERNS = 6;  // squares and lines through one cell
constexpr int NO_PLACE = -1;

// Everything about the board that the plan asks for. Filled once by make_geometry.
struct Geometry {
  i32 places;                             // 29 | 13
  i8 cell[MAX_PLACES];                    // place -> cell of the rules
  i8 place[MAX_PLACES + 1];               // cell -> place, the summit has none
  i8 level[MAX_PLACES];                   // place -> level from 0
  i8 image[SYMMETRIES][MAX_PLACES];       // place -> place
  i8 inverse[SYMMETRIES];                 // symmetry -> the one that undoes it
  i8 patterns[MAX_PLACES];                // how many squares and lines run through a place
  u32 pattern[MAX_PLACES][MAX_PATTERNS];  // their other places
};

template <int Base>
SOMMET_HD int unit_cell(int i) {
  if constexpr (Base == 4) {
    const i8 cells[UNIT_PLACES] = {5, 6, 9, 10, 0, 3, 12, 15};
    return cells[i];
  } else {
    const i8 cells[UNIT_PLACES] = {0, 2, 6, 8, 1, 3, 5, 7};
    return cells[i];
  }
}

SOMMET_HD u32 cells_of(const Geometry& geo, u32 places) {
  u32 cells = 0;
  for (; places; places &= places - 1) cells |= 1u << geo.cell[lowest(places)];
  return cells;
}

SOMMET_HD u32 places_of(const Geometry& geo, u32 cells) {
  u32 places = 0;
  for (; cells; cells &= cells - 1) places |= 1u << geo.place[lowest(cells)];
  return places;
}

SOMMET_HD u32 image_of(const Geometry& geo, int g, u32 places) {
  u32 image = 0;
  for (; places; places &= places - 1) image |= 1u << geo.image[g][lowest(places)];
  return image;
}

// Finds the squares and lines through a place by asking the rules which smallest sets of balls of
// the same level make a landing there earn a take-back (PYL-5, PYL-8).
template <int Base>
SOMMET_HD void find_patterns(Geometry& geo, pylos::Rules rules, int place) {
  using P = pylos::Pyramid<Base>;
  const int to = geo.cell[place], level = P::level_of(to);
  const int first = P::offset(level), last = first + P::side(level) * P::side(level);
  int count = 0;
  for (int a = first; a < last; ++a) {
    for (int b = a + 1; b < last; ++b) {
      if (a == to || b == to) continue;
      const u32 two = 1u << a | 1u << b;
      const bool enough = pylos::completes<Base>(rules, two | 1u << to, to);
      if (enough) geo.pattern[place][count++] = places_of(geo, two);
      for (int c = b + 1; c < last && !enough; ++c) {
        const u32 three = two | 1u << c;
        if (c == to || !pylos::completes<Base>(rules, three | 1u << to, to)) continue;
        bool smallest = true;
        for (u32 r = three; r; r &= r - 1) {
          const u32 fewer = three & ~(1u << lowest(r));
          smallest &= !pylos::completes<Base>(rules, fewer | 1u << to, to);
        }
        if (smallest) geo.pattern[place][count++] = places_of(geo, three);
      }
    }
  }
  geo.patterns[place] = static_cast<i8>(count);
}

template <int Base>
SOMMET_HD void make_geometry(Geometry& geo, pylos::Rules rules) {
  using P = pylos::Pyramid<Base>;
  geo.places = P::CELLS - 1;
  for (int cell = 0; cell <= MAX_PLACES; ++cell) geo.place[cell] = NO_PLACE;
  int next = 0;
  for (; next < UNIT_PLACES; ++next) {
    geo.cell[next] = static_cast<i8>(unit_cell<Base>(next));
    geo.place[geo.cell[next]] = static_cast<i8>(next);
  }
  for (int cell = 0; cell < geo.places; ++cell) {
    if (geo.place[cell] != NO_PLACE) continue;
    geo.cell[next] = static_cast<i8>(cell);
    geo.place[cell] = static_cast<i8>(next++);
  }
  for (int s = 0; s < geo.places; ++s) {
    geo.level[s] = static_cast<i8>(P::level_of(geo.cell[s]));
    for (int g = 0; g < SYMMETRIES; ++g)
      geo.image[g][s] = geo.place[image_of_cell<Base>(g, geo.cell[s])];
  }
  for (int g = 0; g < SYMMETRIES; ++g) {
    for (int h = 0; h < SYMMETRIES; ++h) {
      bool undoes = true;
      for (int s = 0; s < geo.places; ++s) undoes &= geo.image[h][geo.image[g][s]] == s;
      if (undoes) geo.inverse[g] = static_cast<i8>(h);
    }
  }
  for (int s = 0; s < geo.places; ++s) find_patterns<Base>(geo, rules, s);
}

// The smallest image of a stack, and the first symmetry that gives it.
SOMMET_HD u32 canonical(const Geometry& geo, u32 places, int& symmetry) {
  u32 best = places;
  symmetry = 0;
  for (int g = 1; g < SYMMETRIES; ++g) {
    const u32 image = image_of(geo, g, places);
    if (image < best) {
      best = image;
      symmetry = g;
    }
  }
  return best;
}

}  // namespace sommet::pylos_index
