// Win, loss or draw of every position in a few megabytes, each block of 4096 readable on its own.
//
// Inside a block (pack_order.hpp) the colourings are coded in order with an arithmetic coder: one
// bit for "won", and for those not won one for "drawn". The log odds of a bit are the output of the
// stack's network (block_network.hpp) plus entries of tables chosen by the neighbours that are
// already known (neighbours.hpp). Nothing is stored for blocks that turn out as expected.
//
// A packed table has three parts. `model`: what bits are predicted with (class Model). `groups`: 12
// bytes for each GROUP of blocks: where its data begins (4), which blocks have data (8). `data` of
// a group: a length byte for each block that has data (255: two more bytes), then the blocks.
#pragma once

#include <memory>
#include <vector>

#include "pylos_tablebase/block_network.hpp"
#include "pylos_tablebase/neighbours.hpp"
#include "pylos_tablebase/worth.hpp"

namespace sommet::pylos_tablebase {

constexpr u32 GROUP = 64;  // blocks that share one entry of the directory

// Predicts bits: probabilities of log odds (SQUASHED numbers of 16 bits), whether a number of balls
// has no draws (a byte each), the tables of contexts (16 bit), the networks.
class Model {
 public:
  static constexpr i32 SQUASHED = 2048, LEAST = -4096;  // log odds -16 .. 16 in steps of 1/64

  Model(const pylos_index::Plan& plan, const StackFeatures& features, const u8* bytes, u64 size);

  bool drawless(int balls) const { return drawless_[static_cast<std::size_t>(balls)] != 0; }
  const i16* contexts(int balls) const {
    return &contexts_[static_cast<std::size_t>(balls) * CONTEXTS];
  }
  const StackNetworks& networks() const { return *networks_; }

  // Probability, in 1/65536, of a 1.
  u32 probability(i32 log_odds) const {
    const i32 at = (log_odds - LEAST) >> 2;
    return squash_[at < 0 ? 0 : at >= SQUASHED ? SQUASHED - 1 : at];
  }

 private:
  std::vector<u16> squash_;
  std::vector<u8> drawless_;
  std::vector<i16> contexts_;
  std::unique_ptr<StackNetworks> networks_;
};

// Blocks that are read one by one through the directory.
class PackedTable {
 public:
  // What reading blocks of one stack needs.
  struct StackReader {
    u32 stack = ~0u;
    PackOrder order;
    StackWeights weights;
  };

  PackedTable(const pylos_index::Locator& locator, const StackFeatures& features, const u8* model,
              u64 model_size, const u8* groups, u64 groups_size, const u8* data, u64 data_size);

  // The worth of stored positions, or of such that are over (a loss).
  void probe(const u32* own, const u32* other, u64 count, u8* out) const;

  // Reads the block of a stack up to `last`, into `out` (4096 entries; those not coded stay as
  // are).
  void read_block(StackReader& reader, u32 stack, u32 block, u32 last, u8* out) const;

  // First block of each stack, and the number of blocks.
  const std::vector<u64>& first_block() const { return first_block_; }

 private:
  struct Place {
    u32 stack, index;  // stack ~0u: known at once
  };
  Place place_of(u32 own, u32 other, StackReader& reader, u8& worth) const;
  // Without data (size 0) a block is as its model expects.
  void decode_block(const StackReader& reader, u32 block, u32 last, const u8* data, u64 size,
                    u8* out) const;

  const pylos_index::Locator& locator_;
  Model model_;
  const u8 *groups_, *data_;
  u64 data_size_;
  std::vector<u64> first_block_;
};

}  // namespace sommet::pylos_tablebase
