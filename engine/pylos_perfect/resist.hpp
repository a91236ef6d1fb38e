// What the perfect player plays where it cannot win by itself, in a lost or a drawn position: of the
// moves that keep the value, the one that a search without the table likes best. How good a lost
// position looks to it says how hard the opponent's way still is, over the whole game. In the
// children's and the standard game it also counts how likely the opponent is to slip at once, as far
// as looks mislead it (`slip`). Where a table knows distances, the longest loss is played among the
// moves that look nearly as good as the best.
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
    const std::vector<int> points = points_left(after, drawn, pylos_search::OTHER_SIDE);
    const int most = 2 - *std::min_element(points.begin(), points.end());
    worth = most == 2   ? pylos_tablebase::Worth::WIN
            : most == 1 ? pylos_tablebase::Worth::DRAW
                        : pylos_tablebase::Worth::LOSS;
    std::vector<pylos::Move> keeping;
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (2 - points[i] == most) keeping.push_back(moves[i]);
    return keeping;
  }

  // One of `moves`, which all keep the value of a lost or drawn position. `lengths`, if known, says
  // of each how many moves the game lasts after it.
  pylos::Move choose(pylos::Position root, const std::vector<pylos::Move>& moves,
                     const pylos_search::DrawnPositions& drawn,
                     const std::vector<int>& lengths = {}) const {
    if (moves.size() == 1) return moves.front();
    // A score for each move costs depth, and in the expert game, which has more moves, too much. To
    // weigh distances it is needed there as well, and makes up for the depth with more nodes.
    const bool sets_traps = !rules_.lines;
    const bool weighs = sets_traps || !lengths.empty();
    pylos_search::Task task;
    task.rules = rules_;
    task.root = root;
    task.drawn = drawn;
    task.network = network_;
    if (!network_) task.weights = weights_;
    task.limits.nodes = sets_traps || !weighs ? LOOK_NODES : 3 * LOOK_NODES;
    task.every = weighs;
    std::vector<Option> options;
    int most = -pylos_search::INFINITE, top = most;
    for (const pylos_search::Candidate& c : pylos_search::run<Base>(task).moves) {
      // The search names one of several moves with one result.
      const auto same = std::find_if(moves.begin(), moves.end(), [&](pylos::Move m) {
        return pylos::play(root, m) == c.child;
      });
      if (same == moves.end()) continue;
      if (!weighs) return *same;
      top = std::max(top, c.score);
      const bool gives_up = c.score <= -pylos_search::PROVEN && top > -pylos_search::PROVEN;
      if (gives_up || c.score < top - SLIP_MARGIN) continue;
      const int promise = c.score + (sets_traps ? slip(c.child, drawn) : 0);
      const std::size_t at = static_cast<std::size_t>(same - moves.begin());
      options.push_back({*same, promise, lengths.empty() ? 0 : lengths[at]});
      most = std::max(most, promise);
    }
    const int enough = lengths.empty() ? most : most - NEARLY_AS_GOOD;
    const Option* chosen = nullptr;
    for (const Option& o : options)
      if (o.promise >= enough && (!chosen || o.length > chosen->length ||
                                  (o.length == chosen->length && o.promise > chosen->promise)))
        chosen = &o;
    return chosen ? chosen->move : moves.front();
  }

 private:
  static constexpr u64 LOOK_NODES = 24'000;
  static constexpr int SLIP_MARGIN = 200;  // a move that looks worse by more sets no better problem
  static constexpr int SLIP_WORTH = 500;   // of a slip that is certain
  static constexpr int HALF_AS_LIKELY = 70;  // a reply that looks worse by so much
  static constexpr int NEARLY_AS_GOOD = 25;  // what a longer loss may cost

  struct Option {
    pylos::Move move;
    int promise, length;
  };

  // How likely the opponent is to slip in `pos`, times SLIP_WORTH: it plays by the looks of the
  // positions that its moves lead to, and the table knows which of them give points away. Whole
  // numbers, so that every machine chooses alike.
  int slip(pylos::Position pos, const pylos_search::DrawnPositions& drawn) const {
    std::vector<pylos::Position> after;
    pylos::for_each_move<Base>(rules_, pos, [&](pylos::Move m) {
      const pylos::Position next = pylos::play(pos, m);
      if (std::find(after.begin(), after.end(), next) == after.end()) after.push_back(next);
    });
    if (after.empty()) return 0;
    std::vector<int> looks;
    for (const pylos::Position next : after) looks.push_back(look(next));
    const int least = *std::min_element(looks.begin(), looks.end());
    const std::vector<int> points = points_left(after, drawn, 0);
    const int worst = *std::min_element(points.begin(), points.end());
    long long all = 0, given = 0;
    for (std::size_t i = 0; i < after.size(); ++i) {
      constexpr int ONE = 1 << 20;
      const int behind = looks[i] - least;
      const long long halved = ONE >> std::min(behind / HALF_AS_LIKELY, 20);
      const long long weight = halved - halved * (behind % HALF_AS_LIKELY) / (2 * HALF_AS_LIKELY);
      all += weight;
      given += weight * (points[i] - worst);
    }
    return static_cast<int>(given * SLIP_WORTH / (2 * all));
  }

  // How good a position looks to its side to move.
  int look(pylos::Position pos) const {
    if (pylos::is_over<Base>(rules_, pos)) return -pylos_search::EVALUATION_LIMIT;
    if (network_) return pylos_search::NearbyJudge(*network_, rules_, pos).judge(pos);
    return pylos_search::evaluate<Base>(rules_, pos, weights_);
  }

  // The half points that the side to move gets by best play: 0, 1 or 2. `side` is OTHER_SIDE where
  // that is not the root's.
  std::vector<int> points_left(const std::vector<pylos::Position>& positions,
                               const pylos_search::DrawnPositions& drawn, u64 side) const {
    std::vector<pylos_tablebase::Worth> worths(positions.size());
    probe_(positions.data(), positions.size(), worths.data());
    std::vector<int> points;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const u64 key = pylos_search::position_key(positions[i]) | side;
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
