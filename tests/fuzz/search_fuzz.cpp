// Searches positions of random games under every rule switch, with and without weights, oversights
// and extra threads. Built with sanitizers; fails where a search finds no move, or where the
// network's arithmetic depends on the processor.
#include <cstdio>
#include <cstring>
#include <memory>
#include <vector>

#include "common/random.hpp"
#include "pylos_search/network_steps.hpp"
#include "pylos_search/search.hpp"

using namespace sommet;
using namespace sommet::pylos_search;

namespace {

constexpr int GAMES = 60, MOVES = 60, EVERY = 6;
constexpr u64 NODES = 400;
constexpr u64 ALL_CELLS = pylos::Pyramid<4>::ALL;

Task make_task(int game, Position root, Random& random, const std::vector<short>& weights) {
  Task task;
  task.rules = {game % 4 != 0, game % 4 >= 2, (game & 4) != 0, (game & 8) != 0};
  task.root = root;
  task.limits = {0, NODES, MAX_PLIES, 1 + static_cast<int>(random.quick(3))};
  if (game & 1) task.weights = weights.data();
  task.every = game % 3 == 0;
  if (game % 5 == 0) {
    task.oversights.raises[1] = static_cast<u32>(random.next64() & ALL_CELLS);
    task.oversights.earnings[0] = static_cast<u32>(random.next64() & ALL_CELLS);
    task.oversights.freed_balls[1] = true;
    task.oversights.blur = 50;
  }
  task.drawn.add(position_key(root));
  return task;
}

// A network of random numbers.
std::unique_ptr<Network> make_network(Random& random) {
  std::vector<u8> bytes(NETWORK_BYTES);
  for (u8& byte : bytes) byte = static_cast<u8>(random.next64());
  auto net = std::make_unique<Network>();
  if (!read_network(bytes.data(), bytes.size(), *net)) std::abort();
  return net;
}

struct alignas(64) Sums {
  i16 of[WIDE];
};

bool same(const Sums& a, const Sums& b) { return std::memcmp(&a, &b, sizeof a) == 0; }

// Whether sums, changes of them and what is judged by them are the same with each kind of vectors
// that this processor has.
bool vectors_agree(const Network& net, Random& random) {
  Rows rows;
  Changes changes;
  const auto row = [&] { return net.row[random.quick(NETWORK_INPUTS)]; };
  for (u32 n = 30 + random.quick(30); n; --n) rows.add(row());
  for (u32 n = random.quick(20); n; --n) changes.add(row());
  for (u32 n = random.quick(20); n; --n) changes.take(row());
  const i16 excess = rows.pair_up(net);
  const int pairs = changes.pair_up(net), stage = static_cast<int>(random.quick(NETWORK_STAGES));
  Sums whole, changed;
  add_up_plainly(rows, excess, net.row_bias, whole.of);
  change_sum_plainly(changes, pairs, whole.of, changed.of);
  const int judged = judge_sum_plainly(net, stage, changed.of);
  const auto agrees = [&](auto add_up, auto change, auto judge) {
    Sums a, b;
    add_up(rows, excess, net.row_bias, a.of);
    change(changes, pairs, whole.of, b.of);
    return same(a, whole) && same(b, changed) && judge(net, stage, changed.of) == judged;
  };
#if defined(__x86_64__)
  if (HAS_AVX2 && !agrees(add_up_avx2, change_sum_avx2, judge_sum_avx2)) return false;
  if (HAS_AVX512 && !agrees(add_up_avx512, change_sum_avx512, judge_sum_avx512)) return false;
#endif
#if SOMMET_NEON
  if (!agrees(add_up_neon, change_sum_neon, judge_sum_neon)) return false;
#endif
  return agrees(add_up_plainly, change_sum_plainly, judge_sum_plainly);
}

}  // namespace

int main() {
  Random random(5);
  const auto net = make_network(random);
  for (int i = 0; i < 2000; ++i)
    if (!vectors_agree(*net, random)) return 2;
  std::vector<short> weights(WEIGHTS);
  for (short& weight : weights)
    weight = static_cast<short>(static_cast<int>(random.quick(200)) - 100);
  int searches = 0;
  for (int game = 0; game < GAMES; ++game) {
    Position pos{0, 0};
    for (int ply = 0; ply < MOVES; ++ply) {
      const Task task = make_task(game, pos, random, weights);
      std::vector<Move> moves;
      pylos::for_each_move<4>(task.rules, pos, [&](Move move) { moves.push_back(move); });
      if (moves.empty()) break;
      if (random.quick(EVERY) == 0) {
        if (run<4>(task).moves.empty()) return 1;
        ++searches;
      }
      pos = pylos::play(pos, moves[random.quick(static_cast<u32>(moves.size()))]);
    }
  }
  std::printf("%d searches\n", searches);
  return 0;
}
