// What the perfect player plays where it cannot win by itself, in a lost or a drawn position: the
// move after which an opponent of limited sight is likeliest to go wrong.
//
//   1. A search that does not know the table puts the moves that keep the value in order. How good
//      a lost position looks to it says how hard the opponent's way still is, over the whole game.
//   2. Onlookers search the positions after the first few moves as the opponent would, each with a
//      small number of nodes and its own way of judging. The table tells whether the reply that an
//      onlooker picks gives something away; the onlookers' weights make that the move's chance.
//   3. A move is worth how it looks (log odds), some more for its chance, and some more for being
//      the first choice of the search, which has seen most of that one: it is left only for a
//      mistake that most onlookers make. Where a loss is proved, the longer one is better.
//
// Everything is counted in nodes and whole numbers, and what onlookers misjudge depends on the
// position alone: the same position gets the same move everywhere.
#pragma once

#include <algorithm>
#include <functional>
#include <vector>

#include "pylos_search/search.hpp"
#include "pylos_tablebase/worth.hpp"

namespace sommet::solver {

// A model of the opponent.
struct Onlooker {
  enum class Judge { balls, tables, network };
  Judge judge;
  u64 nodes;
  int blur;  // misjudges by up to this much, in hundredths of a logit
  int weight;
};

template <int Base>
class Resistance {
 public:
  // The worth of positions for their side to move, those that are over included.
  using Probe = std::function<void(const pylos::Position*, std::size_t, Worth*)>;

  // `weights` and `network` judge for the search (evaluation.hpp, network.hpp); either may be null.
  Resistance(pylos::Rules rules, const short* weights, const search::Network* network, Probe probe)
      : rules_(rules), weights_(weights), network_(network), probe_(std::move(probe)) {}

  // The moves that keep the position's value, as the rules list them, and that value. A move into
  // `drawn` draws.
  std::vector<pylos::Move> keeping_moves(pylos::Position root, const search::DrawnPositions& drawn,
                                         Worth& worth) const {
    std::vector<pylos::Move> moves;
    std::vector<pylos::Position> after;
    pylos::for_each_move<Base>(rules_, root, [&](pylos::Move m) {
      moves.push_back(m);
      after.push_back(pylos::play(root, m));
    });
    const std::vector<int> points = points_left(after, drawn, true);
    const int most = 2 - *std::min_element(points.begin(), points.end());
    worth = most == 2 ? Worth::WIN : most == 1 ? Worth::DRAW : Worth::LOSS;
    std::vector<pylos::Move> keeping;
    for (std::size_t i = 0; i < moves.size(); ++i)
      if (2 - points[i] == most) keeping.push_back(moves[i]);
    return keeping;
  }

  // One of `moves`, which all keep the value of a lost (`worth` LOSS) or drawn position. Between
  // equals the earlier one.
  pylos::Move choose(pylos::Position root, const std::vector<pylos::Move>& moves, Worth worth,
                     const search::DrawnPositions& drawn) const {
    if (moves.size() == 1) return moves.front();
    std::vector<Option> options = look(root, moves, drawn);
    if (options.size() > 1) show(options, worth == Worth::DRAW ? 1 : 0, drawn);
    const auto best =
        std::max_element(options.begin(), options.end(),
                         [](const Option& a, const Option& b) { return a.worth() < b.worth(); });
    return best->move;
  }

