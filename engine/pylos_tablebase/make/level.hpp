// Fits the prediction for one number of balls: which kind of network is worth its bytes, its weights,
// and the tables of contexts.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "pylos_tablebase/make/fit.hpp"
#include "pylos_tablebase/make/fit_settings.hpp"
#include "pylos_tablebase/make/samples.hpp"
#include "pylos_tablebase/make/unit_steps.hpp"

namespace sommet::pylos_tablebase::fitting {

// What is worked out for one number of balls.
class Level {
 public:
  Level(const pylos_index::Locator& locator, const StackFeatures& features, const u8* table,
        int balls, const Effort& effort)
      : locator_(locator),
        features_(features),
        table_(table),
        balls_(balls),
        effort_(effort),
        random_(static_cast<u64>(balls) + 1) {
    const pylos_index::Plan& plan = locator.plan();
    first_ = plan.level[static_cast<std::size_t>(balls)];
    stacks_ = plan.level[static_cast<std::size_t>(balls) + 1] - first_;
    orders_.resize(stacks_);
    for (u32 s = 0; s < stacks_; ++s) make_order(plan, plan.stacks[first_ + s], orders_[s]);
    const u64 begin = plan.stacks[first_].positions;
    const u64 end = begin + stacks_ * locator.colourings().count(balls);
    drawless = std::none_of(table + begin, table + end,
                            [](u8 byte) { return worth_of(byte) == Worth::DRAW; });
  }

  bool drawless;
  u8 kind = NO_NET, hidden = 0;
  std::vector<u8> bytes;  // of the networks

  u32 stacks() const { return stacks_; }

  // Finds what all stacks share; returns a line that says what came of it.
  std::string fit_shared() {
    Samples samples;
    collect(samples, effort_.shared_samples, 0, stacks_);
    samples.shuffle(random_);
    if (samples.all.empty()) return about(0, 0);
    const double bits = fit_contexts(samples, nullptr, CONTEXT_RATE_FIRST, CONTEXT_SAMPLES_FIRST);
    choose(bits / 8 * coded());
    if (kind == NO_NET) {
      return about(bits, fit_contexts(samples, nullptr, CONTEXT_RATE_ALONE, samples.all.size()));
    }
    const double trained = train(samples);
    if (kind == OWN_NET) {
      bytes.resize(own_size(hidden, static_cast<u64>(balls_)) * stacks_);
      return about(bits, trained);
    }
    write_shared();
    std::vector<i16> judged(OUTPUTS * samples.all.size());
    judge(samples, judged);
    return about(bits,
                 fit_contexts(samples, judged.data(), CONTEXT_RATE_AFTER, CONTEXT_SAMPLES_AFTER));
  }

  // The network of one stack, from the one that all share; returns bits a position.
  double fit_own(u32 stack) {
    FitRandom random(u64{stack} << 8 | static_cast<u64>(balls_));
    Samples samples;
    collect(samples, effort_.own_samples, stack, stack + 1, &random);
    std::shuffle(samples.all.begin(), samples.all.end(), random);
    StackNumbers net, gradient;
    fold(stack, net);
    gradient.resize(balls_, hidden);
    Adam adam(net.weights.size()), output_adam(net.outputs.size());
    ContextNumbers contexts = contexts_;
    const long steps = static_cast<long>(samples.all.size()) / OWN_STEP * effort_.epochs;
    double cost = 0;
    for (int epoch = 0; epoch < effort_.epochs; ++epoch, cost = epoch < effort_.epochs ? 0 : cost)
      for (std::size_t at = 0; at + OWN_STEP <= samples.all.size(); at += OWN_STEP) {
        cost += learn(&samples.all[at], OWN_STEP, net, contexts, 0, nullptr, gradient);
        const float rate = NETWORK_RATE * waning(adam.step, steps);
        ++adam.step, ++output_adam.step;
        adam.move(net.weights.data(), gradient.weights.data(), 0, net.weights.size(),
                  1.0f / OWN_STEP, rate);
        output_adam.move(net.outputs.data(), gradient.outputs.data(), 0, net.outputs.size(),
                         1.0f / OWN_STEP, rate);
      }
    write_own(stack, net);
    return samples.all.empty() ? 0 : cost / static_cast<double>(samples.all.size());
  }

