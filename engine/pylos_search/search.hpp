// Iterative deepening on one or more threads, and what it found.
//
// Extra threads search the same root into the same transposition table, each starting at another
// depth (lazy SMP): they make the first thread's table warmer and decide nothing themselves.
#pragma once

#include <memory>
#include <thread>
#include <vector>

#include "pylos_search/worker.hpp"

namespace sommet::search {

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

// The best line as the table remembers it: it starts with `first` and stops where memory ends or a
// position comes up again.
template <int Base>
std::vector<Move> principal_variation(Rules rules, Position root, Move first,
                                      const Transposition& table, int most) {
  std::vector<Move> line{first};
  std::vector<Position> seen{root};
  Position pos = pylos::play(root, first);
  Memory memory;
  while (static_cast<int>(line.size()) < most && table.find(position_key(pos), memory)) {
    const Move m = unpack_move(memory.move);
    if (!pylos::is_legal<Base>(rules, pos, m)) break;
    if (std::find(seen.begin(), seen.end(), pos) != seen.end()) break;
    seen.push_back(pos);
    line.push_back(m);
    pos = pylos::play(pos, m);
  }
  return line;
}

template <int Base>
Found run(const Task& task) {
  Control control(task.limits, task.cancelled);
  Transposition table(table_size_log2(task.limits, task.network != nullptr));
  const auto make_worker = [&](bool leads) {
    return std::make_unique<Worker<Base>>(task.rules, task.weights, task.network, task.oversights,
                                          task.drawn, table, control, leads);
  };
  auto leader = make_worker(true);
  Found found;
  found.moves = leader->root_moves(task.root);
  found.depth = 0;
  const int deepest = std::min(task.limits.depth, MAX_PLIES - 1);

  std::vector<std::unique_ptr<Worker<Base>>> crew;
  std::vector<std::thread> threads;
  for (int i = 1; i < task.limits.threads && found.moves.size() > 1; ++i) {
    crew.push_back(make_worker(false));
    Worker<Base>* worker = crew.back().get();
    threads.emplace_back([&, worker, i, moves = found.moves]() mutable {
      for (int depth = 1 + i % 2; depth <= deepest && !control.stopped(); ++depth)
        worker->iterate(task.root, depth, false, moves);
    });
  }

  std::vector<Candidate> moves = found.moves;
  for (int depth = 1; depth <= deepest && !moves.empty() && !control.stopped(); ++depth) {
    const int done = leader->iterate(task.root, depth, task.every, moves);
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
  control.stop();
  for (std::thread& t : threads) t.join();
  found.nodes = leader->nodes();
  for (const auto& worker : crew) found.nodes += worker->nodes();
  found.milliseconds = control.elapsed_ms();
  if (!found.moves.empty())
    found.line = principal_variation<Base>(task.rules, task.root, found.moves.front().move, table,
                                           std::max(1, found.depth));
  return found;
}

}  // namespace sommet::search
