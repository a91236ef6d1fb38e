// Positions that searches ask their network about, behind a C interface: see
// src/sommet/learn/pylos_searched.py. Compiled with the training library.
#include "pacal_players/training/interface.hpp"
#include "pylos_search/search.hpp"

using namespace sommet;
using namespace sommet::pylos_search;
using sommet::pacal_players::guarded;

extern "C" {

// Searches roots (own, other), from number `first` on and around again, with so many nodes each
// until the time is up or `out` is full. Keeps one in `one_in` of the positions asked about, at random;
// returns how many `out` holds.
long pylos_searched(const u8* network, long bytes, const u8* rules, const u32* roots, long count,
                    long first, long nodes, int one_in, long seed, double seconds, int threads,
                    u32* out, long most) {
  return guarded(0L, [&] {
    const auto net = std::make_unique<Network>();
    if (!read_network(network, static_cast<std::size_t>(bytes), *net))
      throw std::invalid_argument("wrong size of network");
    if (count < 1 || nodes < 1 || one_in < 1) throw std::invalid_argument("nothing to search");
    std::atomic<long> next{first}, filled{0};
    const Stopwatch watch;
    Pool(threads).run([&](int) {
      std::vector<Position> asked;
      while (watch.elapsed_ms() < 1000 * seconds && filled < most) {
        const long number = next++;
        const u32* root = roots + 2 * (number % count);
        Task task;
        task.rules = {rules[0] != 0, rules[1] != 0, rules[2] != 0, rules[3] != 0};
        task.root = {root[0], root[1]};
        task.limits.nodes = static_cast<u64>(nodes);
        task.network = net.get();
        task.asked = &asked;
        asked.clear();
        run<4>(task);
        Random random(static_cast<u64>(seed) << 32 ^ static_cast<u64>(number));
        for (const Position pos : asked) {
          if (random.quick(static_cast<u32>(one_in))) continue;
          const long at = filled++;
          if (at >= most) break;
          out[2 * at] = pos.own;
          out[2 * at + 1] = pos.other;
        }
      }
    });
    return std::min(filled.load(), most);
  });
}

}  // extern "C"
