// The network's arithmetic (network.hpp), in plain numbers, for processors with AVX2 (and AVX-512:
// network_avx512.hpp), for 64-bit ARM (network_neon.hpp) and for WebAssembly; one result.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "common/clones.hpp"
#include "pylos_search/network.hpp"
#if defined(__x86_64__)
#include "pylos_search/network_avx512.hpp"
#endif
#if defined(__aarch64__) && defined(__ARM_NEON)
#define SOMMET_NEON 1
#include "pylos_search/network_neon.hpp"
#else
#define SOMMET_NEON 0
#endif
#if defined(__wasm_simd128__)
#include "pylos_search/network_simd128.hpp"
#endif

namespace sommet::pylos_search {

// A sum's way to another:
inline void change_sum_plainly(const Changes& changes, int pairs, const i16* from, i16* to) {
  for (int c = 0; c < WIDE; ++c) to[c] = from[c];
  for (int k = 0; k < pairs; ++k)
    for (int eight = 0; eight < WIDE; eight += 8) {
      i16* at = to + place_of(eight);
      for (int i = 0; i < 8; ++i)
        at[i] = static_cast<i16>(at[i] + changes.added[k][eight + i] - changes.taken[k][eight + i]);
    }
}
// A whole sum; `excess` is by how much the rows' bytes are too large together:
inline void add_up_plainly(const Rows& rows, i16 excess, const i16* from, i16* to) {
  for (int c = 0; c < WIDE; ++c) to[c] = static_cast<i16>(from[c] - excess);
  for (int k = 0; k < rows.count; ++k)
    for (int eight = 0; eight < WIDE; eight += 8) {
      i16* at = to + place_of(eight);
      for (int i = 0; i < 8; ++i) at[i] = static_cast<i16>(at[i] + rows.row[k][eight + i]);
    }
}
// Squares of the cut sums:
inline void square_plainly(const i16* sum, u8* to) {
  for (int c = 0; c < WIDE; ++c) {
    const int s = sum[place_of(c)], w = s < 0 ? 0 : s > 64 ? 64 : s, square = (w * w + 16) >> 5;
    to[c] = static_cast<u8>(square > 127 ? 127 : square);
  }
}
// unit[h] += sum over all columns of from[column] * weight of column and unit:
template <int Columns, int Units>
void multiply_plainly(const u8* from, const i8 (*weights)[Units][4], i32* unit) {
  for (int four = 0; four < Columns / 4; ++four)
    for (int h = 0; h < Units; ++h)
      for (int k = 0; k < 4; ++k) unit[h] += from[4 * four + k] * weights[four][h][k];
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) inline void change_sum_avx2(const Changes& changes, int pairs,
                                                            const i16* from, i16* to) {
  const __m256i add_and_take = _mm256_set1_epi16(static_cast<i16>(0xFF01));  // bytes 1 and -1
  constexpr int PARTS = SUMMED_COLUMNS / 32;
  for (int column = 0; column < WIDE; column += SUMMED_COLUMNS) {
    const __m256i* first = reinterpret_cast<const __m256i*>(from + column);
    __m256i sum[2 * PARTS];
    for (int v = 0; v < 2 * PARTS; ++v) sum[v] = _mm256_load_si256(first + v);
    for (int k = 0; k < pairs; ++k) {
      const __m256i* added = reinterpret_cast<const __m256i*>(changes.added[k] + column);
      const __m256i* taken = reinterpret_cast<const __m256i*>(changes.taken[k] + column);
      for (int v = 0; v < PARTS; ++v) {
        const __m256i a = _mm256_load_si256(added + v), t = _mm256_load_si256(taken + v);
        const __m256i low = _mm256_unpacklo_epi8(a, t), high = _mm256_unpackhi_epi8(a, t);
        sum[2 * v] = _mm256_add_epi16(sum[2 * v], _mm256_maddubs_epi16(low, add_and_take));
        sum[2 * v + 1] = _mm256_add_epi16(sum[2 * v + 1], _mm256_maddubs_epi16(high, add_and_take));
      }
    }
    __m256i* last = reinterpret_cast<__m256i*>(to + column);
    for (int v = 0; v < 2 * PARTS; ++v) _mm256_store_si256(last + v, sum[v]);
  }
}

__attribute__((target("avx2"))) inline void add_up_avx2(const Rows& rows, i16 excess,
                                                        const i16* from, i16* to) {
  const __m256i ones = _mm256_set1_epi8(1), too_much = _mm256_set1_epi16(excess);
  constexpr int PARTS = SUMMED_COLUMNS / 32;
  for (int column = 0; column < WIDE; column += SUMMED_COLUMNS) {
    const __m256i* start = reinterpret_cast<const __m256i*>(from + column);
    __m256i sum[2 * PARTS];
    for (int v = 0; v < 2 * PARTS; ++v)
      sum[v] = _mm256_sub_epi16(_mm256_load_si256(start + v), too_much);
    for (int k = 0; k < rows.count; k += 2) {
      const __m256i* first = reinterpret_cast<const __m256i*>(rows.row[k] + column);
      const __m256i* second = reinterpret_cast<const __m256i*>(rows.row[k + 1] + column);
      for (int v = 0; v < PARTS; ++v) {
        const __m256i a = _mm256_load_si256(first + v), b = _mm256_load_si256(second + v);
        const __m256i low = _mm256_unpacklo_epi8(a, b), high = _mm256_unpackhi_epi8(a, b);
        sum[2 * v] = _mm256_add_epi16(sum[2 * v], _mm256_maddubs_epi16(low, ones));
        sum[2 * v + 1] = _mm256_add_epi16(sum[2 * v + 1], _mm256_maddubs_epi16(high, ones));
      }
    }
    __m256i* last = reinterpret_cast<__m256i*>(to + column);
    for (int v = 0; v < 2 * PARTS; ++v) _mm256_store_si256(last + v, sum[v]);
  }
}

__attribute__((target("avx2"))) inline void square_avx2(const i16* sum, u8* to) {
  const __m256i one = _mm256_set1_epi16(64), half = _mm256_set1_epi16(16);
  const __m256i most = _mm256_set1_epi8(127);
  for (int c = 0; c < WIDE; c += 32) {
    __m256i part[2];
    for (int v = 0; v < 2; ++v) {
      __m256i w = _mm256_load_si256(reinterpret_cast<const __m256i*>(sum + c) + v);
      w = _mm256_min_epi16(_mm256_max_epi16(w, _mm256_setzero_si256()), one);
      part[v] = _mm256_srli_epi16(_mm256_add_epi16(_mm256_mullo_epi16(w, w), half), 5);
    }
    // Packing puts the eights back into their order.
    const __m256i all = _mm256_packus_epi16(part[0], part[1]);
    _mm256_store_si256(reinterpret_cast<__m256i*>(to + c), _mm256_min_epu8(all, most));
  }
}

// A number of `from` is at most 127, so that two products fit into 16 bits.
template <int Columns, int Units>
__attribute__((target("avx2"))) void multiply_avx2(const u8* from, const i8 (*weights)[Units][4],
                                                   i32* unit) {
  constexpr int PARTS = Units / 8;
  const __m256i ones = _mm256_set1_epi16(1);
  __m256i sum[PARTS];
  for (int p = 0; p < PARTS; ++p)
    sum[p] = _mm256_load_si256(reinterpret_cast<const __m256i*>(unit) + p);
  for (int four = 0; four < Columns / 4; ++four) {
    i32 packed;
    __builtin_memcpy(&packed, from + 4 * four, sizeof packed);
    const __m256i x = _mm256_set1_epi32(packed);
    const __m256i* w = reinterpret_cast<const __m256i*>(weights[four]);
    for (int p = 0; p < PARTS; ++p) {
      const __m256i twos = _mm256_maddubs_epi16(x, _mm256_load_si256(w + p));
      sum[p] = _mm256_add_epi32(sum[p], _mm256_madd_epi16(twos, ones));
    }
  }
  for (int p = 0; p < PARTS; ++p) _mm256_store_si256(reinterpret_cast<__m256i*>(unit) + p, sum[p]);
}
#endif

SOMMET_INLINE int cut(int x, int least, int most) {
  return x < least ? least : x > most ? most : x;
}

// Between the products: what leaves the narrow layer, as numbers of 7 bits and as their squares.
SOMMET_INLINE void leave_narrow(const i32* unit, u8* narrow) {
  for (int h = 0; h < NARROW; ++h) {
    const int n = cut(unit[h] >> 6, -127, 127);
    narrow[h] = static_cast<u8>(n < 0 ? 0 : n);
    narrow[NARROW + h] = static_cast<u8>(n * n >> 7);
  }
}

// Log odds in hundredths.
SOMMET_INLINE int log_odds(const Network& net, int stage, const i32* second, const u8* narrow) {
  const i16* weight = net.out[stage];
  i32 out = net.out_bias[stage];
  for (int h = 0; h < SECOND; ++h) out += cut(second[h] >> 6, 0, 127) * weight[h];
  for (int h = 0; h < 2 * NARROW; ++h) out += narrow[h] * weight[SECOND + h];
  return static_cast<int>(static_cast<long long>(out) * 100 / (128 * NETWORK_ONE));
}

struct alignas(64) Layers {
  i32 unit[NARROW];
  i32 second[SECOND];
  u8 wide[WIDE];
  u8 narrow[2 * NARROW];

