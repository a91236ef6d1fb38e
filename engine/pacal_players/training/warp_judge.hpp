// A network run by the 32 lanes of a warp: inputs as in features.hpp, then each lane sums its share
// of the wide layer. The sums go in the order of net.hpp, so CPU and GPU agree but for rounding.
#pragma once

#include "pacal_players/features.hpp"

namespace sommet::pacal_players {

constexpr int WARP = 32;
constexpr unsigned ALL_LANES = 0xFFFFFFFFu;

// What the lanes of one warp share.
struct WarpBoard {
  alignas(16) float wide[WideWeights::WIDE];
  float dense[DENSE];
  float value[DENSE];  // the inputs that are not 0, and where
  u16 at[DENSE];
  u16 row[MOST_ROWS];
  int kinds[KINDS];
  int rows, values;
};

// One or two networks as the weights file orders them.
struct WarpJudge {
  const float* weights[2];
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

__device__ __forceinline__ void add(float4& sum, const float4& x) {
  sum.x += x.x, sum.y += x.y, sum.z += x.z, sum.w += x.w;
}

__device__ __forceinline__ void add(float4& sum, float scale, const float4& x) {
  sum.x += scale * x.x, sum.y += scale * x.y, sum.z += scale * x.z, sum.w += scale * x.w;
}

template <class Net>
__device__ inline Chances run_by_lanes(const float* weights, WarpBoard& board) {
  constexpr int N = Net::WIDE / (4 * WARP);  // of four floats for each lane
  constexpr int OUT = Net::NARROW / WARP;
  const int me = lane();
  const float4* row = reinterpret_cast<const float4*>(weights);
  const float4* dense = row + ROWS * Net::WIDE / 4;
  const float4* bias = dense + DENSE * Net::WIDE / 4;
  float4 sum[N];
  for (int i = 0; i < N; ++i) sum[i] = bias[i * WARP + me];
  const int rows = board.rows, values = board.values;
#pragma unroll 4
  for (int r = 0; r < rows; ++r) {
    const float4* from = row + board.row[r] * (Net::WIDE / 4) + me;
    for (int i = 0; i < N; ++i) add(sum[i], __ldg(from + i * WARP));
  }
#pragma unroll 4
  for (int v = 0; v < values; ++v) {
    const float4* from = dense + board.at[v] * (Net::WIDE / 4) + me;
    for (int i = 0; i < N; ++i) add(sum[i], board.value[v], __ldg(from + i * WARP));
  }
  for (int i = 0; i < N; ++i) {
    float4 x = sum[i];
    x = {fmaxf(x.x, 0.0f), fmaxf(x.y, 0.0f), fmaxf(x.z, 0.0f), fmaxf(x.w, 0.0f)};
    reinterpret_cast<float4*>(board.wide)[i * WARP + me] = x;
  }
  __syncwarp();
  const float* narrow = reinterpret_cast<const float*>(bias) + Net::WIDE;
  const float* narrow_bias = narrow + Net::WIDE * Net::NARROW;
  const float* out = narrow_bias + Net::NARROW;
  float last[OUT];
  for (int j = 0; j < OUT; ++j) last[j] = narrow_bias[j * WARP + me];
#pragma unroll 8
  for (int i = 0; i < Net::WIDE; ++i) {
    const float v = board.wide[i];
    for (int j = 0; j < OUT; ++j) last[j] += v * __ldg(narrow + i * Net::NARROW + j * WARP + me);
  }
  __syncwarp();
  float logit[RESULTS];
  for (int k = 0; k < RESULTS; ++k) {
    float part = 0;
    for (int j = 0; j < OUT; ++j)
      part += fmaxf(last[j], 0.0f) * out[k * Net::NARROW + j * WARP + me];
    logit[k] = add_lanes(part) + out[RESULTS * Net::NARROW + k];
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
  return judge.is_wide ? judge_by_lanes<WideWeights>(judge) : judge_by_lanes<Weights>(judge);
}

}  // namespace sommet::pacal_players
