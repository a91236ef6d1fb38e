// Positions of Pylos as Python gives them: numbers that may say anything.
#pragma once

#include <stdexcept>

#include "pylos/rules.hpp"

namespace sommet::python {

template <int Base>
bool is_position(pylos::Position pos) {
  using Board = pylos::Pyramid<Base>;
  return !(pos.own & pos.other) && !((pos.own | pos.other) & ~Board::ALL) &&
         popcount(pos.own) <= Board::BALLS && popcount(pos.other) <= Board::BALLS;
}

// Whether each of the balls lies on the board or on four others.
template <int Base>
bool is_standing(pylos::Position pos) {
  const u32 occupied = pos.own | pos.other;
  return !(occupied & ~(pylos::Pyramid<Base>::BOARD | pylos::squares<Base>(occupied)));
}

inline void check_position(pylos::Position pos, int base) {
  if (base != 3 && base != 4) throw std::invalid_argument("base must be 3 or 4");
  if (base == 4 ? !is_position<4>(pos) : !is_position<3>(pos))
    throw std::invalid_argument("not a position");
}

// A position that tables know: nothing hangs in the air, and the summit is free.
template <int Base>
void check_stored(pylos::Position pos) {
  if (!is_position<Base>(pos) || !is_standing<Base>(pos) || pylos::summit_taken<Base>(pos))
    throw std::invalid_argument("not a stored position");
}

}  // namespace sommet::python
