// When a search has to stop, and what a player overlooks.
#pragma once

#include <algorithm>
#include <atomic>
#include <functional>
#include <vector>

#include "common/stopwatch.hpp"

namespace sommet::pylos_search {

inline constexpr int MAX_PLIES = 100;

// How far to look. Zero means no such limit; `depth` alone is always bounded.
struct Limits {
  double milliseconds = 0;
  u64 nodes = 0;  // of the first thread, so that one thread alone is deterministic
  int depth = MAX_PLIES;
  int threads = 1;
};

// What a player fails to see: moves of these kinds are left out of the search, for the player
// itself (index 0) and for the opponent as the player imagines them (index 1). Nothing overlooked
// by default.
struct Oversights {
  u32 raises[2] = {0, 0};                // cells onto which a raise goes unseen
  u32 earnings[2] = {0, 0};              // cells where completing a square or line goes unseen
  bool freed_balls[2] = {false, false};  // a second ball freed by taking the first goes unseen
  int blur = 0;                          // the evaluation is off by up to this much, either way
  u64 seed = 0;                          // of the blur

  bool any() const {
    return (raises[0] | raises[1] | earnings[0] | earnings[1]) != 0 || freed_balls[0] ||
           freed_balls[1] || blur != 0;
  }

  // How far off the evaluation of a position is. The sum of two uniform numbers: small errors are
  // likelier than large ones.
  int blur_of(u64 position_key) const {
    u64 z = (position_key ^ seed) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z ^= z >> 31;
    const u64 span = static_cast<u64>(blur) + 1;
    return static_cast<int>(z % span) - static_cast<int>((z >> 32) % span);
  }
};

// Positions of the game so far that would end it if they came up once more (PYL-R3). The key is the
// position's, seen from its side to move, with the top bit telling whether that is the root's.
class DrawnPositions {
 public:
  void add(u64 key) { keys_.insert(std::lower_bound(keys_.begin(), keys_.end(), key), key); }
  bool empty() const { return keys_.empty(); }
  const std::vector<u64>& keys() const { return keys_; }
  bool has(u64 key) const { return std::binary_search(keys_.begin(), keys_.end(), key); }

 private:
  std::vector<u64> keys_;
};

// Shared by the threads of one search: the clock, the flag that ends it, and whom to ask.
class Control {
 public:
  Control(Limits limits, std::function<bool()> cancelled)
      : limits_(limits), cancelled_(std::move(cancelled)) {}

  bool stopped() const { return stop_.load(std::memory_order_relaxed); }
  void stop() { stop_.store(true, std::memory_order_relaxed); }
  double elapsed_ms() const { return watch_.elapsed_ms(); }

  // Called by the first thread every now and then.
  void check(u64 nodes) {
    if (limits_.nodes && nodes >= limits_.nodes) stop();
    if (limits_.milliseconds > 0 && elapsed_ms() >= limits_.milliseconds) stop();
    if (cancelled_ && elapsed_ms() - asked_ms_ >= ASK_EVERY_MS) {
      asked_ms_ = elapsed_ms();
      if (cancelled_()) stop();
    }
  }

 private:
  static constexpr double ASK_EVERY_MS = 5;

  Limits limits_;
  std::function<bool()> cancelled_;
  Stopwatch watch_;
  double asked_ms_ = 0;
  std::atomic<bool> stop_{false};
};

}  // namespace sommet::pylos_search
