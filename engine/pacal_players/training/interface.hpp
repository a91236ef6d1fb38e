// What both halves of the training library share: errors that cross the C interface, samples from
// all cores, weights from memory.
#pragma once

#include <atomic>
#include <exception>
#include <memory>
#include <string>
#include <vector>

#include "common/parallel.hpp"
#include "common/random.hpp"
#include "pacal/pyramid.hpp"

namespace sommet::pacal_players {

// What went wrong in the last call on this thread, empty if nothing did: exceptions must not leave
// a function that C calls.
inline std::string& last_error() {
  static thread_local std::string text;
  return text;
}

// Returns what `work` does, or `otherwise` where it throws.
template <class Result, class F>
Result guarded(Result otherwise, F&& work) noexcept {
  last_error().clear();
  try {
    return work();
  } catch (const std::exception& error) {
    last_error() = error.what();
  } catch (...) {
    last_error() = "unknown error";
  }
  return otherwise;
}

template <class F>
void guarded(F&& work) noexcept {
  guarded(0, [&] {
    work();
    return 0;
  });
}

// Runs `play(random, samples)` for seeds seed, seed + 1, … until `rounds` are played or `out` is
// full; returns how many samples `out` holds.
template <class Sample, class F>
long gather(u64 seed, long rounds, int threads, Sample* out, long most, F&& play) {
  std::atomic<long> next{0}, filled{0};
  Pool(threads).run([&](int) {
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
