#include "pylos_tablebase/make/fit.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <memory>
#include <random>
#include <thread>

#include "common/clones.hpp"
#include "common/parallel.hpp"
#include "pylos_tablebase/make/learn.hpp"

namespace sommet::solver {

namespace {

constexpr int CHUNK = 32, CHUNKS = 16;  // samples of one stack; stacks for one step
constexpr float PI = 3.14159265f;

using Random = std::mt19937_64;

float waning(long step, long steps) {
  return 0.5f * (1 + std::cos(PI * static_cast<float>(step) / static_cast<float>(steps))) + 0.002f;
}

// Samples of whole blocks.
struct Samples {
  struct Part {
    u32 stack, block;
    u64 first, count;
  };
  std::vector<Sample> all;
  std::vector<Part> parts;

  SOMMET_CLONES void add(const Locator& locator, const u8* table, u32 number,
                         const PackOrder& order, u32 block, bool drawless) {
    BlockMatrix matrix;
    if (!matrix.start(order, locator.colourings(), block)) return;
    const Stack& stack = locator.plan().stacks[number];
    const BlockImage place(order.file_bit, order.balls, block);
    const u64 first = all.size();
    for (u32 row = 0; row < 64; ++row) {
      if (matrix.coded_row(row)) matrix.enter_row(row, drawless);
      for (u64 rest = matrix.coded_row(row); rest; rest &= rest - 1) {
        const u32 at = row << ROW_BITS | static_cast<u32>(lowest64(rest));
        const u32 colouring = block << BLOCK_BITS | at;
        const Worth worth =
            worth_of(table[stack.positions + locator.colourings().rank(stack.balls, place(at))]);
        all.push_back({colouring, matrix.context(at, popcount(colouring), drawless), worth});
        if (worth == Worth::WIN) matrix.win(at);
        if (worth == Worth::DRAW) matrix.draw(at);
      }
    }
    parts.push_back({number, block, first, all.size() - first});
  }

  void shuffle(Random& random) {
    for (const Part& part : parts)
      std::shuffle(all.begin() + static_cast<long>(part.first),
                   all.begin() + static_cast<long>(part.first + part.count), random);
  }
};

i8 small(float value) { return static_cast<i8>(std::clamp(std::lround(value), -127l, 127l)); }
void put_wide(std::vector<u8>& bytes, float value) {
  const auto v = static_cast<i16>(std::clamp(std::lround(value), -32767l, 32767l));
  bytes.push_back(static_cast<u8>(v & 0xFF));
  bytes.push_back(static_cast<u8>(static_cast<u16>(v) >> 8));
}

// What is worked out for one number of balls.
class Level {
 public:
  Level(const Locator& locator, const Features& features, const u8* table, int balls,
        const Effort& effort)
      : locator_(locator),
        features_(features),
        table_(table),
        balls_(balls),
        effort_(effort),
        random_(static_cast<u64>(balls) + 1) {
    const Plan& plan = locator.plan();
    first_ = plan.level[static_cast<std::size_t>(balls)];
    stacks_ = plan.level[static_cast<std::size_t>(balls) + 1] - first_;
    orders_.resize(stacks_);
    for (u32 s = 0; s < stacks_; ++s) make_order(plan, plan.stacks[first_ + s], orders_[s]);
    const u64 begin = plan.stacks[first_].positions;
    const u64 end = begin + stacks_ * locator.colourings().count(balls);
    drawless = std::find(table + begin, table + end, u8{255}) == table + end;
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
    const double bits = fit_contexts(samples, nullptr, 0.1f, 2'000'000);
    choose(bits / 8 * coded());
    if (kind == NO_NET) {
      return about(bits, fit_contexts(samples, nullptr, 0.05f, samples.all.size()));
    }
    const double trained = train(samples);
    if (kind == OWN_NET) {
      bytes.resize(own_size(hidden, static_cast<u64>(balls_)) * stacks_);
      return about(bits, trained);
    }
    write_shared();
    std::vector<i16> judged(OUTPUTS * samples.all.size());
    judge(samples, judged);
    return about(bits, fit_contexts(samples, judged.data(), 0.02f, 6'000'000));
  }

  // The network of one stack, from the one that all share; returns bits a position.
  double fit_own(u32 stack) {
    Random random(u64{stack} << 8 | static_cast<u64>(balls_));
    Samples samples;
    collect(samples, effort_.own_samples, stack, stack + 1, &random);
    std::shuffle(samples.all.begin(), samples.all.end(), random);
    StackNumbers net, gradient;
    fold(stack, net);
    gradient.resize(balls_, hidden);
    Adam adam(net.weights.size()), output_adam(net.outputs.size());
    ContextNumbers contexts = contexts_;
    constexpr int STEP = 256;
    const long steps = static_cast<long>(samples.all.size()) / STEP * effort_.epochs;
    double cost = 0;
    for (int epoch = 0; epoch < effort_.epochs; ++epoch, cost = epoch < effort_.epochs ? 0 : cost)
      for (std::size_t at = 0; at + STEP <= samples.all.size(); at += STEP) {
        cost += learn(&samples.all[at], STEP, net, contexts, 0, nullptr, gradient);
        const float rate = 0.004f * waning(adam.step, steps);
        ++adam.step, ++output_adam.step;
        adam.move(net.weights.data(), gradient.weights.data(), 0, net.weights.size(), 1.0f / STEP,
                  rate);
        output_adam.move(net.outputs.data(), gradient.outputs.data(), 0, net.outputs.size(),
                         1.0f / STEP, rate);
      }
    write_own(stack, net);
    return samples.all.empty() ? 0 : cost / static_cast<double>(samples.all.size());
  }

