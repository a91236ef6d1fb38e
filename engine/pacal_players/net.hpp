// Small value networks in plain float arithmetic that compilers vectorise: sparse rows and dense
// inputs into a wide layer, a narrow layer, then the outputs. No libraries at run time. CUDA runs
// them its own way, from the same struct (training/warp_judge.hpp).
//
// Code compiled for every x86-64 asks when it starts whether there is AVX2. Each number is summed up
// in one order whichever way, and AVX2 does not join products and sums: the results are the same.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>

#include "common/clones.hpp"
#include "common/processor.hpp"
#include "pacal_players/pyramid_inputs.hpp"

namespace sommet::pacal_players {

#if !defined(__CUDACC__)
// One register of AVX, and one of all others that have any: GCC makes of vectors that the processor
// lacks a detour through memory.
typedef float EightFloats __attribute__((vector_size(8 * sizeof(float)), may_alias));
typedef float FourFloats __attribute__((vector_size(4 * sizeof(float)), may_alias));
constexpr int COLUMNS_AT_ONCE = 64;
#endif

// Weights in the order of the weights file (float32).
template <int Rows, int Dense, int Outputs, int Wide, int Narrow>
struct CardNetwork {
  static constexpr int WIDE = Wide, NARROW = Narrow;
  static constexpr std::size_t FLOATS = std::size_t{Rows} * WIDE + std::size_t{Dense} * WIDE +
                                        WIDE + std::size_t{WIDE} * NARROW + NARROW +
                                        Outputs * NARROW + Outputs;

  alignas(64) float row[Rows][WIDE];
  alignas(64) float dense[Dense][WIDE];
  alignas(64) float wide_bias[WIDE];
  alignas(64) float narrow[WIDE][NARROW];
  alignas(64) float narrow_bias[NARROW];
  alignas(64) float out[Outputs][NARROW];
  alignas(64) float out_bias[Outputs];

  // Fills the weights from FLOATS numbers.
  void unpack(const float* in) {
    auto take = [&in](float* to, std::size_t n) {
      for (std::size_t i = 0; i < n; ++i) to[i] = *in++;
    };
    take(&row[0][0], std::size_t{Rows} * WIDE);
    take(&dense[0][0], std::size_t{Dense} * WIDE);
    take(wide_bias, WIDE);
    take(&narrow[0][0], std::size_t{WIDE} * NARROW);
    take(narrow_bias, NARROW);
    take(&out[0][0], std::size_t{Outputs} * NARROW);
    take(out_bias, Outputs);
  }

#if !defined(__CUDACC__)
  // Fills `logits` with the outputs before any squashing.
  template <int MostRows>
  void run(const Inputs<MostRows, Dense>& x, float (&logits)[Outputs]) const {
#if defined(__AVX2__)
    run_by<EightFloats>(x, logits);
#else
#if SOMMET_X86
    if (PROCESSOR.avx2) return run_avx2(x, logits);
#endif
    run_by<FourFloats>(x, logits);
#endif
  }

  // The same with vectors of one width.
  template <class Floats, int MostRows>
  SOMMET_INLINE void run_by(const Inputs<MostRows, Dense>& x, float (&logits)[Outputs]) const {
    constexpr int SIDE = sizeof(Floats) / sizeof(float);
    alignas(64) float wide[WIDE];
    for (int at = 0; at < WIDE; at += COLUMNS_AT_ONCE) add_up<Floats>(x, at, wide + at);
    alignas(64) float last[NARROW];
    Floats sum[NARROW / SIDE];
    for (int j = 0; j < NARROW / SIDE; ++j) sum[j] = side<Floats>(narrow_bias)[j];
    for (int i = 0; i < WIDE; ++i) {
      const float v = wide[i] > 0.0f ? wide[i] : 0.0f;
      const Floats* from = side<Floats>(narrow[i]);
      for (int j = 0; j < NARROW / SIDE; ++j) sum[j] += v * from[j];
    }
    std::memcpy(last, sum, sizeof last);
    for (int k = 0; k < Outputs; ++k) {
      float total = out_bias[k];
      for (int j = 0; j < NARROW; ++j) total += (last[j] > 0.0f ? last[j] : 0.0f) * out[k][j];
      logits[k] = total;
    }
  }

 private:
#if SOMMET_X86 && !defined(__AVX2__)
  template <int MostRows>
  __attribute__((target("avx2"))) void run_avx2(const Inputs<MostRows, Dense>& x,
                                                float (&logits)[Outputs]) const {
    run_by<EightFloats>(x, logits);
  }
#endif

  // One block of the wide layer: few enough accumulators to stay in registers over the whole sum.
  template <class Floats, int MostRows>
  SOMMET_INLINE void add_up(const Inputs<MostRows, Dense>& x, int at, float* to) const {
    constexpr int N = COLUMNS_AT_ONCE * sizeof(float) / sizeof(Floats);
    Floats sum[N];
    for (int i = 0; i < N; ++i) sum[i] = side<Floats>(wide_bias + at)[i];
    for (int r = 0; r < x.rows; ++r) {
      const Floats* from = side<Floats>(row[x.row[r]] + at);
      for (int i = 0; i < N; ++i) sum[i] += from[i];
    }
    for (int d = 0; d < Dense; ++d) {
      const float v = x.dense[d];
      if (v == 0.0f) continue;
      const Floats* from = side<Floats>(dense[d] + at);
      for (int i = 0; i < N; ++i) sum[i] += v * from[i];
    }
    std::memcpy(to, sum, sizeof sum);
  }

  template <class Floats>
  SOMMET_INLINE static const Floats* side(const float* aligned) {
    return reinterpret_cast<const Floats*>(aligned);
  }
#endif
};

}  // namespace sommet::pacal_players
