// Why touching a cell of the board means nothing now: for a player who asks by trying.
#pragma once

#include <vector>

#include "pylos_game/refusal.hpp"

namespace sommet::pylos_game {

// What is being done: choosing where to begin, where a ball picked up lands, what comes back.
enum class Doing : u8 { BEGIN, RAISE, TAKE };
inline constexpr const char* DOING_KEYS[] = {"begin", "raise", "take"};

// Cells that cannot be chosen at one point of a turn, for one reason.
struct TouchRefusal {
  Doing doing;
  i8 source;  // the ball picked up while raising, else -1
  MoveRefusal refusal;
  u32 cells;
};

class Touches {
 public:
  // What forbids each touch that no legal move contains. While raising, only cells that a ball
  // from the reserve could go to are listed: elsewhere the reason is the same as at the beginning.
  // Empty when the game is over. Rules PYL-2, PYL-3, PYL-5 and PYL-8.
  static std::vector<TouchRefusal> find(const Game& game) {
    Touches touches(game);
    if (!game.is_over()) {
      touches.list_beginnings();
      touches.list_raises();
      touches.list_takes();
    }
    return std::move(touches.found_);
  }

 private:
  static constexpr int BASE = Game::BASE;
  static constexpr int CELLS = pylos::Pyramid<BASE>::CELLS;

  explicit Touches(const Game& game)
      : game_(game), pos_(game.seen()), occupied_(game.light | game.dark) {
    places_ = pylos::placeable<BASE>(occupied_);
    for_each_move<BASE>(game.rules, pos_, [&](pylos::Move move) {
      if (move.from < 0) {
        from_reserve_ |= pylos::bit(move.to);
      } else {
        raisable_ |= pylos::bit(move.from);
      }
    });
  }

  void add(Doing doing, int source, int cell, MoveRefusal refusal) {
    for (TouchRefusal& each : found_) {
      if (each.doing == doing && each.source == source && each.refusal == refusal) {
        each.cells |= pylos::bit(cell);
        return;
      }
    }
    found_.push_back({doing, static_cast<i8>(source), refusal, pylos::bit(cell)});
  }

  MoveRefusal refuse_turn(int from, int to) const { return refuse(game_, {from, to, nullptr, 0}); }

  void list_beginnings() {
    for (int cell = 0; cell < CELLS; ++cell) {
      if ((from_reserve_ | raisable_) >> cell & 1) continue;
      MoveRefusal refusal;
      if (pos_.own >> cell & 1) {
        refusal = why_it_stays(cell);
      } else {
        refusal = refuse_turn(pos_.other >> cell & 1 ? cell : -1, cell);
        if (!refusal) refusal = NOWHERE_HIGHER;
      }
      add(Doing::BEGIN, -1, cell, refusal);
    }
  }

  MoveRefusal why_it_stays(int cell) const {
    if (!(pylos::free_balls<BASE>(occupied_) >> cell & 1))
      return refuse_turn(cell, pylos::Pyramid<BASE>::SUMMIT);
    for (u32 t = places_ & pylos::Pyramid<BASE>::higher(cell); t; t &= t - 1)
      if (const MoveRefusal refusal = refuse_turn(cell, lowest(t))) return refusal;
    return NOWHERE_HIGHER;
  }

  void list_raises() {
    for (u32 b = raisable_; b; b &= b - 1) {
      const int from = lowest(b);
      for (u32 t = places_ & ~pylos::raise_targets<BASE>(places_, from); t; t &= t - 1)
        add(Doing::RAISE, from, lowest(t), refuse_turn(from, lowest(t)));
    }
  }

  // For every landing that earns take-backs, in the order of the legal moves.
  void list_takes() {
    bool first = true;
    int last_from = -2, last_to = -2;
    for_each_move<BASE>(game_.rules, pos_, [&](pylos::Move move) {
      if (move.take1 < 0 || (move.from == last_from && move.to == last_to)) return;
      last_from = move.from;
      last_to = move.to;
      u32 own = pos_.own | pylos::bit(move.to);
      if (move.from >= 0) own &= ~pylos::bit(move.from);
      const u32 takeable = own & pylos::free_balls<BASE>(own | pos_.other);
      // What is said of the opponent's balls is the same for every landing.
      u32 asked = (first ? pos_.own | pos_.other : pos_.own) & ~takeable;
      if (move.from >= 0) asked &= ~pylos::bit(move.from);
      first = false;
      for (; asked; asked &= asked - 1) {
        const auto cell = static_cast<i8>(lowest(asked));
        const MoveRefusal refusal = refuse(game_, {move.from, move.to, &cell, 1});
        if (refusal) add(Doing::TAKE, -1, cell, refusal);
      }
    });
  }

  static constexpr MoveRefusal NOWHERE_HIGHER{Reason::NOWHERE_HIGHER, "PYL-2"};

  const Game& game_;
  const pylos::Position pos_;
  const u32 occupied_;
  u32 places_ = 0, from_reserve_ = 0, raisable_ = 0;
  std::vector<TouchRefusal> found_;
};

}  // namespace sommet::pylos_game
