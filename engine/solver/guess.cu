// Positions, inputs and values in bulk, for training and running the guessing net. Included after
// check.cu, whose index it uses.
#include "solver/guess.hpp"

// Flat number -> (stack, colouring) of a level: the position's balls, inputs, number and table
// byte. Positions that the rules decide (no ball left, 29 balls) or that are not the smallest of
// their mirror images get byte 254.
constexpr u8 SKIPPED = 254;

__device__ u32 rank_of(const Index& x, int n, u32 c) {
  const u32 high = c >> LOW_BITS;
  return x.high[x.high_first[n] + high] +
         x.low[((n * (MAX_HIGH + 1) + popcount(high)) << LOW_BITS) + (c & ((1u << LOW_BITS) - 1))];
}

extern "C" __global__ void look(const Geometry* geo, const Index* index, u32 first_stack, int n,
                                const u64* flat, u64 start, u32 count, const u8* table, u32* words,
                                u64* numbers, u8* bytes, int every) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const Index& x = *index;
  const u64 at = flat ? flat[i] : start + i;
  const u32 stack = first_stack + static_cast<u32>(at >> n),
            c = static_cast<u32>(at & ((1ull << n) - 1));
  const u32 mask = x.masks[stack];
  const int own = popcount(c);
  bytes[i] = SKIPPED;
  for (int k = 0; k < INPUT_WORDS; ++k) words[i * INPUT_WORDS + k] = 0;
  if (!stored(n, own) || own >= BALLS) return;
  u32 places = 0;
  int k = 0;
  for (u32 rest = mask; rest; rest &= rest - 1, ++k)
    if ((c >> k) & 1u) places |= rest & (0 - rest);
  if (!every) {
    for (int g = 1; g < SYMMETRIES; ++g) {
      if (image_of(*geo, g, mask) != mask) continue;
      if (press_places(image_of(*geo, g, places), mask) < c) return;
    }
  }
  const pylos::Position pos = {cells_of(*geo, places), cells_of(*geo, mask & ~places)};
  inputs_of(RULES, pos, words + i * INPUT_WORDS);
  const u64 number = x.positions[stack] + rank_of(x, n, c);
  numbers[i] = number;
  bytes[i] = table[number];
}

// Bits to numbers: bf16 (half = 1) or fp32.
extern "C" __global__ void widen(const u32* words, u64 count, void* out, int half) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i >= count * INPUTS) return;
  const bool on = (words[i / 32] >> (i % 32)) & 1u;
  if (half)
    static_cast<u16*>(out)[i] = on ? 0x3F80 : 0;
  else
    static_cast<float*>(out)[i] = on ? 1.0f : 0.0f;
}
