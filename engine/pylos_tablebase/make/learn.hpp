// Gradient descent for the networks of a packed table: one stack's samples at a time.
#pragma once

#include "pylos_tablebase/make/fit.hpp"

namespace sommet::pylos_tablebase {

// A colouring as the coder meets it.
struct Sample {
  u32 colouring;
  Context context;
  Worth worth;
};

// The weights of one stack as numbers: `balls` rows of `hidden`, then the bias; and the outputs.
struct StackNumbers {
  int balls = 0, hidden = 0;
  std::vector<float> weights, outputs;

  void resize(int n, int h) {
    balls = n;
    hidden = h;
    weights.assign(static_cast<std::size_t>((n + 1) * h), 0.0f);
    outputs.assign(static_cast<std::size_t>(OUTPUTS * h), 0.0f);
  }
  float* bias() { return &weights[static_cast<std::size_t>(balls * hidden)]; }
};

// The tables of contexts, each entry with the sum of its squared gradients.
struct ContextNumbers {
  std::vector<float> value = std::vector<float>(CONTEXTS, 0.0f);
  std::vector<float> squares = std::vector<float>(CONTEXTS, 1.0f);
};

// Adds the gradients of `count` samples to `gradient`, and moves the contexts by `context_rate`
// (0 leaves them). `judged`, if given, are outputs (win, draw for each sample) that stand in for
// the network. Returns the samples' cost in bits.
double learn(const Sample* samples, int count, const StackNumbers& net, ContextNumbers& contexts,
             float context_rate, const i16* judged, StackNumbers& gradient);

// Adam: moves `count` weights along their gradients, which are cleared.
struct Adam {
  std::vector<float> mean, square;
  long step = 0;

  explicit Adam(std::size_t count) : mean(count, 0.0f), square(count, 0.0f) {}
  void move(float* weights, float* gradient, std::size_t first, std::size_t count, float scale,
            float rate);
};

}  // namespace sommet::pylos_tablebase
