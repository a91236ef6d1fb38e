// One thread of the search: principal variation search (alpha-beta with null windows) over whole
// turns, every position looked up in the shared transposition table first.
//
// The contract of negamax, as inequalities. Let v be the position's value for the side to move with
// best play (1 win, 0 draw, -1 loss), d its distance in moves, n its ply, s the returned score, and
// [a, b] the window. Nothing overlooked, search not stopped:
//
//   s >=  PROVEN                =>  v = 1   and  d <= WIN - s - n
//   s <= -PROVEN                =>  v = -1  and  d <= WIN + s - n
//   -PROVEN < s < PROVEN            an estimate, |s| <= EVALUATION_LIMIT; says nothing about v
//   s <= a  upper bound, s >= b  lower bound, a < s < b  exact, for the tree that was looked at
//
// It holds because every leaf either ended the game or returns an estimate inside the limit, a node
// is scored a loss only when every legal move was searched and lost, a move or a node is never
// skipped without an estimate taking its place, and a repeated position scores 0, which can hide a
// win but never make one. Reductions change which tree is looked at, not this.
#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "pylos_search/candidate.hpp"
#include "pylos_search/evaluation.hpp"
#include "pylos_search/judgements.hpp"
#include "pylos_search/limits.hpp"
#include "pylos_search/nearby_judge.hpp"
#include "pylos_search/pruning.hpp"
#include "pylos_search/transposition.hpp"

namespace sommet::pylos_search {

template <int Base>
class Worker {
 public:
  Worker(Rules rules, const short* weights, const Network* network, const Oversights& oversights,
         const DrawnPositions& drawn, TranspositionTable& table, Control& control, bool leads,
         std::vector<Position>* asked)
      : rules_(rules),
        weights_(weights),
        network_(network),
        pruning_(network != nullptr),
        oversights_(oversights),
        overlooks_(oversights.any()),
        drawn_(drawn),
        table_(table),
        control_(control),
        leads_(leads),
        judgements_(network != nullptr, asked) {
    candidates_.reserve(4096);
  }

  u64 nodes() const { return nodes_; }

  // The root's moves, best first by static evaluation; equal successors only once. Overlooked moves
  // are left out unless nothing else is left.
  std::vector<Candidate> root_moves(Position root) {
    std::vector<Candidate> moves;
    Estimates estimates(*this, root);
    for (const bool seeing_all : {false, true}) {
      pylos::for_each_move<Base>(rules_, root, [&](Move m) {
        if (!seeing_all && overlooks_ && overlooked(root, m, 0)) return;
        const Position child = pylos::play(root, m);
        for (const Candidate& c : moves) {
          if (c.child == child) return;
        }
        moves.push_back({m, child, from_table(-static_eval(child, estimates), 1)});
      });
      if (!moves.empty()) break;
    }
    std::stable_sort(moves.begin(), moves.end(), by_score);
    return moves;
  }

  // One iteration over the root's moves, which come best first and leave best first. Returns how
  // many were searched to the end. `every` gives each move its own exact score.
  int iterate(Position root, int depth, bool every, std::vector<Candidate>& moves) {
    path_[0] = position_key(root);
    int alpha = -INFINITE, done = 0;
    for (Candidate& c : moves) {
      int score;
      if (every || done == 0) {
        score = -negamax(c.child, depth - 1, -INFINITE, INFINITE, 1);
      } else {
        score = -negamax(c.child, depth - 1, -alpha - 1, -alpha, 1);
        if (score > alpha && !control_.stopped())
          score = -negamax(c.child, depth - 1, -INFINITE, -alpha, 1);
      }
      if (control_.stopped()) break;
      ++done;
      // A move that only failed low has no score of its own: it ranks behind, in its old order.
      c.score = every || score > alpha ? score : std::min(score, alpha - 1);
      alpha = std::max(alpha, score);
    }
    std::stable_sort(moves.begin(), moves.begin() + done, by_score);
    // Stopped half way: a move not searched yet is better than one that has just proved lost.
    std::stable_sort(moves.begin(), moves.end(), [](const Candidate& a, const Candidate& b) {
      return std::min(a.score, -PROVEN) > std::min(b.score, -PROVEN);
    });
    return done;
  }

