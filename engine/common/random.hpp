// xoshiro256** (Blackman and Vigna), state filled by SplitMix64. The same stream as
// sommet.seeding.Random in Python: deals made from a seed never change between versions.
#pragma once

#include "common/device.hpp"

namespace sommet {

struct Random {
  u64 s[4];

  SOMMET_HD explicit Random(u64 seed) {
    for (int i = 0; i < 4; ++i) {
      seed += 0x9E3779B97F4A7C15ull;
      u64 z = seed;
      z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
      z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
      s[i] = z ^ (z >> 31);
    }
  }

  SOMMET_HD static u64 rotl(u64 x, int k) { return (x << k) | (x >> (64 - k)); }

  SOMMET_HD u64 next64() {
    const u64 result = rotl(s[1] * 5, 7) * 9;
    const u64 t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotl(s[3], 45);
    return result;
  }

  // Uniform in [0, bound), without bias; bound > 0. This is the form that deals depend on.
  SOMMET_HD u64 below(u64 bound) {
    const u64 threshold = (0 - bound) % bound;
    u64 r = next64();
    while (r < threshold) r = next64();
    return r % bound;
  }

  // Nearly uniform in [0, bound) for playouts: one multiplication, bias below bound / 2^32.
  SOMMET_HD u32 quick(u32 bound) {
    return static_cast<u32>(((next64() >> 32) * static_cast<u64>(bound)) >> 32);
  }
};

}  // namespace sommet
