// The numbers that decide how the packer's networks and contexts are fitted.
#pragma once

#include <cmath>

#include "pylos_tablebase/block_network.hpp"

namespace sommet::pylos_tablebase::fitting {

constexpr int CHUNK = 32, CHUNKS = 16;  // samples of one stack; stacks for one step
constexpr int OWN_STEP = 256;           // samples for one step of a stack's own network
constexpr float PI = 3.14159265f;

// The first learning rates; they fall to nearly 0.
constexpr float NETWORK_RATE = 0.004f;
constexpr float CONTEXT_RATE_BESIDE = 0.03f;      // while a network learns too
constexpr float CONTEXT_RATE_FIRST = 0.1f;        // to see what a level takes without a network,
constexpr u64 CONTEXT_SAMPLES_FIRST = 2'000'000;  // from so many samples at most
constexpr float CONTEXT_RATE_ALONE = 0.05f;       // where there is no network
constexpr float CONTEXT_RATE_AFTER = 0.02f;       // on top of a finished network,
constexpr u64 CONTEXT_SAMPLES_AFTER = 6'000'000;

// Spread of the weights that a network begins with.
constexpr float FIRST_WEIGHTS = 0.2f, FIRST_BIAS = 0.3f, FIRST_OUTPUTS = 0.05f;

// How many hidden units a network may have.
constexpr u8 HIDDEN_SIZES[] = {16, 32, 64, 128};
// Each stack gets a network of its own if that may have so many hidden units; with fewer, only if a
// network for all may have no more than twice as many. Both numbers were chosen by hand.
constexpr u8 OWN_SIZE_WORTH_IT = 64;
// How much a network for all may take of the bytes that networks for each stack may take.
constexpr double SHARED_SHARE = 0.75;

// Contexts are stored in steps of 1/32 of a logit, and stay within 25 logits.
constexpr int CONTEXT_STEPS = 32;
constexpr long MOST_CONTEXT_STEPS = 25 * CONTEXT_STEPS;
constexpr long CONTEXT_STEP = LOG_ODDS_UNIT / CONTEXT_STEPS;
static_assert(MOST_CONTEXT_STEPS * CONTEXT_STEP <= 32767, "contexts are 16-bit numbers");

// Rounding moves each weight by up to half a step, and so the sums of a stack: room for sixteen
// weights for each ball where they are shared by features, and more than its one where they are not.
constexpr float SHARED_ROOM_PER_BALL = 8, OWN_ROOM_PER_BALL = 1;

// The factor of the learning rate falls along half a cosine, and never quite to 0.
constexpr float LEAST_PACE = 0.002f;

inline float waning(long step, long steps) {
  const float angle = PI * static_cast<float>(step) / static_cast<float>(steps);
  return 0.5f * (1 + std::cos(angle)) + LEAST_PACE;
}

}  // namespace sommet::pylos_tablebase::fitting