  void put_contexts(std::vector<i16>& out) const {
    for (const float v : contexts_.value)
      out.push_back(static_cast<i16>(
          std::clamp(std::lround(v * CONTEXT_STEPS), -MOST_CONTEXT_STEPS, MOST_CONTEXT_STEPS) *
          CONTEXT_STEP));
  }

  std::string about(double before, double after) const {
    char line[160];
    const char* kinds[] = {"no network", "a network for all", "a network for each"};
    std::snprintf(line, sizeof line, "%d balls, %u stacks: %.4f bits a position, %.4f with %s (%d)",
                  balls_, stacks_, before, after, kinds[kind], hidden);
    return line;
  }

 private:
  // About how many positions of this level are coded.
  double coded() const {
    double sum = 0;
    const int each = locator_.colourings().balls_each();
    u64 colourings = 0;
    for (int own = 0; own < each && own <= balls_; ++own)
      if (locator_.colourings().valid(balls_, own))
        colourings += locator_.colourings().choose(balls_, own);
    for (const PackOrder& order : orders_)
      sum += static_cast<double>(colourings) / (1 + order.mirrors);
    return sum;
  }

  void collect(Samples& samples, u64 wanted, u32 begin, u32 end, FitRandom* random = nullptr) {
    const u32 blocks = balls_ > BLOCK_BITS ? 1u << (balls_ - BLOCK_BITS) : 1;
    const double share =
        static_cast<double>(wanted) / (coded() * static_cast<double>(end - begin) / stacks_);
    FitRandom& source = random ? *random : random_;
    std::uniform_real_distribution<double> chance(0, 1);
    samples.all.reserve(
        std::min<u64>(wanted + wanted / 8, u64{blocks} * BLOCK_SIZE * (end - begin)));
    for (u32 s = begin; s < end; ++s)
      for (u32 block = 0; block < blocks; ++block)
        if (share >= 1 || chance(source) < share)
          samples.add(locator_, table_, first_ + s, orders_[s], block, drawless);
  }

  // Chooses a network worth its bytes, given what the level takes without one.
  void choose(double size) {
    const double per_stack = stacks_ * own_size(1, static_cast<u64>(balls_));
    std::vector<u8> occurs(features_.count());
    for (const PackOrder& order : orders_)
      features_.for_each(order, [&](int, u32 feature) { occurs[feature] = 1; });
    const auto together = static_cast<double>(std::count(occurs.begin(), occurs.end(), u8{1}));
    u8 own = 0, shared = 0;
    for (const u8 h : HIDDEN_SIZES) {
      if (h * per_stack <= effort_.network_share * size) own = h;
      if (h * together <= SHARED_SHARE * effort_.network_share * size) shared = h;
    }
    kind = own >= OWN_SIZE_WORTH_IT || (own && own * 2 >= shared) ? OWN_NET
           : shared                                               ? SHARED_NET
                                                                  : NO_NET;
    hidden = kind == OWN_NET ? own : shared;
  }

  double fit_contexts(const Samples& samples, const i16* judged, float rate, u64 most) {
    StackNumbers none, gradient;
    double cost = 0;
    u64 seen = 0;
    std::vector<u64> order(samples.parts.size());
    for (u64 i = 0; i < order.size(); ++i) order[i] = i;
    std::shuffle(order.begin(), order.end(), random_);
    u64 total = 0, done = 0;
    for (const u64 i : order) total += samples.parts[i].count;
    total = std::min(total, most);
    for (const u64 i : order) {
      const Samples::Part& part = samples.parts[i];
      if (done >= total) break;
      const float pace = rate * waning(static_cast<long>(done), static_cast<long>(total));
      const double bits =
          learn(&samples.all[part.first], static_cast<int>(part.count), none, contexts_, pace,
                judged ? judged + part.first * OUTPUTS : nullptr, gradient);
      done += part.count;
      if (done * 2 < total) continue;
      cost += bits;
      seen += part.count;
    }
    return seen ? cost / static_cast<double>(seen) : 0;
  }

