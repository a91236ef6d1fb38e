// 256 colourings at a time: the vector that a unit is, and the ways an edge turns it.
#pragma once

#include "pylos_index/plan.hpp"

namespace sommet::pylos_solve {

typedef u16 Lanes __attribute__((vector_size(32)));

inline Lanes spread(u16 bits) {
  Lanes x;
  for (int i = 0; i < 16; ++i) x[i] = bits;
  return x;
}

inline Lanes where(u16 lanes, u16 bits) {
  Lanes x;
  for (int i = 0; i < 16; ++i) x[i] = (lanes >> i) & 1u ? bits : u16{0};
  return x;
}

inline bool any(Lanes x) {
  typedef u64 Words __attribute__((vector_size(32)));
  const Words w = (Words)x;
  return (w[0] | w[1] | w[2] | w[3]) != 0;
}

inline Lanes pick(Lanes x, Lanes from) {
#if defined(__clang__)
  Lanes y;
  for (int i = 0; i < 16; ++i) y[i] = x[from[i] & 15];
  return y;
#else
  return __builtin_shuffle(x, from);
#endif
}

// One edge's permutation of a unit, ready for vectors.
struct Turn {
  Lanes from, lanes, keep, swap_keep[3];
  int right, left, swap_shift[3], swaps;
  bool still;  // nothing to do

  explicit Turn(const pylos_index::Edge& e) {
    still = e.lanes == 0xFFFF && e.shift == 0 && e.swaps == 0;
    for (int i = 0; i < 16; ++i) {
      from[i] = e.lane[i];
      still &= e.lane[i] == i;
    }
    lanes = where(e.lanes, 0xFFFF);
    keep = spread(e.keep);
    right = e.shift > 0 ? e.shift : 0;
    left = e.shift < 0 ? -e.shift : 0;
    swaps = e.swaps;
    for (int i = 0; i < swaps; ++i) {
      swap_shift[i] = e.swap_shift[i];
      swap_keep[i] = spread(e.swap_keep[i]);
    }
  }

  template <int Swaps, bool Shift>
  Lanes apply(Lanes x) const {
    if constexpr (Shift) x = ((x >> right) << left) & keep;
    if constexpr (Swaps > 0) x = swap(x, 0);
    if constexpr (Swaps > 1) x = swap(x, 1);
    if constexpr (Swaps > 2) x = swap(x, 2);
    return pick(x, from) & lanes;
  }

 private:
  Lanes swap(Lanes x, int i) const {
    const Lanes t = (x ^ (x >> swap_shift[i])) & swap_keep[i];
    return x ^ t ^ (t << swap_shift[i]);
  }
};

// Calls f(turn) with the cheapest function for this edge.
template <class F>
inline void with_turn(const Turn& t, F&& f) {
  const bool shift = t.right || t.left;
  if (t.still) return f([](Lanes x) { return x; });
  switch (t.swaps * 2 + shift) {
    case 0:
      return f([&](Lanes x) { return t.apply<0, false>(x); });
    case 1:
      return f([&](Lanes x) { return t.apply<0, true>(x); });
    case 2:
      return f([&](Lanes x) { return t.apply<1, false>(x); });
    case 3:
      return f([&](Lanes x) { return t.apply<1, true>(x); });
    case 4:
      return f([&](Lanes x) { return t.apply<2, false>(x); });
    case 5:
      return f([&](Lanes x) { return t.apply<2, true>(x); });
    case 6:
      return f([&](Lanes x) { return t.apply<3, false>(x); });
    default:
      return f([&](Lanes x) { return t.apply<3, true>(x); });
  }
}

// Turns "my balls" into "the opponent's balls" within the occupied unit places.
struct Complement {
  Lanes from, low[pylos_index::LANE_PLACES];
  int shift[pylos_index::LANE_PLACES], count = 0;

  explicit Complement(u8 unit) {
    for (int i = 0; i < 16; ++i) from[i] = static_cast<u16>(i ^ (unit >> pylos_index::LANE_PLACES));
    for (int b = 0; b < pylos_index::LANE_PLACES; ++b)
      if ((unit >> b) & 1u) {
        low[count] = spread(static_cast<u16>(~pylos_index::supersets(1u << b)));
        shift[count++] = 1 << b;
      }
  }

  Lanes operator()(Lanes x) const {
    for (int i = 0; i < count; ++i) x = ((x >> shift[i]) & low[i]) | ((x & low[i]) << shift[i]);
    return pick(x, from);
  }
};

}  // namespace sommet::pylos_solve
