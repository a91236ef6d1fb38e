// The `ismcts:N` yardstick: single-observer information-set Monte Carlo tree search. Each of the N
// iterations draws a full round from what the seat sees and walks one shared tree, whose nodes are
// the sequences of actions after the root; UCB1 counts how often an action was available.
#pragma once

#include <cmath>
#include <vector>

#include "pacal_players/greedy.hpp"
#include "pacal_players/seen.hpp"

namespace sommet::pacal_players {

class InformationSetSearch {
 public:
  explicit InformationSetSearch(const Seen& seen) : seen_(seen) {}

  Action run(int iterations, Random& random) {
    const Actions actions(seen_.round, seen_.rules);
    if (actions.count == 1) return actions.list[0];
    nodes_.clear();
    nodes_.reserve(static_cast<std::size_t>(iterations) + 2);
    nodes_.push_back({});
    for (int i = 0; i < iterations; ++i) iterate(random);
    int best = nodes_[0].child;
    for (int c = best; c; c = nodes_[c].next)
      if (nodes_[c].visits > nodes_[best].visits) best = c;
    return nodes_[best].action;
  }

 private:
  struct Node {
    Action action{};
    int child = 0, next = 0;  // 0: none (the root is nobody's child)
    int visits = 0, available = 0;
    float score = 0;  // total for the player who chose `action`
  };

  static constexpr float EXPLORATION = 0.7f;

  void iterate(Random& random) {
    Round r = seen_.sample(random);
    int path[pacal::MAX_ACTIONS], mover[pacal::MAX_ACTIONS], depth = 0;
    int at = 0;
    bool expanded = false;
    while (r.phase != Phase::OVER && !expanded) {
      const int seat = r.actor;
      at = descend(at, r, random, expanded);
      path[depth] = at;
      mover[depth++] = seat;
      pacal::apply(r, seen_.rules, nodes_[at].action);
    }
    greedy_playout(r, seen_.rules);
    for (int i = 0; i < depth; ++i) {
      ++nodes_[path[i]].visits;
      nodes_[path[i]].score += score_of(r, mover[i]);
    }
  }

  // The child to walk to: a new one while some legal action has none, else the best by UCB1.
  int descend(int at, const Round& r, Random& random, bool& expanded) {
    const Actions actions(r, seen_.rules);
    int known[pacal::MAX_CHOICES], count = 0;
    for (int c = nodes_[at].child; c; c = nodes_[c].next)
      if (pacal::is_legal(r, seen_.rules, nodes_[c].action)) known[count++] = c;
    for (int i = 0; i < count; ++i) ++nodes_[known[i]].available;
    if (count < actions.count) {
      expanded = true;
      return add_child(at, untried(actions, known, count, random));
    }
    int best = 0;
    float most = -1;
    for (int i = 0; i < count; ++i) {
      const Node& n = nodes_[known[i]];
      const float visits = static_cast<float>(n.visits);
      const float bound =
          n.score / visits +
          EXPLORATION * std::sqrt(std::log(static_cast<float>(n.available)) / visits);
      if (bound > most) most = bound, best = known[i];
    }
    return best;
  }

  Action untried(const Actions& actions, const int* known, int count, Random& random) const {
    for (int start = static_cast<int>(random.quick(static_cast<u32>(actions.count)));; ++start) {
      const Action a = actions.list[start % actions.count];
      bool is_new = true;
      for (int i = 0; i < count && is_new; ++i) is_new = !(nodes_[known[i]].action == a);
      if (is_new) return a;
    }
  }

  int add_child(int at, Action action) {
    Node n;
    n.action = action;
    n.available = 1;
    n.next = nodes_[at].child;
    nodes_.push_back(n);
    return nodes_[at].child = static_cast<int>(nodes_.size()) - 1;
  }

  const Seen& seen_;
  std::vector<Node> nodes_;
};

}  // namespace sommet::pacal_players
