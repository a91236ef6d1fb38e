// Iterative deepening on one or more threads, and what it found.
//
// Extra threads search the same root into the same transposition table, each starting at another
// depth (lazy SMP): they make the first thread's table warmer and decide nothing themselves.
#pragma once

#include <memory>
#include <vector>

#include "common/parallel.hpp"
#include "pylos_search/worker.hpp"

namespace sommet::pylos_search {

struct Found {
  std::vector<Candidate> moves;  // best first; scores as in worker.hpp, for the side to move
  std::vector<Move> line;        // principal variation
  int depth = 0;                 // last depth searched to the end
  u64 nodes = 0;
  double milliseconds = 0;
};

struct Task {
  Rules rules;
  Position root;
  Limits limits;
  Oversights oversights;
  DrawnPositions drawn;
  const short* weights = nullptr;
  const Network* network = nullptr;
  bool every = false;  // an exact score for each move, not only for the best
  std::function<bool()> cancelled;
  std::vector<Position>* asked = nullptr;  // gets what the first thread asks the network about
};

inline int table_size_log2(const Limits& limits, bool network) {
  // About one slot a node, at some four million nodes a second, or 1.3 with a network; 16 bytes
  // each, 64 MB at most.
  double expected = 4e6;
  if (limits.nodes) expected = static_cast<double>(limits.nodes);
  if (limits.milliseconds > 0)
    expected = std::min(expected, limits.milliseconds * (network ? 1300 : 4000));
  int log2 = 12;
  while (log2 < 22 && static_cast<double>(u64{1} << log2) < expected) ++log2;
  return log2;
}

// The best line from the table: it starts with `first` and stops where entries end or a
// position comes up again.
template <int Base>
std::vector<Move> principal_variation(Rules rules, Position root, Move first,
                                      const TranspositionTable& table, int most) {
  std::vector<Move> line{first};
  std::vector<Position> seen{root};
  Position pos = pylos::play(root, first);
  Entry entry;
  while (static_cast<int>(line.size()) < most && table.find(position_key(pos), entry)) {
    const Move m = unpack_move(entry.move);
    if (!pylos::is_legal<Base>(rules, pos, m)) break;
    if (std::find(seen.begin(), seen.end(), pos) != seen.end()) break;
    seen.push_back(pos);
    line.push_back(m);
    pos = pylos::play(pos, m);
  }
  return line;
}

// Searches one depth after the other until the limits, a proof or a cancellation end it.
template <int Base>
void deepen(Worker<Base>& leader, const Task& task, int deepest, const Control& control,
            Found& found) {
  std::vector<Candidate> moves = found.moves;
  for (int depth = 1; depth <= deepest && !moves.empty() && !control.stopped(); ++depth) {
    const int done = leader.iterate(task.root, depth, task.every, moves);
    if (done == 0) break;
    found.moves = moves;
    if (control.stopped()) break;
    found.depth = depth;
    const int best = moves.front().score;
    if (!task.every && (best >= PROVEN || best <= -PROVEN || moves.size() == 1)) break;
    if (task.every && std::all_of(moves.begin(), moves.end(), [](const Candidate& c) {
          return c.score >= PROVEN || c.score <= -PROVEN;
        }))
      break;
  }
}

template <int Base>
Found run(const Task& task) {
  Control control(task.limits, task.cancelled);
  TranspositionTable table(table_size_log2(task.limits, task.network != nullptr));
  const auto make_worker = [&](bool leads) {
    return std::make_unique<Worker<Base>>(task.rules, task.weights, task.network, task.oversights,
                                          task.drawn, table, control, leads,
                                          leads ? task.asked : nullptr);
  };
  auto leader = make_worker(true);
  Found found;
  found.moves = leader->root_moves(task.root);
  found.depth = 0;
  const int deepest = std::min(task.limits.depth, MAX_PLIES - 1);

  Pool pool(found.moves.size() > 1 ? task.limits.threads : 1);
  std::vector<std::unique_ptr<Worker<Base>>> helpers;
  for (int t = 1; t < pool.size(); ++t) helpers.push_back(make_worker(false));
  const std::vector<Candidate> unordered = found.moves;
  struct StopsHelpers {  // also where the leader throws
    Control& control;
    ~StopsHelpers() { control.stop(); }
  };
  pool.run([&](int t) {
    if (t == 0) {
      const StopsHelpers at_the_end{control};
      return deepen(*leader, task, deepest, control, found);
    }
    std::vector<Candidate> moves = unordered;
    for (int depth = 1 + t % 2; depth <= deepest && !control.stopped(); ++depth)
      helpers[static_cast<std::size_t>(t) - 1]->iterate(task.root, depth, false, moves);
  });
  found.nodes = leader->nodes();
  for (const auto& helper : helpers) found.nodes += helper->nodes();
  found.milliseconds = control.elapsed_ms();
  if (!found.moves.empty())
    found.line = principal_variation<Base>(task.rules, task.root, found.moves.front().move, table,
                                           std::max(1, found.depth));
  return found;
}

#ifdef SOMMET_SEARCH_COMPILED  // search.cpp does it
extern template Found run<3>(const Task& task);
extern template Found run<4>(const Task& task);
#endif

}  // namespace sommet::pylos_search
