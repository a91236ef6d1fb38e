// The rules of Pylos, clauses PYL-1 to PYL-8 and rulings PYL-R1 and PYL-R2: whole turns, no search.
// Plain values only; compiles for the CPU, for CUDA and through NVRTC. Bit layout: pyramid.hpp.
#pragma once

#include "pylos/pyramid.hpp"

namespace sommet::pylos {

// Children: all false. Standard: squares (PYL-5). Expert: squares and lines (PYL-8).
struct Rules {
  bool squares, lines;
  bool takeback_optional;  // PYL-R1: taking back none is allowed
  bool may_raise;          // PYL-R2: an empty reserve may still raise
};

// The balls as the side to move sees them.
struct Position {
  u32 own, other;
  friend SOMMET_HD constexpr bool operator==(const Position& a, const Position& b) {
    return a.own == b.own && a.other == b.other;
  }
};

// A whole turn. Of a pair taken back the higher cell number comes first: a ball freed by the first
// always lies below it, so every pair has exactly one such order and it is always playable.
struct Move {
  i8 from;          // -1: from the reserve
  i8 to;            //
  i8 take1, take2;  // -1: none
  friend SOMMET_HD constexpr bool operator==(const Move& a, const Move& b) {
    return a.from == b.from && a.to == b.to && a.take1 == b.take1 && a.take2 == b.take2;
  }
};

// PYL-2 a, b: empty cells on the board or on a complete square, of any colours.
template <int Base>
SOMMET_HD constexpr u32 placeable(u32 occupied) {
  return (Pyramid<Base>::BOARD | squares<Base>(occupied)) & ~occupied;
}

// PYL-3: the balls that carry nothing.
template <int Base>
SOMMET_HD constexpr u32 free_balls(u32 occupied) {
  return occupied & ~carrying<Base>(occupied);
}

// PYL-2 c, PYL-3: where the free ball on `from` may rise to. Nothing rests on it, so lifting it
// only spoils the squares it is part of. `places` is placeable(occupied).
template <int Base>
SOMMET_HD constexpr u32 raise_targets(u32 places, int from) {
  return places & Pyramid<Base>::higher(from) & ~resting<Base>(bit(from));
}

// The same seen from the cell: which balls of `raisable`, all free, may rise to `to`.
template <int Base>
SOMMET_HD constexpr u32 raise_sources(u32 raisable, int to) {
  return raisable & Pyramid<Base>::lower(to) & ~Pyramid<Base>::supports(to);
}

// PYL-5, PYL-7, PYL-8: the cells where a ball landing beside `own` earns take-backs. Only empty
// cells mean anything. A raised ball always lands above its old level, so `own` may still hold it.
template <int Base>
SOMMET_HD constexpr u32 completing(Rules rules, u32 own) {
  u32 cells = 0;
  if (rules.squares) cells = square_gaps<Base>(own);
  if (rules.lines) cells |= line_gaps<Base>(own);
  return cells;
}

// PYL-5, PYL-8: whether the ball of `own_after` just landed on `cell` completes a square or line.
template <int Base>
SOMMET_HD constexpr bool completes(Rules rules, u32 own_after, int cell) {
  return (completing<Base>(rules, own_after & ~bit(cell)) >> cell) & 1u;
}

// PYL-1: balls left beside the board.
template <int Base>
SOMMET_HD int reserve(u32 own) {
  return Pyramid<Base>::BALLS - popcount(own);
}

template <int Base>
SOMMET_HD bool can_raise(Position pos) {
  const u32 occupied = pos.own | pos.other;
  const u32 places = placeable<Base>(occupied) & ~Pyramid<Base>::BOARD;
  u32 balls = pos.own & free_balls<Base>(occupied);
  if (!places) return false;
  for (; balls; balls &= balls - 1) {
    if (raise_targets<Base>(places, lowest(balls))) return true;
  }
  return false;
}

// PYL-6: the summit is taken, so the player who moved last has won.
template <int Base>
SOMMET_HD constexpr bool summit_taken(Position pos) {
  return ((pos.own | pos.other) >> Pyramid<Base>::SUMMIT) & 1u;
}

// PYL-6, PYL-R2: the side to move has no ball left to play. Asked after summit_taken.
template <int Base>
SOMMET_HD bool is_lost_at_start_of_turn(Rules rules, Position pos) {
  return reserve<Base>(pos.own) <= 0 && !(rules.may_raise && can_raise<Base>(pos));
}

template <int Base>
SOMMET_HD bool is_over(Rules rules, Position pos) {
  return summit_taken<Base>(pos) || is_lost_at_start_of_turn<Base>(rules, pos);
}

// The position after `move`, seen by the opponent, who is to move. The move must be legal.
SOMMET_HD constexpr Position play(Position pos, Move move) {
  u32 own = pos.own | bit(move.to);
  if (move.from >= 0) own &= ~bit(move.from);
  if (move.take1 >= 0) own &= ~bit(move.take1);
  if (move.take2 >= 0) own &= ~bit(move.take2);
  return {pos.other, own};
}

// PYL-5: lists the take-backs after a landing that earned them: none (if optional), each one, each
// pair once. `own` and `other` are the balls after the landing.
template <int Base, class F>
SOMMET_HD void for_each_takeback(Rules rules, u32 own, u32 other, i8 from, i8 to, F&& f) {
  const u32 free = own & free_balls<Base>(own | other);
  if (rules.takeback_optional) f(Move{from, to, -1, -1});
  for (u32 a = free; a; a &= a - 1) f(Move{from, to, static_cast<i8>(lowest(a)), -1});
  for (u32 a = free; a; a &= a - 1) {
    const int first = lowest(a);
    const u32 left = own & ~bit(first);
    for (u32 b = left & free_balls<Base>(left | other) & (bit(first) - 1); b; b &= b - 1) {
      f(Move{from, to, static_cast<i8>(first), static_cast<i8>(lowest(b))});
    }
  }
}

// Calls f(Move) for every legal turn, each once: placements by cell, then raises by ball and cell.
// Lists nothing exactly when is_over.
template <int Base, class F>
SOMMET_HD void for_each_move(Rules rules, Position pos, F&& f) {
  const u32 occupied = pos.own | pos.other;
  const u32 places = placeable<Base>(occupied);
  const u32 earning = completing<Base>(rules, pos.own);
  const bool has_reserve = reserve<Base>(pos.own) > 0;
  if (has_reserve) {
    for (u32 t = places; t; t &= t - 1) {
      const i8 to = static_cast<i8>(lowest(t));
      if ((earning >> to) & 1u) {
        for_each_takeback<Base>(rules, pos.own | bit(to), pos.other, -1, to, f);
      } else {
        f(Move{-1, to, -1, -1});
      }
    }
  } else if (!rules.may_raise) {
    return;
  }
  const u32 upper = places & ~Pyramid<Base>::BOARD;
  if (!upper) return;
  for (u32 b = pos.own & free_balls<Base>(occupied); b; b &= b - 1) {
    const i8 from = static_cast<i8>(lowest(b));
    const u32 left = pos.own & ~bit(from);
    for (u32 t = raise_targets<Base>(upper, from); t; t &= t - 1) {
      const i8 to = static_cast<i8>(lowest(t));
      if ((earning >> to) & 1u) {
        for_each_takeback<Base>(rules, left | bit(to), pos.other, from, to, f);
      } else {
        f(Move{from, to, -1, -1});
      }
    }
  }
}

// Whether for_each_move lists `move`, without listing. Any field values are allowed.
template <int Base>
SOMMET_HD bool is_legal(Rules rules, Position pos, Move move) {
  constexpr int CELLS = Pyramid<Base>::CELLS;
  if (move.to < 0 || move.to >= CELLS || move.from < -1 || move.from >= CELLS || move.take1 < -1 ||
      move.take1 >= CELLS || move.take2 < -1 || move.take2 >= move.take1 + (move.take1 < 0)) {
    return false;
  }
  const u32 occupied = pos.own | pos.other;
  u32 places = placeable<Base>(occupied);
  const bool has_reserve = reserve<Base>(pos.own) > 0;
  if (!has_reserve && (move.from < 0 || !rules.may_raise)) return false;
  u32 own = pos.own;
  if (move.from >= 0) {
    if (!((own & free_balls<Base>(occupied)) >> move.from & 1u)) return false;
    places = raise_targets<Base>(places, move.from);
    own &= ~bit(move.from);
  }
  if (!((places >> move.to) & 1u)) return false;
  own |= bit(move.to);
  if (!completes<Base>(rules, own, move.to)) return move.take1 < 0;
  if (move.take1 < 0) return rules.takeback_optional;
  if (!((own & free_balls<Base>(own | pos.other)) >> move.take1 & 1u)) return false;
  own &= ~bit(move.take1);
  return move.take2 < 0 || ((own & free_balls<Base>(own | pos.other)) >> move.take2 & 1u);
}

}  // namespace sommet::pylos