  Layers(const Network& net, int stage) {
    __builtin_memcpy(unit, net.narrow_bias[stage], sizeof unit);
    __builtin_memcpy(second, net.second_bias, sizeof second);
  }
};

// From the sums of the wide layer to log odds.
inline int judge_sum_plainly(const Network& net, int stage, const i16* sum) {
  Layers at(net, stage);
  square_plainly(sum, at.wide);
  multiply_plainly<WIDE, NARROW>(at.wide, net.narrow[stage], at.unit);
  leave_narrow(at.unit, at.narrow);
  multiply_plainly<2 * NARROW, SECOND>(at.narrow, net.second, at.second);
  return log_odds(net, stage, at.second, at.narrow);
}

#if SOMMET_NEON
inline int judge_sum_neon(const Network& net, int stage, const i16* sum) {
  Layers at(net, stage);
  square_neon(sum, at.wide);
  multiply_neon<WIDE, NARROW>(at.wide, net.narrow[stage], at.unit);
  leave_narrow(at.unit, at.narrow);
  multiply_neon<2 * NARROW, SECOND>(at.narrow, net.second, at.second);
  return log_odds(net, stage, at.second, at.narrow);
}
#endif

#if defined(__x86_64__)
__attribute__((target("avx2"))) inline int judge_sum_avx2(const Network& net, int stage,
                                                          const i16* sum) {
  Layers at(net, stage);
  square_avx2(sum, at.wide);
  multiply_avx2<WIDE, NARROW>(at.wide, net.narrow[stage], at.unit);
  leave_narrow(at.unit, at.narrow);
  multiply_avx2<2 * NARROW, SECOND>(at.narrow, net.second, at.second);
  return log_odds(net, stage, at.second, at.narrow);
}

SOMMET_AVX512 inline int judge_sum_avx512(const Network& net, int stage, const i16* sum) {
  Layers at(net, stage);
  square_avx512(sum, at.wide);
  multiply_avx512<WIDE, NARROW>(at.wide, net.narrow[stage], at.unit);
  leave_narrow(at.unit, at.narrow);
  multiply_avx512<2 * NARROW, SECOND>(at.narrow, net.second, at.second);
  return log_odds(net, stage, at.second, at.narrow);
}
#endif

#if defined(__x86_64__)
inline const bool HAS_AVX2 = __builtin_cpu_supports("avx2");
inline void change_sum(const Network& net, Changes& changes, const i16* from, i16* to) {
  const int pairs = changes.pair_up(net);
  if (HAS_AVX512) return change_sum_avx512(changes, pairs, from, to);
  if (HAS_AVX2) return change_sum_avx2(changes, pairs, from, to);
  change_sum_plainly(changes, pairs, from, to);
}
inline void add_up(const Network& net, Rows& rows, const i16* from, i16* to) {
  const i16 excess = rows.pair_up(net);
  if (HAS_AVX512) return add_up_avx512(rows, excess, from, to);
  if (HAS_AVX2) return add_up_avx2(rows, excess, from, to);
  add_up_plainly(rows, excess, from, to);
}
inline int judge_sum(const Network& net, int stage, const i16* sum) {
  if (HAS_AVX512) return judge_sum_avx512(net, stage, sum);
  return HAS_AVX2 ? judge_sum_avx2(net, stage, sum) : judge_sum_plainly(net, stage, sum);
}
#elif defined(__wasm_simd128__)
inline void add_up(const Network& net, Rows& rows, const i16* from, i16* to) {
  add_up_simd128(rows, rows.pair_up(net), from, to);
}
inline void change_sum(const Network& net, Changes& changes, const i16* from, i16* to) {
  change_sum_simd128(changes, changes.pair_up(net), from, to);
}
inline int judge_sum(const Network& net, int stage, const i16* sum) {
  Layers at(net, stage);
  square_simd128(sum, at.wide);
  multiply_simd128<WIDE, NARROW>(at.wide, net.narrow[stage], at.unit);
  leave_narrow(at.unit, at.narrow);
  multiply_simd128<2 * NARROW, SECOND>(at.narrow, net.second, at.second);
  return log_odds(net, stage, at.second, at.narrow);
}
#elif SOMMET_NEON
inline void add_up(const Network& net, Rows& rows, const i16* from, i16* to) {
  add_up_neon(rows, rows.pair_up(net), from, to);
}
inline void change_sum(const Network& net, Changes& changes, const i16* from, i16* to) {
  change_sum_neon(changes, changes.pair_up(net), from, to);
}
inline int judge_sum(const Network& net, int stage, const i16* sum) {
  return judge_sum_neon(net, stage, sum);
}
#else
inline void add_up(const Network& net, Rows& rows, const i16* from, i16* to) {
  add_up_plainly(rows, rows.pair_up(net), from, to);
}
inline void change_sum(const Network& net, Changes& changes, const i16* from, i16* to) {
  change_sum_plainly(changes, changes.pair_up(net), from, to);
}
inline int judge_sum(const Network& net, int stage, const i16* sum) {
  return judge_sum_plainly(net, stage, sum);
}
#endif

}  // namespace sommet::pylos_search
