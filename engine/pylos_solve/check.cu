// The checker on a GPU: one thread per stored position, every move, straight from the rules. It
// shares no code with the sweep's propagation. Compiled like sweep.cu.
#include "pylos_index/numbering.hpp"
#include "pylos_index/plan.hpp"

using namespace sommet;
using namespace sommet::pylos_index;

constexpr pylos::Rules RULES = {SQUARES != 0, LINES != 0, OPTIONAL != 0, MAY_RAISE != 0};
constexpr int PLACES = pylos::Pyramid<BASE>::CELLS - 1;
constexpr int BALLS = pylos::Pyramid<BASE>::BALLS;

// How a colouring is numbered (colourings.hpp) and where a stack lies.
struct Index {
  const u32* masks;
  const u64* positions;
  const u32* high_first;  // by balls
  const u32* high;
  const u16* low;
  const u32* keys;
  const u32* values;
  const u32* turned;
};

__device__ __forceinline__ bool stored(int n, int own) { return own <= BALLS && n - own <= BALLS; }

extern "C" __global__ void rank_low(u16* low, u32* sizes) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= (PLACES + 1) * (MAX_HIGH + 1)) return;
  const int n = i / (MAX_HIGH + 1), ones = i % (MAX_HIGH + 1);
  const u32 lows = n > LOW_BITS ? 1u << LOW_BITS : 1u << n;
  u32 size = 0;
  for (u32 c = 0; c < lows; ++c) {
    low[(i << LOW_BITS) + c] = static_cast<u16>(size);
    size += stored(n, ones + popcount(c));
  }
  sizes[i] = size;
}

extern "C" __global__ void rank_high(const u32* first, const u32* sizes, u32* high) {
  const int n = blockIdx.x;
  u32 sum = 0;
  const u32 highs = n > LOW_BITS ? 1u << (n - LOW_BITS) : 1u;
  for (u32 h = 0; h < highs; ++h) {
    high[first[n] + h] = sum;
    sum += sizes[n * (MAX_HIGH + 1) + popcount(h)];
  }
}

extern "C" __global__ void hash_stacks(const Geometry* geo, const u32* masks, u32 count, u32* keys,
                                       u32* values, u32* turned) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  for (u32 t = i; t < SYMMETRIES * 4 * 256; t += gridDim.x * blockDim.x) {
    const u32 g = t / 1024, byte = (t / 256) % 4, v = t % 256;
    u32 places = 0;
    for (u32 b = 0; b < 8; ++b)
      if ((v >> b) & 1u && byte * 8 + b < PLACES)
        places |= 1u << geo->image[g][geo->place[byte * 8 + b]];
    turned[t] = places;
  }
  if (i >= count) return;
  for (u32 g = 0; g < SYMMETRIES; ++g) {
    const u32 cells = cells_of(*geo, image_of(*geo, geo->inverse[g], masks[i]));
    for (u32 at = stack_slot(cells);; at = next_slot(at)) {
      const u32 old = atomicCAS(&keys[at], NO_STACK, cells);
      if (old == NO_STACK) values[at] = i << 3 | g;
      if (old == NO_STACK || old == cells) break;
    }
  }
}

__device__ u64 find(const Index& x, pylos::Position pos) {
  const u32 cells = pos.own | pos.other;
  u32 at = stack_slot(cells);
  while (x.keys[at] != cells) at = next_slot(at);
  const u32 stack = x.values[at] >> 3;
  const u32* t = x.turned + (x.values[at] & 7) * 1024;
  const u32 own = t[pos.own & 255] | t[256 + ((pos.own >> 8) & 255)] |
                  t[512 + ((pos.own >> 16) & 255)] | t[768 + (pos.own >> 24)];
  const u32 mask = x.masks[stack], n = popcount(mask), c = press(own, mask);
  const u32 high = c >> LOW_BITS;
  return x.positions[stack] + x.high[x.high_first[n] + high] +
         x.low[((n * (MAX_HIGH + 1) + popcount(high)) << LOW_BITS) + (c & ((1u << LOW_BITS) - 1))];
}

// Checks all 2^n colourings of stacks [first, last); one block row per piece of a stack.
extern "C" __global__ void check(const Geometry* geo, const Index* index, u32 stack,
                                 const u8* table, u64* checked, u64* mismatches, u64* example) {
  const Index& x = *index;
  const u32 mask = x.masks[stack];
  const int n = popcount(mask);
  u32 mine = 0;
  for (u64 c = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; c < (1ull << n);
       c += gridDim.x * static_cast<u64>(blockDim.x)) {
    if (!stored(n, popcount(static_cast<u32>(c)))) continue;
    u32 places = 0;
    int k = 0;
    for (u32 rest = mask; rest; rest &= rest - 1, ++k)
      if ((c >> k) & 1u) places |= rest & (0 - rest);
    const pylos::Position pos = {cells_of(*geo, places), cells_of(*geo, mask & ~places)};
    u32 derived = 0;
    if (!pylos::is_over<BASE>(RULES, pos)) {
      u32 fastest = 256, slowest = 0;
      bool escapes = false;
      pylos::for_each_move<BASE>(RULES, pos, [&](pylos::Move move) {
        const pylos::Position child = pylos::play(pos, move);
        const u32 value = pylos::summit_taken<BASE>(child) ? 0u : table[find(x, child)];
        if (value == 255)
          escapes = true;
        else if (value & 1)
          slowest = max(slowest, value);
        else
          fastest = min(fastest, value);
      });
      derived = fastest < 256 ? fastest + 1 : escapes ? 255 : slowest + 1;
    }
    ++mine;
    const u64 at = find(x, pos);
    if (table[at] != derived) {
      atomicAdd(mismatches, 1ull);
      atomicMin(example, at);
    }
  }
  if (mine) atomicAdd(checked, static_cast<u64>(mine));
}
