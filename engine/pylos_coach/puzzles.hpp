// The collection of puzzles: positions with exactly one winning move, one on each line; in the lesson
// on draws exactly one move draws and all others lose.
//
//   rules, take-back, position, solution, distance, missed, grade, idea, split by tabs
//
// A puzzle of a lesson has two fields more: which lesson, and the move that most players try.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "common/puzzle_choice.hpp"
#include "pylos_coach/verdict.hpp"

namespace sommet::pylos_coach {

struct Puzzle {
  int number;  // its line, from 1
  std::string_view rules, takeback, position, solution;
  int distance;  // moves to the end with best play, the solution included; 0 where not known
  int missed;    // of a hundred tries, how many people-like levels got wrong
  int grade;     // 1 easy to 5 hard
  std::string_view idea;
  std::string_view lesson, natural;  // empty but for lessons

  // What the solution keeps.
  Value aim() const { return lesson == "draw" ? Value::DRAW : Value::WIN; }
};

// Mostly how often a puzzle is missed, then how far the end is.
inline int grade_puzzle(int distance, int missed) {
  const double points = missed / 20.0 + (distance < 40 ? distance : 40) / 40.0 - 0.25;
  const int grade = 1 + static_cast<int>(points);
  return grade < 1 ? 1 : grade > MAX_GRADE ? MAX_GRADE : grade;
}

class Puzzles {
 public:
  // Keeps `text`; false if a line is not a puzzle.
  bool read(std::vector<char> text) {
    text_ = std::move(text);
    list_.clear();
    return each_puzzle_line({text_.data(), text_.size()},
                            [&](const auto& fields) { return read_fields(fields); }) &&
           !list_.empty();
  }

  const std::vector<Puzzle>& all() const { return list_; }

  // The numbers of a selection, without lessons; no rules and grade 0 stand for any.
  PuzzleNumbers select(std::string_view rules, int grade, std::string_view takeback) const {
    PuzzleNumbers numbers;
    for (const Puzzle& each : list_)
      if ((rules.empty() || rules == each.rules) && (!grade || grade == each.grade) &&
          takeback == each.takeback && each.lesson.empty())
        numbers.push_back(each.number);
    return numbers;
  }

  // The numbers of a lesson's puzzles for these rules, easy ones first.
  PuzzleNumbers of_a_lesson(std::string_view lesson, std::string_view rules) const {
    PuzzleNumbers numbers;
    for (const Puzzle& each : list_)
      if (!lesson.empty() && lesson == each.lesson && rules == each.rules)
        numbers.push_back(each.number);
    return numbers;
  }

  // The rules of the easiest puzzles of a streak and of the puzzles of the day: who opens them may
  // have met no others.
  static constexpr std::string_view FIRST_RULES = "standard";

  // A puzzle of a streak: easy ones first, harder ones later, none twice; 0 at the end.
  int of_a_streak(u64 seed, u64 place) const {
    const auto of_grade = [&](int grade) { return select("", grade, "compulsory"); };
    const auto suits = [&](int number) { return list_[number - 1].rules == FIRST_RULES; };
    return puzzle_of_a_streak(of_grade, suits, seed, place);
  }

 private:
  static constexpr std::size_t FIELDS = 8, LESSON_FIELDS = 10;

  bool read_fields(const std::vector<std::string_view>& line) {
    if (line.size() != FIELDS && line.size() != LESSON_FIELDS) return false;
    u64 numbers[3];
    for (int i = 0; i < 3; ++i)
      if (!read_field(line[4 + i], numbers[i]) || numbers[i] > 10000) return false;
    const bool taught = line.size() == LESSON_FIELDS;
    list_.push_back({static_cast<int>(list_.size()) + 1, line[0], line[1], line[2], line[3],
                     static_cast<int>(numbers[0]), static_cast<int>(numbers[1]),
                     static_cast<int>(numbers[2]), line[7], taught ? line[8] : "",
                     taught ? line[9] : ""});
    return true;
  }

  std::vector<char> text_;
  std::vector<Puzzle> list_;
};

}  // namespace sommet::pylos_coach
