// SHA-256 (FIPS 180-4), for seeds of days and checksums of files.
#pragma once

#include <cstddef>

#include "common/device.hpp"

namespace sommet {

class Sha256 {
 public:
  void add(const u8* bytes, std::size_t size) {
    for (std::size_t i = 0; i < size; ++i) {
      block_[length_++ % BLOCK_BYTES] = bytes[i];
      if (length_ % BLOCK_BYTES == 0) mix();
    }
  }

  // The hash; nothing may be added afterwards.
  void finish(u8 (&hash)[32]) {
    const u64 bits = length_ * 8;
    const u8 one = 0x80, zero = 0;
    add(&one, 1);
    while (length_ % BLOCK_BYTES != BLOCK_BYTES - 8) add(&zero, 1);
    for (int i = 7; i >= 0; --i) {
      const u8 byte = static_cast<u8>(bits >> (8 * i));
      add(&byte, 1);
    }
    for (int i = 0; i < 32; ++i) hash[i] = static_cast<u8>(state_[i / 4] >> (24 - 8 * (i % 4)));
  }

 private:
  static constexpr std::size_t BLOCK_BYTES = 64;
  static constexpr u32 ROUND[64] = {
      0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
      0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
      0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
      0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
      0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
      0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
      0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
      0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
      0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
      0xc67178f2};

  static u32 rotr(u32 x, int n) { return x >> n | x << (32 - n); }

  void mix() {
    u32 w[64];
    for (int i = 0; i < 16; ++i)
      w[i] = static_cast<u32>(block_[4 * i]) << 24 | static_cast<u32>(block_[4 * i + 1]) << 16 |
             static_cast<u32>(block_[4 * i + 2]) << 8 | block_[4 * i + 3];
    for (int i = 16; i < 64; ++i) {
      const u32 a = w[i - 15], b = w[i - 2];
      w[i] = w[i - 16] + w[i - 7] + (rotr(a, 7) ^ rotr(a, 18) ^ a >> 3) +
             (rotr(b, 17) ^ rotr(b, 19) ^ b >> 10);
    }
    u32 s[8];
    for (int i = 0; i < 8; ++i) s[i] = state_[i];
    for (int i = 0; i < 64; ++i) {
      const u32 t1 = s[7] + (rotr(s[4], 6) ^ rotr(s[4], 11) ^ rotr(s[4], 25)) +
                     ((s[4] & s[5]) ^ (~s[4] & s[6])) + ROUND[i] + w[i];
      const u32 t2 = (rotr(s[0], 2) ^ rotr(s[0], 13) ^ rotr(s[0], 22)) +
                     ((s[0] & s[1]) ^ (s[0] & s[2]) ^ (s[1] & s[2]));
      for (int k = 7; k > 0; --k) s[k] = s[k - 1];
      s[4] += t1;
      s[0] = t1 + t2;
    }
    for (int i = 0; i < 8; ++i) state_[i] += s[i];
  }

  u32 state_[8] = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a,
                   0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19};
  u8 block_[BLOCK_BYTES] = {};
  u64 length_ = 0;
};

}  // namespace sommet
