// What the parts of the search hand each other: scores, keys of positions, moves in few bits.
#pragma once

#include "pylos_search/evaluation.hpp"
#include "pylos_search/limits.hpp"

namespace sommet::pylos_search {

using pylos::Move;

inline constexpr int WIN = 30000;
inline constexpr int PROVEN = WIN - 2 * MAX_PLIES;
inline constexpr int INFINITE = 32000;

inline u64 position_key(Position pos) { return static_cast<u64>(pos.other) << 30 | pos.own; }
inline constexpr u64 OTHER_SIDE = 1ull << 63;
inline Position key_position(u64 key) {
  constexpr u32 BOARD = (1u << 30) - 1;
  return {static_cast<u32>(key) & BOARD, static_cast<u32>(key >> 30) & BOARD};
}

inline constexpr u32 NO_MOVE = 0xFFFFF;  // 31 four times

inline u32 pack_move(Move m) {
  return static_cast<u32>((m.from & 31) | (m.to & 31) << 5 | (m.take1 & 31) << 10 |
                          (m.take2 & 31) << 15);
}
inline Move unpack_move(u32 p) {
  const auto field = [p](int at) {
    const u32 x = p >> at & 31;
    return static_cast<i8>(x == 31 ? -1 : static_cast<int>(x));
  };
  return {field(0), field(5), field(10), field(15)};
}

// A move with the position it leads to, as the side to move looks at it before trying it.
struct Candidate {
  Move move;
  Position child;
  int score;
};

}  // namespace sommet::pylos_search
