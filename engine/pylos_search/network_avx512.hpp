// The network's arithmetic (network_steps.hpp) for processors with AVX-512 and its instructions for
// networks; the same results as in plain numbers.
#pragma once

#include <immintrin.h>

#include "pylos_search/network.hpp"

#define SOMMET_AVX512 __attribute__((target("avx2,avx512f,avx512bw,avx512vl,avx512vnni")))

namespace sommet::pylos_search {

inline const bool HAS_AVX512 =
    __builtin_cpu_supports("avx2") && __builtin_cpu_supports("avx512f") &&
    __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl") &&
    __builtin_cpu_supports("avx512vnni");

// Sums of 64 columns. Unpacking 64 bytes leaves their eights as 0 2 4 6 (low) and 1 3 5 7 (high); in
// memory they lie as 0 2, 1 3, 4 6, 5 7 (place_of).
struct Sums64 {
  __m512i low, high;

  SOMMET_AVX512 static Sums64 load(const i16* at) {
    return exchanged(_mm512_load_si512(at), _mm512_load_si512(at + 32));
  }
  SOMMET_AVX512 void store(i16* at) const {
    const Sums64 lying = exchanged(low, high);
    _mm512_store_si512(at, lying.low);
    _mm512_store_si512(at + 32, lying.high);
  }

 private:
  // The first halves of both, the second halves of both: its own inverse. With a mask, because some
  // compilers warn of what the form without one leaves undefined.
  SOMMET_AVX512 static Sums64 exchanged(__m512i a, __m512i b) {
    constexpr __mmask8 ALL = 0xFF;
    return {_mm512_maskz_shuffle_i64x2(ALL, a, b, 0x44),
            _mm512_maskz_shuffle_i64x2(ALL, a, b, 0xEE)};
  }
};

SOMMET_AVX512 inline void change_sum_avx512(const Changes& changes, int pairs, const i16* from,
                                            i16* to) {
  const __m512i add_and_take = _mm512_set1_epi16(static_cast<i16>(0xFF01));  // bytes 1 and -1
  constexpr int PARTS = WIDE / 64;
  static_assert(WIDE % 64 == 0);
  Sums64 sum[PARTS];
  for (int v = 0; v < PARTS; ++v) sum[v] = Sums64::load(from + 64 * v);
  for (int k = 0; k < pairs; ++k) {
    const __m512i* added = reinterpret_cast<const __m512i*>(changes.added[k]);
    const __m512i* taken = reinterpret_cast<const __m512i*>(changes.taken[k]);
    for (int v = 0; v < PARTS; ++v) {
      const __m512i a = added[v], t = taken[v];
      sum[v].low = _mm512_add_epi16(sum[v].low,
                                    _mm512_maddubs_epi16(_mm512_unpacklo_epi8(a, t), add_and_take));
      sum[v].high = _mm512_add_epi16(
          sum[v].high, _mm512_maddubs_epi16(_mm512_unpackhi_epi8(a, t), add_and_take));
    }
  }
  for (int v = 0; v < PARTS; ++v) sum[v].store(to + 64 * v);
}

// A whole sum, two rows at a time.
SOMMET_AVX512 inline void add_up_avx512(const Rows& rows, i16 excess, const i16* from, i16* to) {
  const __m512i ones = _mm512_set1_epi8(1), too_much = _mm512_set1_epi16(excess);
  constexpr int PARTS = WIDE / 64;
  Sums64 sum[PARTS];
  for (int v = 0; v < PARTS; ++v) {
    sum[v] = Sums64::load(from + 64 * v);
    sum[v].low = _mm512_sub_epi16(sum[v].low, too_much);
    sum[v].high = _mm512_sub_epi16(sum[v].high, too_much);
  }
  for (int k = 0; k < rows.count; k += 2) {
    const __m512i* first = reinterpret_cast<const __m512i*>(rows.row[k]);
    const __m512i* second = reinterpret_cast<const __m512i*>(rows.row[k + 1]);
    for (int v = 0; v < PARTS; ++v) {
      const __m512i a = first[v], b = second[v];
      sum[v].low =
          _mm512_add_epi16(sum[v].low, _mm512_maddubs_epi16(_mm512_unpacklo_epi8(a, b), ones));
      sum[v].high =
          _mm512_add_epi16(sum[v].high, _mm512_maddubs_epi16(_mm512_unpackhi_epi8(a, b), ones));
    }
  }
  for (int v = 0; v < PARTS; ++v) sum[v].store(to + 64 * v);
}

SOMMET_AVX512 inline void square_avx512(const i16* sum, u8* to) {
  const __m512i one = _mm512_set1_epi16(64), half = _mm512_set1_epi16(16);
  const auto square = [&](__m512i w) SOMMET_AVX512 {
    w = _mm512_min_epi16(_mm512_max_epi16(w, _mm512_setzero_si512()), one);
    return _mm512_srli_epi16(_mm512_add_epi16(_mm512_mullo_epi16(w, w), half), 5);
  };
  for (int c = 0; c < WIDE; c += 64) {
    const Sums64 part = Sums64::load(sum + c);
    // Packing puts the eights back into their order.
    const __m512i all = _mm512_packus_epi16(square(part.low), square(part.high));
    _mm512_store_si512(to + c, _mm512_min_epu8(all, _mm512_set1_epi8(127)));
  }
}

// unit[h] += sum over all columns of from[column] * weight of column and unit. Several sums of each
// unit, because one waits for the other.
template <int Columns, int Units>
SOMMET_AVX512 void multiply_avx512(const u8* from, const i8 (*weights)[Units][4], i32* unit) {
  constexpr int PARTS = Units / 16, SUMS = 4;
  static_assert(Columns / 4 % SUMS == 0);
  __m512i sum[SUMS][PARTS];
  for (auto& s : sum)
    for (__m512i& part : s) part = _mm512_setzero_si512();
  for (int four = 0; four < Columns / 4; four += SUMS)
    for (int s = 0; s < SUMS; ++s) {
      i32 packed;
      __builtin_memcpy(&packed, from + 4 * (four + s), sizeof packed);
      const __m512i x = _mm512_set1_epi32(packed);
      const __m512i* w = reinterpret_cast<const __m512i*>(weights[four + s]);
      for (int p = 0; p < PARTS; ++p) sum[s][p] = _mm512_dpbusd_epi32(sum[s][p], x, w[p]);
    }
  for (int p = 0; p < PARTS; ++p) {
    __m512i* to = reinterpret_cast<__m512i*>(unit) + p;
    const __m512i all = _mm512_add_epi32(_mm512_add_epi32(sum[0][p], sum[1][p]),
                                         _mm512_add_epi32(sum[2][p], sum[3][p]));
    *to = _mm512_add_epi32(*to, all);
  }
}

}  // namespace sommet::pylos_search
