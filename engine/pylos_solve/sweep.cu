// The sweep on a GPU: the same plan and the same formulas as sweep.hpp, one block per 256 units,
// all stacks in one launch. Compiled at run time (NVRTC) with -DBASE and the rules as -DSQUARES,
// -DLINES, -DOPTIONAL, -DMAY_RAISE. Eight threads share a unit, a 32-bit word (two lanes) each.
#include "pylos_index/plan.hpp"

using namespace sommet;
using namespace sommet::pylos_index;

constexpr pylos::Rules RULES = {SQUARES != 0, LINES != 0, OPTIONAL != 0, MAY_RAISE != 0};
constexpr int PLACES = pylos::Pyramid<BASE>::CELLS - 1;
constexpr int BALLS = pylos::Pyramid<BASE>::BALLS;
constexpr int CHUNK = 256;    // units to a block
constexpr int THREADS = 256;  // 32 units at a time
constexpr int WORDS = 8;      // words to a unit
constexpr int MAX_EDGES = 40;

struct Chunk {
  u32 stack, first;  // first unit
  u64 position;      // stored positions before it
};

__device__ __forceinline__ bool stored(int n, int own) { return own <= BALLS && n - own <= BALLS; }

// ---- the plan
extern "C" __global__ void geometry(Geometry* geo) { make_geometry<BASE>(*geo, RULES); }

// Up to 16 canonical stacks one ball fuller than each stack; ~0 where there are fewer.
extern "C" __global__ void grow(const Geometry* geo, const u32* masks, u32 count, u32* fuller) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  u32 k = i * 32;
  int g = 0;
  for (u32 open = open_places<BASE>(*geo, masks[i]); open; open &= open - 1)
    fuller[k++] = canonical(*geo, masks[i] | 1u << lowest(open), g);
}

extern "C" __global__ void edge_counts(const Geometry* geo, const u32* masks, u32 count, u64* out) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  out[i] =
      popcount(open_places<BASE>(*geo, masks[i])) + popcount(free_places<BASE>(*geo, masks[i]));
}

__device__ u32 number_of(const u32* masks, const u32* level, u32 mask) {
  const int n = popcount(mask);
  u32 lo = level[n], hi = level[n + 1];
  while (hi - lo > 1) {
    const u32 mid = (lo + hi) / 2;
    if (masks[mid] <= mask)
      lo = mid;
    else
      hi = mid;
  }
  return lo;
}

extern "C" __global__ void join(const Geometry* geo, const u32* masks, const u32* level, u32 count,
                                const u64* first, const u64* units, const u64* positions,
                                Stack* stacks, Edge* edges) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const u32 mask = masks[i];
  Stack s{};
  s.mask = mask;
  s.balls = static_cast<i8>(popcount(mask));
  s.upper = static_cast<i8>(popcount(mask >> UNIT_PLACES));
  s.unit = static_cast<u8>(mask & 0xFF);
  s.first = static_cast<u32>(first[i]);
  s.units = units[i];
  s.positions = positions[i];
  Edge* edge = edges + s.first;
  const auto add = [&](int place) {
    int g = 0;
    const u32 neighbour = canonical(*geo, mask ^ 1u << place, g);
    connect(*geo, mask, place, neighbour, number_of(masks, level, neighbour), g, *edge++);
  };
  const u32 open = open_places<BASE>(*geo, mask);
  for (int at = pylos::Pyramid<BASE>::LEVELS - 1; at >= 0; --at)
    for (u32 p = open; p; p &= p - 1)
      if (geo->level[lowest(p)] == at) {
        add(lowest(p));
        ++s.inserts;
        if (at >= 1) ++s.raised[0];
        if (at >= 2) ++s.raised[1];
      }
  for (u32 f = free_places<BASE>(*geo, mask); f; f &= f - 1, ++s.removes) add(lowest(f));
  for (int p = 0; p < PLACES; ++p)
    for (int k = 0; k < geo->patterns[p]; ++k) {
      const u32 whole = geo->pattern[p][k] | 1u << p;
      if ((whole & mask) == whole) s.may_earn = 1;
    }
  stacks[i] = s;
}