 private:
  static constexpr u64 LOOK_NODES = 30'000;
  static constexpr std::size_t LOOKED_AT = 3;
  // In hundredths of a logit: what a sure mistake and the search's first choice are worth.
  static constexpr int CHANCE = 200, FIRST_CHOICE = 150;
  // The first one's score is also how its move looks.
  static inline const std::vector<Onlooker> ONLOOKERS = {
      {Onlooker::Judge::network, 1'500, 0, 2},
      {Onlooker::Judge::tables, 1'500, 25, 1},
      {Onlooker::Judge::balls, 2'000, 40, 1},
      {Onlooker::Judge::tables, 6'000, 2, 2},
  };

  struct Option {
    pylos::Move move;
    pylos::Position after;
    int look = 0;
    int gained = 0, shown = 0;  // half points, and how many there could have been

    int worth() const { return look + (shown ? CHANCE * gained / shown : 0); }
  };

  // The moves to look at closer, best looking first.
  std::vector<Option> look(pylos::Position root, const std::vector<pylos::Move>& moves,
                           const search::DrawnPositions& drawn) const {
    search::Task task = task_at(root, drawn, Onlooker::Judge::network);
    task.limits.nodes = LOOK_NODES;
    std::vector<Option> options;
    for (const search::Candidate& c : search::run<Base>(task).moves) {
      // The search names one of several moves with one result.
      const auto same = std::find_if(moves.begin(), moves.end(), [&](pylos::Move m) {
        return pylos::play(root, m) == c.child;
      });
      if (same != moves.end()) options.push_back({*same, c.child});
      if (options.size() == LOOKED_AT) break;
    }
    options.front().look = FIRST_CHOICE;
    return options;
  }

  // Adds how the moves look, and what onlookers in the opponent's place give away.
  void show(std::vector<Option>& options, int kept, const search::DrawnPositions& drawn) const {
    search::DrawnPositions theirs;
    for (const u64 key : drawn.keys()) theirs.add(key ^ search::OTHER_SIDE);
    struct Reply {
      std::size_t option;
      int weight;
    };
    std::vector<Reply> replies;
    std::vector<pylos::Position> after;
    for (std::size_t i = 0; i < options.size(); ++i) {
      for (std::size_t k = 0; k < ONLOOKERS.size(); ++k) {
        const Onlooker& onlooker = ONLOOKERS[k];
        search::Task task = task_at(options[i].after, theirs, onlooker.judge);
        task.limits.nodes = onlooker.nodes;
        task.oversights.blur = onlooker.blur;
        task.oversights.seed = search::position_key(options[i].after) * (2 * k + 1);
        const search::Found found = search::run<Base>(task);
        if (found.moves.empty()) continue;  // over: the move has won
        if (k == 0) options[i].look -= found.moves.front().score;
        after.push_back(found.moves.front().child);
        replies.push_back({i, onlooker.weight});
      }
    }
    const std::vector<int> points = points_left(after, drawn, false);
    for (std::size_t r = 0; r < replies.size(); ++r) {
      Option& option = options[replies[r].option];
      option.gained += replies[r].weight * (points[r] - kept);
      option.shown += replies[r].weight * (2 - kept);
    }
  }

  // The half points that the side to move gets by best play: 0, 1 or 2.
  std::vector<int> points_left(const std::vector<pylos::Position>& positions,
                               const search::DrawnPositions& drawn, bool others) const {
    std::vector<Worth> worths(positions.size());
    probe_(positions.data(), positions.size(), worths.data());
    std::vector<int> points;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const u64 key = search::position_key(positions[i]) | (others ? search::OTHER_SIDE : 0);
      const bool ends_drawn = !drawn.empty() && drawn.has(key);
      points.push_back(ends_drawn || worths[i] == Worth::DRAW ? 1
                       : worths[i] == Worth::WIN              ? 2
                                                              : 0);
    }
    return points;
  }

  search::Task task_at(pylos::Position pos, const search::DrawnPositions& drawn,
                       Onlooker::Judge judge) const {
    search::Task task;
    task.rules = rules_;
    task.root = pos;
    task.drawn = drawn;
    if (judge == Onlooker::Judge::network && network_)
      task.network = network_;
    else if (judge != Onlooker::Judge::balls)
      task.weights = weights_;
    return task;
  }

  pylos::Rules rules_;
  const short* weights_;
  const search::Network* network_;
  Probe probe_;
};

}  // namespace sommet::solver
