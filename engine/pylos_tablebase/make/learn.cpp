#include "pylos_tablebase/make/learn.hpp"

#include <algorithm>
#include <cmath>

#include "common/clones.hpp"

namespace sommet::pylos_tablebase {

namespace {

constexpr int LANES = 16;
constexpr float SMALL_ERROR = 0.004f;  // samples this well predicted teach nothing

// Probability and cost in bits of a 1 at log odds -16 .. 16.
struct Logistic {
  static constexpr int STEPS = 4096;
  float probability[STEPS + 1], bits[STEPS + 1];
  Logistic() {
    for (int i = 0; i <= STEPS; ++i) {
      const double odds = std::exp((i - STEPS / 2) * 32.0 / STEPS);
      probability[i] = static_cast<float>(odds / (1 + odds));
      bits[i] = static_cast<float>(std::log2(1 + 1 / odds));
    }
  }
  SOMMET_INLINE static int at(float z) {
    return static_cast<int>(std::clamp(z, -16.0f, 16.0f) * (STEPS / 32) + (STEPS / 2 + 0.5f));
  }
};
const Logistic logistic;

SOMMET_INLINE void nudge(ContextNumbers& contexts, u32 entry, float error, float rate) {
  float& squares = contexts.squares[entry];
  squares += error * error;
  contexts.value[entry] -= rate * error / std::sqrt(squares);
}

}  // namespace

SOMMET_CLONES
double learn(const Sample* samples, int count, const StackNumbers& net, ContextNumbers& contexts,
             float context_rate, const i16* judged, StackNumbers& gradient) {
  const int hidden = net.hidden, groups = hidden / LANES;
  const float* const bias = net.weights.data() + net.balls * hidden;
  const float *const win = net.outputs.data(), *const draw = win + hidden;
  float* const bias_gradient = gradient.weights.data() + net.balls * hidden;
  float* const win_gradient = gradient.outputs.data();
  float* const draw_gradient = win_gradient + hidden;
  alignas(64) float unit[MAX_HIDDEN], back[MAX_HIDDEN];
  double cost = 0;
  for (int s = 0; s < count; ++s) {
    const Sample& sample = samples[s];
    const Context& context = sample.context;
    const bool won = sample.worth == Worth::WIN;
    float z[OUTPUTS] = {context.win<float>(contexts.value.data()),
                        context.draw<float>(contexts.value.data())};
    if (judged) {
      for (int o = 0; o < OUTPUTS; ++o)
        z[o] += static_cast<float>(judged[s * OUTPUTS + o]) / LOG_ODDS_UNIT;
    } else {
      for (int h = 0; h < hidden; ++h) unit[h] = bias[h];
      for (u32 rest = sample.colouring; rest; rest &= rest - 1) {
        const float* w = net.weights.data() + lowest(rest) * hidden;
        for (int h = 0; h < hidden; ++h) unit[h] += w[h];
      }
      float sum[OUTPUTS][LANES] = {};
      for (int g = 0; g < groups; ++g)
        for (int l = 0; l < LANES; ++l) {
          const float u = unit[g * LANES + l], a = u > 0 ? u : 0;
          sum[0][l] += a * win[g * LANES + l];
          sum[1][l] += a * draw[g * LANES + l];
        }
      for (int o = 0; o < OUTPUTS; ++o)
        for (int l = 0; l < LANES; ++l) z[o] += sum[o][l];
    }
    const int at = Logistic::at(z[0]), draw_at = Logistic::at(z[1]);
    const float error = logistic.probability[at] - (won ? 1.0f : 0.0f);
    cost += logistic.bits[won ? at : Logistic::STEPS - at];
    float draw_error = 0;
    if (!won) {
      const bool drawn = sample.worth == Worth::DRAW;
      draw_error = logistic.probability[draw_at] - (drawn ? 1.0f : 0.0f);
      cost += logistic.bits[drawn ? draw_at : Logistic::STEPS - draw_at];
    }
    const bool clear = std::abs(error) < SMALL_ERROR,
               draw_clear = std::abs(draw_error) < SMALL_ERROR;
    if (context_rate > 0 && !clear) {
      nudge(contexts, context.win_main, error, context_rate);
      nudge(contexts, context.win_own, error, context_rate);
      for (u32 i = 0; i < SHARES; ++i)
        nudge(contexts, WIN_SHARES + i * SHARE_CLASSES + context.share[i], error, context_rate);
    }
    if (context_rate > 0 && !draw_clear) {
      nudge(contexts, context.draw_main, draw_error, context_rate);
      nudge(contexts, context.draw_own, draw_error, context_rate);
      for (u32 i = 0; i < SHARES; ++i)
        nudge(contexts, DRAW_SHARES + i * SHARE_CLASSES + context.share[i], draw_error,
              context_rate);
    }
    if (judged || (clear && draw_clear)) continue;
    for (int h = 0; h < hidden; ++h) {
      const float a = unit[h] > 0 ? unit[h] : 0;
      win_gradient[h] += error * a;
      draw_gradient[h] += draw_error * a;
      const float b = error * win[h] + draw_error * draw[h];
      back[h] = unit[h] > 0 ? b : 0;
      bias_gradient[h] += back[h];
    }
    for (u32 rest = sample.colouring; rest; rest &= rest - 1) {
      float* w = gradient.weights.data() + lowest(rest) * hidden;
      for (int h = 0; h < hidden; ++h) w[h] += back[h];
    }
  }
  return cost;
}

SOMMET_CLONES
void Adam::move(float* weights, float* gradient, std::size_t first, std::size_t count, float scale,
                float rate) {
  const float correct = 1 - std::pow(0.9f, static_cast<float>(step));
  const float correct_square = 1 - std::pow(0.999f, static_cast<float>(step));
  const float pace = rate / correct;
  float* m = &mean[first];
  float* v = &square[first];
  for (std::size_t i = 0; i < count; ++i) {
    const float g = gradient[i] * scale;
    gradient[i] = 0;
    m[i] = 0.9f * m[i] + 0.1f * g;
    v[i] = 0.999f * v[i] + 0.001f * g * g;
    weights[i] -= pace * m[i] / (std::sqrt(v[i] / correct_square) + 1e-8f);
  }
}

}  // namespace sommet::pylos_tablebase