__device__ u64 choose(int n, int k) {
  u64 c = 1;
  for (int i = 1; i <= k; ++i) c = c * static_cast<u64>(n - k + i) / static_cast<u64>(i);
  return c;
}

// Stored colourings of a unit when `outside` of the mover's balls lie outside it.
__device__ u32 unit_size(const Stack& s, int outside) {
  u32 size = 0;
  const int inside = popcount(s.unit);
  for (int k = 0; k <= inside; ++k)
    if (stored(s.balls, outside + k)) size += static_cast<u32>(choose(inside, k));
  return size;
}

extern "C" __global__ void cut(const Stack* stacks, u32 count, const u64* chunks_before, u32 chunks,
                               Chunk* out) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= chunks) return;
  u32 lo = 0, hi = count;
  while (hi - lo > 1) {
    const u32 mid = (lo + hi) / 2;
    if (chunks_before[mid] <= i)
      lo = mid;
    else
      hi = mid;
  }
  const Stack& s = stacks[lo];
  const u32 first = static_cast<u32>(i - chunks_before[lo]) * CHUNK;
  u64 before = 0;
  int ones = 0;
  for (int k = s.upper - 1; k >= 0; --k) {
    if (!((first >> k) & 1u)) continue;
    for (int a = 0; a <= k; ++a) before += choose(k, a) * unit_size(s, ones + a);
    ++ones;
  }
  out[i] = {lo, first, s.positions + before};
}

// ---- one pass
// What the threads of a block share: the stack, its edges, and where their units lie.
struct Shared {
  Chunk chunk;
  Stack stack;
  Edge edge[MAX_EDGES];
  u64 base[MAX_EDGES];  // the neighbour's first unit | the bits that the chunk decides
  u32 low[MAX_EDGES][2][16];
  u8 dead[MAX_EDGES];   // needs a bit that this chunk does not have
  u8 plain[MAX_EDGES];  // lanes stay where they are
};

__device__ void load(Shared& s, const Chunk* chunks, const Stack* stacks, const Edge* edges,
                     bool inserts, bool removes) {
  if (threadIdx.x == 0) {
    s.chunk = chunks[blockIdx.x];
    s.stack = stacks[s.chunk.stack];
  }
  __syncthreads();
  const u32 from = inserts ? 0 : s.stack.inserts;
  const u32 to = s.stack.inserts + (removes ? s.stack.removes : 0);
  const u32* source = reinterpret_cast<const u32*>(edges + s.stack.first);
  u32* target = reinterpret_cast<u32*>(s.edge);
  constexpr u32 SIZE = sizeof(Edge) / 4;
  for (u32 i = from * SIZE + threadIdx.x; i < to * SIZE; i += THREADS) target[i] = source[i];
  __syncthreads();
  for (u32 e = from + threadIdx.x; e < to; e += THREADS) {
    const Edge& edge = s.edge[e];
    u64 base = edge.fixed;
    for (int k = 8; k < s.stack.upper; ++k)
      if ((s.chunk.first >> k) & 1u && edge.upper_bit[k] >= 0) base |= 1u << edge.upper_bit[k];
    s.base[e] = stacks[edge.source].units + base;
    s.dead[e] = ((edge.needed & ~255u) & ~s.chunk.first) != 0;
    bool plain = edge.lanes == 0xFFFF;
    for (int i = 0; i < 16; ++i) plain = plain && edge.lane[i] == i;
    s.plain[e] = plain;
  }
  for (u32 i = from * 32 + threadIdx.x; i < to * 32; i += THREADS) {
    const u32 e = i / 32, half = (i / 16) & 1, nibble = i & 15;
    u32 bits = 0;
    for (int k = 0; k < 4; ++k) {
      const int bit = s.edge[e].upper_bit[half * 4 + k];
      if ((nibble >> k) & 1u && bit >= 0) bits |= 1u << bit;
    }
    s.low[e][half][nibble] = bits;
  }
  __syncthreads();
}

