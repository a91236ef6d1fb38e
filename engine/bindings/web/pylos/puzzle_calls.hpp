// Puzzles for the page: the collection, which one comes next, tries and replies.
#pragma once

#include "bindings/web/pylos/judge.hpp"
#include "pylos_coach/puzzles.hpp"

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
inline bool start_puzzle(Reply& reply, int number, const pylos_coach::Puzzle*& puzzle,
                         pylos_game::Game& game) {
  const auto& all = puzzles.all();
  puzzle = number > 0 && number <= static_cast<int>(all.size()) ? &all[number - 1] : nullptr;
  if (!puzzle || puzzle->takeback != "compulsory")
    return reply.refuse("no_such_puzzle", "", "there is no such puzzle");
  game.rules = {puzzle->rules != "children", puzzle->rules == "expert", false, false};
  pylos_game::WrittenPosition written;
  if (!pylos_game::parse_position(puzzle->position, written))
    return reply.refuse("no_such_puzzle", "", "the puzzle's position cannot be read");
  game.light = written.light;
  game.dark = written.dark;
  game.dark_moves = written.dark_moves;
  game.settle({});
  return true;
}

inline bool read_puzzle(const Request& request, Reply& reply, const pylos_coach::Puzzle*& puzzle,
                        pylos_game::Game& game) {
  if (!find_collection(reply)) return false;
  const std::optional<u64> number = request.number(request.member(request.root(), "number"));
  return start_puzzle(reply, number && *number < 100000 ? static_cast<int>(*number) : 0, puzzle,
                      game);
}

// A puzzle without its solution.
inline void write_puzzle(Reply& reply, int number) {
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
  const std::optional<u64> seed = request.number(request.member(request.root(), "seed"));
  const std::optional<u64> place = request.number(request.member(request.root(), "place"));
  if (!seed || !place) {
    reply.refuse_request("seed", "a streak has a seed, and its puzzles a place from 0");
    return;
  }
  write_puzzle(reply, puzzles.of_a_streak(*seed, *place));
}

// The numbers of the puzzles of a grade: {grade}.
inline void answer_graded_puzzles(const Request& request, Reply& reply) {
  if (!find_collection(reply)) return;
  const std::optional<u64> grade = request.number(request.member(request.root(), "grade"));
  if (!grade || *grade < 1 || *grade > pylos_coach::MAX_GRADE) {
    reply.refuse_request("grade", "puzzles are graded 1 to 5");
    return;
  }
  Json& json = reply.json();
  json.open('[');
  for (const int number : puzzles.select("", static_cast<int>(*grade), "compulsory"))
    json.number(number);
  json.close(']');
}

// The numbers of a lesson's puzzles: {lesson, rules}.
inline void answer_lesson_puzzles(const Request& request, Reply& reply) {
  if (!find_collection(reply)) return;
  const std::vector<int> numbers =
      puzzles.of_a_lesson(request.text(request.member(request.root(), "lesson")),
                          request.text(request.member(request.root(), "rules")));
  if (numbers.empty()) {
    reply.refuse("no_such_puzzle", "", "there is no such lesson");
    return;
  }
  Json& json = reply.json();
  json.open('[');
  for (const int number : numbers) json.number(number);
  json.close(']');
}

// The puzzle of a day: {date: "2026-11-15"}.
inline void answer_daily_puzzle(const Request& request, Reply& reply) {
  if (!find_collection(reply)) return;
  const std::optional<int> day =
      pylos_coach::parse_day(request.text(request.member(request.root(), "date")));
  if (!day) {
    reply.refuse_request("date", "a date is written as 2026-11-15");
    return;
  }
  write_puzzle(reply, puzzles.of_the_day(puzzles.select("", 0, "compulsory"), *day));
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

// Whether a move of that value is as good as was aimed at.
inline bool keeps(pylos_coach::Value aim, pylos_coach::Value value) {
  return value == aim || value == pylos_coach::Value::WIN;
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
  PylosJudgement judged, answered;
  if (!judge(reply, game, judged)) return;
  std::size_t number = 0;
  while (!(judged.moves[number] == move)) ++number;
  pylos_coach::Verdict verdict = judged.verdicts[number];
  Text text;
  pylos_game::format_move(move, [&](std::string_view part) { text.add(part); });
  const bool first = at == 1;
  const pylos_coach::Value aim = puzzle->aim();
  const bool right = first ? text.view() == puzzle->solution : keeps(aim, verdict.value);
  // Of a puzzle's first moves the solution alone keeps the value, whatever a search thinks.
  if (first && right) verdict.value = aim;
  if (first && !right && keeps(aim, verdict.value))
    verdict = {aim == pylos_coach::Value::WIN ? pylos_coach::Value::DRAW
                                              : pylos_coach::Value::LOSS};
  const bool over = after.is_over();
  if (!over && !judge(reply, after, answered)) return;
  Json& json = reply.json();
  json.open('{').name("right").boolean(right).name("worth").text(value_word(verdict.value));
  json.name("source").text(judged.source).name("reply");
  pylos::Move last = move;
  if (over) {
    json.null().name("reply_idea").null();
  } else {
    last = answered.best();
    write_move(json, last);
    json.name("reply_idea").text(idea_of(after, last));
    after = after.after(last);
  }
  json.name("board");
  write_pylos_board(json, after, last, right && !after.is_over());
  json.name("outcome");
  write_outcome(json, after);
  json.name("distance");
  write_distance(json, verdict.distance);
  json.close('}');
}

}  // namespace sommet::web