 private:
  static constexpr u64 CHECK_EVERY = 256;  // nodes between two looks at the clock

  static bool by_score(const Candidate& a, const Candidate& b) { return a.score > b.score; }

  static int to_table(int score, int ply) {
    return score >= PROVEN ? score + ply : score <= -PROVEN ? score - ply : score;
  }
  static int from_table(int score, int ply) {
    return score >= PROVEN ? score - ply : score <= -PROVEN ? score + ply : score;
  }

  bool over(Position pos) const { return pylos::is_over<Base>(rules_, pos); }

  // Whether the side to move can put a ball on the summit at once.
  bool summit_open(Position pos) const {
    using Pyramid = pylos::Pyramid<Base>;
    constexpr u32 BELOW = Pyramid::supports(Pyramid::SUMMIT);
    const u32 occupied = pos.own | pos.other;
    return (occupied & (BELOW | pylos::bit(Pyramid::SUMMIT))) == BELOW &&
           pylos::reserve<Base>(pos.own) > 0;
  }

  int estimate(Position pos) const {
    if (network_)
      return judgements_.of(pos, [&] { return NearbyJudge(*network_, rules_, pos).judge(pos); });
    int value = evaluate<Base>(rules_, pos, weights_);
    if (oversights_.blur) value += oversights_.blur_of(position_key(pos));
    return clamp(value, -EVALUATION_LIMIT, EVALUATION_LIMIT);
  }

  // Estimates of the successors of one position.
  class Estimates {
   public:
    Estimates(const Worker& worker, Position from) : worker_(worker), from_{from.other, from.own} {}

    int of(Position pos) {
      if (!worker_.network_) return worker_.estimate(pos);
      return worker_.judgements_.of(pos, [&] {
        if (!judge_) judge_.emplace(*worker_.network_, worker_.rules_, from_);
        return judge_->judge(pos);
      });
    }

   private:
    const Worker& worker_;
    Position from_;  // as the opponent sees it
    std::optional<NearbyJudge> judge_;
  };

  // The static evaluation of a position: ended, won with the next move, or estimated. For ordering.
  int static_eval(Position pos, Estimates& estimates) const {
    if (over(pos)) return -WIN;
    if (summit_open(pos)) return WIN - 1;
    return estimates.of(pos);
  }

  bool overlooked(Position pos, Move m, int ply) const {
    const int who = ply & 1;
    if (m.from >= 0 && (oversights_.raises[who] >> m.to & 1u)) return true;
    if (m.take1 < 0) return false;
    if (oversights_.earnings[who] >> m.to & 1u) return true;
    if (m.take2 < 0 || !oversights_.freed_balls[who]) return false;
    // Freed by the first ball: carrying something until that one went.
    u32 occupied = (pos.own | pos.other | pylos::bit(m.to));
    if (m.from >= 0) occupied &= ~pylos::bit(m.from);
    return (pylos::free_balls<Base>(occupied) >> m.take2 & 1u) == 0;
  }

  // Two plies apart see different oversights, so such a search keys its table by side, too.
  u64 slot_key(u64 key, int ply) const { return overlooks_ && (ply & 1) ? key | OTHER_SIDE : key; }

  bool repeats(u64 key, int ply) const {
    for (int back = ply - 4; back >= 0; back -= 2) {
      if (path_[back] == key) return true;
    }
    return !drawn_.empty() && drawn_.has(ply & 1 ? key | OTHER_SIDE : key);
  }

  void count_node() {
    if (++nodes_ < next_check_ || !leads_) return;  // `frontier` counts several at once
    next_check_ = nodes_ + CHECK_EVERY;
    control_.check(nodes_);
  }

