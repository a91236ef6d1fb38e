// Fits the weights of the perfect player's rank (rank.hpp) to the distances of a full table.
//
// Won positions are drawn, two thirds of them evenly over the numbers of balls; the lost positions
// they can go to are the examples. A linear fit of six times the square root of the distance, by
// gradient steps scaled as in Adagrad, on one thread: the same seed gives the same weights.
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "common/random.hpp"
#include "pylos_index/locate.hpp"
#include "pylos_search/make/weight_classes.hpp"
#include "pylos_search/rank.hpp"

namespace sommet::pylos_perfect {

struct FitReport {
  std::vector<short> weights;
  std::vector<double> errors;   // root mean square of the target on held-out examples, by epoch
  std::vector<double> regrets;  // mean moves lost by taking the smallest rank, by epoch
};

class RankFit {
 public:
  static constexpr int FEWEST_BALLS = 8, MOST_BALLS = 28, MOST_CHILDREN = 6;
  static constexpr u32 HELD_OUT = 20000;

  RankFit(const pylos_index::Locator& locator, pylos::Rules rules, const u8* table, u64 seed)
      : locator_(locator),
        rules_(rules),
        table_(table),
        random_(seed),
        classes_(pylos_search::weight_classes()) {}

  // `between` gets the share done; false stops.
  FitReport run(u32 groups, int epochs, const std::function<bool(double)>& between) {
    for (u64 tries = 1; begins_.size() < groups; ++tries) {
      draw_group();  // finds none in a table without wins
      if (tries % 65536 == 0 && !between(0.5 * static_cast<double>(begins_.size()) / groups))
        return {};
    }
    begins_.push_back(static_cast<u32>(distances_.size()));
    weights_.assign(pylos_search::RANK_WEIGHTS, 0.0f);
    squares_.assign(pylos_search::RANK_WEIGHTS, 1e-3f);
    FitReport report;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      step(groups, epoch + 1 == epochs ? 0.05f : epoch + 2 == epochs ? 0.1f : 0.25f);
      test(groups, report);
      if (!between(0.5 + 0.5 * (epoch + 1) / epochs)) return {};
    }
    for (int k = 0; k < pylos_search::RANK_WEIGHTS; ++k)
      report.weights.push_back(static_cast<short>(std::lround(weights_[classes_[k]] * 64)));
    return report;
  }

 private:
  static float target(u8 distance) { return 6 * std::sqrt(static_cast<float>(distance)); }

  u64 draw_number() {
    const pylos_index::Plan& plan = locator_.plan();
    if (random_.below(3) == 0) return random_.below(plan.positions);
    const int balls = FEWEST_BALLS + static_cast<int>(random_.below(MOST_BALLS - FEWEST_BALLS + 1));
    const u64 first = plan.stacks[plan.level[balls]].positions;
    const u64 next = plan.stacks[plan.level[balls + 1]].positions;
    return first + random_.below(next - first);
  }

  void draw_group() {
    const u64 number = draw_number();
    const u8 value = table_[number];
    if (value == 255 || !(value & 1) || value == 1) return;
    pylos::Position pos;
    locator_.position(number, pos.own, pos.other);
    std::vector<pylos::Position> lost;
    pylos::for_each_move<4>(rules_, pos, [&](pylos::Move move) {
      const pylos::Position child = pylos::play(pos, move);
      if (!(table_[locator_.find(child.own, child.other)] & 1)) lost.push_back(child);
    });
    if (lost.size() < 2) return;
    const bool held_out = begins_.size() < HELD_OUT;
    begins_.push_back(static_cast<u32>(distances_.size()));
    best_.push_back(static_cast<u8>(value - 1));
    const std::size_t most =
        held_out ? lost.size() : std::min<std::size_t>(lost.size(), MOST_CHILDREN);
    for (std::size_t i = 0; i < most; ++i) {
      std::swap(lost[i], lost[i + random_.below(lost.size() - i)]);
      int columns[pylos_search::RANK_COLUMNS];
      pylos_search::rank_columns(rules_, lost[i], columns);
      for (const int column : columns) columns_.push_back(classes_[column]);
      distances_.push_back(table_[locator_.find(lost[i].own, lost[i].other)]);
    }
  }

  float estimate(u32 example) const {
    float sum = 0;
    const int* columns = &columns_[static_cast<std::size_t>(example) * pylos_search::RANK_COLUMNS];
    for (int i = 0; i < pylos_search::RANK_COLUMNS; ++i) sum += weights_[columns[i]];
    return sum;
  }

  void step(u32 groups, float rate) {
    std::vector<u32> order;
    for (u32 g = std::min(HELD_OUT, groups / 4); g < groups; ++g) order.push_back(g);
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.below(i)]);
    for (const u32 g : order) {
      for (u32 e = begins_[g]; e < begins_[g + 1]; ++e) {
        const float gradient = (estimate(e) - target(distances_[e])) / pylos_search::RANK_COLUMNS;
        const int* columns = &columns_[static_cast<std::size_t>(e) * pylos_search::RANK_COLUMNS];
        for (int i = 0; i < pylos_search::RANK_COLUMNS; ++i) {
          squares_[columns[i]] += gradient * gradient;
          weights_[columns[i]] -= rate * gradient / std::sqrt(squares_[columns[i]]);
        }
      }
    }
  }

  void test(u32 groups, FitReport& report) const {
    double errors = 0, regret = 0;
    const u32 tests = std::min(HELD_OUT, groups / 4);
    for (u32 g = 0; g < tests; ++g) {
      float smallest = 1e9f;
      u8 taken = 0;
      for (u32 e = begins_[g]; e < begins_[g + 1]; ++e) {
        const float rank = estimate(e), off = rank - target(distances_[e]);
        errors += off * off;
        if (rank < smallest) {
          smallest = rank;
          taken = distances_[e];
        }
      }
      regret += taken - best_[g];
    }
    report.errors.push_back(std::sqrt(errors / begins_[tests]));
    report.regrets.push_back(regret / tests);
  }

  const pylos_index::Locator& locator_;
  pylos::Rules rules_;
  const u8* table_;
  Random random_;
  std::vector<int> classes_, columns_;
  std::vector<u32> begins_;
  std::vector<u8> distances_, best_;
  std::vector<float> weights_, squares_;
};

}  // namespace sommet::pylos_perfect
