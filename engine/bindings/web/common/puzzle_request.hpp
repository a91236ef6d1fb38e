// What the page says when it asks for a puzzle, of either game.
#pragma once

#include "bindings/web/common/reply.hpp"
#include "common/puzzle_choice.hpp"

namespace sommet::web {

// A place in a streak: {seed, place}.
inline bool read_place(const Request& request, Reply& reply, u64& seed, u64& place) {
  const std::optional<u64> first = request.number(request.member(request.root(), "seed"));
  const std::optional<u64> second = request.number(request.member(request.root(), "place"));
  if (!first || !second)
    return reply.refuse_request("seed", "a streak has a seed, and its puzzles a place from 0");
  seed = *first;
  place = *second;
  return true;
}

// {grade?, seed?, solved, before}
struct ChoosingPuzzle {
  int grade = 0;  // 0: none was asked for
  int before = 0;
  u64 seed = 0;
  PuzzleNumbers solved;
};

SOMMET_CALLED inline bool read_choice(const Request& request, Reply& reply, ChoosingPuzzle& to) {
  constexpr u64 MOST = 1000000;
  const auto small = [&](const Value& value, int& number) {
    const std::optional<u64> read = request.number(value);
    if (!read || *read > MOST) return false;
    number = static_cast<int>(*read);
    return true;
  };
  const Value& grade = request.member(request.root(), "grade");
  if (grade.kind != ValueKind::NONE &&
      (!small(grade, to.grade) || to.grade < 1 || to.grade > MAX_GRADE))
    return reply.refuse_request("grade", "puzzles are graded 1 to 5");
  to.seed = request.number(request.member(request.root(), "seed")).value_or(0);
  const bool read = small(request.member(request.root(), "before"), to.before) &&
                    request.each(request.member(request.root(), "solved"), [&](const Value& value) {
                      return small(value, to.solved.emplace_back());
                    });
  return read || reply.refuse_request("solved", "puzzles that were solved have numbers");
}

// The answer to what comes next; `write` writes the puzzle.
template <class Write>
void write_next_puzzle(Reply& reply, const PuzzleNumbers& numbers, Write&& write) {
  Json& json = reply.json();
  json.open('{').name("puzzle");
  write();
  if (reply.failed()) return;
  json.name("numbers").open('[');
  for (const int number : numbers) json.number(number);
  json.close(']').close('}');
}

}  // namespace sommet::web
