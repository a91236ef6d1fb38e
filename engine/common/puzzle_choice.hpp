// Which puzzle comes next, of either game: a day's, a streak's, one of a grade or of a lesson.
//
// Puzzles are known here by their numbers. They lie in a collection, one on each line, with their
// fields split by tabs.
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "common/random.hpp"

namespace sommet {

inline constexpr int MAX_GRADE = 5;
// So many puzzles of a grade come up in a streak before the next grade does.
inline constexpr int PER_GRADE = 6;
// The first day of 2026: the order of the daily puzzles starts here. Any day works, earlier too.
inline constexpr int EPOCH_DAY = 20454;

using PuzzleNumbers = std::vector<int>;

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

// Fisher and Yates, from the end: as sommet.seeding.Random.shuffle.
inline void shuffle_puzzles(PuzzleNumbers& items, Random& random) {
  for (std::size_t i = items.size(); i-- > 1;) std::swap(items[i], items[random.below(i + 1)]);
}

// One of a selection by the day: none twice before all have come up.
inline int puzzle_of_the_day(PuzzleNumbers numbers, int day) {
  const int count = static_cast<int>(numbers.size()), since = day - EPOCH_DAY;
  const int turn = since >= 0 ? since / count : -((count - 1 - since) / count);
  Random random(static_cast<u64>(static_cast<long long>(turn)));
  shuffle_puzzles(numbers, random);
  return numbers[static_cast<std::size_t>(since - turn * count)];
}

// A puzzle of a streak: easy ones first, harder ones later, none twice; 0 at the end. `of_grade`
// gives the numbers of a grade; only what `suits_beginners` comes before the second grade does.
template <class OfGrade, class Suits>
int puzzle_of_a_streak(OfGrade&& of_grade, Suits&& suits_beginners, u64 seed, u64 place) {
  Random random(seed);
  PuzzleNumbers order, rest;
  for (int grade = 1; grade <= MAX_GRADE; ++grade) {
    PuzzleNumbers graded = of_grade(grade);
    shuffle_puzzles(graded, random);
    int taken = 0;
    for (const int number : graded) {
      const bool now = taken < PER_GRADE && (grade > 1 || suits_beginners(number));
      taken += now;
      (now ? order : rest).push_back(number);
    }
  }
  if (place < order.size()) return order[place];
  place -= order.size();
  return place < rest.size() ? rest[rest.size() - 1 - place] : 0;
}

inline bool holds(const PuzzleNumbers& numbers, int number) {
  for (const int each : numbers)
    if (each == number) return true;
  return false;
}

// The first of a selection that is not solved yet, where there is one, and not the one before.
inline int next_puzzle(const PuzzleNumbers& order, const PuzzleNumbers& solved, int before) {
  int other = 0;
  for (const int each : order) {
    if (each == before) continue;
    if (!holds(solved, each)) return each;
    if (!other) other = each;
  }
  return other ? other : before;
}

// The same, in an order of the seed's.
inline int next_of_a_grade(PuzzleNumbers numbers, const PuzzleNumbers& solved, int before,
                           u64 seed) {
  Random random(seed);
  shuffle_puzzles(numbers, random);
  return next_puzzle(numbers, solved, before);
}

// The same, in the order of the lesson, after the one before.
inline int next_of_a_lesson(const PuzzleNumbers& numbers, const PuzzleNumbers& solved, int before) {
  std::size_t first = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    if (numbers[i] == before) first = i + 1;
  PuzzleNumbers order;
  for (std::size_t i = 0; i < numbers.size(); ++i)
    order.push_back(numbers[(first + i) % numbers.size()]);
  return next_puzzle(order, solved, before);
}

// How many of a selection are solved.
inline int count_solved(const PuzzleNumbers& numbers, const PuzzleNumbers& solved) {
  int count = 0;
  for (const int each : numbers) count += holds(solved, each);
  return count;
}

// A whole number of a line's field; false for anything else.
inline bool read_field(std::string_view text, u64& number) {
  number = 0;
  for (const char c : text) {
    if (c < '0' || c > '9' || number > (~u64{0} - 9) / 10) return false;
    number = number * 10 + static_cast<u64>(c - '0');
  }
  return !text.empty();
}

// Calls read(fields) for each line; false as soon as that is.
template <class Read>
bool each_puzzle_line(std::string_view text, Read&& read) {
  std::vector<std::string_view> fields;
  while (!text.empty()) {
    const std::size_t end = text.find('\n');
    std::string_view line = text.substr(0, end);
    fields.clear();
    for (std::size_t tab; (tab = line.find('\t')) != std::string_view::npos;
         line = line.substr(tab + 1))
      fields.push_back(line.substr(0, tab));
    fields.push_back(line);
    if (!read(fields)) return false;
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
  }
  return true;
}

}  // namespace sommet
