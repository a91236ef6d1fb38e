// Counting move sequences (perft) and picking a turn by number, without listing every turn.
#pragma once

#include "pylos/rules.hpp"

namespace sommet::pylos {

// How many choices for_each_takeback lists: none if optional, n single balls, n(n-1)/2 pairs of
// free balls, and the pairs whose second ball the first one frees.
template <int Base>
SOMMET_HD u32 count_takebacks(Rules rules, u32 own, u32 other) {
  const u32 occupied = own | other;
  const u32 held = own & carrying<Base>(occupied);
  const u32 free = own & ~held;
  const u32 n = static_cast<u32>(popcount(free));
  u32 count = (rules.takeback_optional ? 1 : 0) + n * (n + 1) / 2;
  if (held) {
    for (u32 a = free & ~Pyramid<Base>::BOARD; a; a &= a - 1) {
      const u32 left = occupied & ~(a & (0 - a));
      count += static_cast<u32>(popcount(held & ~carrying<Base>(left)));
    }
  }
  return count;
}

// What one position offers, before any take-back is chosen.
template <int Base>
struct Landings {
  u32 from_reserve;  // cells a reserve ball may go to
  u32 upper;         // cells a raised ball might go to
  u32 raisable;      // own free balls (0 where `upper` is)
  u32 earning;       // cells where landing earns take-backs

  SOMMET_HD Landings(Rules rules, Position pos) {
    const u32 occupied = pos.own | pos.other;
    const u32 places = placeable<Base>(occupied);
    const bool has_reserve = reserve<Base>(pos.own) > 0;
    from_reserve = has_reserve ? places : 0;
    upper = has_reserve || rules.may_raise ? places & ~Pyramid<Base>::BOARD : 0;
    raisable = upper ? pos.own & free_balls<Base>(occupied) : 0;
    earning = completing<Base>(rules, pos.own) & places;
  }
};

// How many turns for_each_move lists; `at` is what `pos` offers. Goes by target, for there are
// fewer upper cells to land on than balls to raise.
template <int Base>
SOMMET_HD u32 count_moves(Rules rules, Position pos, const Landings<Base>& at) {
  u32 count = static_cast<u32>(popcount(at.from_reserve & ~at.earning));
  for (u32 t = at.raisable ? at.upper : 0; t; t &= t - 1) {
    u32 sources = raise_sources<Base>(at.raisable, lowest(t));
    if (!(at.earning & t & (0 - t))) {
      count += static_cast<u32>(popcount(sources));
      continue;
    }
    for (; sources; sources &= sources - 1) {
      const u32 own = (pos.own & ~(sources & (0 - sources))) | (t & (0 - t));
      count += count_takebacks<Base>(rules, own, pos.other);
    }
  }
  for (u32 t = at.from_reserve & at.earning; t; t &= t - 1) {
    count += count_takebacks<Base>(rules, pos.own | (t & (0 - t)), pos.other);
  }
  return count;
}

template <int Base>
SOMMET_HD u32 count_moves(Rules rules, Position pos) {
  return count_moves<Base>(rules, pos, Landings<Base>(rules, pos));
}

// Index of the n-th set bit, n from 0; x must have more than n.
SOMMET_HD int nth_bit(u32 x, u32 n) {
  while (n--) x &= x - 1;
  return lowest(x);
}

// The n-th turn in an order of its own (quiet landings first); n < count_moves.
template <int Base>
SOMMET_HD Move nth_move(Rules rules, Position pos, const Landings<Base>& at, u32 n) {
  const u32 quiet = at.from_reserve & ~at.earning;
  const u32 placements = static_cast<u32>(popcount(quiet));
  if (n < placements) return {-1, static_cast<i8>(nth_bit(quiet, n)), -1, -1};
  n -= placements;
  Move found{-1, -1, -1, -1};
  // Takes the n-th take-back of one earning landing, or steps over them all.
  const auto pick = [&](u32 own, int from, int to) {
    const u32 count = count_takebacks<Base>(rules, own, pos.other);
    if (n < count) {
      for_each_takeback<Base>(rules, own, pos.other, static_cast<i8>(from), static_cast<i8>(to),
                              [&](Move move) {
                                if (n-- == 0) found = move;
                              });
      return true;
    }
    n -= count;
    return false;
  };
  for (u32 t = at.from_reserve & at.earning; t; t &= t - 1) {
    if (pick(pos.own | (t & (0 - t)), -1, lowest(t))) return found;
  }
  for (u32 t = at.raisable ? at.upper : 0; t; t &= t - 1) {
    const int to = lowest(t);
    u32 sources = raise_sources<Base>(at.raisable, to);
    if (!((at.earning >> to) & 1u)) {
      const u32 quiet_raises = static_cast<u32>(popcount(sources));
      if (n < quiet_raises) {
        return {static_cast<i8>(nth_bit(sources, n)), static_cast<i8>(to), -1, -1};
      }
      n -= quiet_raises;
      continue;
    }
    for (; sources; sources &= sources - 1) {
      if (pick((pos.own & ~(sources & (0 - sources))) | bit(to), lowest(sources), to)) return found;
    }
  }
  return found;
}

// Number of move sequences of exactly `depth` turns; one that ends early counts once, at its end.
// Repetition is ignored. The last turn is counted, not played.
template <int Base>
SOMMET_HD u64 perft(Rules rules, Position pos, int depth) {
  if (depth <= 0 || is_over<Base>(rules, pos)) return 1;
  if (depth == 1) return count_moves<Base>(rules, pos);
  u64 nodes = 0;
  for_each_move<Base>(rules, pos,
                      [&](Move move) { nodes += perft<Base>(rules, play(pos, move), depth - 1); });
  return nodes;
}

}  // namespace sommet::pylos
