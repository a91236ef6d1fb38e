#include "pylos_tablebase/block_network.hpp"

#include <algorithm>
#include <cstring>

#include "common/clones.hpp"
#include "common/wrong_input.hpp"
#include "pylos_tablebase/neighbours.hpp"

namespace sommet::pylos_tablebase {

const NeighbourMasks neighbour_masks;

NeighbourMasks::NeighbourMasks() {
  for (u32 a = 0; a < 64; ++a)
    for (u32 i = 0; i < 6; ++i) {
      if (!((a >> i) & 1u)) {
        lacking[i][a] = 255;
        continue;
      }
      fewer[a] |= u64{1} << (a ^ 1u << i);
      for (u32 j = 0; j < i; ++j)
        if (!((a >> j) & 1u)) exchanged[a] |= u64{1} << (a ^ 1u << i ^ 1u << j);
    }
  for (u32 byte = 0; byte < 256; ++byte) {
    u8 bytes[8];
    for (u32 i = 0; i < 8; ++i) bytes[i] = static_cast<u8>((byte >> i) & 1u);
    std::memcpy(&spread[byte], bytes, 8);
  }
  for (int total = 0; total < MOST; ++total) {
    amount[total] = static_cast<u8>(total == 0   ? 0
                                    : total < 3  ? 1
                                    : total < 6  ? 2
                                    : total < 12 ? 3
                                    : total < 24 ? 4
                                                 : 5);
    for (int part = 0; part <= total; ++part) {
      const bool none = part == 0, every = part == total;
      share16[total][part] = static_cast<u8>(none ? 0 : every ? 15 : 1 + part * 14 / total);
      share9[total][part] = static_cast<u8>(total == 0 ? 0
                                            : none     ? 1
                                            : every    ? 2
                                                       : 3 + part * 6 / total);
      share12[total][part] = static_cast<u8>(total == 0 ? 0
                                             : none     ? (total < 4 ? 1 : 2)
                                             : every    ? (total < 4 ? 3 : 4)
                                                        : 5 + part * 7 / total);
    }
  }
}

StackFeatures::StackFeatures(int base)
    : base_(base), cells_(0), count_(0), taken_first_(0), through_() {
  for (int side = base; side > 0; --side) cells_ += static_cast<u32>(side * side);
  through_.resize(cells_);
  count_ = cells_ * 3;
  const auto add = [&](const std::vector<int>& cells) {
    for (const int cell : cells) {
      Through t{count_, {}};
      u32 codes = 1;
      for (const int other : cells)
        if (other != cell) {
          t.others.push_back(static_cast<u8>(other));
          codes *= 3;
        }
      through_[static_cast<std::size_t>(cell)].push_back(t);
      count_ += codes;
    }
  };
  int offset = 0;
  for (int side = base; side > 1; offset += side * side, --side) {
    const auto at = [&](int x, int y) { return offset + y * side + x; };
    for (int y = 0; y + 1 < side; ++y)
      for (int x = 0; x + 1 < side; ++x)
        add({at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)});
    if (side < 3) continue;
    for (int i = 0; i < side; ++i) {
      std::vector<int> row, column;
      for (int k = 0; k < side; ++k) {
        row.push_back(at(k, i));
        column.push_back(at(i, k));
      }
      add(row);
      add(column);
    }
  }
  taken_first_ = count_;
  count_ += 2 * cells_;
}

namespace {

// column[h][v]: the sum of unit h's weights over the bits of v.
SOMMET_CLONES
void fill_columns(const StackWeights& weights, int balls, i16 (*column)[64]) {
  for (int h = 0; h < weights.hidden; ++h) {
    i16 w[ROW_BITS];
    for (int b = 0; b < ROW_BITS; ++b) w[b] = b < balls ? weights.ball[b][h] : i16{0};
    i16* c = column[h];
    for (int v = 0; v < 8; ++v)
      c[v] = static_cast<i16>((v & 1 ? w[0] : 0) + (v & 2 ? w[1] : 0) + (v & 4 ? w[2] : 0));
    for (int v = 0; v < 8; ++v) c[8 + v] = static_cast<i16>(c[v] + w[3]);
    for (int v = 0; v < 16; ++v) c[16 + v] = static_cast<i16>(c[v] + w[4]);
    for (int v = 0; v < 32; ++v) c[32 + v] = static_cast<i16>(c[v] + w[5]);
  }
}

SOMMET_CLONES
void judge_row(int hidden, const i16 (*column)[64], const i16* row, const i16* output, i16* out) {
  alignas(64) i16 sum[64] = {};
  for (int h = 0; h < hidden; ++h) {
    const i16 *c = column[h], r = row[h], w = output[h];
    for (int v = 0; v < 64; ++v) {
      i16 a = static_cast<i16>(c[v] + r);
      a = a > 0 ? a : i16{0};
      sum[v] = static_cast<i16>(sum[v] + (((static_cast<i32>(a) * w >> 14) + 1) >> 1));
    }
  }
  std::memcpy(out, sum, sizeof sum);
}

}  // namespace

