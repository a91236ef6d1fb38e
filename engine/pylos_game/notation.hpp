// Cells, moves and positions as text: `2a1`, `1b2>2a1-2a1-1c3`, `..../..../..../....|… L`.
#pragma once

#include <string_view>

#include "pylos/rules.hpp"

namespace sommet::pylos_game {

struct CellName {
  char letters[3];
  std::string_view view() const { return {letters, 3}; }
};

inline CellName cell_name(int cell) {
  using P = pylos::Pyramid<4>;
  const int level = P::level_of(cell), i = cell - P::offset(level), side = P::side(level);
  return {{static_cast<char>('1' + level), static_cast<char>('a' + i % side),
           static_cast<char>('1' + i / side)}};
}

// The cell with this name, or -1.
inline int parse_cell(std::string_view text) {
  using P = pylos::Pyramid<4>;
  if (text.size() != 3) return -1;
  const int level = text[0] - '1', x = text[1] - 'a', y = text[2] - '1';
  if (level < 0 || level >= P::LEVELS) return -1;
  const int side = P::side(level);
  if (x < 0 || x >= side || y < 0 || y >= side) return -1;
  return P::offset(level) + y * side + x;
}

// A written turn. At most MOST balls taken back are kept, which is already too many.
struct WrittenTurn {
  static constexpr int MOST = 3;
  int from = -1, to = -1, takes = 0;
  i8 taken[MOST] = {};
};

// Reads a turn; false if it cannot be read as one.
inline bool parse_turn(std::string_view text, WrittenTurn& turn) {
  const std::size_t dash = text.find('-');
  std::string_view landing = text.substr(0, dash);
  const std::size_t arrow = landing.rfind('>');
  if (arrow != std::string_view::npos) {
    turn.from = parse_cell(landing.substr(0, arrow));
    if (turn.from < 0) return false;
    landing = landing.substr(arrow + 1);
  }
  turn.to = parse_cell(landing);
  if (turn.to < 0) return false;
  for (std::size_t at = dash; at != std::string_view::npos;) {
    const std::size_t next = text.find('-', at + 1);
    const int cell =
        parse_cell(text.substr(at + 1, next == std::string_view::npos ? next : next - at - 1));
    if (cell < 0) return false;
    if (turn.takes < WrittenTurn::MOST) turn.taken[turn.takes++] = static_cast<i8>(cell);
    at = next;
  }
  return true;
}

// The turn as moves are listed, the higher cell of a pair taken back first.
inline pylos::Move listed_move(const WrittenTurn& turn) {
  i8 a = turn.takes > 0 ? turn.taken[0] : i8{-1}, b = turn.takes > 1 ? turn.taken[1] : i8{-1};
  if (b > a) {
    const i8 higher = b;
    b = a;
    a = higher;
  }
  return {static_cast<i8>(turn.from), static_cast<i8>(turn.to), a, b};
}

// Calls f(text) for each part of a move's text, in order.
template <class F>
void format_move(pylos::Move move, F&& f) {
  if (move.from >= 0) {
    f(cell_name(move.from).view());
    f(std::string_view(">"));
  }
  f(cell_name(move.to).view());
  for (const i8 taken : {move.take1, move.take2}) {
    if (taken < 0) continue;
    f(std::string_view("-"));
    f(cell_name(taken).view());
  }
}

inline constexpr std::string_view SHAPE = "..../..../..../....|.../.../...|../..|.";

struct WrittenPosition {
  u32 light = 0, dark = 0;
  bool dark_moves = false;
};

// Reads a position's text; false if it is not laid out as one. Says nothing about the balls.
inline bool parse_position(std::string_view text, WrittenPosition& pos) {
  if (text.size() != SHAPE.size() + 2 || text[SHAPE.size()] != ' ') return false;
  const char side = text.back();
  if (side != 'L' && side != 'D') return false;
  pos.dark_moves = side == 'D';
  int cell = 0;
  for (std::size_t i = 0; i < SHAPE.size(); ++i) {
    if (SHAPE[i] != '.') {
      if (text[i] != SHAPE[i]) return false;
      continue;
    }
    if (text[i] == 'L') {
      pos.light |= pylos::bit(cell);
    } else if (text[i] == 'D') {
      pos.dark |= pylos::bit(cell);
    } else if (text[i] != '.') {
      return false;
    }
    ++cell;
  }
  return true;
}

template <class F>
void format_position(const WrittenPosition& pos, F&& f) {
  int cell = 0;
  for (const char c : SHAPE) {
    char letter = c;
    if (c == '.') {
      letter = pos.light >> cell & 1 ? 'L' : pos.dark >> cell & 1 ? 'D' : '.';
      ++cell;
    }
    f(std::string_view(&letter, 1));
  }
  f(std::string_view(pos.dark_moves ? " D" : " L"));
}

// What keeps balls from lying so, as keys of the page's texts (position.{reason}).
enum class Misplaced : u8 { NONE, OVERLAP, TOO_MANY, UNSUPPORTED, SUMMIT_TURN };
inline constexpr const char* MISPLACED[] = {"", "unreadable", "too-many", "unsupported",
                                            "summit-turn"};

struct PositionFault {
  Misplaced what = Misplaced::NONE;
  bool dark = false;          // TOO_MANY: whose
  int count = 0;              // TOO_MANY: how many
  int cell = -1, below = -1;  // UNSUPPORTED: the ball, and the gap under it
};

// PYL-1, PYL-2: whether balls can lie like this.
inline PositionFault check_position(const WrittenPosition& pos) {
  using P = pylos::Pyramid<4>;
  if ((pos.light & pos.dark) || ((pos.light | pos.dark) & ~P::ALL)) return {Misplaced::OVERLAP};
  for (const bool dark : {false, true}) {
    const int count = popcount(dark ? pos.dark : pos.light);
    if (count > P::BALLS) return {Misplaced::TOO_MANY, dark, count};
  }
  const u32 occupied = pos.light | pos.dark;
  for (u32 upper = occupied & ~P::BOARD; upper; upper &= upper - 1) {
    const u32 gaps = P::supports(lowest(upper)) & ~occupied;
    if (gaps) return {Misplaced::UNSUPPORTED, false, 0, lowest(upper), lowest(gaps)};
  }
  if ((pos.dark_moves ? pos.dark : pos.light) >> P::SUMMIT & 1) return {Misplaced::SUMMIT_TURN};
  return {};
}

}  // namespace sommet::pylos_game
