#include "pylos_solve/check.hpp"

#include <atomic>
#include <chrono>
#include <mutex>
#include <thread>

namespace sommet::solver {

template <int Base>
CheckReport check(pylos::Rules rules, const Locator& locator, const u8* table, int threads,
                  const std::function<bool(double)>& between, std::size_t most) {
  struct Piece {
    u32 stack, begin, end;
  };
  constexpr u32 PIECE = 1u << 16;
  std::vector<Piece> pieces;
  u64 total = 0;
  for (u32 s = 0; s < locator.plan().stacks.size(); ++s) {
    const u32 all = 1u << locator.plan().stacks[s].balls;
    total += all;
    for (u32 begin = 0; begin < all; begin += PIECE)
      pieces.push_back({s, begin, std::min(all, begin + PIECE)});
  }
  CheckReport report;
  std::mutex lock;
  std::atomic<std::size_t> next{0};
  std::atomic<u64> done{0};
  std::atomic<int> running{threads};
  std::atomic<bool> stop{false};
  const auto job = [&] {
    for (std::size_t i; !stop && (i = next.fetch_add(1)) < pieces.size();) {
      const Piece piece = pieces[i];
      const Stack& stack = locator.plan().stacks[piece.stack];
      CheckReport mine;
      for (u32 colouring = piece.begin; colouring < piece.end; ++colouring) {
        if (!locator.colourings().valid(stack.balls, popcount(colouring))) continue;
        pylos::Position pos;
        locator.cells(stack, colouring, pos.own, pos.other);
        const u64 index = stack.positions + locator.colourings().rank(stack.balls, colouring);
        const u8 derived = derive<Base>(rules, locator, table, pos);
        ++mine.checked;
        if (derived == table[index]) continue;
        ++mine.mismatches;
        if (mine.examples.size() < most) mine.examples.push_back({index, table[index], derived});
      }
      done += piece.end - piece.begin;
      const std::lock_guard<std::mutex> guard(lock);
      report.checked += mine.checked;
      report.mismatches += mine.mismatches;
      for (const Mismatch& m : mine.examples)
        if (report.examples.size() < most) report.examples.push_back(m);
    }
    --running;
  };
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t) workers.emplace_back(job);
  while (running > 0) {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    const double share = static_cast<double>(done) / static_cast<double>(total);
    if (between && !between(share)) stop = true;
  }
  for (std::thread& worker : workers) worker.join();
  return report;
}

template CheckReport check<3>(pylos::Rules, const Locator&, const u8*, int,
                              const std::function<bool(double)>&, std::size_t);
template CheckReport check<4>(pylos::Rules, const Locator&, const u8*, int,
                              const std::function<bool(double)>&, std::size_t);

}  // namespace sommet::solver
