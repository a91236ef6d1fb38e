// What the training programs share: work on all cores, weights from memory, compact pyramids.
#pragma once

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "common/random.hpp"
#include "pacal/pyramid.hpp"

namespace sommet::pacal_players {

template <class F>
void on_threads(int threads, F&& work) {
  std::vector<std::thread> pool;
  for (int t = 0; t < threads; ++t) pool.emplace_back([&work, t] { work(t); });
  for (auto& t : pool) t.join();
}

// Runs `play(random, samples)` for seeds seed, seed + 1, … until `rounds` are played or `out` is
// full; returns how many samples `out` holds.
template <class Sample, class F>
long gather(u64 seed, long rounds, int threads, Sample* out, long most, F&& play) {
  std::atomic<long> next{0}, filled{0};
  on_threads(threads, [&](int) {
    std::vector<Sample> found;
    for (long i = next++; i < rounds && filled < most; i = next++) {
      Random random(seed + static_cast<u64>(i));
      found.clear();
      play(random, found);
      long at = filled.fetch_add(static_cast<long>(found.size()));
      for (std::size_t j = 0; j < found.size() && at < most; ++j, ++at) out[at] = found[j];
    }
  });
  return filled < most ? filled.load() : most;
}

template <class W>
std::unique_ptr<W> load(const float* floats) {
  if (!floats) return nullptr;
  auto w = std::make_unique<W>();
  w->unpack(floats);
  return w;
}

}  // namespace sommet::pacal_players
