// The perfect player: what it plays in any position of a game, by a table of values.
//
//   won     the proved choice (choose.hpp), unless others have brought the position after it onto the
//           board so often that it would draw; then the move that a search likes best among those
//           that win and lead somewhere new
//   drawn   of the moves that draw and lead somewhere new, the one that sets the hardest problem
//   lost    of all moves, the one that sets the hardest problem (resist.hpp); where distances are
//           known, the longest loss of those that are nearly as hard
//
// A function of the game alone: the same move everywhere.
#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "pylos_perfect/choose.hpp"
#include "pylos_perfect/resist.hpp"
#include "pylos_search/levels.hpp"

namespace sommet::pylos_perfect {

// How a game has come to its position.
struct Past {
  std::vector<u64> earlier;  // pylos_game::game_key of the positions before this one
  u32 limit = 0;             // PYL-R3: occurrences that draw; 0: never
  bool dark_moves = false;
};

template <int Base>
class PerfectPlayer {
 public:
  using Probe = typename Resistance<Base>::Probe;
  // How many moves the game lasts from each position, the loser as slow as possible.
  using Lengths = std::function<std::vector<int>(const std::vector<pylos::Position>&)>;

  // Without a chooser a search decides among the moves that win; without `lengths` distances are
  // not known.
  PerfectPlayer(pylos::Rules rules, std::optional<Chooser<Base>> chooser, const short* weights,
                const pylos_search::Network* network, Probe probe, Lengths lengths = {})
      : rules_(rules),
        chooser_(std::move(chooser)),
        weights_(weights),
        network_(network),
        probe_(probe),
        resistance_(rules, weights, network, std::move(probe)),
        lengths_(std::move(lengths)) {}

  // The move in a position that is not over.
  pylos::Move choose(pylos::Position root, const Past& past) {
    const auto drawn = pylos_search::drawn_positions(past.earlier, past.limit, past.dark_moves);
    pylos_tablebase::Worth worth;
    const std::vector<pylos::Move> keeping = resistance_.keeping_moves(root, drawn, worth);
    if (keeping.size() == 1) return keeping.front();
    if (worth == pylos_tablebase::Worth::LOSS)
      return resistance_.choose(root, keeping, drawn, lengths_after(root, keeping));
    if (worth == pylos_tablebase::Worth::WIN && chooser_) {
      const pylos::Move chosen = proved_choice(root);
      if (std::find(keeping.begin(), keeping.end(), chosen) != keeping.end()) return chosen;
    }
    const std::vector<pylos::Move> fresh = lead_somewhere_new(root, keeping, past);
    if (worth == pylos_tablebase::Worth::DRAW) return resistance_.choose(root, fresh, drawn);
    return likeliest(root, fresh, drawn);
  }

 private:
  static constexpr u64 CIRCLE_NODES = 20'000;  // enough to see the end of a won game

  std::vector<int> lengths_after(pylos::Position root,
                                 const std::vector<pylos::Move>& moves) const {
    if (!lengths_) return {};
    std::vector<pylos::Position> after;
    for (const pylos::Move move : moves) after.push_back(pylos::play(root, move));
    return lengths_(after);
  }

  pylos::Move proved_choice(pylos::Position root) {
    return chooser_->choose(root, [this](pylos::Position pos) {
      pylos_tablebase::Worth worth;
      probe_(&pos, 1, &worth);
      return worth == pylos_tablebase::Worth::LOSS;
    });
  }

  // Those that bring no earlier position back, or all if every one does.
  static std::vector<pylos::Move> lead_somewhere_new(pylos::Position root,
                                                     const std::vector<pylos::Move>& moves,
                                                     const Past& past) {
    constexpr u32 ONCE_BEFORE = 2;
    const auto seen = pylos_search::drawn_positions(past.earlier, ONCE_BEFORE, past.dark_moves);
    std::vector<pylos::Move> fresh;
    for (const pylos::Move move : moves)
      if (!seen.has(pylos_search::position_key(pylos::play(root, move)) | pylos_search::OTHER_SIDE))
        fresh.push_back(move);
    return fresh.empty() ? moves : fresh;
  }

  // The first of `moves` in the order of a search, which names one of several with one result.
  pylos::Move likeliest(pylos::Position root, const std::vector<pylos::Move>& moves,
                        const pylos_search::DrawnPositions& drawn) const {
    pylos_search::Task task;
    task.rules = rules_;
    task.root = root;
    task.drawn = drawn;
    task.limits.nodes = CIRCLE_NODES;
    task.every = true;
    if (network_)
      task.network = network_;
    else
      task.weights = weights_;
    for (const pylos_search::Candidate& candidate : pylos_search::run<Base>(task).moves)
      for (const pylos::Move move : moves)
        if (pylos::play(root, move) == candidate.child) return move;
    return moves.front();
  }

  pylos::Rules rules_;
  std::optional<Chooser<Base>> chooser_;
  const short* weights_;
  const pylos_search::Network* network_;
  Probe probe_;
  Resistance<Base> resistance_;
  Lengths lengths_;
};

}  // namespace sommet::pylos_perfect
