// The levels of Pylos: players that look a few moves ahead and overlook things, as people do.
//
// A player of this kind searches as the strong ones do, but some of the game is hidden from it: a
// raise onto a certain cell, a square about to be completed, a ball that taking another one sets
// free. What it overlooks is drawn for each move, more often for the opponent's chances than for
// its own. The limits are nodes, never time, so a position, a level and a seed make one move on
// every machine.
#pragma once

#include "common/random.hpp"
#include "pylos_search/search.hpp"

namespace sommet::pylos_search {

// How far a player looks and how much it overlooks.
struct LevelSettings {
  int depth;        // moves looked ahead, its own included
  u64 nodes;        // the most positions visited for one move
  int own_slips;    // in a thousand, how often a raise or square of its own is not seen, by cell
  int other_slips;  // the same for the opponent's
  int freed_slips;  // in a thousand, how often a second ball that the first one frees is overlooked
  int blur;         // how far off the judgement may be, in hundredths of a logit
  bool fitted;      // judges with the fitted weights rather than by counting balls
};

inline constexpr int WEAKENED_LEVELS = 7;

// By preset, level 1 first; chosen so that neighbours are about equally far apart
// (docs/levels-pylos.md). The children's game is simpler, so its ladder has narrower steps; the
// expert game is harder to judge by counting balls.
inline constexpr LevelSettings STANDARD_LEVELS[WEAKENED_LEVELS] = {
    {2, 2000, 550, 930, 1000, 215, false}, {2, 2000, 350, 650, 800, 150, false},
    {3, 4000, 200, 400, 600, 105, false},  {4, 6000, 75, 160, 280, 65, false},
    {6, 10000, 20, 40, 80, 34, false},     {4, 1500, 10, 20, 40, 30, true},
    {12, 1800, 0, 3, 5, 15, true},
};
inline constexpr LevelSettings CHILDREN_LEVELS[WEAKENED_LEVELS] = {
    STANDARD_LEVELS[0],
    STANDARD_LEVELS[1],
    STANDARD_LEVELS[2],
    {4, 5700, 100, 210, 340, 73, false},
    STANDARD_LEVELS[4],
    {4, 1200, 18, 36, 70, 40, true},
    {12, 2400, 0, 1, 2, 10, true},
};
inline constexpr LevelSettings EXPERT_LEVELS[WEAKENED_LEVELS] = {
    STANDARD_LEVELS[0],
    STANDARD_LEVELS[1],
    {3, 5000, 145, 295, 460, 87, false},
    {5, 8000, 42, 88, 160, 46, false},
    {4, 500, 70, 140, 200, 130, true},
    {6, 2000, 6, 12, 25, 20, true},
    {16, 20000, 0, 0, 0, 2, true},
};

inline const LevelSettings& settings_of(Rules rules, int level) {
  const LevelSettings* const settings = rules.lines     ? EXPERT_LEVELS
                                        : rules.squares ? STANDARD_LEVELS
                                                        : CHILDREN_LEVELS;
  return settings[level - 1];
}

// What the strongest player looks at where it has no table: the same move everywhere, within 400 ms
// on a slow telephone.
inline constexpr u64 BEST_NODES = 24000;

// What a player with these settings fails to see this time.
inline Oversights draw_oversights(const LevelSettings& settings, u64 seed) {
  Random random(seed);
  const auto slips = [&random](int per_mille) {
    u32 cells = 0;
    for (int cell = 0; cell < 30; ++cell)
      cells |= static_cast<u32>(random.below(1000) < static_cast<u64>(per_mille)) << cell;
    return cells;
  };
  Oversights o;
  o.raises[0] = slips(settings.own_slips);
  o.raises[1] = slips(settings.other_slips);
  o.earnings[0] = slips(settings.own_slips);
  o.earnings[1] = slips(settings.other_slips);
  for (bool& unseen : o.freed_balls)
    unseen = random.below(1000) < static_cast<u64>(settings.freed_slips);
  o.blur = settings.blur;
  o.seed = random.next64();
  return o;
}

// The earlier positions (pylos_game::game_key) whose next occurrence ends the game. Ruling PYL-R3.
inline DrawnPositions drawn_positions(const std::vector<u64>& earlier, u32 limit, bool dark_moves) {
  constexpr u32 BOARD = (1u << 30) - 1;
  DrawnPositions drawn;
  if (!limit) return drawn;
  std::vector<u64> sorted = earlier;
  std::stable_sort(sorted.begin(), sorted.end(), [](u64 a, u64 b) { return a < b; });
  for (std::size_t i = 0; i < sorted.size();) {
    std::size_t end = i;
    while (end < sorted.size() && sorted[end] == sorted[i]) ++end;
    if (end - i + 1 >= limit) {
      const u32 light = static_cast<u32>(sorted[i]) & BOARD;
      const u32 dark = static_cast<u32>(sorted[i] >> 30) & BOARD;
      const bool dark_to_move = sorted[i] >> 60;
      const Position pos = dark_to_move ? Position{dark, light} : Position{light, dark};
      drawn.add(position_key(pos) | (dark_to_move == dark_moves ? 0 : OTHER_SIDE));
    }
    i = end;
  }
  return drawn;
}

}  // namespace sommet::pylos_search