__device__ __forceinline__ u64 address(const Shared& s, u32 e, u32 unit) {
  return s.base[e] + (s.low[e][0][unit & 15] | s.low[e][1][(unit >> 4) & 15]);
}

// Word `w` of our unit read through edge e from the neighbour's unit.
__device__ __forceinline__ u32 read(const Shared& s, u32 e, const u32* set, u64 unit, u32 w,
                                    u32 flip) {
  const Edge& edge = s.edge[e];
  u32 x;
  if (s.plain[e]) {
    x = set[unit * WORDS + w];
  } else {
    const u16* lanes = reinterpret_cast<const u16*>(set + unit * WORDS);
    x = lanes[edge.lane[2 * w]] | static_cast<u32>(lanes[edge.lane[2 * w + 1]]) << 16;
  }
  x ^= flip;
  const u32 keep = edge.keep * 0x10001u;
  if (edge.shift > 0) x = (x >> edge.shift) & keep;
  if (edge.shift < 0) x = (x << -edge.shift) & keep;
  for (int k = 0; k < edge.swaps; ++k) {
    const u32 t = (x ^ (x >> edge.swap_shift[k])) & (edge.swap_keep[k] * 0x10001u);
    x ^= t ^ (t << edge.swap_shift[k]);
  }
  const u32 two = (edge.lanes >> (2 * w)) & 3u;
  return x & (((two & 1u) ? 0xFFFFu : 0u) | ((two & 2u) ? 0xFFFF0000u : 0u));
}

// V after a landing through insert edge e: `taken` where the landing earns take-backs.
__device__ __forceinline__ u32 land(const Shared& s, u32 e, const u32* v, const u32* taken,
                                    u32 unit, u32 w, u32 flip) {
  const Edge& edge = s.edge[e];
  const u64 at = address(s, e, unit);
  const u32 x = read(s, e, v, at, w, flip);
  u32 earns = 0;
  for (int p = 0; p < edge.patterns; ++p) {
    if ((edge.pattern_units[p] & unit) != edge.pattern_units[p]) continue;
    const u32 two = (edge.pattern_lanes[p] >> (2 * w)) & 3u, bits = edge.pattern_bits[p];
    earns |= ((two & 1u) ? bits : 0u) | ((two & 2u) ? bits << 16 : 0u);
  }
  if (!earns) return x;
  const u32 t = read(s, e, taken, at, w, 0) & earns;
  return RULES.takeback_optional ? x | t : (x & ~earns) | t;
}

// one = V | V after taking back one ball.
extern "C" __global__ void __launch_bounds__(THREADS)
    take_one(const Chunk* chunks, const Stack* stacks, const Edge* edges, const u32* v, u32 flip,
             u32* one) {
  __shared__ Shared s;
  load(s, chunks, stacks, edges, false, true);
  const u32 count = min(CHUNK, 1 << s.stack.upper), w = threadIdx.x % WORDS;
  for (u32 i = threadIdx.x / WORDS; i < count; i += THREADS / WORDS) {
    const u32 unit = s.chunk.first + i;
    const u64 at = (s.stack.units + unit) * WORDS + w;
    u32 sum = v[at] ^ flip;
    for (u32 e = s.stack.inserts; e < s.stack.inserts + s.stack.removes; ++e)
      if (!s.dead[e] && !(s.edge[e].needed & ~unit))
        sum |= read(s, e, v, address(s, e, unit), w, flip);
    one[at] = sum;
  }
}

