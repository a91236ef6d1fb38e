// The network's arithmetic (network_steps.hpp) with WebAssembly's vectors of 128 bits; the same
// results as in plain numbers.
#pragma once

#include <wasm_simd128.h>

#include "pylos_search/network.hpp"

namespace sommet::pylos_search {

// Sums of bytes without unpacking them: sixteen bytes are eight numbers of 16 bits, each 256 times
// an odd column plus an even one. These are summed as they are, and the odd columns once more by
// themselves; what they add up to is taken from the first sum at last, modulo 2^16.
struct ByteSums {
  v128_t both = wasm_i16x8_splat(0), odd = wasm_i16x8_splat(0);

  void add(v128_t bytes) {
    both = wasm_i16x8_add(both, bytes);
    odd = wasm_i16x8_add(odd, wasm_u16x8_shr(bytes, 8));
  }
  void take(v128_t bytes) {
    both = wasm_i16x8_sub(both, bytes);
    odd = wasm_i16x8_sub(odd, wasm_u16x8_shr(bytes, 8));
  }
  v128_t even() const { return wasm_i16x8_sub(both, wasm_i16x8_shl(odd, 8)); }
  // The first eight columns and the last.
  v128_t first() const { return wasm_i16x8_shuffle(even(), odd, 0, 8, 1, 9, 2, 10, 3, 11); }
  v128_t last() const { return wasm_i16x8_shuffle(even(), odd, 4, 12, 5, 13, 6, 14, 7, 15); }
};

// Columns whose sums are kept at the same time.
inline constexpr int COLUMNS_AT_ONCE = 64;
struct ColumnSums {
  ByteSums sums[COLUMNS_AT_ONCE / 16];

  void add(const u8* row) {
    for (int v = 0; v < COLUMNS_AT_ONCE / 16; ++v) sums[v].add(wasm_v128_load(row + 16 * v));
  }
  void take(const u8* row) {
    for (int v = 0; v < COLUMNS_AT_ONCE / 16; ++v) sums[v].take(wasm_v128_load(row + 16 * v));
  }
  // Sixteen columns are two eights that lie sixteen places apart (place_of): of 32 columns the
  // eights stand at 0, 16, 8, 24.
  void add_to(const i16* from, v128_t less, i16* to) const {
    for (int v = 0; v < COLUMNS_AT_ONCE / 16; v += 2) {
      const v128_t eights[4] = {sums[v].first(), sums[v + 1].first(), sums[v].last(),
                                sums[v + 1].last()};
      for (int i = 0; i < 4; ++i) {
        const int at = 16 * v + 8 * i;
        const v128_t before = wasm_i16x8_sub(wasm_v128_load(from + at), less);
        wasm_v128_store(to + at, wasm_i16x8_add(before, eights[i]));
      }
    }
  }
};

inline void change_sum_simd128(const Changes& changes, int pairs, const i16* from, i16* to) {
  for (int column = 0; column < WIDE; column += COLUMNS_AT_ONCE) {
    ColumnSums sums;
    for (int k = 0; k < pairs; ++k) {
      sums.add(changes.added[k] + column);
      sums.take(changes.taken[k] + column);
    }
    sums.add_to(from + column, wasm_i16x8_splat(0), to + column);
  }
}

inline void add_up_simd128(const Rows& rows, i16 excess, const i16* from, i16* to) {
  for (int column = 0; column < WIDE; column += COLUMNS_AT_ONCE) {
    ColumnSums sums;
    for (int k = 0; k < rows.count; ++k) sums.add(rows.row[k] + column);
    sums.add_to(from + column, wasm_i16x8_splat(excess), to + column);
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
