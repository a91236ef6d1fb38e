// By which rules a game is played: presets and rulings by name.
#pragma once

#include <string_view>

#include "pylos_game/game.hpp"

namespace sommet::pylos_game {

// What a preset says about squares and lines. PYL-5, PYL-7, PYL-8.
struct Preset {
  std::string_view name;
  bool squares, lines;
};
inline constexpr Preset PRESETS[] = {
    {"children", false, false}, {"standard", true, false}, {"expert", true, true}};

// A question that the book leaves open: the usual setting and the other one.
struct Ruling {
  std::string_view name, clause, usual, other;
};
inline constexpr Ruling TAKEBACK{"takeback", "PYL-R1", "compulsory", "optional"};
inline constexpr Ruling RESERVE{"reserve", "PYL-R2", "lose", "may-raise"};
// A count from 2, or none; usually USUAL_REPETITION. PYL-R3.
inline constexpr std::string_view REPETITION = "repetition";

inline const Preset* find_preset(std::string_view name) {
  for (const Preset& each : PRESETS)
    if (each.name == name) return &each;
  return nullptr;
}

// The rules of a preset with the usual rulings.
inline pylos::Rules rules_of(const Preset& preset) {
  return {preset.squares, preset.lines, false, false};
}

// Whether `setting` is one of the ruling's; `changed` says whether it is the other one.
inline bool read_setting(const Ruling& ruling, std::string_view setting, bool& changed) {
  changed = setting == ruling.other;
  return changed || setting == ruling.usual;
}

}  // namespace sommet::pylos_game