// two = V after taking back one or two balls.
extern "C" __global__ void __launch_bounds__(THREADS)
    take_two(const Chunk* chunks, const Stack* stacks, const Edge* edges, const u32* one,
             u32* two) {
  __shared__ Shared s;
  if (!stacks[chunks[blockIdx.x].stack].may_earn) return;
  load(s, chunks, stacks, edges, false, true);
  const u32 count = min(CHUNK, 1 << s.stack.upper), w = threadIdx.x % WORDS;
  for (u32 i = threadIdx.x / WORDS; i < count; i += THREADS / WORDS) {
    const u32 unit = s.chunk.first + i;
    u32 sum = 0;
    for (u32 e = s.stack.inserts; e < s.stack.inserts + s.stack.removes; ++e)
      if (!s.dead[e] && !(s.edge[e].needed & ~unit))
        sum |= read(s, e, one, address(s, e, unit), w, 0);
    two[(s.stack.units + unit) * WORDS + w] = sum;
  }
}

// place = V after a ball onto level 2 or higher, high = the same for level 3.
extern "C" __global__ void __launch_bounds__(THREADS)
    place_high(const Chunk* chunks, const Stack* stacks, const Edge* edges, const u32* v, u32 flip,
               const u32* two, u32* place, u32* high) {
  __shared__ Shared s;
  if (!stacks[chunks[blockIdx.x].stack].raised[0]) return;
  load(s, chunks, stacks, edges, true, false);
  const u32 count = min(CHUNK, 1 << s.stack.upper), w = threadIdx.x % WORDS;
  for (u32 i = threadIdx.x / WORDS; i < count; i += THREADS / WORDS) {
    const u32 unit = s.chunk.first + i;
    const u64 at = (s.stack.units + unit) * WORDS + w;
    u32 sum = 0, e = 0;
    for (; e < s.stack.raised[1]; ++e) sum |= land(s, e, v, two, unit, w, flip);
    if (s.stack.raised[1]) high[at] = sum;
    for (; e < s.stack.raised[0]; ++e) sum |= land(s, e, v, two, unit, w, flip);
    place[at] = sum;
  }
}

// Word w of the unit with each colouring replaced by the opponent's balls.
__device__ __forceinline__ u32 opponent(const u32* words, u32 w, u32 unit_mask) {
  const u32 turn = unit_mask >> LANE_PLACES;
  const u16* lanes = reinterpret_cast<const u16*>(words);
  u32 x = lanes[(2 * w) ^ turn] | static_cast<u32>(lanes[(2 * w + 1) ^ turn]) << 16;
  if (unit_mask & 1u) x = ((x >> 1) & 0x55555555u) | ((x & 0x55555555u) << 1);
  if (unit_mask & 2u) x = ((x >> 2) & 0x33333333u) | ((x & 0x33333333u) << 2);
  if (unit_mask & 4u) x = ((x >> 4) & 0x0F0F0F0Fu) | ((x & 0x0F0F0F0Fu) << 4);
  if (unit_mask & 8u) x = ((x >> 8) & 0x00FF00FFu) | ((x & 0x00FF00FFu) << 8);
  return x;
}