  void put_contexts(std::vector<i16>& out) const {
    for (const float v : contexts_.value)  // in steps of 1/32
      out.push_back(
          static_cast<i16>(std::clamp(std::lround(v * 32), -800l, 800l) * (LOG_ODDS_UNIT / 32)));
  }

  std::string about(double before, double after) const {
    char line[160];
    const char* kinds[] = {"no network", "a network for all", "a network for each"};
    std::snprintf(line, sizeof line, "%d balls, %u stacks: %.4f bits a position, %.4f with %s (%d)",
                  balls_, stacks_, before, after, kinds[kind], hidden);
    return line;
  }

 private:
  // Positions of this level that are coded, about.
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

  void collect(Samples& samples, u64 wanted, u32 begin, u32 end, Random* random = nullptr) {
    const u32 blocks = balls_ > BLOCK_BITS ? 1u << (balls_ - BLOCK_BITS) : 1;
    const double share =
        static_cast<double>(wanted) / (coded() * static_cast<double>(end - begin) / stacks_);
    Random& source = random ? *random : random_;
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
    for (const u8 h : {16, 32, 64, 128}) {
      if (h * per_stack <= effort_.network_share * size) own = h;
      if (h * together <= 0.75 * effort_.network_share * size) shared = h;
    }
    kind = own >= 64 || (own && own * 2 >= shared) ? OWN_NET : shared ? SHARED_NET : NO_NET;
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

  double train(const Samples& samples) {
    const std::size_t h = hidden, count = features_.count() * h;
    std::normal_distribution<float> normal(0, 1);
    weights_.resize(count);
    bias_.resize(h);
    outputs_.resize(OUTPUTS * h);
    for (float& w : weights_) w = 0.2f * normal(random_);
    for (float& w : bias_) w = 0.3f * normal(random_);
    for (float& w : outputs_) w = 0.05f * normal(random_);
    std::vector<float> slope(count), bias_slope(h), output_slope(OUTPUTS * h);
    std::vector<u8> touched(features_.count());
    std::vector<u32> list;
    Adam adam(count), bias_adam(h), output_adam(OUTPUTS * h);
    struct Chunk {
      u64 first;
      u32 stack;
      int count;
    };
    std::vector<Chunk> chunks;
    for (const Samples::Part& part : samples.parts)
      for (u64 at = 0; at < part.count; at += CHUNK)
        chunks.push_back({part.first + at, part.stack - first_,
                          static_cast<int>(std::min<u64>(CHUNK, part.count - at))});
    std::vector<u32> turn(chunks.size());
    for (u32 i = 0; i < turn.size(); ++i) turn[i] = i;
    StackNumbers net, gradient;
    gradient.resize(balls_, hidden);
    const int epochs = kind == OWN_NET ? 1 : effort_.epochs;  // a start is enough for own networks
    const long steps = static_cast<long>(chunks.size() / CHUNKS) * epochs;
    double cost = 0;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      cost = 0;
      std::shuffle(turn.begin(), turn.end(), random_);
      for (std::size_t at = 0; at + CHUNKS <= turn.size(); at += CHUNKS) {
        const float pace = waning(adam.step, steps);
        ++adam.step, ++bias_adam.step, ++output_adam.step;
        list.clear();
        for (std::size_t i = at; i < at + CHUNKS; ++i) {
          const Chunk& chunk = chunks[turn[i]];
          const u32 stack = chunk.stack;
          fold(stack, net);
          cost += learn(&samples.all[chunk.first], chunk.count, net, contexts_, 0.03f * pace,
                        nullptr, gradient);
          features_.for_each(orders_[stack], [&](int ball, u32 feature) {
            const float* g =
                ball < 0 ? gradient.bias() : &gradient.weights[static_cast<std::size_t>(ball) * h];
            float* to = &slope[feature * h];
            for (std::size_t k = 0; k < h; ++k) to[k] += g[k];
            if (!touched[feature]) {
              touched[feature] = 1;
              list.push_back(feature);
            }
          });
          for (std::size_t k = 0; k < h; ++k) bias_slope[k] += gradient.bias()[k];
          for (std::size_t k = 0; k < OUTPUTS * h; ++k) output_slope[k] += gradient.outputs[k];
          std::fill(gradient.weights.begin(), gradient.weights.end(), 0.0f);
          std::fill(gradient.outputs.begin(), gradient.outputs.end(), 0.0f);
        }
        const float rate = 0.004f * pace, scale = 1.0f / (CHUNK * CHUNKS);
        for (const u32 feature : list) {
          adam.move(&weights_[feature * h], &slope[feature * h], feature * h, h, scale, rate);
          touched[feature] = 0;
          seen_.resize(features_.count());
          seen_[feature] = 1;
        }
        bias_adam.move(bias_.data(), bias_slope.data(), 0, h, scale, rate);
        output_adam.move(outputs_.data(), output_slope.data(), 0, OUTPUTS * h, scale, rate);
      }
    }
    for (std::size_t f = 0; f < features_.count(); ++f)
      if (seen_.empty() || !seen_[f]) std::fill_n(&weights_[f * h], h, 0.0f);
    return cost / static_cast<double>(samples.all.size());
  }

