// What each move of a position is worth, from a table or, failing that, from searching.
//
// Tables know; a search knows only what it can prove and estimates the rest. A verdict always says
// which of the two it is, so that nobody takes an estimate for a fact.
#pragma once

#include <cmath>
#include <utility>
#include <vector>

#include "pylos_game/game.hpp"
#include "pylos_search/search.hpp"

namespace sommet::pylos_coach {

using pylos::Move;
using pylos::Position;
using pylos_game::Game;

// For the side that moves; the number is the rank.
enum class Value : u8 { LOSS, DRAW, WIN };
inline constexpr const char* VALUES[] = {"loss", "draw", "win"};

inline Value opposite(Value value) { return static_cast<Value>(2 - static_cast<int>(value)); }

// Positions that a search visits to judge one, where no table answers.
inline constexpr u64 JUDGE_NODES = 10000;
// Below this score, in hundredths of a logit, a search calls a position open: about 27 % to 73 %.
inline constexpr int OPEN_SCORE = 100;
// A searched estimate must fall by this much before a move is called a mistake.
inline constexpr int CLEAR_DROP = 150;

struct Verdict {
  Value value = Value::DRAW;  // an estimate unless `proved`
  bool proved = false;
  int distance = -1;  // moves to the end with best play, this one included; -1: unknown
  int score = 0;      // the search's, 0 from a table
  bool searched = false;

  int rank() const { return static_cast<int>(value); }

  // The mover's share of the point: 1, a half or 0, or what the search estimates.
  double share() const {
    if (proved || !searched) return rank() / 2.0;
    return 1 / (1 + std::exp(-score / 100.0));
  }
};

// From a search's score for the side to move.
inline Verdict searched_verdict(int score) {
  if (score >= pylos_search::PROVEN)
    return {Value::WIN, true, pylos_search::WIN - score, score, true};
  if (score <= -pylos_search::PROVEN)
    return {Value::LOSS, true, pylos_search::WIN + score, score, true};
  const Value value = score >= OPEN_SCORE    ? Value::WIN
                      : score <= -OPEN_SCORE ? Value::LOSS
                                             : Value::DRAW;
  return {value, false, -1, score, true};
}

// From what a table says of the position after the move to the side that moves there; `drawn`: the
// game ended there without a winner. Ruling PYL-R3.
inline Verdict table_verdict(Value after, int distance, bool drawn) {
  if (drawn) return {Value::DRAW, true};
  return {opposite(after), true, distance < 0 ? -1 : distance + 1};
}

// Whether a is named before b: better values first, quick wins and slow losses first.
inline bool is_before(const Verdict& a, const Verdict& b) {
  if (a.value != b.value) return a.rank() > b.rank();
  const int away_a = a.distance < 0 ? 0 : a.distance, away_b = b.distance < 0 ? 0 : b.distance;
  if (away_a != away_b) return a.value == Value::WIN ? away_a < away_b : away_a > away_b;
  return a.score > b.score;
}

// The verdicts of a position's moves, in the order of the legal moves; there is at least one.
using Verdicts = std::vector<Verdict>;

// The numbers of the moves, best first; equals stay in the order of the legal moves.
inline std::vector<int> ranked(const Verdicts& verdicts) {
  std::vector<int> order;
  for (int i = 0; i < static_cast<int>(verdicts.size()); ++i) {
    std::size_t at = order.size();
    while (at && is_before(verdicts[i], verdicts[order[at - 1]])) --at;
    order.insert(order.begin() + static_cast<std::ptrdiff_t>(at), i);
  }
  return order;
}

// What a position is worth to the side to move.
struct PositionVerdict {
  Value value;
  bool proved;            // one proved win is enough, else all must be proved
  std::vector<int> best;  // the moves that keep the value, best first
};

inline PositionVerdict position_verdict(const Verdicts& verdicts) {
  PositionVerdict overall{Value::LOSS, false, ranked(verdicts)};
  overall.value = verdicts[overall.best.front()].value;
  bool won = false, all = true;
  for (const Verdict& each : verdicts) {
    won = won || (each.proved && each.value == Value::WIN);
    all = all && each.proved;
  }
  overall.proved = won || all;
  std::size_t keeping = 0;
  while (keeping < overall.best.size() && verdicts[overall.best[keeping]].value == overall.value)
    ++keeping;
  overall.best.resize(keeping);
  return overall;
}

// A running position with a verdict on each of its legal moves.
struct Judgement {
  std::vector<Move> moves;
  Verdicts verdicts;
  PositionVerdict overall{};

  Judgement() = default;
  Judgement(std::vector<Move> legal, Verdicts judged)
      : moves(std::move(legal)), verdicts(std::move(judged)), overall(position_verdict(verdicts)) {}

  Move best() const { return moves[overall.best.front()]; }
  const Verdict& best_verdict() const { return verdicts[overall.best.front()]; }
  // The mover's share of the point with the move that promises most: a loss is certain only where
  // each move is proved to lose, however the best of them is judged.
  double share() const {
    double most = 0;
    for (const Verdict& each : verdicts) most = each.share() > most ? each.share() : most;
    return most;
  }
  // On a legal move.
  const Verdict& verdict_on(Move move) const {
    std::size_t at = 0;
    while (!(moves[at] == move)) ++at;
    return verdicts[at];
  }
};

enum class Grade : u8 { GOOD, MISTAKE, BLUNDER };
inline constexpr const char* GRADES[] = {"good", "mistake", "blunder"};

// A move that was played, compared with the best one.
struct Comparison {
  Grade grade;
  bool proved;  // both values are certain
  int drop;     // how far the search's estimate fell; 0 where a table judged
};

// A mistake loses value: by a table, by a proof, or clearly in the search's estimate. Losing a win
// outright is a blunder.
inline Comparison compare(const Verdict& best, const Verdict& played) {
  const bool searched = best.searched && played.searched;
  Comparison result{Grade::GOOD, best.proved && played.proved,
                    searched ? best.score - played.score : 0};
  const int lost = best.rank() - played.rank();
  if (lost > 0 && (result.proved || !searched || result.drop >= CLEAR_DROP))
    result.grade = lost > 1 ? Grade::BLUNDER : Grade::MISTAKE;
  return result;
}

inline std::vector<Move> legal_moves(const Game& game) {
  std::vector<Move> moves;
  if (!game.is_over())
    pylos::for_each_move<4>(game.rules, game.seen(), [&](Move move) { moves.push_back(move); });
  return moves;
}

// The search names one of several moves with the same result; the verdict is the same for all.
inline Verdicts searched_verdicts(const std::vector<Move>& moves, Position pos,
                                  const std::vector<pylos_search::Candidate>& found) {
  Verdicts verdicts;
  for (const Move move : moves) {
    const Position after = play(pos, move);
    for (const pylos_search::Candidate& each : found) {
      if (!(play(pos, each.move) == after)) continue;
      verdicts.push_back(searched_verdict(each.score));
      break;
    }
  }
  return verdicts;
}

}  // namespace sommet::pylos_coach