BlockJudge::BlockJudge(const StackWeights& weights, int balls, u32 block) : weights_(weights) {
  const int hidden = weights.hidden;
  for (int h = 0; h < hidden; ++h) base_[h] = weights.bias[h];
  for (u32 rest = block; rest; rest &= rest - 1) {
    const i16* w = weights.ball[BLOCK_BITS + lowest(rest)];
    for (int h = 0; h < hidden; ++h) base_[h] = static_cast<i16>(base_[h] + w[h]);
  }
  fill_columns(weights, balls, column_);
}

void BlockJudge::judge(u32 row, bool drawless, i16* win, i16* draw) const {
  const int hidden = weights_.hidden;
  i16 base[MAX_HIDDEN];
  std::memcpy(base, base_, static_cast<std::size_t>(hidden) * sizeof(i16));
  for (u32 rest = row; rest; rest &= rest - 1) {
    const i16* w = weights_.ball[ROW_BITS + lowest(rest)];
    for (int h = 0; h < hidden; ++h) base[h] = static_cast<i16>(base[h] + w[h]);
  }
  judge_row(hidden, column_, base, weights_.output[0], win);
  if (!drawless) judge_row(hidden, column_, base, weights_.output[1], draw);
}

namespace {

const u8* read_wide(const u8* at, u64 hidden, i16* to) {
  std::memcpy(to, at, hidden * sizeof(i16));
  return at + hidden * sizeof(i16);
}

void finish_weights(const u8* outputs, int balls, StackWeights& out) {
  const auto hidden = static_cast<u64>(out.hidden);
  for (i16* output : out.output) outputs = read_wide(outputs, hidden, output);
  for (int b = 0; b <= balls; ++b) {
    i16* w = b < balls ? out.ball[b] : out.bias;
    for (u64 h = 0; h < hidden; ++h) w[h] = static_cast<i16>(w[h] * (1 << UNIT_SHIFT));
  }
}

}  // namespace

void read_own(const u8* at, u64 hidden, int balls, StackWeights& out) {
  out.hidden = static_cast<int>(hidden);
  for (int b = 0; b < balls; ++b, at += hidden)
    for (u64 h = 0; h < hidden; ++h) out.ball[b][h] = static_cast<i8>(at[h]);
  finish_weights(read_wide(at, hidden, out.bias), balls, out);
}

void read_shared(const StackFeatures& features, const u8* at, u64 hidden, const PackOrder& order,
                 StackWeights& out) {
  out.hidden = static_cast<int>(hidden);
  const u8* tail = read_wide(at + hidden * features.count(), hidden, out.bias);
  for (int b = 0; b < order.balls; ++b) std::memset(out.ball[b], 0, hidden * sizeof(i16));
  features.for_each(order, [&](int ball, u32 feature) {
    const u8* f = at + hidden * feature;
    i16* to = ball < 0 ? out.bias : out.ball[ball];
    for (u64 h = 0; h < hidden; ++h) to[h] = static_cast<i16>(to[h] + static_cast<i8>(f[h]));
  });
  finish_weights(tail, order.balls, out);
}

StackNetworks::StackNetworks(const pylos_index::Plan& plan, const StackFeatures& features,
                             const u8* bytes, u64 size)
    : plan_(plan), features_(features), bytes_(bytes), kind_(), hidden_(), first_() {
  u64 at = 2 * static_cast<u64>(plan.places());
  if (size < at) refuse_input("networks are cut short");
  for (int n = 0; n < plan.places(); ++n) {
    const u8 kind = bytes[2 * n], hidden = bytes[2 * n + 1];
    if (kind > OWN_NET || hidden > MAX_HIDDEN) refuse_input("unknown network");
    kind_.push_back(kind);
    hidden_.push_back(hidden);
    first_.push_back(at);
    if (kind == SHARED_NET) at += shared_size(hidden, features);
    if (kind == OWN_NET)
      at += own_size(hidden, static_cast<u64>(n)) * (plan.level[n + 1] - plan.level[n]);
  }
  if (size != at) refuse_input("wrong size of networks");
}

void StackNetworks::weights(u32 stack, const PackOrder& order, StackWeights& out) const {
  const int n = order.balls;
  const auto balls = static_cast<std::size_t>(n);
  const u64 hidden = hidden_[balls];
  const u8* at = bytes_ + first_[balls];
  out.hidden = 0;
  if (kind_[balls] == OWN_NET)
    read_own(at + own_size(hidden, balls) * (stack - plan_.level[n]), hidden, n, out);
  if (kind_[balls] == SHARED_NET) read_shared(features_, at, hidden, order, out);
}

}  // namespace sommet::pylos_tablebase
