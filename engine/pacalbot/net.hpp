// The value network in plain float arithmetic that compilers vectorise: rows and dense inputs into
// 128 units, then 32, then the three results of a round. No libraries at run time.
#pragma once

#include <cmath>
#include <cstddef>

#include "pacalbot/features.hpp"

namespace sommet::pacalbot {

// Chances of the three results for the seat whose knowledge was given; they add up to 1.
struct Chances {
  float win = 0, draw = 0, loss = 0;
  float score() const { return win + 0.5f * draw; }
};

constexpr int WIDE = 128;
constexpr int NARROW = 32;
constexpr int RESULTS = 3;

// The layout of the weights file: float32, in this order.
struct Weights {
  alignas(64) float row[ROWS][WIDE];
  alignas(64) float dense[DENSE][WIDE];
  alignas(64) float first[WIDE];
  alignas(64) float second[WIDE][NARROW];
  alignas(64) float second_bias[NARROW];
  alignas(64) float third[RESULTS][NARROW];
  float third_bias[RESULTS];
};

constexpr std::size_t WEIGHTS_FLOATS = std::size_t{ROWS} * WIDE + std::size_t{DENSE} * WIDE + WIDE +
                                       std::size_t{WIDE} * NARROW + NARROW + RESULTS * NARROW +
                                       RESULTS;

// Fills `out` from WEIGHTS_FLOATS numbers in file order.
inline void unpack(const float* in, Weights& out) {
  auto take = [&in](float* to, std::size_t n) {
    for (std::size_t i = 0; i < n; ++i) to[i] = *in++;
  };
  take(&out.row[0][0], std::size_t{ROWS} * WIDE);
  take(&out.dense[0][0], std::size_t{DENSE} * WIDE);
  take(out.first, WIDE);
  take(&out.second[0][0], std::size_t{WIDE} * NARROW);
  take(out.second_bias, NARROW);
  take(&out.third[0][0], RESULTS * NARROW);
  take(out.third_bias, RESULTS);
}

inline Chances evaluate(const Weights& w, const Features& x) {
  alignas(64) float wide[WIDE];
  for (int i = 0; i < WIDE; ++i) wide[i] = w.first[i];
  for (int r = 0; r < x.rows; ++r) {
    const float* row = w.row[x.row[r]];
    for (int i = 0; i < WIDE; ++i) wide[i] += row[i];
  }
  for (int d = 0; d < DENSE; ++d) {
    const float v = x.dense[d];
    if (v == 0.0f) continue;
    const float* row = w.dense[d];
    for (int i = 0; i < WIDE; ++i) wide[i] += v * row[i];
  }
  alignas(64) float narrow[NARROW];
  for (int j = 0; j < NARROW; ++j) narrow[j] = w.second_bias[j];
  for (int i = 0; i < WIDE; ++i) {
    const float v = wide[i] > 0.0f ? wide[i] : 0.0f;
    for (int j = 0; j < NARROW; ++j) narrow[j] += v * w.second[i][j];
  }
  float logit[RESULTS];
  for (int k = 0; k < RESULTS; ++k) {
    float sum = w.third_bias[k];
    for (int j = 0; j < NARROW; ++j) sum += (narrow[j] > 0.0f ? narrow[j] : 0.0f) * w.third[k][j];
    logit[k] = sum;
  }
  const float most = std::fmax(logit[0], std::fmax(logit[1], logit[2]));
  const float a = std::exp(logit[0] - most), b = std::exp(logit[1] - most),
              c = std::exp(logit[2] - most);
  const float scale = 1.0f / (a + b + c);
  return {a * scale, b * scale, c * scale};
}

inline Chances evaluate(const Weights& w, const Knowledge& k, const Rules& rules) {
  Features x;
  extract(k, rules, x);
  return evaluate(w, x);
}

}  // namespace sommet::pacalbot
