// The `mc:N` yardstick: for each action N greedy playouts over hands drawn from what the seat sees.
#pragma once

#include "pacal_players/greedy.hpp"
#include "pacal_players/seen.hpp"

namespace sommet::pacal_players {

inline Action montecarlo_action(const Seen& seen, int playouts, Random& random) {
  const Actions actions(seen.round, seen.rules);
  if (actions.count == 1) return actions.list[0];
  float total[pacal::MAX_CHOICES] = {};
  for (int i = 0; i < playouts; ++i) {
    // The same hand for every action: the differences between actions get less noisy.
    const Round full = seen.sample(random);
    for (int a = 0; a < actions.count; ++a) {
      Round r = full;
      pacal::apply(r, seen.rules, actions.list[a]);
      greedy_playout(r, seen.rules);
      total[a] += score_of(r, seen.seat);
    }
  }
  int best = 0;
  for (int a = 1; a < actions.count; ++a)
    if (total[a] > total[best]) best = a;
  return actions.list[best];
}

}  // namespace sommet::pacal_players
