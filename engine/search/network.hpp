// The network that judges positions for the search: sums of rows, a narrow layer, one number.
//
//   inputs that are on        wide layer                narrow layer, by stage      log odds
//   (network_inputs.hpp) ---> bias + sum of rows, ----> bias + products, ---------> bias + products
//                             cut to 0 ... 1            cut to 0 ... 7.9
//
// Whole numbers throughout (one is 256), so that every machine gets the same result. Training
// (learn/pylos_network.py) keeps the weights small enough for sums of 16 bits, and those wrap
// around the same way everywhere. The successors of one position share most of their inputs, so
// their sums are made from one sum by what differs.
#pragma once

#if defined(__x86_64__)
#include <immintrin.h>
#endif

#include "search/network_inputs.hpp"
#include "solver/clones.hpp"
#include "solver/player_rank.hpp"

namespace sommet::search {

inline constexpr int NETWORK_ONE = 256;
inline constexpr int WIDE = 256;
inline constexpr int NARROW = 32;
inline constexpr int NARROW_MOST = 2022;  // 7.9
inline constexpr int NETWORK_STAGES = solver::RANK_STAGES;
inline constexpr int LANES = 16;
inline constexpr int BLOCK = 4 * LANES;  // columns that are summed up in registers
static_assert(WIDE % BLOCK == 0);

using Lanes = i16 __attribute__((vector_size(2 * LANES)));

// The weights. Of the narrow layer two columns lie side by side, so that one instruction multiplies
// and adds both for several units.
struct alignas(64) Network {
  alignas(64) i16 row[NETWORK_INPUTS][WIDE];
  alignas(64) i16 row_bias[WIDE];
  alignas(64) i16 narrow[NETWORK_STAGES][WIDE / 2][NARROW][2];
  i16 narrow_bias[NETWORK_STAGES][NARROW];
  i16 out[NETWORK_STAGES][NARROW];
  i16 out_bias[NETWORK_STAGES];
};

// A file keeps the rows, column by column, as bytes in steps of ROW_STEP; then the row's bias, the
// narrow layer by stage, unit and column, its bias, and the outputs' weights and bias, as numbers
// of 16 bits, low byte first.
inline constexpr int ROW_STEP = 4;
inline constexpr int NETWORK_ROW_BYTES = NETWORK_INPUTS * WIDE;
inline constexpr int NETWORK_BYTES =
    NETWORK_ROW_BYTES + 2 * (WIDE + NETWORK_STAGES * (NARROW * (WIDE + 2) + 1));

inline void read_network(const u8* from, Network& net) {
  for (int column = 0; column < WIDE; ++column)
    for (auto& row : net.row) row[column] = static_cast<i16>(static_cast<i8>(*from++) * ROW_STEP);
  const auto next = [&from] {
    const auto number = static_cast<i16>(from[0] | from[1] << 8);
    from += 2;
    return number;
  };
  for (i16& bias : net.row_bias) bias = next();
  for (auto& stage : net.narrow)
    for (int unit = 0; unit < NARROW; ++unit)
      for (int column = 0; column < WIDE; ++column) stage[column / 2][unit][column % 2] = next();
  for (auto& stage : net.narrow_bias)
    for (i16& bias : stage) bias = next();
  for (auto& stage : net.out)
    for (i16& weight : stage) weight = next();
  for (i16& bias : net.out_bias) bias = next();
}

// The rows that lead from one sum to another.
struct Changes {
  static constexpr int MOST = 192;
  const i16* added[MOST];
  const i16* taken[MOST];
  int adds = 0, takes = 0;
};

// Adds rows to `from` and takes rows away.
SOMMET_CLONES inline void change_sum(const Changes& changes, const i16* from, i16* to) {
  for (int block = 0; block < WIDE; block += BLOCK) {
    Lanes sum[BLOCK / LANES];
    for (int v = 0; v < BLOCK / LANES; ++v)
      sum[v] = *reinterpret_cast<const Lanes*>(from + block + v * LANES);
    for (int k = 0; k < changes.adds; ++k) {
      const Lanes* row = reinterpret_cast<const Lanes*>(changes.added[k] + block);
      for (int v = 0; v < BLOCK / LANES; ++v) sum[v] += row[v];
    }
    for (int k = 0; k < changes.takes; ++k) {
      const Lanes* row = reinterpret_cast<const Lanes*>(changes.taken[k] + block);
      for (int v = 0; v < BLOCK / LANES; ++v) sum[v] -= row[v];
    }
    for (int v = 0; v < BLOCK / LANES; ++v)
      *reinterpret_cast<Lanes*>(to + block + v * LANES) = sum[v];
  }
}

// unit[h] = sum over all columns of wide[column] * weight of column and unit. Two ways, one result.
SOMMET_INLINE void add_columns_plainly(const i16* wide, const i16 (*weights)[NARROW][2],
                                       i32* unit) {
  for (int h = 0; h < NARROW; ++h) unit[h] = 0;
  for (int pair = 0; pair < WIDE / 2; ++pair)
    for (int h = 0; h < NARROW; ++h)
      unit[h] += wide[2 * pair] * weights[pair][h][0] + wide[2 * pair + 1] * weights[pair][h][1];
}

#if defined(__x86_64__)
__attribute__((target("avx2"))) inline void add_columns_avx2(const i16* wide,
                                                             const i16 (*weights)[NARROW][2],
                                                             i32* unit) {
  static_assert(NARROW == 32);
  __m256i u0 = _mm256_setzero_si256(), u1 = u0, u2 = u0, u3 = u0;
  for (int part = 0; part < WIDE / 2; part += 32) {
    // The pairs of these 32 that are not both zero.
    u32 some = 0;
    for (int v = 0; v < 4; ++v) {
      const __m256i eight =
          _mm256_load_si256(reinterpret_cast<const __m256i*>(wide + 2 * part) + v);
      const __m256i none = _mm256_cmpeq_epi32(eight, _mm256_setzero_si256());
      some |= static_cast<u32>(~_mm256_movemask_ps(_mm256_castsi256_ps(none)) & 255) << (8 * v);
    }
    for (; some; some &= some - 1) {
      const int pair = part + lowest(some);
      i32 two;
      __builtin_memcpy(&two, wide + 2 * pair, sizeof two);
      const __m256i both = _mm256_set1_epi32(two);
      const __m256i* w = reinterpret_cast<const __m256i*>(weights[pair]);
      u0 = _mm256_add_epi32(u0, _mm256_madd_epi16(both, _mm256_load_si256(w)));
      u1 = _mm256_add_epi32(u1, _mm256_madd_epi16(both, _mm256_load_si256(w + 1)));
      u2 = _mm256_add_epi32(u2, _mm256_madd_epi16(both, _mm256_load_si256(w + 2)));
      u3 = _mm256_add_epi32(u3, _mm256_madd_epi16(both, _mm256_load_si256(w + 3)));
    }
  }
  __m256i* to = reinterpret_cast<__m256i*>(unit);
  _mm256_store_si256(to, u0);
  _mm256_store_si256(to + 1, u1);
  _mm256_store_si256(to + 2, u2);
  _mm256_store_si256(to + 3, u3);
}

inline void add_columns(const i16* wide, const i16 (*weights)[NARROW][2], i32* unit) {
  static const bool has_avx2 = __builtin_cpu_supports("avx2");
  if (has_avx2) return add_columns_avx2(wide, weights, unit);
  add_columns_plainly(wide, weights, unit);
}
#else
inline void add_columns(const i16* wide, const i16 (*weights)[NARROW][2], i32* unit) {
  add_columns_plainly(wide, weights, unit);
}
#endif

// From the sums of the wide layer to log odds, in hundredths; cuts the sums.
SOMMET_CLONES inline int judge_sum(const Network& net, int stage, i16* wide) {
  for (int c = 0; c < WIDE; ++c) {
    const i16 w = wide[c] < 0 ? i16{0} : wide[c];
    wide[c] = w > NETWORK_ONE ? i16{NETWORK_ONE} : w;
  }
  alignas(64) i32 unit[NARROW];
  add_columns(wide, net.narrow[stage], unit);
  i32 sum = net.out_bias[stage] * NETWORK_ONE;
  for (int h = 0; h < NARROW; ++h) {
    i32 s = (unit[h] >> 8) + net.narrow_bias[stage][h];
    s = s < 0 ? 0 : s > NARROW_MOST ? NARROW_MOST : s;
    sum += s * net.out[stage][h];
  }
  return static_cast<int>(static_cast<long long>(sum) * 100 / (NETWORK_ONE * NETWORK_ONE));
}

// Judges positions that lie near each other: one is looked at in full, the others by what differs.
class NearbyJudge {
 public:
  NearbyJudge(const Network& net, pylos::Rules rules, pylos::Position from)
      : net_(net), rules_(rules), from_(from), gaps_(pylos::completing<4>(rules, from.own)) {
    Changes changes;
    for_each_slot(from, ~0u, [&](int slot, int number) {
      number_[slot] = number;
      changes.added[changes.adds++] = net.row[number];
    });
    fill_planes(from, gaps_, pylos::completing<4>(rules, from.other), plane_);
    for (int k = 0; k < PLANES; ++k)
      for (u32 b = plane_[k]; b; b &= b - 1)
        changes.added[changes.adds++] = net.row[PLANES_AT + k * 30 + lowest(b)];
    change_sum(changes, net.row_bias, sum_);
  }