  void fold(u32 stack, StackNumbers& net) const {
    net.resize(balls_, hidden);
    std::copy(bias_.begin(), bias_.end(), net.bias());
    features_.for_each(orders_[stack], [&](int ball, u32 feature) {
      const float* from = &weights_[static_cast<std::size_t>(feature) * hidden];
      float* to = ball < 0 ? net.bias() : &net.weights[static_cast<std::size_t>(ball * hidden)];
      for (int h = 0; h < hidden; ++h) to[h] += from[h];
    });
    net.outputs = outputs_;
  }

  // A few samples of one stack.
  struct Chunk {
    u64 first;
    u32 stack;
    int count;
  };

  std::vector<Chunk> chunks_of(const Samples& samples) const {
    std::vector<Chunk> chunks;
    for (const Samples::Part& part : samples.parts)
      for (u64 at = 0; at < part.count; at += CHUNK)
        chunks.push_back({part.first + at, part.stack - first_,
                          static_cast<int>(std::min<u64>(CHUNK, part.count - at))});
    return chunks;
  }

  void start_weights() {
    std::normal_distribution<float> normal(0, 1);
    weights_.resize(std::size_t{features_.count()} * hidden);
    bias_.resize(hidden);
    outputs_.resize(std::size_t{OUTPUTS} * hidden);
    for (float& w : weights_) w = FIRST_WEIGHTS * normal(random_);
    for (float& w : bias_) w = FIRST_BIAS * normal(random_);
    for (float& w : outputs_) w = FIRST_OUTPUTS * normal(random_);
  }

  // The way downhill for all that the stacks share, added up over the chunks of one step.
  struct SharedSlope {
    std::vector<float> weights, bias, outputs;
    std::vector<u8> touched;  // by feature, in this step
    std::vector<u32> list;    // those features
    Adam adam, bias_adam, output_adam;

    SharedSlope(std::size_t features, std::size_t h)
        : weights(features * h),
          bias(h),
          outputs(OUTPUTS * h),
          touched(features),
          adam(features * h),
          bias_adam(h),
          output_adam(OUTPUTS * h) {}
  };

  // Adds the slope of one stack's network, and clears it.
  void add_slope(u32 stack, StackNumbers& gradient, SharedSlope& slope) const {
    const std::size_t h = hidden;
    features_.for_each(orders_[stack], [&](int ball, u32 feature) {
      const float* g =
          ball < 0 ? gradient.bias() : &gradient.weights[static_cast<std::size_t>(ball) * h];
      float* to = &slope.weights[feature * h];
      for (std::size_t k = 0; k < h; ++k) to[k] += g[k];
      if (slope.touched[feature]) return;
      slope.touched[feature] = 1;
      slope.list.push_back(feature);
    });
    for (std::size_t k = 0; k < h; ++k) slope.bias[k] += gradient.bias()[k];
    for (std::size_t k = 0; k < OUTPUTS * h; ++k) slope.outputs[k] += gradient.outputs[k];
    std::fill(gradient.weights.begin(), gradient.weights.end(), 0.0f);
    std::fill(gradient.outputs.begin(), gradient.outputs.end(), 0.0f);
  }

  // One step down the slope, which is cleared.
  void descend(SharedSlope& slope, float rate) {
    const std::size_t h = hidden;
    constexpr float SCALE = 1.0f / (CHUNK * CHUNKS);
    for (const u32 feature : slope.list) {
      slope.adam.move(&weights_[feature * h], &slope.weights[feature * h], feature * h, h, SCALE,
                      rate);
      slope.touched[feature] = 0;
      seen_[feature] = 1;
    }
    slope.list.clear();
    slope.bias_adam.move(bias_.data(), slope.bias.data(), 0, h, SCALE, rate);
    slope.output_adam.move(outputs_.data(), slope.outputs.data(), 0, OUTPUTS * h, SCALE, rate);
  }

