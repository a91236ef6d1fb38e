// Fits the weights of the search's evaluation (pylos_search/evaluation.hpp) to the values of a full
// table.
//
// Positions are drawn by number of balls, about as many for each, fewer early on where few exist. A
// logistic regression on win, draw (one half) and loss, by gradient steps scaled as in Adagrad, on
// one thread: the same seed gives the same weights.
#pragma once

#include <cmath>
#include <functional>
#include <random>
#include <vector>

#include "pylos_index/locate.hpp"
#include "pylos_search/make/weight_classes.hpp"

namespace sommet::pylos_search {

struct EvaluationFitReport {
  std::vector<short> weights;  // in hundredths
  std::vector<double> losses;  // log loss of positions held out, by epoch
  std::vector<double> right;   // share of decided positions on the right side, by epoch
};

class EvaluationFit {
 public:
  static constexpr int HELD_OUT = 100000;

  EvaluationFit(const pylos_index::Locator& locator, pylos::Rules rules, const u8* table, u64 seed)
      : locator_(locator),
        rules_(rules),
        table_(table),
        random_(seed),
        classes_(pylos_search::weight_classes()) {}

  // `between` gets the share done; false stops.
  EvaluationFitReport run(int positions, int epochs, const std::function<bool(double)>& between) {
    const int total = HELD_OUT + positions;
    columns_.resize(static_cast<std::size_t>(total) * RANK_COLUMNS);
    values_.resize(static_cast<std::size_t>(total));
    for (int row = 0; row < total; ++row) {
      draw(row);
      if (row % 100000 == 0 && !between(0.3 * row / total)) return {};
    }
    weights_.assign(RANK_WEIGHTS, 0.0f);
    squares_.assign(RANK_WEIGHTS, 1e-4f);
    std::vector<int> order(static_cast<std::size_t>(positions));
    for (int i = 0; i < positions; ++i) order[static_cast<std::size_t>(i)] = HELD_OUT + i;
    EvaluationFitReport report;
    for (int epoch = 0; epoch < epochs; ++epoch) {
      // By hand: std::shuffle gives another order with another library.
      for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[below(i)]);
      const float rate = epoch + 1 == epochs ? 0.01f : epoch + 2 == epochs ? 0.03f : 0.06f;
      for (const int row : order) step(row, rate);
      test(report);
      if (!between(0.3 + 0.7 * (epoch + 1) / epochs)) return {};
    }
    for (int k = 0; k < RANK_WEIGHTS; ++k) {
      const float weight =
          weights_[static_cast<std::size_t>(classes_[static_cast<std::size_t>(k)])];
      report.weights.push_back(static_cast<short>(std::lround(weight * 100)));
    }
    return report;
  }

 private:
  static constexpr int FEWEST_BALLS = 5, MOST_BALLS = 28;
  static constexpr int EARLY_BALLS = 11, EARLY_PERCENT = 35;
  static constexpr u32 LEVEL3 = 15u << 25;

  u64 below(u64 bound) { return random_() % bound; }

  int draw_balls() {
    for (;;) {
      const int balls = FEWEST_BALLS + static_cast<int>(below(MOST_BALLS - FEWEST_BALLS + 1));
      if (balls >= EARLY_BALLS || below(100) < EARLY_PERCENT) return balls;
    }
  }

  // A position that an evaluation may be asked about: no end, no open summit.
  void draw(int row) {
    const pylos_index::Plan& plan = locator_.plan();
    for (;;) {
      const int balls = draw_balls();
      const u64 first = plan.stacks[plan.level[balls]].positions;
      const u64 number = first + below(plan.stacks[plan.level[balls + 1]].positions - first);
      pylos::Position pos;
      locator_.position(number, pos.own, pos.other);
      if (popcount(pos.own) >= 15 || ((pos.own | pos.other) & LEVEL3) == LEVEL3) continue;
      int columns[RANK_COLUMNS];
      rank_columns(rules_, pos, columns);
      for (int i = 0; i < RANK_COLUMNS; ++i)
        columns_[static_cast<std::size_t>(row) * RANK_COLUMNS + static_cast<std::size_t>(i)] =
            classes_[static_cast<std::size_t>(columns[i])];
      const u8 value = table_[number];
      values_[static_cast<std::size_t>(row)] = value == 255 ? 0.5f : static_cast<float>(value & 1);
      return;
    }
  }

  const int* columns_of(int row) const {
    return &columns_[static_cast<std::size_t>(row) * RANK_COLUMNS];
  }

  float chance(int row) const {
    float sum = 0;
    const int* columns = columns_of(row);
    for (int i = 0; i < RANK_COLUMNS; ++i) sum += weights_[static_cast<std::size_t>(columns[i])];
    return 1 / (1 + std::exp(-sum));
  }

  void step(int row, float rate) {
    const float gradient = chance(row) - values_[static_cast<std::size_t>(row)];
    const int* columns = columns_of(row);
    for (int i = 0; i < RANK_COLUMNS; ++i) {
      const auto k = static_cast<std::size_t>(columns[i]);
      squares_[k] += gradient * gradient;
      weights_[k] -= rate * gradient / std::sqrt(squares_[k]);
    }
  }

  void test(EvaluationFitReport& report) const {
    double loss = 0, right = 0, decided = 0;
    for (int row = 0; row < HELD_OUT; ++row) {
      const double p = chance(row), y = values_[static_cast<std::size_t>(row)];
      loss -= y * std::log(p + 1e-9) + (1 - y) * std::log(1 - p + 1e-9);
      if (y == 0.5) continue;
      ++decided;
      right += (p > 0.5) == (y > 0.5);
    }
    report.losses.push_back(loss / HELD_OUT);
    report.right.push_back(right / decided);
  }

  const pylos_index::Locator& locator_;
  pylos::Rules rules_;
  const u8* table_;
  std::mt19937_64 random_;
  std::vector<int> classes_, columns_;
  std::vector<float> values_, weights_, squares_;
};

}  // namespace sommet::pylos_search
