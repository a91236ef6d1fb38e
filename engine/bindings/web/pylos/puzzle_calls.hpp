// Puzzles for the page: the collection, which one comes next, tries and replies.
#pragma once

#include "bindings/web/common/puzzle_request.hpp"
#include "bindings/web/pylos/judge.hpp"
#include "pylos_coach/puzzle_try.hpp"

namespace sommet::web {

inline constexpr std::string_view PUZZLES_FILE = "puzzles-pylos";
inline pylos_coach::Puzzles puzzles;

// Whether the loaded bytes are the collection; then they are kept.
inline bool keep_puzzles(std::string_view name) {
  return name == PUZZLES_FILE &&
         puzzles.read(std::vector<char>(loaded_bytes.begin(), loaded_bytes.end()));
}

inline bool find_collection(Reply& reply) {
  return !puzzles.all().empty() || refuse_unloaded(reply, PUZZLES_FILE);
}

// The puzzle of a number as a game at its beginning. Where take-back is optional no table of the
// page tells the replies.
SOMMET_CALLED inline bool start_puzzle(Reply& reply, int number, const pylos_coach::Puzzle*& puzzle,
                                       pylos_game::Game& game) {
  const auto& all = puzzles.all();
  puzzle = number > 0 && number <= static_cast<int>(all.size()) ? &all[number - 1] : nullptr;
  if (puzzle && puzzle->takeback == pylos_game::TAKEBACK.usual && begin(*puzzle, game)) return true;
  return reply.refuse("no_such_puzzle", "", "there is no such puzzle");
}

inline bool read_puzzle(const Request& request, Reply& reply, const pylos_coach::Puzzle*& puzzle,
                        pylos_game::Game& game) {
  if (!find_collection(reply)) return false;
  const std::optional<u64> number = request.number(request.member(request.root(), "number"));
  return start_puzzle(reply, number && *number < 100000 ? static_cast<int>(*number) : 0, puzzle,
                      game);
}

// A puzzle without its solution.
SOMMET_CALLED inline void write_puzzle(Reply& reply, int number) {
  const pylos_coach::Puzzle* puzzle;
  pylos_game::Game game;
  if (!start_puzzle(reply, number, puzzle, game)) return;
  Json& json = reply.json();
  json.open('{').name("number").number(number).name("rules").text(puzzle->rules);
  json.name("grade").number(puzzle->grade).name("aim").text(value_word(puzzle->aim()));
  json.name("board");
  write_pylos_board(json, game, {-1, -1, -1, -1}, true);
  json.close('}');
}

// {number}
inline void answer_puzzle(const Request& request, Reply& reply) {
  const pylos_coach::Puzzle* puzzle;
  pylos_game::Game game;
  if (read_puzzle(request, reply, puzzle, game)) write_puzzle(reply, puzzle->number);
}

// A puzzle of a streak, which begins easy and gets harder: {seed, place}.
inline void answer_streak_puzzle(const Request& request, Reply& reply) {
  if (!find_collection(reply)) return;
  u64 seed, place;
  if (!read_place(request, reply, seed, place)) return;
  write_puzzle(reply, puzzles.of_a_streak(seed, place));
}

// The next puzzle of a grade or of a lesson, one that is not solved yet where there is one, and the
// numbers of all of them: {grade, seed} or {lesson, rules}, with {solved, before}.
inline void answer_next_puzzle(const Request& request, Reply& reply) {
  ChoosingPuzzle asked;
  if (!find_collection(reply) || !read_choice(request, reply, asked)) return;
  const bool taught = asked.grade == 0;
  const PuzzleNumbers numbers =
      taught ? puzzles.of_a_lesson(request.text(request.member(request.root(), "lesson")),
                                   request.text(request.member(request.root(), "rules")))
             : puzzles.select("", asked.grade, pylos_game::TAKEBACK.usual);
  if (numbers.empty()) {
    reply.refuse("no_such_puzzle", "", "there is no such lesson");
    return;
  }
  const int number = taught ? next_of_a_lesson(numbers, asked.solved, asked.before)
                            : next_of_a_grade(numbers, asked.solved, asked.before, asked.seed);
  write_next_puzzle(reply, numbers, [&] { write_puzzle(reply, number); });
}

// The puzzle of a day: {date: "2026-11-15"}.
inline void answer_daily_puzzle(const Request& request, Reply& reply) {
  if (!find_collection(reply)) return;
  const std::optional<int> day = parse_day(request.text(request.member(request.root(), "date")));
  if (!day) {
    reply.refuse_request("date", "a date is written as 2026-11-15");
    return;
  }
  const PuzzleNumbers numbers =
      puzzles.select(pylos_coach::Puzzles::FIRST_RULES, 0, pylos_game::TAKEBACK.usual);
  write_puzzle(reply, puzzle_of_the_day(numbers, *day));
}

// The move that wins, or draws; where its ball lands, its idea, and in a lesson what most players try:
// {number}.
inline void answer_puzzle_solution(const Request& request, Reply& reply) {
  const pylos_coach::Puzzle* puzzle;
  pylos_game::Game game;
  if (!read_puzzle(request, reply, puzzle, game)) return;
  pylos::Move move;
  if (!read_pylos_move(puzzle->solution, game, reply, -1, move)) return;
  Json& json = reply.json();
  json.open('{').name("move").text(puzzle->solution).name("target");
  write_cell(json, move.to);
  json.name("distance").number(puzzle->distance).name("idea").text(puzzle->idea);
  json.name("natural");
  if (puzzle->natural.empty())
    json.null();
  else
    json.text(puzzle->natural);
  json.close('}');
}

// What becomes of the last of `moves`, and the opponent's answer: {number, moves}. The moves
// alternate: the player's, the opponent's, and so on, the last one the player's.
inline void answer_puzzle_try(const Request& request, Reply& reply) {
  const pylos_coach::Puzzle* puzzle;
  pylos_game::Game game;
  if (!read_puzzle(request, reply, puzzle, game)) return;
  const bool me = game.dark_moves;
  pylos_game::Game after = game;
  pylos::Move move{-1, -1, -1, -1};
  int at = 0;
  const bool read = request.each(request.member(request.root(), "moves"), [&](const Value& text) {
    game = after;
    if (!read_pylos_move(request.text(text), game, reply, at, move)) return false;
    after = game.after(move);
    ++at;
    return true;
  });
  if (!read) return;
  if (!at || game.dark_moves != me) {
    reply.refuse("stale", "", "the last move must be the player's");
    return;
  }
  const char* source = "table";
  const auto judge_it = [&](const pylos_game::Game& position, pylos_coach::Judgement& to) {
    PylosJudgement judged;
    if (!judge(reply, position, judged)) return false;
    source = judged.source;
    to = std::move(judged);
    return true;
  };
  pylos_coach::Attempt attempt;
  if (!try_move(*puzzle, game, move, at == 1, judge_it, attempt)) return;
  const auto& [right, verdict] = attempt.tried;
  Json& json = reply.json();
  json.open('{').name("right").boolean(right).name("worth").text(value_word(verdict.value));
  json.name("source").text(source).name("reply");
  if (attempt.answered) {
    write_move(json, attempt.last);
    json.name("reply_idea").text(pylos_coach::key_of(attempt.idea));
  } else {
    json.null().name("reply_idea").null();
  }
  json.name("board");
  write_pylos_board(json, attempt.after, attempt.last, right && !attempt.after.is_over());
  json.name("outcome");
  write_outcome(json, attempt.after);
  json.name("distance");
  write_distance(json, verdict.distance);
  json.close('}');
}

}  // namespace sommet::web
