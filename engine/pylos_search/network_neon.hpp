// The network's arithmetic (network_steps.hpp) with the vectors of 64-bit ARM, which every such
// processor has; the same results as in plain numbers.
#pragma once

#include <arm_neon.h>

#include "pylos_search/network.hpp"

namespace sommet::pylos_search {

// Sums of SUMMED_COLUMNS columns, eight in a register, in the order of columns.
struct ColumnSums {
  static constexpr int EIGHTS = SUMMED_COLUMNS / 8;
  uint16x8_t eight[EIGHTS];

  // Of 32 columns the eights lie at 0, 16, 8, 24 (place_of).
  ColumnSums(const i16* from, i16 less) {
    const uint16x8_t too_much = vdupq_n_u16(static_cast<u16>(less));
    for (int e = 0; e < EIGHTS; ++e)
      eight[e] = vsubq_u16(vreinterpretq_u16_s16(vld1q_s16(from + place_of(8 * e))), too_much);
  }
  void store(i16* to) const {
    for (int e = 0; e < EIGHTS; ++e)
      vst1q_s16(to + place_of(8 * e), vreinterpretq_s16_u16(eight[e]));
  }
  void add(const u8* row) {
    for (int e = 0; e < EIGHTS; e += 2) {
      const uint8x16_t bytes = vld1q_u8(row + 8 * e);
      eight[e] = vaddw_u8(eight[e], vget_low_u8(bytes));
      eight[e + 1] = vaddw_high_u8(eight[e + 1], bytes);
    }
  }
  void take(const u8* row) {
    for (int e = 0; e < EIGHTS; e += 2) {
      const uint8x16_t bytes = vld1q_u8(row + 8 * e);
      eight[e] = vsubw_u8(eight[e], vget_low_u8(bytes));
      eight[e + 1] = vsubw_high_u8(eight[e + 1], bytes);
    }
  }
};

inline void change_sum_neon(const Changes& changes, int pairs, const i16* from, i16* to) {
  for (int column = 0; column < WIDE; column += SUMMED_COLUMNS) {
    ColumnSums sums(from + column, 0);
    for (int k = 0; k < pairs; ++k) {
      sums.add(changes.added[k] + column);
      sums.take(changes.taken[k] + column);
    }
    sums.store(to + column);
  }
}

inline void add_up_neon(const Rows& rows, i16 excess, const i16* from, i16* to) {
  for (int column = 0; column < WIDE; column += SUMMED_COLUMNS) {
    ColumnSums sums(from + column, excess);
    for (int k = 0; k < rows.count; ++k) sums.add(rows.row[k] + column);
    sums.store(to + column);
  }
}

inline void square_neon(const i16* sum, u8* to) {
  const int16x8_t zero = vdupq_n_s16(0), one = vdupq_n_s16(64);
  for (int c = 0; c < WIDE; c += 8) {
    const int16x8_t w = vminq_s16(vmaxq_s16(vld1q_s16(sum + place_of(c)), zero), one);
    // Rounds while it shifts, and cuts what is over 127.
    vst1_u8(to + c, vreinterpret_u8_s8(vqrshrn_n_s16(vmulq_s16(w, w), 5)));
  }
}

// unit[h] += sum over all columns of from[column] * weight of column and unit. A number of `from` is
// at most 127: it fits into a byte with a sign, and two products into 16 bits.
template <int Columns, int Units>
void multiply_neon(const u8* from, const i8 (*weights)[Units][4], i32* unit) {
  constexpr int PARTS = Units / 4;
  int32x4_t sum[PARTS];
  for (int p = 0; p < PARTS; ++p) sum[p] = vld1q_s32(unit + 4 * p);
  for (int four = 0; four < Columns / 4; ++four) {
    u32 packed;
    __builtin_memcpy(&packed, from + 4 * four, sizeof packed);
    if (!packed) continue;
    const int8x16_t x = vreinterpretq_s8_u32(vdupq_n_u32(packed));
    for (int p = 0; p < PARTS; ++p) {
      const int8x16_t w = vld1q_s8(weights[four][4 * p]);
#if defined(__ARM_FEATURE_DOTPROD)
      sum[p] = vdotq_s32(sum[p], w, x);
#else
      const int16x8_t low = vmull_s8(vget_low_s8(w), vget_low_s8(x)), high = vmull_high_s8(w, x);
      sum[p] = vpadalq_s16(sum[p], vpaddq_s16(low, high));
#endif
    }
  }
  for (int p = 0; p < PARTS; ++p) vst1q_s32(unit + 4 * p, sum[p]);
}

}  // namespace sommet::pylos_search
