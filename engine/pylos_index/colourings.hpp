// Numbers the colourings of a stack: the balls of the side to move, pressed together to n bits, in
// increasing order, leaving out those with more balls of either colour than a player owns.
//
//   n = 4, at most 3 each:  0000 is out, 0001 -> 0, 0010 -> 1, 0011 -> 2, ..., 1110 -> 13,
//                           1111 is out
#pragma once

#include <vector>

#include "pylos_index/numbering.hpp"

namespace sommet::pylos_index {

class Colourings {
 public:
  Colourings(int balls_each, int places) : balls_(balls_each), first_(places + 1) {
    for (int n = 0; n <= 32; ++n) {
      choose_[n][0] = 1;
      for (int k = 1; k <= 32; ++k)
        choose_[n][k] = n == 0 ? 0 : choose_[n - 1][k - 1] + choose_[n - 1][k];
    }
    low_.resize(static_cast<std::size_t>(places + 1) * (MAX_HIGH + 1) << LOW_BITS);
    for (int n = 0; n <= places; ++n) fill(n);
  }

  bool valid(int n, int own) const { return own <= balls_ && n - own <= balls_; }

  // How many colourings of n balls are stored.
  u64 count(int n) const {
    u64 sum = 0;
    for (int own = 0; own <= n; ++own)
      if (valid(n, own)) sum += choose_[n][own];
    return sum;
  }

  // The number of a valid colouring among those of n balls.
  u32 rank(int n, u32 colouring) const {
    const u32 high = colouring >> LOW_BITS;
    return high_[first_[n] + high] +
           low_[(static_cast<u32>(n * (MAX_HIGH + 1) + popcount(high)) << LOW_BITS) +
                (colouring & ((1u << LOW_BITS) - 1))];
  }

  // The inverse of rank.
  u32 unrank(int n, u32 rank) const {
    u32 lo = 0, hi = (n > LOW_BITS ? 1u << (n - LOW_BITS) : 1u) - 1;
    while (lo < hi) {  // the last group that starts at or before rank and is not empty after it
      const u32 mid = lo + (hi - lo + 1) / 2;
      if (high_[first_[n] + mid] <= rank)
        lo = mid;
      else
        hi = mid - 1;
    }
    rank -= high_[first_[n] + lo];
    const int ones = popcount(lo);
    const u32 end = n > LOW_BITS ? 1u << LOW_BITS : 1u << n;
    for (u32 c = 0; c < end; ++c) {
      if (!valid(n, ones + popcount(c))) continue;
      if (rank-- == 0) return lo << LOW_BITS | c;
    }
    return 0;
  }

  u64 choose(int n, int k) const { return k < 0 || k > n ? 0 : choose_[n][k]; }
  int balls_each() const { return balls_; }
  const std::vector<u32>& high() const { return high_; }
  const std::vector<u32>& first() const { return first_; }
  const std::vector<u16>& low() const { return low_; }

 private:
  void fill(int n) {
    first_[n] = static_cast<u32>(high_.size());
    const u32 highs = n > LOW_BITS ? 1u << (n - LOW_BITS) : 1u;
    const u32 lows = n > LOW_BITS ? 1u << LOW_BITS : 1u << n;
    u32 sizes[MAX_HIGH + 1] = {};
    for (int ones = 0; ones <= MAX_HIGH; ++ones) {
      u16* low = &low_[static_cast<u32>(n * (MAX_HIGH + 1) + ones) << LOW_BITS];
      for (u32 c = 0; c < lows; ++c) {
        low[c] = static_cast<u16>(sizes[ones]);
        sizes[ones] += valid(n, ones + popcount(c));
      }
    }
    u32 sum = 0;
    for (u32 high = 0; high < highs; ++high) {
      high_.push_back(sum);
      sum += sizes[popcount(high)];
    }
  }

  int balls_;
  u64 choose_[33][33];
  std::vector<u32> first_, high_;
  std::vector<u16> low_;
};

}  // namespace sommet::pylos_index
