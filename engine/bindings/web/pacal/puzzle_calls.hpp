// Puzzles of Pacal for the page: the collection, which one comes next, tries and solutions.
#pragma once

#include "bindings/web/common/puzzle_request.hpp"
#include "bindings/web/pacal/coach_calls.hpp"
#include "pacal_coach/puzzles.hpp"

namespace sommet::web {

inline constexpr std::string_view PACAL_PUZZLES_FILE = "puzzles-pacal";
inline pacal_coach::Puzzles pacal_puzzles;

// Whether the loaded bytes are the collection; then they are kept.
inline bool keep_pacal_puzzles(std::string_view name) {
  return name == PACAL_PUZZLES_FILE &&
         pacal_puzzles.read(std::vector<char>(loaded_bytes.begin(), loaded_bytes.end()));
}

inline bool find_pacal_collection(Reply& reply) {
  return !pacal_puzzles.all().empty() || refuse_unloaded(reply, PACAL_PUZZLES_FILE);
}

// A puzzle with the round that it is about.
struct PacalTask {
  const pacal_coach::Puzzle* puzzle = nullptr;
  std::optional<pacal::RoundTable> table;
};

SOMMET_CALLED inline bool start_pacal_puzzle(Reply& reply, u64 number, PacalTask& to) {
  if (!find_pacal_collection(reply)) return false;
  const auto& all = pacal_puzzles.all();
  if (number > 0 && number <= all.size()) {
    to.puzzle = &all[number - 1];
    to.table = begin(*to.puzzle);
  }
  return to.table || reply.refuse("no_such_puzzle", "", "there is no such puzzle");
}

inline bool read_pacal_puzzle(const Request& request, Reply& reply, PacalTask& to) {
  return start_pacal_puzzle(
      reply, request.number(request.member(request.root(), "number")).value_or(0), to);
}

// A puzzle without its solution, as the seat to act sees it.
SOMMET_CALLED inline void write_pacal_puzzle(Reply& reply, u64 number) {
  PacalTask task;
  if (!start_pacal_puzzle(reply, number, task)) return;
  Json& json = reply.json();
  const int seat = task.table->round.actor;
  json.open('{').name("number").number(task.puzzle->number).name("preset");
  json.text(task.puzzle->rulebook).name("grade").number(task.puzzle->grade);
  json.name("seat").number(seat).name("board");
  write_round_board(json, seen_by(*task.table, seat), nullptr, false);
  json.close('}');
}

// A puzzle of a streak, which begins easy and gets harder: {seed, place}.
inline void answer_pacal_streak_puzzle(const Request& request, Reply& reply) {
  u64 seed, place;
  if (find_pacal_collection(reply) && read_place(request, reply, seed, place))
    write_pacal_puzzle(reply, static_cast<u64>(pacal_puzzles.of_a_streak(seed, place)));
}

// The next puzzle of a grade, one that is not solved yet where there is one, and the numbers of all
// of them: {grade, seed, solved, before}.
inline void answer_next_pacal_puzzle(const Request& request, Reply& reply) {
  ChoosingPuzzle asked;
  if (!find_pacal_collection(reply) || !read_choice(request, reply, asked)) return;
  const PuzzleNumbers numbers = pacal_puzzles.select(asked.grade);
  const int number = next_of_a_grade(numbers, asked.solved, asked.before, asked.seed);
  write_next_puzzle(reply, numbers, [&] { write_pacal_puzzle(reply, static_cast<u64>(number)); });
}

// What the coach says of a puzzle's actions, and whether one of them is the solution. Its seat sees
// the board after the solution once that is no longer secret.
SOMMET_CALLED inline void write_pacal_answer(Reply& reply, PacalTask& task, pacal::Action action) {
  pacal_players::Networks networks;
  if (!find_networks(reply, networks)) return;
  const int seat = task.table->round.actor;
  const bool right = is_solution(*task.puzzle, action);
  Json& json = reply.json();
  json.open('{').name("action");
  write_action(json, action);
  json.name("right").boolean(right).name("advice");
  const auto seen = pacal_players::see(task.table->round, task.table->rules, seat);
  write_advice(json, pacal_coach::advise(seen, networks));
  json.name("board");
  if (right) {
    task.table->play(pacal::action_code(action));
    write_round_board(json, seen_by(*task.table, seat), nullptr, false);
  } else {
    json.null();
  }
  json.close('}');
}

// Whether an action is the solution: {number, action}.
inline void answer_pacal_puzzle_try(const Request& request, Reply& reply) {
  PacalTask task;
  if (!read_pacal_puzzle(request, reply, task)) return;
  const std::string_view text = request.text(request.member(request.root(), "action"));
  pacal::Action action;
  if (!read_legal_action(reply, text, task.table->round, task.table->rules, action)) return;
  write_pacal_answer(reply, task, action);
}

// The best action: {number}.
inline void answer_pacal_puzzle_solution(const Request& request, Reply& reply) {
  PacalTask task;
  if (!read_pacal_puzzle(request, reply, task)) return;
  pacal::Action action;
  if (read_legal_action(reply, task.puzzle->solution, task.table->round, task.table->rules, action))
    write_pacal_answer(reply, task, action);
}

}  // namespace sommet::web
