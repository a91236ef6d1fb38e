// A game of Pylos: the balls, whose turn it is, what came before, and whether it is over.
#pragma once

#include "pylos/rules.hpp"
#include "pylos_game/history.hpp"

namespace sommet::pylos_game {

// How many occurrences of a position make a draw, where nothing else is agreed. PYL-R3.
inline constexpr u32 USUAL_REPETITION = 3;

// Why a game is over. PYL-6, PYL-R2, PYL-R3.
enum class Ending : u8 {
  GOING_ON,
  LIGHT_SUMMIT,
  DARK_SUMMIT,
  LIGHT_EMPTY,  // light has no ball left to play, so dark has won
  DARK_EMPTY,
  RECURRED,
};

// A position of a game as one number: light's 30 bits, dark's, and the side to move.
SOMMET_HD constexpr u64 game_key(u32 light, u32 dark, bool dark_moves) {
  return light | static_cast<u64>(dark) << 30 | static_cast<u64>(dark_moves) << 60;
}

struct Game {
  static constexpr int BASE = 4;

  u32 light = 0, dark = 0;
  bool dark_moves = false;
  pylos::Rules rules{true, false, false, false};
  u32 limit = USUAL_REPETITION;  // occurrences that make a draw; 0: never
  u32 repetitions = 0;
  Ending ending = Ending::GOING_ON;
  History history;

  pylos::Position seen() const {
    return dark_moves ? pylos::Position{dark, light} : pylos::Position{light, dark};
  }
  u64 key() const { return game_key(light, dark, dark_moves); }
  bool is_over() const { return ending != Ending::GOING_ON; }
  u32 ply() const { return history.length() - 1; }

  // Fills in what follows from the balls, from `before` and from the move that led here.
  void settle(const History& before, pylos::Move move = History::NO_MOVE) {
    repetitions = before.count(key()) + 1;
    history = before.with(key(), move);
    constexpr u32 SUMMIT = pylos::bit(pylos::Pyramid<BASE>::SUMMIT);
    if (SUMMIT & (light | dark)) {
      ending = SUMMIT & light ? Ending::LIGHT_SUMMIT : Ending::DARK_SUMMIT;
    } else if (is_lost_at_start_of_turn<BASE>(rules, seen())) {
      ending = dark_moves ? Ending::DARK_EMPTY : Ending::LIGHT_EMPTY;
    } else {
      ending = limit && repetitions >= limit ? Ending::RECURRED : Ending::GOING_ON;
    }
  }

  bool allows(pylos::Move move) const { return !is_over() && is_legal<BASE>(rules, seen(), move); }

  // The game after a move that it allows.
  Game after(pylos::Move move) const {
    const pylos::Position next = play(seen(), move);
    Game game;
    game.light = dark_moves ? next.own : next.other;
    game.dark = dark_moves ? next.other : next.own;
    game.dark_moves = !dark_moves;
    game.rules = rules;
    game.limit = limit;
    game.settle(history, move);
    return game;
  }
};

// How a game ended: the winning side (0 light, 1 dark, -1 for a draw), a key and the clause.
struct Outcome {
  int winner;
  const char* reason;
  const char* clause;
};

inline Outcome outcome_of(Ending ending, pylos::Rules rules) {
  const char* const empty = rules.may_raise ? "PYL-R2" : "PYL-6";
  switch (ending) {
    case Ending::LIGHT_SUMMIT:
      return {0, "summit", "PYL-6"};
    case Ending::DARK_SUMMIT:
      return {1, "summit", "PYL-6"};
    case Ending::LIGHT_EMPTY:
      return {1, "empty-reserve", empty};
    case Ending::DARK_EMPTY:
      return {0, "empty-reserve", empty};
    case Ending::RECURRED:
      return {-1, "repetition", "PYL-R3"};
    case Ending::GOING_ON:
      break;
  }
  return {-1, "", ""};
}

}  // namespace sommet::pylos_game
