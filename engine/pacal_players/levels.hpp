// The levels of the Pacal duel, and what a player gets of a view.
#pragma once

#include "pacal/view.hpp"
#include "pacal_players/player.hpp"

namespace sommet::pacal_players {

// By level, 1 first: how many points of winning chance it takes to matter. The lower the level, the
// more readily an action is preferred that looks worse (docs/levels-pacal.md).
inline constexpr float TEMPERATURES[] = {0.157f, 0.121f, 0.094f, 0.0742f, 0.0578f, 0.042f, 0.0245f};
inline constexpr int WEAKENED_LEVELS = sizeof TEMPERATURES / sizeof *TEMPERATURES;
inline constexpr int LEVELS = WEAKENED_LEVELS + 1;  // the last is the best there is
inline constexpr int THOROUGH = 10;       // offers that a network without reading looks at in full
inline constexpr int EVALUATIONS = 8000;  // that the best player spends on a decision

// Whether a level reads the opponent, and judges with the wide network.
inline constexpr bool is_reader(int level) { return level > WEAKENED_LEVELS; }

// The player of a level from 1 to LEVELS, who judges with `networks`.
inline Player player_of(int level, const Networks& networks) {
  if (is_reader(level)) return {Method::READER, EVALUATIONS, 0, networks};
  return {Method::NET, 0, TEMPERATURES[level - 1], networks};
}

// What a player on the view's own seat, which is not an observer's, gets to know.
inline Seen seen_from(const pacal::View& view) {
  return {view.round, view.rules, view.seat, view.unseen(), view.held[view.seat ^ 1]};
}

}  // namespace sommet::pacal_players
