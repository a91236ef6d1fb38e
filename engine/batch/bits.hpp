// Sets of bits written out as one byte per bit, eight at a time.
#pragma once

#include <array>
#include <cstring>

#include "common/device.hpp"

namespace sommet::batch {

// Entry b holds the eight bits of b as eight bytes, lowest bit first in memory.
inline constexpr auto EIGHT_BYTES = [] {
  std::array<std::array<u8, 8>, 256> table{};
  for (int b = 0; b < 256; ++b)
    for (int i = 0; i < 8; ++i) table[b][i] = static_cast<u8>(b >> i & 1);
  return table;
}();

// Writes the lowest Count bits of `bits` to out[0 … Count-1].
template <int Count>
inline void write_bits(u64 bits, u8* out) {
  constexpr int WHOLE = Count / 8;
  for (int i = 0; i < WHOLE; ++i) std::memcpy(out + 8 * i, &EIGHT_BYTES[bits >> 8 * i & 255], 8);
  if constexpr (Count % 8 != 0)
    std::memcpy(out + 8 * WHOLE, &EIGHT_BYTES[bits >> 8 * WHOLE & 255], Count % 8);
}

// The same for a count known only at run time.
inline void write_bits(u64 bits, int count, u8* out) {
  for (; count >= 8; count -= 8, bits >>= 8, out += 8)
    std::memcpy(out, &EIGHT_BYTES[bits & 255], 8);
  for (int i = 0; i < count; ++i) out[i] = static_cast<u8>(bits >> i & 1);
}

}  // namespace sommet::batch