  // Bytes for unit h are in steps so large that no weight exceeds a byte and no sum LARGEST_SUM.
  void write_shared() {
    std::vector<float> unit(hidden, 1e-6f);
    for (std::size_t i = 0; i < weights_.size(); ++i)
      unit[i % hidden] = std::max(unit[i % hidden], std::abs(weights_[i]) / 127);
    StackNumbers net;
    for (u32 s = 0; s < stacks_; ++s) {
      fold(s, net);
      widen(net, unit, LARGEST_SUM - 8.0f * static_cast<float>(balls_));  // room for rounding
    }
    for (std::size_t i = 0; i < weights_.size(); ++i)
      bytes.push_back(static_cast<u8>(small(weights_[i] / unit[i % hidden])));
    write_tail(bytes, bias_.data(), outputs_, unit);
  }

  void write_own(u32 stack, StackNumbers& net) {
    std::vector<float> unit(hidden, 1e-6f);
    const std::size_t count = static_cast<std::size_t>(balls_) * hidden;
    for (std::size_t i = 0; i < count; ++i)
      unit[i % hidden] = std::max(unit[i % hidden], std::abs(net.weights[i]) / 127);
    widen(net, unit, LARGEST_SUM - static_cast<float>(balls_));
    std::vector<u8> out;
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(static_cast<u8>(small(net.weights[i] / unit[i % hidden])));
    write_tail(out, net.bias(), net.outputs, unit);
    std::copy(out.begin(), out.end(), bytes.begin() + static_cast<long>(out.size() * stack));
  }

  void widen(StackNumbers& net, std::vector<float>& unit, float most) const {
    for (std::size_t h = 0; h < hidden; ++h) {
      float sum = 0;
      for (int b = 0; b <= balls_; ++b)
        sum += std::abs(net.weights[static_cast<std::size_t>(b) * hidden + h]);
      unit[h] = std::max(unit[h], sum / most);
    }
  }

  void write_tail(std::vector<u8>& out, const float* bias, const std::vector<float>& outputs,
                  const std::vector<float>& unit) const {
    for (std::size_t h = 0; h < hidden; ++h) put_wide(out, bias[h] / unit[h]);
    for (std::size_t i = 0; i < OUTPUTS * static_cast<std::size_t>(hidden); ++i)
      put_wide(out, outputs[i] * unit[i % hidden] * OUTPUT_SCALE);
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

  const Locator& locator_;
  const Features& features_;
  const u8* table_;
  int balls_;
  Effort effort_;
  Random random_;
  u32 first_ = 0, stacks_ = 0;
  std::vector<PackOrder> orders_;
  ContextNumbers contexts_;
  std::vector<float> weights_, bias_, outputs_;
  std::vector<u8> seen_;
};

}  // namespace

FittedModel fit(const Locator& locator, const Features& features, const u8* table, int threads,
                const Effort& effort, const Tell& tell) {
  const int places = locator.plan().places();
  std::vector<std::unique_ptr<Level>> levels(static_cast<std::size_t>(places));
  Pool pool(threads);
  pool.for_each(levels.size(), [&](u64 i, int) {
    const int n = places - 1 - static_cast<int>(i);
    auto& level = levels[static_cast<std::size_t>(n)];
    level = std::make_unique<Level>(locator, features, table, n, effort);
    tell(level->fit_shared());
  });
  std::vector<std::pair<int, u32>> own;
  for (int n = 0; n < places; ++n)
    if (levels[static_cast<std::size_t>(n)]->kind == OWN_NET)
      for (u32 s = 0; s < levels[static_cast<std::size_t>(n)]->stacks(); ++s)
        own.emplace_back(n, s);
  std::vector<double> bits(own.size());
  pool.for_each(own.size(), [&](u64 i, int) {
    bits[i] = levels[static_cast<std::size_t>(own[i].first)]->fit_own(own[i].second);
    if (i + 1 < own.size() && own[i].first == own[i + 1].first) return;
    tell(std::to_string(own[i].first) + " balls: the last stack takes " + std::to_string(bits[i]) +
         " bits a position");
  });
  FittedModel model;
  for (const auto& level : levels) {
    model.drawless.push_back(level->drawless);
    level->put_contexts(model.contexts);
    model.networks.push_back(level->kind);
    model.networks.push_back(level->hidden);
  }
  for (const auto& level : levels)
    model.networks.insert(model.networks.end(), level->bytes.begin(), level->bytes.end());
  return model;
}

}  // namespace sommet::solver
