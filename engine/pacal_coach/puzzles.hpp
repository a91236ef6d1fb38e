// The collection of puzzles: what one seat knows of a round, and one action that is clearly the
// best. One on each line:
//
//   rulebook, seed of the deal, actions so far, solution, lead, missed, grade, phase, split by tabs
#pragma once

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "common/puzzle_choice.hpp"
#include "pacal/notation.hpp"
#include "pacal/options.hpp"
#include "pacal/table.hpp"

namespace sommet::pacal_coach {

struct Puzzle {
  int number;  // its line, from 1
  std::string_view rulebook;
  u64 seed;
  std::string_view actions, solution;
  int grade;  // 1 easy to 5 hard
};

// The round that a puzzle is about, as far as it has been played; nothing where its line holds none.
inline std::optional<pacal::RoundTable> begin(const Puzzle& puzzle) {
  constexpr std::string_view BETWEEN = ", ";
  const pacal::Rulebook* const book = pacal::find_rulebook(puzzle.rulebook);
  if (!book) return std::nullopt;
  pacal::Deck deck;
  Random random(puzzle.seed);
  pacal::shuffled_deck(deck.card, random);
  std::optional<pacal::RoundTable> table(std::in_place, deck, book->code);
  for (std::string_view rest = puzzle.actions; !rest.empty();) {
    const std::size_t end = rest.find(BETWEEN);
    pacal::Action action;
    if (!pacal::parse_action(rest.substr(0, end), action) ||
        !table->play(pacal::action_code(action)))
      return std::nullopt;
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end + BETWEEN.size());
  }
  return table;
}

inline bool is_solution(const Puzzle& puzzle, pacal::Action action) {
  pacal::Action solution;
  return pacal::parse_action(puzzle.solution, solution) && solution == action;
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

  // The numbers of a grade's, or of all for grade 0.
  PuzzleNumbers select(int grade) const {
    PuzzleNumbers numbers;
    for (const Puzzle& each : list_)
      if (!grade || grade == each.grade) numbers.push_back(each.number);
    return numbers;
  }

  // A puzzle of a streak: easy ones first, harder ones later, none twice; 0 at the end.
  int of_a_streak(u64 seed, u64 place) const {
    return puzzle_of_a_streak([&](int grade) { return select(grade); }, [](int) { return true; },
                              seed, place);
  }

 private:
  bool read_fields(const std::vector<std::string_view>& line) {
    constexpr std::size_t FIELDS = 8;
    u64 seed, grade;
    if (line.size() != FIELDS || !read_field(line[1], seed) || !read_field(line[6], grade) ||
        grade < 1 || grade > MAX_GRADE)
      return false;
    list_.push_back({static_cast<int>(list_.size()) + 1, line[0], seed, line[2], line[3],
                     static_cast<int>(grade)});
    return true;
  }

  std::vector<char> text_;
  std::vector<Puzzle> list_;
};

}  // namespace sommet::pacal_coach
