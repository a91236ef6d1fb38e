// Why a turn is not allowed: the first rule that forbids it, as a key and a clause.
#pragma once

#include "pylos_game/game.hpp"

namespace sommet::pylos_game {

enum class Reason : u8 {
  ALLOWED,
  PASSING,
  GAME_OVER,
  RESERVE_EMPTY,
  OCCUPIED,
  UNSUPPORTED,
  NO_BALL,
  NOT_OWN,
  CARRYING,
  NOT_HIGHER,
  OWN_SUPPORT,
  TAKEBACK_DUE,
  TOO_MANY,
  NOT_OWN_TAKEBACK,
  CHILDREN,
  LINES_OFF,
  NOT_EARNED,
  NOWHERE_HIGHER,
};

inline constexpr const char* REASON_KEYS[] = {
    "",         "passing",          "game-over", "reserve-empty", "occupied",    "unsupported",
    "no-ball",  "not-own",          "carrying",  "not-higher",    "own-support", "takeback-due",
    "too-many", "not-own-takeback", "children",  "lines-off",     "not-earned",  "nowhere-higher",
};

struct MoveRefusal {
  Reason reason = Reason::ALLOWED;
  const char* clause = "";
  i8 cell = -1;  // the cell that is to blame, where there is one

  explicit operator bool() const { return reason != Reason::ALLOWED; }
  const char* key() const { return REASON_KEYS[static_cast<int>(reason)]; }
  friend bool operator==(const MoveRefusal& a, const MoveRefusal& b) {
    return a.reason == b.reason && a.clause == b.clause;
  }
};

// A turn as a player may write it, with any number of balls taken back in any order.
struct Turn {
  int from;  // -1: from the reserve
  int to;
  const i8* taken;
  int takes;
};

namespace refusing {

constexpr int BASE = Game::BASE;

inline MoveRefusal landing(u32 occupied, int to) {
  return {occupied >> to & 1 ? Reason::OCCUPIED : Reason::UNSUPPORTED, "PYL-2",
          static_cast<i8>(to)};
}

inline MoveRefusal placing(const Game& game, int to) {
  if (pylos::reserve<BASE>(game.seen().own) <= 0) return {Reason::RESERVE_EMPTY, "PYL-2"};
  const u32 occupied = game.light | game.dark;
  if (pylos::placeable<BASE>(occupied) >> to & 1) return {};
  return landing(occupied, to);
}

inline MoveRefusal raising(const Game& game, int from, int to) {
  const u32 occupied = game.light | game.dark;
  const auto blamed = static_cast<i8>(from);
  if (!(occupied >> from & 1)) return {Reason::NO_BALL, "PYL-2", blamed};
  if (!(game.seen().own >> from & 1)) return {Reason::NOT_OWN, "PYL-2", blamed};
  if (!(pylos::free_balls<BASE>(occupied) >> from & 1)) return {Reason::CARRYING, "PYL-3", blamed};
  if (pylos::Pyramid<BASE>::level_of(to) <= pylos::Pyramid<BASE>::level_of(from))
    return {Reason::NOT_HIGHER, "PYL-2"};
  if (!(pylos::placeable<BASE>(occupied) >> to & 1)) return landing(occupied, to);
  if (pylos::Pyramid<BASE>::supports(to) >> from & 1)
    return {Reason::OWN_SUPPORT, "PYL-3", static_cast<i8>(to)};
  return {};
}

// Why nothing may be taken back: `square` and `line` say what the landing has completed.
inline MoveRefusal unearned(pylos::Rules rules, bool square, bool line) {
  if (square || (line && !rules.squares)) return {Reason::CHILDREN, "PYL-7"};
  if (line) return {Reason::LINES_OFF, "PYL-5"};
  if (rules.lines) return {Reason::NOT_EARNED, "PYL-8"};
  if (rules.squares) return {Reason::NOT_EARNED, "PYL-5"};
  return {Reason::CHILDREN, "PYL-7"};
}

// `own` and `other` are the balls after the landing on `to`.
inline MoveRefusal taking(pylos::Rules rules, u32 own, u32 other, const Turn& turn) {
  const u32 before = own & ~pylos::bit(turn.to);
  const bool square = pylos::square_gaps<BASE>(before) >> turn.to & 1;
  const bool line = pylos::line_gaps<BASE>(before) >> turn.to & 1;
  if (!(rules.squares && square) && !(rules.lines && line))
    return turn.takes ? unearned(rules, square, line) : MoveRefusal{};
  if (!turn.takes) {
    if (rules.takeback_optional) return {};
    return {Reason::TAKEBACK_DUE, square ? "PYL-5" : "PYL-8"};
  }
  if (turn.takes > 2) return {Reason::TOO_MANY, "PYL-5"};
  for (int i = 0; i < turn.takes; ++i) {
    const i8 cell = turn.taken[i];
    if (!(own >> cell & 1)) return {Reason::NOT_OWN_TAKEBACK, "PYL-5", cell};
    if (!(pylos::free_balls<BASE>(own | other) >> cell & 1))
      return {Reason::CARRYING, "PYL-3", cell};
    own &= ~pylos::bit(cell);
  }
  return {};
}

}  // namespace refusing

// The first rule that forbids a turn; none if it is allowed. Its cells must exist.
inline MoveRefusal refuse(const Game& game, const Turn& turn) {
  if (game.is_over()) return {Reason::GAME_OVER, outcome_of(game.ending, game.rules).clause};
  const MoveRefusal refusal = turn.from < 0 ? refusing::placing(game, turn.to)
                                            : refusing::raising(game, turn.from, turn.to);
  if (refusal) return refusal;
  const pylos::Position pos = game.seen();
  const u32 left = turn.from < 0 ? pos.own : pos.own & ~pylos::bit(turn.from);
  return refusing::taking(game.rules, left | pylos::bit(turn.to), pos.other, turn);
}

}  // namespace sommet::pylos_game
