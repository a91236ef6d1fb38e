// The network's arithmetic (network_steps.hpp) with WebAssembly's vectors of 128 bits; the same
// results as in plain numbers.
#pragma once

#include <wasm_simd128.h>

#include "pylos_search/network.hpp"

namespace sommet::pylos_search {

inline void change_sum_simd128(const Changes& changes, int pairs, const i16* from, i16* to) {
  // Sixteen columns are two eights that lie sixteen places apart (place_of): of 32 columns the
  // eights stand at 0, 16, 8, 24.
  for (int block = 0; block < WIDE; block += 32) {
    v128_t sum[4];
    for (int v = 0; v < 4; ++v) sum[v] = wasm_v128_load(from + block + 8 * v);
    for (int k = 0; k < pairs; ++k) {
      const u8 *added = changes.added[k] + block, *taken = changes.taken[k] + block;
      for (int half = 0; half < 2; ++half) {
        const v128_t a = wasm_v128_load(added + 16 * half), t = wasm_v128_load(taken + 16 * half);
        sum[half] = wasm_i16x8_add(sum[half], wasm_i16x8_sub(wasm_u16x8_extend_low_u8x16(a),
                                                             wasm_u16x8_extend_low_u8x16(t)));
        sum[half + 2] = wasm_i16x8_add(
            sum[half + 2],
            wasm_i16x8_sub(wasm_u16x8_extend_high_u8x16(a), wasm_u16x8_extend_high_u8x16(t)));
      }
    }
    for (int v = 0; v < 4; ++v) wasm_v128_store(to + block + 8 * v, sum[v]);
  }
}

inline void add_up_simd128(const Rows& rows, i16 excess, const i16* from, i16* to) {
  const v128_t too_much = wasm_i16x8_splat(excess);
  for (int block = 0; block < WIDE; block += 32) {
    v128_t sum[4];
    for (int v = 0; v < 4; ++v)
      sum[v] = wasm_i16x8_sub(wasm_v128_load(from + block + 8 * v), too_much);
    for (int k = 0; k < rows.count; ++k)
      for (int half = 0; half < 2; ++half) {
        const v128_t a = wasm_v128_load(rows.row[k] + block + 16 * half);
        sum[half] = wasm_i16x8_add(sum[half], wasm_u16x8_extend_low_u8x16(a));
        sum[half + 2] = wasm_i16x8_add(sum[half + 2], wasm_u16x8_extend_high_u8x16(a));
      }
    for (int v = 0; v < 4; ++v) wasm_v128_store(to + block + 8 * v, sum[v]);
  }
}

inline void square_simd128(const i16* sum, u8* to) {
  const v128_t zero = wasm_i16x8_splat(0), one = wasm_i16x8_splat(64), half = wasm_i16x8_splat(16);
  const v128_t most = wasm_i8x16_splat(127);
  for (int c = 0; c < WIDE; c += 32) {
    v128_t part[4];
    for (int v = 0; v < 4; ++v) {
      v128_t w = wasm_v128_load(sum + c + 8 * v);
      w = wasm_i16x8_min(wasm_i16x8_max(w, zero), one);
      part[v] = wasm_u16x8_shr(wasm_i16x8_add(wasm_i16x8_mul(w, w), half), 5);
    }
    for (int v = 0; v < 2; ++v)
      wasm_v128_store(to + c + 16 * v,
                      wasm_u8x16_min(wasm_u8x16_narrow_i16x8(part[v], part[v + 2]), most));
  }
}

// unit[h] += sum over all columns of from[column] * weight of column and unit. Two units share a
// vector, each with two sums that are added at the end.
template <int Columns, int Units>
void multiply_simd128(const u8* from, const i8 (*weights)[Units][4], i32* unit) {
  constexpr int PAIRS = Units / 2;
  v128_t sum[PAIRS];
  for (v128_t& s : sum) s = wasm_i32x4_splat(0);
  for (int four = 0; four < Columns / 4; ++four) {
    u32 packed;
    __builtin_memcpy(&packed, from + 4 * four, sizeof packed);
    if (!packed) continue;
    const v128_t x = wasm_u16x8_extend_low_u8x16(wasm_i32x4_splat(static_cast<i32>(packed)));
    const i8* w = weights[four][0];
    for (int p = 0; p < PAIRS; ++p)
      sum[p] = wasm_i32x4_add(sum[p], wasm_i32x4_dot_i16x8(x, wasm_i16x8_load8x8(w + 8 * p)));
  }
  for (int p = 0; p < PAIRS; ++p) {
    unit[2 * p] += wasm_i32x4_extract_lane(sum[p], 0) + wasm_i32x4_extract_lane(sum[p], 1);
    unit[2 * p + 1] += wasm_i32x4_extract_lane(sum[p], 2) + wasm_i32x4_extract_lane(sum[p], 3);
  }
}

}  // namespace sommet::pylos_search
