// Every compiled Pacal player behind one function.
#pragma once

#include "pacal/playout.hpp"
#include "pacal_players/ismcts.hpp"
#include "pacal_players/montecarlo.hpp"
#include "pacal_players/reader.hpp"
#include "pacal_players/ways.hpp"

namespace sommet::pacal_players {

enum class Method : int { RANDOM, GREEDY, GAPS, MONTE_CARLO, ISMCTS, NET, READER };

struct Player {
  Method method = Method::RANDOM;
  int effort = 0;         // playouts, iterations, offers looked at in full, or evaluations
  float temperature = 0;  // NET: how often a worse action is preferred
  Networks networks = {};
};

// The player's action; the same `seen` and `random` give the same action.
inline Action choose(const Player& player, const Seen& seen, Random& random) {
  switch (player.method) {
    case Method::RANDOM:
      return pacal::random_action(seen.round, seen.rules, random);
    case Method::GREEDY:
      return greedy_action(seen.round, seen.rules);
    case Method::GAPS: {
      const Round& r = seen.round;
      const u64 table = 1ull << r.offer[0] | 1ull << r.offer[1];
      const u64 coming = seen.unseen | r.hand[seen.seat] | (table & pacal::ALL_CARDS);
      return GapCounter(r, seen.rules, seen.seat, coming).choose(r);
    }
    case Method::MONTE_CARLO:
      return montecarlo_action(seen, player.effort, random);
    case Method::ISMCTS:
      return InformationSetSearch(seen).run(player.effort, random);
    case Method::NET:
    case Method::READER:
      break;
  }
  const Actions actions(seen.round, seen.rules);
  if (actions.count == 1) return actions.list[0];
  if (player.method == Method::READER) {
    Reader<Networks> reader(player.networks, player.networks, seen, player.effort);
    return actions.list[reader.choose(actions, random)];
  }
  Chances chances[pacal::MAX_CHOICES];
  Thinker(player.networks, seen).score(actions, player.effort, chances);
  return actions.list[pick(chances, actions.count, player.temperature, random)];
}

}  // namespace sommet::pacal_players