  // Trains the network that all stacks share; returns bits a position in the last epoch.
  double train(const Samples& samples) {
    start_weights();
    seen_.assign(features_.count(), 0);
    const std::vector<Chunk> chunks = chunks_of(samples);
    std::vector<u32> turn(chunks.size());
    for (u32 i = 0; i < turn.size(); ++i) turn[i] = i;
    SharedSlope slope(features_.count(), hidden);
    StackNumbers net, gradient;
    gradient.resize(balls_, hidden);
    const int epochs = kind == OWN_NET ? 1 : effort_.epochs;  // a start is enough for own networks
    const long steps = static_cast<long>(chunks.size() / CHUNKS) * epochs;
    double cost = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      cost = 0;
      std::shuffle(turn.begin(), turn.end(), random_);
      for (std::size_t at = 0; at + CHUNKS <= turn.size(); at += CHUNKS) {
        const float pace = waning(slope.adam.step, steps);
        ++slope.adam.step, ++slope.bias_adam.step, ++slope.output_adam.step;
        for (std::size_t i = at; i < at + CHUNKS; ++i) {
          const Chunk& chunk = chunks[turn[i]];
          fold(chunk.stack, net);
          cost += learn(&samples.all[chunk.first], chunk.count, net, contexts_,
                        CONTEXT_RATE_BESIDE * pace, nullptr, gradient);
          add_slope(chunk.stack, gradient, slope);
        }
        descend(slope, NETWORK_RATE * pace);
      }
    }
    const std::size_t h = hidden;
    for (std::size_t f = 0; f < features_.count(); ++f)
      if (!seen_[f]) std::fill_n(&weights_[f * h], h, 0.0f);
    return cost / static_cast<double>(samples.all.size());
  }

  void write_shared() {
    UnitSteps steps(hidden, weights_);
    StackNumbers net;
    for (u32 s = 0; s < stacks_; ++s) {
      fold(s, net);
      steps.widen(net, LARGEST_SUM - SHARED_ROOM_PER_BALL * static_cast<float>(balls_));
    }
    steps.write(bytes, weights_.data(), weights_.size(), bias_.data(), outputs_);
  }

  void write_own(u32 stack, StackNumbers& net) {
    const std::size_t count = static_cast<std::size_t>(balls_) * hidden;
    UnitSteps steps(hidden, {net.weights.begin(), net.weights.begin() + static_cast<long>(count)});
    steps.widen(net, LARGEST_SUM - OWN_ROOM_PER_BALL * static_cast<float>(balls_));
    std::vector<u8> out;
    steps.write(out, net.weights.data(), count, net.bias(), net.outputs);
    std::copy(out.begin(), out.end(), bytes.begin() + static_cast<long>(out.size() * stack));
  }

  // The outputs of the shared network, as integers, for each sample.
  void judge(const Samples& samples, std::vector<i16>& judged) const {
    const auto weights = std::make_unique<StackWeights>();
    i16 win[64], draw[64];
    std::vector<i16> whole(OUTPUTS * BLOCK_SIZE);
    u32 last = ~0u;
    for (const Samples::Part& part : samples.parts) {
      const PackOrder& order = orders_[part.stack - first_];
      if (part.stack != last) read_shared(features_, bytes.data(), hidden, order, *weights);
      last = part.stack;
      const BlockJudge judge(*weights, balls_, part.block);
      for (u32 row = 0; row < (order.block_size() + 63) / 64; ++row) {
        judge.judge(row, false, win, draw);
        for (u32 column = 0; column < 64; ++column) {
          whole[(row * 64 + column) * OUTPUTS] = win[column];
          whole[(row * 64 + column) * OUTPUTS + 1] = draw[column];
        }
      }
      for (u64 i = part.first; i < part.first + part.count; ++i)
        for (u32 o = 0; o < OUTPUTS; ++o)
          judged[i * OUTPUTS + o] =
              whole[(samples.all[i].colouring & (BLOCK_SIZE - 1)) * OUTPUTS + o];
    }
  }

  const pylos_index::Locator& locator_;
  const StackFeatures& features_;
  const u8* table_;
  int balls_;
  Effort effort_;
  FitRandom random_;
  u32 first_ = 0, stacks_ = 0;
  std::vector<PackOrder> orders_;
  ContextNumbers contexts_;
  std::vector<float> weights_, bias_, outputs_;
  std::vector<u8> seen_;  // by feature: whether training met it
};

}  // namespace sommet::pylos_tablebase::fitting
