// What a move does, in one word: the rarest of the things that it combines.
#pragma once

#include "pylos/rules.hpp"

namespace sommet::pylos_coach {

enum class Idea : u8 {
  FREED_BALL,    // takes a ball that taking the first one freed
  SPRING,        // takes back the very ball just landed
  ONE_ONLY,      // takes back one ball where two were possible
  RAISE_SQUARE,  // raises a ball and takes back
  SQUARE,        // takes back
  DECLINE,       // leaves a take-back that was there for the taking
  RAISE,         // raises
  SUMMIT,        // ends the game
  QUIET,         // none of these
};

// In the order of Idea, the rarest first.
inline constexpr const char* IDEAS[] = {"freed-ball",   "spring", "one-only",
                                        "raise-square", "square", "decline",
                                        "raise",        "summit", "quiet"};

inline const char* key_of(Idea idea) { return IDEAS[static_cast<int>(idea)]; }

inline Idea takeback_idea(pylos::Rules rules, pylos::Position pos, pylos::Move move) {
  u32 free_at_once = 0;
  bool two_possible = false;
  pylos::for_each_move<4>(rules, pos, [&](pylos::Move m) {
    if (m.from != move.from || m.to != move.to || m.take1 < 0) return;
    if (m.take2 < 0) {
      free_at_once |= pylos::bit(m.take1);
    } else {
      two_possible = true;
    }
  });
  u32 taken = pylos::bit(move.take1);
  if (move.take2 >= 0) taken |= pylos::bit(move.take2);
  if (taken & ~free_at_once) return Idea::FREED_BALL;
  if (taken >> move.to & 1) return Idea::SPRING;
  if (move.take2 < 0 && two_possible) return Idea::ONE_ONLY;
  return move.from < 0 ? Idea::SQUARE : Idea::RAISE_SQUARE;
}

// The idea of a legal move.
inline Idea find_idea(pylos::Rules rules, pylos::Position pos, pylos::Move move) {
  if (move.to == pylos::Pyramid<4>::SUMMIT) return Idea::SUMMIT;
  if (move.take1 >= 0) return takeback_idea(rules, pos, move);
  bool could_take = false;
  pylos::for_each_move<4>(rules, pos,
                          [&](pylos::Move m) { could_take = could_take || m.take1 >= 0; });
  if (could_take) return Idea::DECLINE;
  return move.from < 0 ? Idea::QUIET : Idea::RAISE;
}

}  // namespace sommet::pylos_coach
