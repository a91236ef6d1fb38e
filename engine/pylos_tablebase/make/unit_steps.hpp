// From a network's numbers to the bytes that block_network.hpp reads.
//
// Each hidden unit has a step of its own, so large that no weight exceeds a byte and no sum of a
// stack's weights LARGEST_SUM; weights are kept in that step, and what the unit puts out is worth so
// much more.
#pragma once

#include <algorithm>
#include <cmath>
#include <vector>

#include "pylos_tablebase/make/learn.hpp"

namespace sommet::pylos_tablebase {

class UnitSteps {
 public:
  // For `hidden` units and rows of so many weights.
  UnitSteps(u8 hidden, const std::vector<float>& weights) : step_(hidden, SMALLEST) {
    for (std::size_t i = 0; i < weights.size(); ++i)
      at(i) = std::max(at(i), std::abs(weights[i]) / LARGEST_BYTE);
  }

  // Makes steps larger where a stack's weights and bias could add up to more than `most`.
  void widen(const StackNumbers& net, float most) {
    for (std::size_t h = 0; h < step_.size(); ++h) {
      float sum = 0;
      for (std::size_t b = 0; b <= static_cast<std::size_t>(net.balls); ++b)
        sum += std::abs(net.weights[b * step_.size() + h]);
      step_[h] = std::max(step_[h], sum / most);
    }
  }

  // Weights as bytes, then bias and outputs as 16 bits.
  void write(std::vector<u8>& out, const float* weights, std::size_t count, const float* bias,
             const std::vector<float>& outputs) {
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(static_cast<u8>(small(weights[i] / at(i))));
    for (std::size_t h = 0; h < step_.size(); ++h) put_wide(out, bias[h] / step_[h]);
    for (std::size_t i = 0; i < OUTPUTS * step_.size(); ++i)
      put_wide(out, outputs[i] * at(i) * OUTPUT_SCALE);
  }

 private:
  static constexpr float SMALLEST = 1e-6f, LARGEST_BYTE = 127;

  float& at(std::size_t weight) { return step_[weight % step_.size()]; }

  static i8 small(float value) {
    return static_cast<i8>(std::clamp(std::lround(value), -127l, 127l));
  }
  static void put_wide(std::vector<u8>& bytes, float value) {
    const auto v = static_cast<i16>(std::clamp(std::lround(value), -32767l, 32767l));
    bytes.push_back(static_cast<u8>(v & 0xFF));
    bytes.push_back(static_cast<u8>(static_cast<u16>(v) >> 8));
  }

  std::vector<float> step_;
};

}  // namespace sommet::pylos_tablebase