  // Log odds of winning for the side to move, in hundredths.
  int judge(pylos::Position pos) const {
    Changes changes;
    for_each_slot(pos, (pos.own ^ from_.own) | (pos.other ^ from_.other),
                  [&](int slot, int number) {
                    if (number == number_[slot]) return;
                    changes.added[changes.adds++] = net_.row[number];
                    changes.taken[changes.takes++] = net_.row[number_[slot]];
                  });
    u32 plane[PLANES];
    fill_planes(pos, pos.own == from_.own ? gaps_ : pylos::completing<4>(rules_, pos.own),
                pylos::completing<4>(rules_, pos.other), plane);
    for (int k = 0; k < PLANES; ++k) {
      const i16(*rows)[WIDE] = net_.row + PLANES_AT + k * 30;
      for (u32 b = plane[k] & ~plane_[k]; b; b &= b - 1)
        changes.added[changes.adds++] = rows[lowest(b)];
      for (u32 b = plane_[k] & ~plane[k]; b; b &= b - 1)
        changes.taken[changes.takes++] = rows[lowest(b)];
    }
    alignas(64) i16 wide[WIDE];
    change_sum(changes, sum_, wide);
    return judge_sum(net_, solver::rank_stage(popcount(pos.own | pos.other)), wide);
  }

 private:
  const Network& net_;
  pylos::Rules rules_;
  pylos::Position from_;
  u32 gaps_;  // of from_.own; a move leaves the opponent's balls where they are
  int number_[SLOTS];
  u32 plane_[PLANES];
  alignas(64) i16 sum_[WIDE];
};

}  // namespace sommet::search
