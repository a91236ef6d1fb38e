// A match: rounds until a player has won three. Rules PAC-9, PAC-R3 to PAC-R5.
#pragma once

#include "pacal/refusal.hpp"

namespace sommet::pacal {

constexpr int ROUNDS_TO_WIN = 3;
inline constexpr FieldReason MATCH_WON{"three-rounds", "PAC-9"};

struct Score {
  int won[2] = {};  // steps of each marker from its own rim (0) to the middle (3)

  // The seat that has won the match, or NOBODY.
  int winner() const {
    for (int seat = 0; seat < 2; ++seat)
      if (won[seat] == ROUNDS_TO_WIN) return seat;
    return NOBODY;
  }
  // Counts a finished round; a drawn one (NOBODY) moves no marker. False if the match was over.
  bool add(int seat) {
    if (winner() != NOBODY) return false;
    if (seat < NOBODY) ++won[seat];
    return true;
  }
};

}  // namespace sommet::pacal