  // The last move before estimates: no ordering needed, each successor is looked at once. With a
  // network it tells the best move, for the next iteration; and the best of many estimates is one
  // that errs upwards, so that what the position itself looks like counts too.
  int frontier(Position pos, int beta, int ply, u32& best_move) {
    int best = -INFINITE;
    Estimates estimates(*this, pos);
    const int here = network_ ? estimate(pos) : 0;
    const auto look_at = [&](Move m, Position child) {
      ++nodes_;
      int score;
      if (over(child)) {
        score = WIN - ply - 1;
      } else if (repeats(position_key(child), ply + 1)) {
        score = 0;
      } else if (summit_open(child)) {
        score = -(WIN - ply - 2);
      } else {
        score = -estimates.of(child);
        if (network_)
          score =
              (score * (100 - Pruning::OWN_EVAL_PERCENT) + here * Pruning::OWN_EVAL_PERCENT) / 100;
      }
      if (score > best) {
        best = score;
        if (network_) best_move = pack_move(m);
      }
    };
    // One move behind, so that what the network said of it is fetched meanwhile.
    Candidate waiting{{-1, -1, -1, -1}, {}, 0};
    pylos::for_each_move<Base>(rules_, pos, [&](Move m) {
      if (best >= beta || (overlooks_ && overlooked(pos, m, ply))) return;
      const Position child = pylos::play(pos, m);
      if (network_) judgements_.prefetch(child);
      if (waiting.move.to >= 0) look_at(waiting.move, waiting.child);
      waiting = {m, child, 0};
    });
    if (waiting.move.to >= 0 && best < beta) look_at(waiting.move, waiting.child);
    return best == -INFINITE ? estimate(pos) : best;
  }

  int negamax(Position pos, int depth, int alpha, int beta, int ply) {
    count_node();
    if (control_.stopped()) return 0;
    if (over(pos)) return -(WIN - ply);
    const u64 key = position_key(pos);
    if (repeats(key, ply)) return 0;
    if (summit_open(pos)) return WIN - ply - 1;
    if (ply >= MAX_PLIES - 1 || depth <= 0) return estimate(pos);

    Entry entry;
    u32 table_move = ~0u;
    const u64 table_key = slot_key(key, ply);
    if (table_.find(table_key, entry)) {
      const int score = from_table(entry.score, ply);
      const bool proof = (score >= PROVEN && entry.bound != Bound::upper) ||
                         (score <= -PROVEN && entry.bound != Bound::lower);
      if (proof) return score;
      if (entry.depth >= depth &&
          (entry.bound == Bound::exact || (entry.bound == Bound::lower && score >= beta) ||
           (entry.bound == Bound::upper && score <= alpha))) {
        return score;
      }
      table_move = entry.move;
    }
    if (pruning_.tries_reverse_futility(depth, beta)) {
      const int eval = estimate(pos);
      if (pruning_.is_reverse_futile(depth, eval, beta)) return eval;
    }
    path_[ply] = key;
    // The only move that is any good is where a mistake costs most: it gets one move more.
    bool singular = false;
    if (const int score = from_table(entry.score, ply);
        pruning_.tries_singular(depth, entry, score)) {
      const int others = score - Pruning::SINGULAR_MARGIN;
      Node less{pos, table_key, depth / 2, others - 1, others, ply};
      less.excluded = table_move;
      singular = search_moves(less) < others;
      if (control_.stopped()) return 0;
    }
    return search_moves({pos, table_key, depth, alpha, beta, ply, table_move, ~0u, singular});
  }

  // A position whose moves are searched: to which depth and within which window; which move comes
  // first; which is left out, and then nothing is stored; whether the first goes deeper.
  struct Node {
    Position pos;
    u64 key;
    int depth, alpha, beta, ply;
    u32 first = ~0u, excluded = ~0u;
    bool deeper = false;
  };

  void store_result(const Node& node, int score, Bound bound, u32 move) {
    if (node.excluded == ~0u)
      table_.store(node.key, {to_table(score, node.ply), node.depth, bound, move});
  }

