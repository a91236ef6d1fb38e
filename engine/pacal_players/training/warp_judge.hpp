// A network run by the 32 lanes of a warp: inputs as in features.hpp, then each lane sums its share
// of the wide layer. The sums go in the order of net.hpp, so CPU and GPU agree but for rounding.
// What takes the time is fetching weights, so they are kept as halves, which is how they are
// shipped; the sums are of floats.
#pragma once

#include <cuda_fp16.h>

#include "pacal_players/features.hpp"

namespace sommet::pacal_players {

constexpr int WARP = 32;
constexpr unsigned ALL_LANES = 0xFFFFFFFFu;

// What the lanes of one warp share.
struct WarpBoard {
  alignas(16) float wide[WideDuelNetwork::WIDE];
  float dense[DENSE];
  float value[DENSE];  // the inputs that are not 0, and where
  u16 at[DENSE];
  u16 row[MOST_ROWS];
  int kinds[KINDS];
  int rows, values;
};

// One or two networks as the weights file orders them.
struct WarpJudge {
  const __half* weights[2];
  bool is_wide;
  WarpBoard* board;
};

__device__ __forceinline__ int lane() { return static_cast<int>(threadIdx.x) % WARP; }
__device__ __forceinline__ unsigned lower_lanes() { return (1u << lane()) - 1; }

__device__ __forceinline__ float add_lanes(float x) {
  for (int step = WARP / 2; step; step /= 2) x += __shfl_xor_sync(ALL_LANES, x, step);
  return x;
}

__device__ __forceinline__ u64 join_lanes(u64 bits) {
  const unsigned low = __reduce_or_sync(ALL_LANES, static_cast<unsigned>(bits));
  const unsigned high = __reduce_or_sync(ALL_LANES, static_cast<unsigned>(bits >> 32));
  return static_cast<u64>(high) << 32 | low;
}

// As `extract`: lane s * FIELDS + f looks at field f of side s, then each lane at two cards.
__device__ inline void extract_by_lanes(const Knowledge& k, const Rules& rules, WarpBoard& out) {
  const int me = lane();
  const bool looks = me < 2 * FIELDS;
  const int side = me >= FIELDS, f = looks ? me % FIELDS : 0;
  const Pyramid& p = side ? k.other : k.own;
  const u64 coming = k.hand | k.unseen;
  int high = CARDS + 1, low = 0, first = f, end = f;
  for (int g = 0; g < f; ++g)
    if (p.top[g]) high = p.top[g], first = g + 1;
  if (f == 0 || p.top[f]) first = f;
  if (!p.top[f] && high == CARDS + 1) first = 0;
  for (int g = FIELDS - 1; g > f; --g)
    if (p.top[g]) low = p.top[g];
  while (end < FIELDS && !p.top[end]) ++end;
  const bool empty = looks && !p.top[f], covers = looks && p.top[f] && !(p.doubled >> f & 1);
  const u64 range = between(low, high);
  const bool begins = empty && first == f;
  const int length = end - first;
  float ways = 0, hand_ways = 0;
  if (begins) {
    ways = log_ways(popcount64(coming & range), length);
    if (!side) hand_ways = log_ways(popcount64(k.hand & range), length);
  }
  if (looks) {
    float* to = out.dense + me * PER_FIELD;
    const float own = static_cast<float>(popcount64(range & k.hand)) * (1.0f / 8);
    const float others = static_cast<float>(popcount64(range & k.unseen)) * (1.0f / 16);
    const float squeezed = ways * (1.0f / 4);
    to[0] = empty ? 1.0f : 0.0f;
    to[1] = covers ? 1.0f : 0.0f;
    to[2] = empty ? static_cast<float>(high - low - 1) * (1.0f / 25) : 0.0f;
    to[3] = empty ? own : 0.0f;
    to[4] = empty ? others : 0.0f;
    to[5] = empty ? static_cast<float>(length) * (1.0f / 5) : 0.0f;
    to[6] = covers ? own : 0.0f;
    to[7] = covers ? others : 0.0f;
    to[8] = squeezed < DIRE ? DIRE : squeezed;
  }
  const unsigned visible = __ballot_sync(ALL_LANES, looks && p.top[f]);
  if (looks && p.top[f])
    out.row[__popc(visible & lower_lanes())] =
        static_cast<u16>((me * 2 + (p.doubled >> f & 1)) * CARDS + p.top[f] - 1);
  int rows = __popc(visible);
  Fits fits[2];
  for (int s = 0; s < 2; ++s) {
    fits[s].empty = join_lanes(empty && side == s ? range : 0);
    fits[s].cover = join_lanes(covers && side == s ? range : 0);
    if (!rules.cover_anytime) fits[s].cover &= ~fits[s].empty;
  }
  if (me < KINDS) out.kinds[me] = 0;
  __syncwarp();
  for (int place = 0; place < 2; ++place)
    for (int half = 0; half < 2; ++half) {
      const int card = half * WARP + me;
      const bool here = (place ? k.unseen : k.hand) >> card & 1;
      const unsigned all = __ballot_sync(ALL_LANES, here);
      if (here) {
        const int kind = (place * 3 + kind_of(fits[0], card)) * 3 + kind_of(fits[1], card);
        out.row[rows + __popc(all & lower_lanes())] =
            static_cast<u16>(PYRAMID_ROWS + kind * CARDS + card - 1);
        atomicAdd(&out.kinds[kind], 1);
      }
      rows += __popc(all);
    }
  const int empty_own = FIELDS - popcount(k.own.filled),
            empty_other = FIELDS - popcount(k.other.filled);
  const float own = add_lanes(side ? 0.0f : ways) - log_ways(popcount64(coming), empty_own) -
                    EMPTY_FIELD * static_cast<float>(empty_own);
  const float other = add_lanes(side ? ways : 0.0f) - log_ways(popcount64(coming), empty_other) -
                      EMPTY_FIELD * static_cast<float>(empty_other);
  const float by_hand = add_lanes(hand_ways) - log_ways(popcount64(k.hand), empty_own) -
                        EMPTY_FIELD * static_cast<float>(empty_own);
  __syncwarp();
  float* counts = out.dense + 2 * FIELDS * PER_FIELD;
  if (me < KINDS) counts[me] = static_cast<float>(out.kinds[me]) * (1.0f / 8);
  if (me == 0)
    write_facts(k, rules,
                {fmaxf(own * (1.0f / 8), 2 * DIRE), fmaxf(other * (1.0f / 8), 2 * DIRE),
                 squeeze_hand_rating(by_hand)},
                counts + KINDS);
  __syncwarp();
  int values = 0;
  for (int start = 0; start < DENSE; start += WARP) {
    const int d = start + me;
    const float v = d < DENSE ? out.dense[d] : 0.0f;
    const unsigned all = __ballot_sync(ALL_LANES, v != 0.0f);
    if (v != 0.0f) {
      const int slot = values + __popc(all & lower_lanes());
      out.value[slot] = v;
      out.at[slot] = static_cast<u16>(d);
    }
    values += __popc(all);
  }
  if (me == 0) out.rows = rows, out.values = values;
  __syncwarp();
}

// N neighbouring weights: one read.
template <int N>
__device__ __forceinline__ void fetch(const __half* from, float (&to)[N]) {
  struct alignas(2 * N) Halves {
    __half at[N];
  } read;
  if constexpr (N == 8)
    reinterpret_cast<uint4&>(read) = __ldg(reinterpret_cast<const uint4*>(from));
  else if constexpr (N == 4)
    reinterpret_cast<uint2&>(read) = __ldg(reinterpret_cast<const uint2*>(from));
  else if constexpr (N == 2)
    reinterpret_cast<unsigned&>(read) = __ldg(reinterpret_cast<const unsigned*>(from));
  else
    read.at[0] = __ldg(from);
  for (int i = 0; i < N; ++i) to[i] = __half2float(read.at[i]);
}

template <class Net>
__device__ inline Chances run_by_lanes(const __half* weights, WarpBoard& board) {
  constexpr int N = Net::WIDE / WARP, OUT = Net::NARROW / WARP;  // of the layers, for each lane
  const int me = lane();
  const __half* row = weights + me * N;
  const __half* dense = row + ROWS * Net::WIDE;
  const __half* bias = dense + DENSE * Net::WIDE;
  float sum[N];
  fetch(bias, sum);
  const int rows = board.rows, values = board.values;
#pragma unroll 8
  for (int r = 0; r < rows; ++r) {
    float x[N];
    fetch(row + board.row[r] * Net::WIDE, x);
    for (int i = 0; i < N; ++i) sum[i] += x[i];
  }
#pragma unroll 8
  for (int v = 0; v < values; ++v) {
    float x[N];
    fetch(dense + board.at[v] * Net::WIDE, x);
    for (int i = 0; i < N; ++i) sum[i] += board.value[v] * x[i];
  }
  for (int i = 0; i < N; ++i) board.wide[me * N + i] = fmaxf(sum[i], 0.0f);
  __syncwarp();
  const __half* narrow = weights + (ROWS + DENSE + 1) * Net::WIDE + me * OUT;
  const __half* narrow_bias = narrow + Net::WIDE * Net::NARROW;
  const __half* out = narrow_bias + Net::NARROW;
  float last[OUT];
  fetch(narrow_bias, last);
#pragma unroll 8
  for (int i = 0; i < Net::WIDE; ++i) {
    float x[OUT];
    fetch(narrow + i * Net::NARROW, x);
    for (int j = 0; j < OUT; ++j) last[j] += board.wide[i] * x[j];
  }
  __syncwarp();
  float logit[RESULTS];
  for (int k = 0; k < RESULTS; ++k) {
    float x[OUT], part = 0;
    fetch(out + k * Net::NARROW, x);
    for (int j = 0; j < OUT; ++j) part += fmaxf(last[j], 0.0f) * x[j];
    logit[k] = add_lanes(part) + __half2float(out[RESULTS * Net::NARROW - me * OUT + k]);
  }
  return squash(logit);
}

template <class Net>
__device__ inline Chances judge_by_lanes(const WarpJudge& judge) {
  const Chances one = run_by_lanes<Net>(judge.weights[0], *judge.board);
  if (!judge.weights[1]) return one;
  return mean(one, run_by_lanes<Net>(judge.weights[1], *judge.board));
}

__device__ __noinline__ Chances evaluate(const WarpJudge& judge, const Knowledge& k,
                                         const Rules& rules) {
  extract_by_lanes(k, rules, *judge.board);
  return judge.is_wide ? judge_by_lanes<WideDuelNetwork>(judge)
                       : judge_by_lanes<DuelNetwork>(judge);
}

}  // namespace sommet::pacal_players
