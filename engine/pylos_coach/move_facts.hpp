// What moves do, fact by fact, and what all moves of a set have in common.
#pragma once

#include <vector>

#include "pylos/rules.hpp"

namespace sommet::pylos_coach {

using pylos::bit;
using pylos::Move;
using pylos::Position;
using pylos::Rules;

inline constexpr u32 CENTRE = bit(20);  // 2b2: it touches all four cells of level 3

// Facts that a move has or has not.
enum MoveFact : u32 {
  TAKES_SUMMIT = 1 << 0,
  SQUARE = 1 << 1,      // completes a square
  LINE = 1 << 2,        // completes a row or column, where lines count
  TAKES_BACK = 1 << 3,  // at least one ball
  TAKES_TWO = 1 << 4,
  TAKES_ONE = 1 << 5,  // and no second one
  RAISES = 1 << 6,
  SAVES = 1 << 7,  // the reserve does not shrink: a raise or a take-back
  FROM_RESERVE = 1 << 8,
  STOPS = 1 << 9,  // lands where the opponent could complete a square or line at once
  TO_CENTRE = 1 << 10,
  HIGHER = 1 << 11,    // lands above level 1
  PREPARES = 1 << 12,  // makes a cell where this side could complete a square or line next turn
};

// The facts of one move, or what the moves of a set have in common.
struct MoveFacts {
  u32 has = 0;
  u32 to = 0, from = 0, taken = 0;  // cells
  u32 locks = 0;                    // balls of the opponent, free before, that now carry one
  u32 leaves_free = 0;              // own balls that were free before and still are
  u32 prepares = 0;                 // cells that would complete a square or line and did not before
};

// The cells to land on that would complete a square or line beside `own`.
inline u32 completing_open(Rules rules, u32 own, u32 other) {
  return pylos::completing<4>(rules, own) & pylos::placeable<4>(own | other);
}

// The cells where `pos.own` could complete a square or line this turn.
inline u32 completing_now(Rules rules, Position pos) {
  u32 cells = 0;
  pylos::for_each_move<4>(rules, pos, [&](Move move) { cells |= bit(move.to); });
  return cells & pylos::completing<4>(rules, pos.own);
}

inline MoveFacts move_facts_of(Rules rules, Position pos, Move move, u32 opponent_completes) {
  using P = pylos::Pyramid<4>;
  MoveFacts d;
  d.to = bit(move.to);
  if (move.from >= 0) d.from = bit(move.from);
  if (move.take1 >= 0) d.taken |= bit(move.take1);
  if (move.take2 >= 0) d.taken |= bit(move.take2);
  const u32 before = pos.own | pos.other;
  const Position after = pylos::play(pos, move);
  const u32 free_before = pylos::free_balls<4>(before);
  const u32 free_after = pylos::free_balls<4>(after.own | after.other);
  d.locks = pos.other & free_before & ~free_after;
  d.leaves_free = pos.own & free_before & after.other & free_after;
  d.prepares =
      completing_open(rules, after.other, after.own) & ~completing_open(rules, pos.own, pos.other);
  // A raised ball lands higher than it lay, so it may stay in `own` here (pylos::completing).
  const u32 own = pos.own & ~d.to;
  const auto set = [&](bool holds, MoveFact fact) { d.has |= holds ? fact : 0u; };
  set(move.to == P::SUMMIT, TAKES_SUMMIT);
  set(rules.squares && (pylos::square_gaps<4>(own) & d.to), SQUARE);
  set(rules.lines && (pylos::line_gaps<4>(own) & d.to), LINE);
  set(move.take1 >= 0, TAKES_BACK);
  set(move.take2 >= 0, TAKES_TWO);
  set(move.take1 >= 0 && move.take2 < 0, TAKES_ONE);
  set(move.from >= 0, RAISES);
  set(move.from >= 0 || move.take1 >= 0, SAVES);
  set(move.from < 0, FROM_RESERVE);
  set(opponent_completes & d.to, STOPS);
  set(d.to == CENTRE, TO_CENTRE);
  set(!(d.to & P::BOARD), HIGHER);
  set(d.prepares, PREPARES);
  return d;
}

// A set of moves of one position: what all have in common, what at least one has.
struct Common {
  MoveFacts all{~0u, ~0u, ~0u, ~0u, ~0u, ~0u, ~0u}, any;
  std::size_t count = 0;

  void add(const MoveFacts& d) {
    for (u32 MoveFacts::* const fact : FACTS) {
      all.*fact &= d.*fact;
      any.*fact |= d.*fact;
    }
    ++count;
  }

 private:
  static constexpr u32 MoveFacts::* FACTS[] = {
      &MoveFacts::has,   &MoveFacts::to,          &MoveFacts::from,    &MoveFacts::taken,
      &MoveFacts::locks, &MoveFacts::leaves_free, &MoveFacts::prepares};
};

}  // namespace sommet::pylos_coach
