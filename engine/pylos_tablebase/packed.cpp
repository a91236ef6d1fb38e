#include "pylos_tablebase/packed.hpp"

#include <algorithm>
#include <cstring>

#include "common/clones.hpp"
#include "common/wrong_input.hpp"
#include "pylos_tablebase/arithmetic.hpp"

namespace sommet::pylos_tablebase {

Model::Model(const pylos_index::Plan& plan, const StackFeatures& features, const u8* bytes,
             u64 size)
    : squash_(SQUASHED),
      drawless_(static_cast<std::size_t>(plan.places())),
      contexts_(static_cast<std::size_t>(plan.places()) * CONTEXTS),
      networks_() {
  u64 at = 0;
  const auto read = [&](auto& to) {
    const u64 length = to.size() * sizeof to[0];
    if (at + length > size) refuse_input("model is cut short");
    std::memcpy(to.data(), bytes + at, length);
    at += length;
  };
  read(squash_);
  read(drawless_);
  read(contexts_);
  networks_ = std::make_unique<StackNetworks>(plan, features, bytes + at, size - at);
}

PackedTable::PackedTable(const pylos_index::Locator& locator, const StackFeatures& features,
                         const u8* model, u64 model_size, const u8* groups, u64 groups_size,
                         const u8* data, u64 data_size)
    : locator_(locator),
      model_(locator.plan(), features, model, model_size),
      groups_(groups),
      data_(data),
      data_size_(data_size),
      first_block_(first_blocks(locator.plan())) {
  if (groups_size != (first_block_.back() + GROUP - 1) / GROUP * 12)
    refuse_input("wrong size of directory");
}

namespace {

// Reads the colourings 0 .. last of a block; without data they are as the model expects.
SOMMET_CLONES
void decode(const Model& model, const BlockJudge& judge, BlockMatrix& matrix, int balls, u32 block,
            u32 last, const u8* data, u64 size, u8* out) {
  BitReader reader(data, size);
  const bool empty = size == 0, drawless = model.drawless(balls);
  const i16* contexts = model.contexts(balls);
  const int above = popcount(block);
  alignas(64) i16 win[64], draw[64];
  for (u32 row = 0; row <= last >> ROW_BITS; ++row) {
    u64 rest = matrix.coded_row(row);
    if (row == last >> ROW_BITS) rest &= ~u64{0} >> (63 - (last & 63));
    if (!rest) continue;
    judge.judge(row, drawless, win, draw);
    matrix.enter_row(row, drawless);
    const int own = above + popcount(row);
    for (; rest; rest &= rest - 1) {
      const u32 column = static_cast<u32>(lowest64(rest)), at = row << ROW_BITS | column;
      const Context context = matrix.context(at, own + popcount(column), drawless);
      const u32 p = model.probability(win[column] + context.win<i32>(contexts));
      u8 worth = static_cast<u8>(Worth::LOSS);
      if (empty ? p >= 32768 : reader.get(p)) {
        worth = static_cast<u8>(Worth::WIN);
        matrix.win(at);
      } else if (!drawless) {
        const u32 q = model.probability(draw[column] + context.draw<i32>(contexts));
        if (empty ? q >= 32768 : reader.get(q)) {
          worth = static_cast<u8>(Worth::DRAW);
          matrix.draw(at);
        }
      }
      out[at] = worth;
    }
  }
}

}  // namespace

void PackedTable::decode_block(const StackReader& reader, u32 block, u32 last, const u8* data,
                               u64 size, u8* out) const {
  BlockMatrix matrix;
  if (!matrix.start(reader.order, locator_.colourings(), block)) return;
  const BlockJudge judge(reader.weights, reader.order.balls, block);
  decode(model_, judge, matrix, reader.order.balls, block, last, data, size, out);
}

void PackedTable::read_block(StackReader& reader, u32 stack, u32 block, u32 last, u8* out) const {
  if (reader.stack != stack) {
    reader.stack = stack;
    make_order(locator_.plan(), locator_.plan().stacks[stack], reader.order);
    model_.networks().weights(stack, reader.order, reader.weights);
  }
  const u64 number = first_block_[stack] + block;
  const u8* group = groups_ + number / GROUP * 12;
  u32 offset;
  u64 filled;
  std::memcpy(&offset, group, 4);
  std::memcpy(&filled, group + 4, 8);
  u64 at = offset, size = 0;
  if ((filled >> (number % GROUP)) & 1) {
    const int before = popcount64(filled & ((u64{1} << (number % GROUP)) - 1));
    const int blocks = popcount64(filled);
    u64 skipped = 0;
    for (int i = 0; i < blocks; ++i) {
      if (at + 3 > data_size_) refuse_file("damaged table");
      u64 length = data_[at++];
      if (length == 255) {
        length = data_[at] | static_cast<u64>(data_[at + 1]) << 8;
        at += 2;
      }
      if (i < before) skipped += length;
      if (i == before) size = length;
    }
    at += skipped;
    if (at + size > data_size_) refuse_file("damaged table");
  }
  decode_block(reader, block, std::min(last, reader.order.block_size() - 1), data_ + at, size, out);
}

PackedTable::Place PackedTable::place_of(u32 own, u32 other, StackReader& reader, u8& worth) const {
  const u32 at = locator_.stack_of(own | other);
  const pylos_index::Plan& plan = locator_.plan();
  worth = static_cast<u8>(Worth::LOSS);
  if (at == pylos_index::Locator::NOWHERE || popcount(own) >= locator_.colourings().balls_each())
    return {~0u, 0};
  const pylos_index::Stack& stack = plan.stacks[at >> 3];
  if (stack.balls == plan.places()) {
    worth = static_cast<u8>(Worth::WIN);
    return {~0u, 0};
  }
  if (reader.stack != at >> 3) {
    reader.stack = at >> 3;
    make_order(plan, stack, reader.order);
  }
  // The colouring in the stack's own numbering, then in packing order.
  const u32 colouring = locator_.colouring(at >> 3, at & 7, own);
  u32 index = 0;
  for (int b = 0; b < stack.balls; ++b)
    index |= ((colouring >> reader.order.file_bit[b]) & 1u) << b;
  return {at >> 3, reader.order.smallest(index)};
}

void PackedTable::probe(const u32* own, const u32* other, u64 count, u8* out) const {
  struct Wanted {
    u64 block;
    u32 stack, index;
    u64 answer;
  };
  const auto reader = std::make_unique<StackReader>();
  std::vector<Wanted> wanted;
  for (u64 i = 0; i < count; ++i) {
    const Place place = place_of(own[i], other[i], *reader, out[i]);
    if (place.stack != ~0u)
      wanted.push_back(
          {first_block_[place.stack] + (place.index >> BLOCK_BITS), place.stack, place.index, i});
  }
  std::sort(wanted.begin(), wanted.end(), [](const Wanted& a, const Wanted& b) {
    return a.block != b.block ? a.block < b.block : a.index < b.index;
  });
  reader->stack = ~0u;
  u8 worth[BLOCK_SIZE] = {};  // a damaged file may code fewer than it should
  for (std::size_t i = 0; i < wanted.size();) {
    std::size_t end = i + 1;
    while (end < wanted.size() && wanted[end].block == wanted[i].block) ++end;
    read_block(*reader, wanted[i].stack, wanted[i].index >> BLOCK_BITS,
               wanted[end - 1].index & (BLOCK_SIZE - 1), worth);
    for (; i < end; ++i) out[wanted[i].answer] = worth[wanted[i].index & (BLOCK_SIZE - 1)];
  }
}

}  // namespace sommet::pylos_tablebase
