// By which rules a round is played: rulebooks and rulings by name, and all of them as one number.
#pragma once

#include <string_view>

#include "common/wrong_input.hpp"
#include "pacal/rules.hpp"

namespace sommet::pacal {

// A question that the books leave open, or answer differently. A switch has no words.
struct Ruling {
  std::string_view name, clause, off, on;
  bool is_switch() const { return off.empty(); }
};

// In the order of the bits of a rules code. PAC-7, PAC-12, PAC-R3 to PAC-R6, PAC-R9.
inline constexpr Ruling RULINGS[] = {
    {"tie", "PAC-7", "smallest", "largest"},
    {"solo_cover", "PAC-12", "", ""},
    {"neither_builds", "PAC-R3", "draw", "most-fields"},
    {"nobody_complete", "PAC-R4", "draw", "most-fields"},
    {"equal_difference", "PAC-R5", "draw", "fewest-covers"},
    {"cover_anytime", "PAC-R6", "", ""},
    {"difference_cards", "PAC-R9", "visible", "all"},
};
constexpr int RULE_BITS = sizeof RULINGS / sizeof *RULINGS;

inline Rules decode_rules(unsigned code) {
  if (code >> RULE_BITS) refuse_input("rules code out of range");
  Rules rules;
  rules.largest_wins = code & 1;
  rules.solo_cover = code & 2;
  rules.fields_if_stuck = code & 4;
  rules.fields_at_end = code & 8;
  rules.covers_break_tie = code & 16;
  rules.cover_anytime = code & 32;
  rules.covered_count = code & 64;
  return rules;
}

// A book with its rules code; the first is the one that nobody has to ask for.
struct Rulebook {
  std::string_view name;
  unsigned code;
};
inline constexpr Rulebook RULEBOOKS[] = {{"en", 0b100010}, {"nl", 0b100010}, {"fr", 0b100001}};

inline const Rulebook* find_rulebook(std::string_view name) {
  for (const Rulebook& each : RULEBOOKS)
    if (each.name == name) return &each;
  return nullptr;
}

}  // namespace sommet::pacal
