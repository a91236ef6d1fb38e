// CRC-32 as in zlib, eight bytes at a time.
#pragma once

#include <cstring>

#include "common/device.hpp"

namespace sommet {

// entry[k][b]: what byte b does to the sum when k more bytes follow it.
struct Crc32Tables {
  u32 entry[8][256];

  Crc32Tables() {
    for (u32 byte = 0; byte < 256; ++byte) {
      u32 sum = byte;
      for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ (sum & 1u ? 0xEDB88320u : 0u);
      entry[0][byte] = sum;
    }
    for (u32 byte = 0; byte < 256; ++byte)
      for (int k = 1; k < 8; ++k)
        entry[k][byte] = entry[k - 1][byte] >> 8 ^ entry[0][entry[k - 1][byte] & 255];
  }
};

inline u32 crc32(const u8* bytes, u64 size) {
  static const Crc32Tables tables;
  const auto& entry = tables.entry;
  u32 sum = ~0u;
  for (; size >= 8; size -= 8, bytes += 8) {
    u32 low, high;
    std::memcpy(&low, bytes, 4);
    std::memcpy(&high, bytes + 4, 4);
    low ^= sum;
    sum = entry[7][low & 255] ^ entry[6][low >> 8 & 255] ^ entry[5][low >> 16 & 255] ^
          entry[4][low >> 24] ^ entry[3][high & 255] ^ entry[2][high >> 8 & 255] ^
          entry[1][high >> 16 & 255] ^ entry[0][high >> 24];
  }
  for (; size; --size, ++bytes) sum = sum >> 8 ^ entry[0][(sum ^ *bytes) & 255];
  return ~sum;
}

}  // namespace sommet