  int search_moves(const Node& node) {
    const auto [pos, key, depth, from, beta, ply, table_move, excluded, deeper] = node;
    int alpha = from;
    if (depth == 1) {
      u32 best_move = NO_MOVE;
      const int score = frontier(pos, beta, ply, best_move);
      store_result(node, score, score >= beta ? Bound::lower : Bound::exact, best_move);
      return score;
    }

    int best = -INFINITE;
    u32 best_move = NO_MOVE;
    const auto settle = [&](Move m, int score) {
      if (score > best) {
        best = score;
        best_move = pack_move(m);
      }
      alpha = std::max(alpha, score);
      if (alpha < beta) return false;
      int& h = history_[m.from + 1][static_cast<int>(m.to)];
      h += (pruning_.history_limit() - h) * depth / 64;
      return true;
    };
    // Judging all moves takes a network's time: the table's move often makes that unnecessary.
    int index = 0;
    if (network_ && table_move != ~0u) {
      const Move m = unpack_move(table_move);
      if (pylos::is_legal<Base>(rules_, pos, m)) {
        const int score = -negamax(pylos::play(pos, m), depth - !deeper, -beta, -alpha, ply + 1);
        if (control_.stopped()) return 0;
        ++index;
        if (settle(m, score)) {
          store_result(node, best, Bound::lower, best_move);
          return best;
        }
      }
    }

    const std::size_t first = candidates_.size();
    Estimates estimates(*this, pos);
    pylos::for_each_move<Base>(rules_, pos, [&](Move m) {
      if (overlooks_ && overlooked(pos, m, ply)) return;
      if (pack_move(m) == excluded || (index && pack_move(m) == table_move)) return;
      candidates_.push_back({m, pylos::play(pos, m), 0});
      if (network_) judgements_.prefetch(candidates_.back().child);
    });
    const std::size_t last = candidates_.size();
    int most = -INFINITE;  // whose result will be asked for first, is fetched meanwhile
    for (std::size_t i = first; i < last; ++i) {
      Candidate& c = candidates_[i];
      c.score = pack_move(c.move) == table_move
                    ? INFINITE
                    : -static_eval(c.child, estimates) + history(c.move);
      if (c.score <= most) continue;
      most = c.score;
      table_.prefetch(slot_key(position_key(c.child), ply + 1));
    }
    if (first == last && index == 0) return estimate(pos);

    for (std::size_t i = first; i < last; ++i, ++index) {
      pick(i, last);
      const Candidate c = candidates_[i];
      if (index > 0 && pruning_.is_futile(depth, c.score, alpha)) {
        // The rest looks worse still: an estimate stands for all of it, so no loss is proved.
        best = std::max(best, std::min(alpha, c.score + pruning_.futility_margin(depth)));
        break;
      }
      int score;
      if (index == 0) {
        score = -negamax(c.child, depth - 1, -beta, -alpha, ply + 1);
      } else {
        const int less = pruning_.reduction(depth, index, alpha - c.score);
        score = -negamax(c.child, depth - 1 - less, -alpha - 1, -alpha, ply + 1);
        if (less && score > alpha)
          score = -negamax(c.child, depth - 1, -alpha - 1, -alpha, ply + 1);
        if (score > alpha && score < beta)
          score = -negamax(c.child, depth - 1, -beta, -alpha, ply + 1);
      }
      if (control_.stopped() || settle(c.move, score)) break;
    }
    candidates_.resize(first);
    if (control_.stopped()) return 0;
    const Bound bound = best >= beta ? Bound::lower : best > from ? Bound::exact : Bound::upper;
    store_result(node, best, bound, best_move);
    return best;
  }

  // Moves the best remaining candidate to the front: most nodes end after one or two.
  void pick(std::size_t at, std::size_t last) {
    std::size_t best = at;
    for (std::size_t i = at + 1; i < last; ++i) {
      if (candidates_[i].score > candidates_[best].score) best = i;
    }
    std::swap(candidates_[at], candidates_[best]);
  }

  int history(Move m) const { return history_[m.from + 1][static_cast<int>(m.to)]; }

  Rules rules_;
  const short* weights_;
  const Network* network_;
  Pruning pruning_;
  Oversights oversights_;
  bool overlooks_;
  const DrawnPositions& drawn_;
  TranspositionTable& table_;
  Control& control_;
  bool leads_;
  u64 nodes_ = 0, next_check_ = CHECK_EVERY;
  u64 path_[MAX_PLIES + 2] = {};
  int history_[31][30] = {};
  std::vector<Candidate> candidates_;
  mutable Judgements judgements_;
};

}  // namespace sommet::pylos_search
