// The time since something began. A WebAssembly module has no clock: there no time passes, and
// limits are counted in nodes.
#pragma once

#if !defined(__wasm__)
#include <chrono>
#endif

namespace sommet {

class Stopwatch {
 public:
#if defined(__wasm__)
  double elapsed_ms() const { return 0; }
#else
  double elapsed_ms() const {
    return std::chrono::duration<double, std::milli>(Clock::now() - start_).count();
  }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_ = Clock::now();
#endif
};

}  // namespace sommet
