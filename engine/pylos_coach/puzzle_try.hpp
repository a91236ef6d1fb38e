// A puzzle being solved: whether a try is right, and what the opponent answers.
#pragma once

#include "pylos_coach/idea.hpp"
#include "pylos_coach/puzzles.hpp"
#include "pylos_game/notation.hpp"
#include "pylos_game/options.hpp"

namespace sommet::pylos_coach {

// The puzzle as a game at its beginning; false where its line holds no position.
inline bool begin(const Puzzle& puzzle, Game& game) {
  const pylos_game::Preset* const preset = pylos_game::find_preset(puzzle.rules);
  pylos_game::WrittenPosition written;
  if (!preset || !pylos_game::parse_position(puzzle.position, written)) return false;
  game = {};
  game.rules = pylos_game::rules_of(*preset);
  game.rules.takeback_optional = puzzle.takeback == pylos_game::TAKEBACK.other;
  game.light = written.light;
  game.dark = written.dark;
  game.dark_moves = written.dark_moves;
  game.settle({});
  return true;
}

inline bool is_solution(const Puzzle& puzzle, Move move) {
  pylos_game::WrittenTurn turn;
  return pylos_game::parse_turn(puzzle.solution, turn) && pylos_game::listed_move(turn) == move;
}

// Whether a move of that value is as good as was aimed at.
inline bool keeps(Value aim, Value value) { return value == aim || value == Value::WIN; }

struct Tried {
  bool right;
  Verdict verdict;
};

// What a try is, by what its move is worth. Of a puzzle's first moves the solution alone keeps the
// value, whatever a search thinks; later on every move does that is worth as much.
inline Tried judge_try(Value aim, bool first, bool solution, Verdict verdict) {
  if (!first) return {keeps(aim, verdict.value), verdict};
  if (solution) {
    verdict.value = aim;
  } else if (keeps(aim, verdict.value)) {
    verdict = {aim == Value::WIN ? Value::DRAW : Value::LOSS};
  }
  return {solution, verdict};
}

// What became of a move, and the opponent's best answer to it.
struct Attempt {
  Tried tried;
  Game after;     // after the answer, if there is one
  Move last;      // the answer, else the move
  bool answered;  // not where the move ended the game
  Idea idea;      // the answer's
};

// Tries a legal move in a puzzle's game; `first` of the player's. `judge(game, judgement)` judges a
// running game, or returns false, and then nothing is found out.
template <class Judge>
bool try_move(const Puzzle& puzzle, const Game& game, Move move, bool first, Judge&& judge,
              Attempt& to) {
  Judgement judged;
  if (!judge(game, judged)) return false;
  to.tried = judge_try(puzzle.aim(), first, is_solution(puzzle, move), judged.verdict_on(move));
  to.after = game.after(move);
  to.last = move;
  to.answered = !to.after.is_over();
  if (!to.answered) return true;
  if (!judge(to.after, judged)) return false;
  to.last = judged.best();
  to.idea = find_idea(to.after.rules, to.after.seen(), to.last);
  to.after = to.after.after(to.last);
  return true;
}

}  // namespace sommet::pylos_coach
