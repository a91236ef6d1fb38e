// The collection of puzzles: positions with exactly one winning move, one on each line; in the lesson
// on draws exactly one move draws and all others lose.
//
//   rules, take-back, position, solution, distance, missed, grade, idea, split by tabs
//
// A puzzle of a lesson has two fields more: which lesson, and the move that most players try.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "common/random.hpp"
#include "pylos_coach/idea.hpp"
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

inline constexpr int MAX_GRADE = 5;

// Mostly how often a puzzle is missed, then how far the end is.
inline int grade_puzzle(int distance, int missed) {
  const double points = missed / 20.0 + (distance < 40 ? distance : 40) / 40.0 - 0.25;
  const int grade = 1 + static_cast<int>(points);
  return grade < 1 ? 1 : grade > MAX_GRADE ? MAX_GRADE : grade;
}

// The first day of 2026: the order of the daily puzzles starts here. Any day works, earlier too.
inline constexpr int EPOCH_DAY = 20454;
// So many puzzles of a grade come up in a streak before the next grade does.
inline constexpr int PER_GRADE = 6;

// Days since 1970 of a date written as 2026-11-15; none for anything else.
inline std::optional<int> parse_day(std::string_view date) {
  if (date.size() != 10) return std::nullopt;
  int parts[3] = {}, part = 0;
  for (std::size_t i = 0; i < date.size(); ++i) {
    if (i == 4 || i == 7) {
      if (date[i] != '-') return std::nullopt;
      ++part;
    } else if (date[i] < '0' || date[i] > '9') {
      return std::nullopt;
    } else {
      parts[part] = parts[part] * 10 + (date[i] - '0');
    }
  }
  const auto [year, month, day] = parts;
  constexpr int LENGTHS[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  if (year < 1 || month < 1 || month > 12 || day < 1 ||
      day > LENGTHS[month - 1] + (month == 2 && leap))
    return std::nullopt;
  const int before = year - 1;
  int days = before * 365 + before / 4 - before / 100 + before / 400 + day - 1;
  for (int m = 1; m < month; ++m) days += LENGTHS[m - 1] + (m == 2 && leap);
  constexpr int DAYS_UNTIL_1970 = 719162;
  return days - DAYS_UNTIL_1970;
}

class Puzzles {
 public:
  // Keeps `text`; false where a line is no puzzle.
  bool read(std::vector<char> text) {
    text_ = std::move(text);
    list_.clear();
    std::string_view rest(text_.data(), text_.size());
    while (!rest.empty()) {
      const std::size_t end = rest.find('\n');
      if (!read_line(rest.substr(0, end))) return false;
      rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + 1);
    }
    return !list_.empty();
  }

  const std::vector<Puzzle>& all() const { return list_; }

  // The numbers of a selection, without lessons; no rules and grade 0 stand for any.
  std::vector<int> select(std::string_view rules, int grade, std::string_view takeback) const {
    std::vector<int> numbers;
    for (const Puzzle& each : list_)
      if ((rules.empty() || rules == each.rules) && (!grade || grade == each.grade) &&
          takeback == each.takeback && each.lesson.empty())
        numbers.push_back(each.number);
    return numbers;
  }

  // The numbers of a lesson's puzzles for these rules, easy ones first.
  std::vector<int> of_a_lesson(std::string_view lesson, std::string_view rules) const {
    std::vector<int> numbers;
    for (const Puzzle& each : list_)
      if (!lesson.empty() && lesson == each.lesson && rules == each.rules)
        numbers.push_back(each.number);
    return numbers;
  }

  // One of a selection by the day: none twice before all have come up.
  static int of_the_day(std::vector<int> numbers, int day) {
    const int count = static_cast<int>(numbers.size()), since = day - EPOCH_DAY;
    const int turn = since >= 0 ? since / count : -((count - 1 - since) / count);
    Random random(static_cast<u64>(static_cast<long long>(turn)));
    shuffle(numbers, random);
    return numbers[static_cast<std::size_t>(since - turn * count)];
  }

  // A puzzle of a streak: easy ones first, harder ones later, none twice; 0 at the end.
  int of_a_streak(u64 seed, u64 place) const {
    Random random(seed);
    std::vector<int> order, rest;
    for (int grade = 1; grade <= MAX_GRADE; ++grade) {
      std::vector<int> graded = select("", grade, "compulsory");
      shuffle(graded, random);
      for (std::size_t i = 0; i < graded.size(); ++i)
        (i < PER_GRADE ? order : rest).push_back(graded[i]);
    }
    if (place < order.size()) return order[place];
    place -= order.size();
    return place < rest.size() ? rest[rest.size() - 1 - place] : 0;
  }

 private:
  static constexpr std::size_t FIELDS = 8, LESSON_FIELDS = 10;

  // Fisher and Yates, from the end: as sommet.seeding.Random.shuffle.
  static void shuffle(std::vector<int>& items, Random& random) {
    for (std::size_t i = items.size(); i-- > 1;) std::swap(items[i], items[random.below(i + 1)]);
  }

  static bool read_number(std::string_view text, int& number) {
    number = 0;
    for (const char c : text) {
      if (c < '0' || c > '9' || number > 10000) return false;
      number = number * 10 + (c - '0');
    }
    return !text.empty();
  }

  bool read_line(std::string_view line) {
    std::vector<std::string_view> fields;
    while (true) {
      const std::size_t tab = line.find('\t');
      fields.push_back(line.substr(0, tab));
      if (tab == std::string_view::npos) break;
      line = line.substr(tab + 1);
    }
    if (fields.size() != FIELDS && fields.size() != LESSON_FIELDS) return false;
    fields.resize(LESSON_FIELDS);
    Puzzle puzzle{static_cast<int>(list_.size()) + 1,
                  fields[0],
                  fields[1],
                  fields[2],
                  fields[3],
                  0,
                  0,
                  0,
                  fields[7],
                  fields[8],
                  fields[9]};
    if (!read_number(fields[4], puzzle.distance) || !read_number(fields[5], puzzle.missed) ||
        !read_number(fields[6], puzzle.grade))
      return false;
    list_.push_back(puzzle);
    return true;
  }

  std::vector<char> text_;
  std::vector<Puzzle> list_;
};

}  // namespace sommet::pylos_coach
