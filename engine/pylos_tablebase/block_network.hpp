// A small network that judges colourings before anything is known of their neighbours.
//
// One hidden layer: each unit adds up weights of the mover's balls and passes on what is above
// zero. The sum over a colouring's balls is (sum over the block number's) + (over the row's) +
// (over the column's), so that a whole row of 64 colourings costs one addition, one maximum and one
// multiplication per unit and colouring. Integers only: every machine gets the same result.
//
//      balls ----> units h:  max(0, bias[h] + sum of weight[ball][h])  ----> win, draw
//                                                                output[h]
//
// Stacks with few positions share a network (by number of balls): the weight of a ball then is a
// sum over features of its surroundings (cell; whether it is free; for each square and line
// through it, which of the other cells are taken, open or closed). Stacks with many positions have
// their own.
#pragma once

#include <vector>

#include "pylos_tablebase/pack_order.hpp"

namespace sommet::pylos_tablebase {

constexpr int MAX_HIDDEN = 128;
constexpr int OUTPUTS = 2;             // log odds of "won"; of "drawn" among those not won
constexpr int LOG_ODDS_UNIT = 256;     // one in log odds
constexpr int UNIT_SHIFT = 3;          // sums of weights are kept times 8,
constexpr int LARGEST_SUM = 4090;      // so no sum may exceed this
constexpr i32 OUTPUT_SCALE = 1 << 20;  // output weights: per weight unit and log odds
constexpr u8 NO_NET = 0, SHARED_NET = 1, OWN_NET = 2;

// The features that give a shared network its weights.
class StackFeatures {
 public:
  explicit StackFeatures(int base);

  u32 count() const { return count_; }
  // Calls f(ball, feature) for each feature of each ball of a stack in packing order, and
  // f(-1, feature) for those of the stack.
  template <class F>
  void for_each(const PackOrder& order, F&& f) const {
    u32 taken = 0;
    for (int b = 0; b < order.balls; ++b) taken |= order.cell_bit[b];
    const u32 open = base_ == 4 ? pylos::placeable<4>(taken) : pylos::placeable<3>(taken);
    const u32 free = base_ == 4 ? pylos::free_balls<4>(taken) : pylos::free_balls<3>(taken);
    for (int b = 0; b < order.balls; ++b) {
      const u32 cell = static_cast<u32>(lowest(order.cell_bit[b]));
      f(b, cell * 3);
      f(b, cell * 3 + 1 + ((free >> cell) & 1u));
      for (const Through& t : through_[cell]) {
        u32 code = 0;
        for (const u8 other : t.others)
          code = code * 3 + ((taken >> other) & 1u ? 1 : (open >> other) & 1u ? 2 : 0);
        f(b, t.first + code);
      }
    }
    for (u32 cell = 0; cell < cells_; ++cell) {
      if ((taken >> cell) & 1u) f(-1, taken_first_ + 2 * cell);
      if ((open >> cell) & 1u) f(-1, taken_first_ + 2 * cell + 1);
    }
  }

 private:
  struct Through {
    u32 first;
    std::vector<u8> others;
  };
  int base_;
  u32 cells_, count_, taken_first_;
  std::vector<std::vector<Through>> through_;  // squares and lines through each cell
};

// The weights of one stack, as integers.
struct StackWeights {
  int hidden = 0;
  i16 ball[pylos_index::MAX_PLACES][MAX_HIDDEN];
  i16 bias[MAX_HIDDEN];
  i16 output[OUTPUTS][MAX_HIDDEN];
};

// Read a stack's weights from where a network's bytes begin.
void read_shared(const StackFeatures& features, const u8* at, u64 hidden, const PackOrder& order,
                 StackWeights& out);
void read_own(const u8* at, u64 hidden, int balls, StackWeights& out);

// Bytes that a stack's own network takes, and one that stacks share.
constexpr u64 own_size(u64 hidden, u64 balls) { return hidden * (balls + 2 * (1 + OUTPUTS)); }
inline u64 shared_size(u64 hidden, const StackFeatures& features) {
  return hidden * (features.count() + 2 * (1 + OUTPUTS));
}

// A block's colourings judged row by row.
class BlockJudge {
 public:
  BlockJudge(const StackWeights& weights, int balls, u32 block);

  // Log odds, in LOG_ODDS_UNIT, of the 64 colourings of a row; `draw` is left alone if drawless.
  void judge(u32 row, bool drawless, i16* win, i16* draw) const;

 private:
  const StackWeights& weights_;
  alignas(64) i16 column_[MAX_HIDDEN][64];
  i16 base_[MAX_HIDDEN];
};

// The networks of a packed table, as stored: for each number of balls its kind and hidden units
// (one byte each), then its weights. Shared: features x hidden bytes, then bias and outputs (16
// bit). Own, for each stack: balls x hidden bytes, then bias and outputs.
class StackNetworks {
 public:
  StackNetworks(const pylos_index::Plan& plan, const StackFeatures& features, const u8* bytes,
                u64 size);

  void weights(u32 stack, const PackOrder& order, StackWeights& out) const;

 private:
  const pylos_index::Plan& plan_;
  const StackFeatures& features_;
  const u8* bytes_;
  std::vector<u8> kind_, hidden_;
  std::vector<u64> first_;  // by number of balls
};

}  // namespace sommet::pylos_tablebase
