// What the perfect player plays where it cannot win by itself, in a lost or a drawn position: of the
// moves that keep the value, the one that a search without the table likes best. How good a lost
// position looks to it says how hard the opponent's way still is, over the whole game. Guessing
// replies of weaker opponents on top of that gained nothing (docs/levels-pylos.md).
//
// The search is counted in nodes: the same position gets the same move everywhere.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "pylos_search/search.hpp"
#include "pylos_tablebase/worth.hpp"

namespace sommet::pylos_perfect {

template <int Base>
class Resistance {
 public:
  // The worth of positions for their side to move, those that are over included.
  using Probe = std::function<void(const pylos::Position*, std::size_t, pylos_tablebase::Worth*)>;

  // `weights` and `network` judge for the search (evaluation.hpp, network.hpp); either may be null.
  Resistance(pylos::Rules rules, const short* weights, const pylos_search::Network* network,
             Probe probe)
      : rules_(rules), weights_(weights), network_(network), probe_(std::move(probe)) {}

  // The moves that keep the position's value, as the rules list them, and that value. A move into
  // `drawn` draws.
  std::vector<pylos::Move> keeping_moves(pylos::Position root,
                                         const pylos_search::DrawnPositions& drawn,
                                         pylos_tablebase::Worth& worth) const {
    std::vector<pylos::Move> moves;
    std::vector<pylos::Position> after;
    pylos::for_each_move<Base>(rules_, root, [&](pylos::Move m) {
      moves.push_back(m);
      after.push_back(pylos::play(root, m));
    });
    const std::vector<int> points = points_left(after, drawn);
    const int most = 2 - *std::min_element(points.begin(), points.end());
    worth = most == 2   ? pylos_tablebase::Worth::WIN
            : most == 1 ? pylos_tablebase::Worth::DRAW
                        : pylos_tablebase::Worth::LOSS;
    std::vector<pylos::Move> keeping;
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (2 - points[i] == most) keeping.push_back(moves[i]);
    return keeping;
  }

  // One of `moves`, which all keep the value of a lost or drawn position.
  pylos::Move choose(pylos::Position root, const std::vector<pylos::Move>& moves,
                     const pylos_search::DrawnPositions& drawn) const {
    if (moves.size() == 1) return moves.front();
    pylos_search::Task task;
    task.rules = rules_;
    task.root = root;
    task.drawn = drawn;
    task.network = network_;
    if (!network_) task.weights = weights_;
    task.limits.nodes = LOOK_NODES;
    for (const pylos_search::Candidate& c : pylos_search::run<Base>(task).moves) {
      // The search names one of several moves with one result.
      const auto same = std::find_if(moves.begin(), moves.end(), [&](pylos::Move m) {
        return pylos::play(root, m) == c.child;
      });
      if (same != moves.end()) return *same;
    }
    return moves.front();
  }

 private:
  static constexpr u64 LOOK_NODES = 24'000;

  // The half points that the side to move gets by best play: 0, 1 or 2.
  std::vector<int> points_left(const std::vector<pylos::Position>& positions,
                               const pylos_search::DrawnPositions& drawn) const {
    std::vector<pylos_tablebase::Worth> worths(positions.size());
    probe_(positions.data(), positions.size(), worths.data());
    std::vector<int> points;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const u64 key = pylos_search::position_key(positions[i]) | pylos_search::OTHER_SIDE;
      const bool ends_drawn = !drawn.empty() && drawn.has(key);
      points.push_back(ends_drawn || worths[i] == pylos_tablebase::Worth::DRAW ? 1
                       : worths[i] == pylos_tablebase::Worth::WIN              ? 2
                                                                               : 0);
    }
    return points;
  }

  pylos::Rules rules_;
  const short* weights_;
  const pylos_search::Network* network_;
  Probe probe_;
};

}  // namespace sommet::pylos_perfect