// The positions of this distance: into `won` (odd) or `lost` (even) and, as bytes, into the table.
extern "C" __global__ void __launch_bounds__(THREADS)
    decide(const Chunk* chunks, const Stack* stacks, const Edge* edges, const u32* won,
           const u32* lost, u32* target, u32 distance, const u32* two, const u32* place,
           const u32* high, u8* table, u8* finished, u64* found) {
  if (finished[blockIdx.x]) return;
  __shared__ Shared s;
  __shared__ u32 valid[32][WORDS], reserve[32][WORDS], size[32], before[CHUNK];
  __shared__ u32 fresh[THREADS / WORDS][WORDS];
  load(s, chunks, stacks, edges, true, true);
  const bool odd = distance & 1;
  const u32* v = odd ? lost : won;
  const u32 flip = odd ? 0 : ~0u;
  const u32 upper = s.stack.upper, full = (1u << upper) - 1, mask = s.stack.unit;
  const int n = s.stack.balls;
  const u32 count = min(CHUNK, 1 << upper), w = threadIdx.x % WORDS;
  for (u32 i = threadIdx.x; i < (upper + 1) * WORDS; i += THREADS) {
    const u32 h = i / WORDS, word = i % WORDS;
    u32 all = 0, some = 0;
    for (u32 b = 0; b < 32; ++b) {
      const u32 u = word * 32 + b;
      const int own = static_cast<int>(h) + popcount(u);
      if ((u & ~mask) || !stored(n, own)) continue;
      all |= 1u << b;
      if (own < BALLS) some |= 1u << b;
    }
    valid[h][word] = all;
    reserve[h][word] = some;
  }
  __syncthreads();
  if (threadIdx.x <= upper) {
    u32 sum = 0;
    for (int k = 0; k < WORDS; ++k) sum += popcount(valid[threadIdx.x][k]);
    size[threadIdx.x] = sum;
  }
  __syncthreads();
  {  // stored positions of the chunk before each unit
    const u32 i = threadIdx.x;
    before[i] = i < count ? size[popcount(s.chunk.first + i)] : 0;
    __syncthreads();
    for (u32 step = 1; step < CHUNK; step *= 2) {
      const u32 add = i >= step ? before[i - step] : 0;
      __syncthreads();
      before[i] += add;
      __syncthreads();
    }
    const u32 exclusive = i ? before[i - 1] : 0;
    __syncthreads();
    before[i] = exclusive;
    __syncthreads();
  }
  const u32 inserts = s.stack.inserts, edges_all = inserts + s.stack.removes;
  const u32 rounds = (count + THREADS / WORDS - 1) / (THREADS / WORDS);
  u32 new_here = 0;
  bool left_here = false;
  for (u32 round = 0; round < rounds; ++round) {
    const u32 slot = threadIdx.x / WORDS, i = round * (THREADS / WORDS) + slot;
    const u32 unit = s.chunk.first + i;
    u32 open = 0;
    if (i < count) {
      const u64 there = (s.stack.units + (full ^ unit)) * WORDS;
      const u32 h = popcount(unit);
      const u32 known = opponent(won + there, w, mask) | opponent(lost + there, w, mask);
      open = valid[h][w] & ~known;
      const u32 was = open;
      if (open) {
        u32 sum = n == PLACES ? ~0u : 0u, up = 0, e = 0;
        if (s.stack.raised[0]) {
          sum |= place[(s.stack.units + unit) * WORDS + w];
          e = s.stack.raised[0];
        }
        for (; e < inserts; ++e) sum |= land(s, e, v, two, unit, w, flip);
        for (e = inserts; e < edges_all; ++e) {
          const int level = s.edge[e].level;
          if (level >= 2 || s.dead[e] || (s.edge[e].needed & ~unit)) continue;
          if (!stacks[s.edge[e].source].raised[level]) continue;
          up |= read(s, e, level == 0 ? place : high, address(s, e, unit), w, 0);
        }
        sum &= reserve[h][w];
        sum |= RULES.may_raise ? up : up & reserve[h][w];
        open &= odd ? sum : ~sum;
      }
      left_here |= (was & ~open) != 0;
      new_here += popcount(open);
      if (open) {
        const u32 in_unit = valid[h][w];
        u32 at = before[i];
        for (u32 k = 0; k < w; ++k) at += popcount(valid[h][k]);
        u8* bytes = table + s.chunk.position + at;
        for (u32 f = open; f; f &= f - 1)
          bytes[popcount(in_unit & ((f & (0u - f)) - 1))] = static_cast<u8>(distance);
      }
    }
    fresh[slot][w] = open;
    __syncwarp();
    if (i < count) {
      const u32 x = opponent(fresh[slot], w, mask);
      if (x) target[(s.stack.units + (full ^ unit)) * WORDS + w] |= x;
    }
    __syncwarp();
  }
  const int left = __syncthreads_or(left_here);
  if (threadIdx.x == 0 && !left) finished[blockIdx.x] = 1;
  for (int step = 16; step; step /= 2) new_here += __shfl_down_sync(~0u, new_here, step);
  if (threadIdx.x % 32 == 0 && new_here) atomicAdd(found, static_cast<u64>(new_here));
}
