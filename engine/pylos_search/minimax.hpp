// Plain minimax to a fixed depth that counts reserves: a yardstick, and a model of a player who
// counts and does not judge.
//
// The value of a position is exact for its tree: every move is looked at, nothing is reduced. With
// w the value of a position for the side to move, d moves to go and n moves from the root:
//
//   the game is over             w = -(WON - n)
//   it would end drawn (PYL-R3)  w = 0
//   d = 0                        w = own reserve - the other's
//   otherwise                    w = max over the moves of -w(the position after it)
//
// Alpha-beta and a transposition table only save time; entries count for equal depths alone, and
// keeps the sides apart.
#pragma once

#include <algorithm>
#include <vector>

#include "common/random.hpp"
#include "pylos_search/worker.hpp"

namespace sommet::pylos_search {

template <int Base>
class Minimax {
 public:
  static constexpr int WON = 1000, DEPTH_LIMIT = 20;

  Minimax(Rules rules, const DrawnPositions& drawn, int memory_log2 = 18)
      : rules_(rules), drawn_(drawn), table_(memory_log2) {}

  struct Best {
    std::vector<Move> moves;  // all that are best, in the order of the rules
    int value = 0;
  };

  // The best moves `depth` moves ahead (1 to DEPTH_LIMIT). The game must not be over.
  Best best_moves(Position root, int depth) {
    std::vector<Candidate> moves;
    pylos::for_each_move<Base>(rules_, root,
                               [&](Move m) { moves.push_back({m, pylos::play(root, m), 0}); });
    const std::vector<Candidate> listed = moves;
    Best best;
    for (int d = 1; d <= depth; ++d) {
      int most = -INFINITE;
      for (Candidate& c : moves) {
        // Equals are wanted too, so that the window stays open at the best value.
        const int alpha = most == -INFINITE ? -INFINITE : most - 1;
        c.score = -value(c.child, d - 1, -INFINITE, -alpha, 1);
        most = std::max(most, c.score);
      }
      std::stable_sort(moves.begin(), moves.end(),
                       [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
      best.value = most;
    }
    for (const Candidate& c : listed) {
      for (const Candidate& m : moves) {
        if (m.move == c.move && m.score == best.value) best.moves.push_back(c.move);
      }
    }
    return best;
  }

  u64 nodes() const { return nodes_; }

 private:
  struct Ordered {
    Move move;
    int order;
  };

  // Wins are stored as seen from the position, not from the root.
  static int to_table(int v, int ply) { return v > WON / 2 ? v + ply : v < -WON / 2 ? v - ply : v; }
  static int from_table(int v, int ply) {
    return v > WON / 2 ? v - ply : v < -WON / 2 ? v + ply : v;
  }

  int value(Position pos, int depth, int alpha, int beta, int ply) {
    ++nodes_;
    if (pylos::is_over<Base>(rules_, pos)) return -(WON - ply);
    const u64 key = position_key(pos) | (ply & 1 ? OTHER_SIDE : 0);
    if (!drawn_.empty() && drawn_.has(key)) return 0;
    if (depth == 0) return pylos::reserve<Base>(pos.own) - pylos::reserve<Base>(pos.other);
    Entry entry;
    u32 table_move = ~0u;
    if (table_.find(key, entry)) {
      const int v = from_table(entry.score, ply);
      if (entry.depth == depth &&
          (entry.bound == Bound::exact || (entry.bound == Bound::lower && v >= beta) ||
           (entry.bound == Bound::upper && v <= alpha)))
        return v;
      table_move = entry.move;
    }
    const std::size_t first = moves_.size();
    pylos::for_each_move<Base>(rules_, pos, [&](Move m) {
      const int order = pack_move(m) == table_move ? INFINITE : order_of(m);
      moves_.push_back({m, order});
    });
    const std::size_t last = moves_.size();
    int best = -INFINITE;
    u32 best_move = NO_MOVE;
    const int floor = alpha;
    for (std::size_t i = first; i < last; ++i) {
      for (std::size_t k = i + 1; k < last; ++k) {
        if (moves_[k].order > moves_[i].order) std::swap(moves_[i], moves_[k]);
      }
      const Move m = moves_[i].move;
      const int v = -value(pylos::play(pos, m), depth - 1, -beta, -alpha, ply + 1);
      if (v > best) {
        best = v;
        best_move = pack_move(m);
      }
      alpha = std::max(alpha, v);
      if (alpha >= beta) {
        int& h = history_[m.from + 1][static_cast<int>(m.to)];
        h += (HISTORY_LIMIT - h) * depth / 64;
        break;
      }
    }
    moves_.resize(first);
    const Bound bound = best >= beta ? Bound::lower : best > floor ? Bound::exact : Bound::upper;
    table_.store(key, {to_table(best, ply), depth, bound, best_move});
    return best;
  }

  // What saves balls is tried first.
  int order_of(Move m) const {
    return 1000 * ((m.take1 >= 0) + (m.take2 >= 0)) + 500 * (m.from >= 0) +
           history_[m.from + 1][static_cast<int>(m.to)];
  }

  static constexpr int HISTORY_LIMIT = 900;

  Rules rules_;
  const DrawnPositions& drawn_;
  TranspositionTable table_;
  u64 nodes_ = 0;
  int history_[31][30] = {};
  std::vector<Ordered> moves_;
};

// The yardstick's move: one of the best, by the seed.
template <int Base>
Move choose_by_minimax(Rules rules, Position pos, const DrawnPositions& drawn, int depth,
                       u64 seed) {
  Minimax<Base> minimax(rules, drawn);
  const auto best = minimax.best_moves(pos, depth).moves;
  return best[Random(seed).below(best.size())];
}

}  // namespace sommet::pylos_search
