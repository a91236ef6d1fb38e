// Reads packed tables of the first format: the same blocks and directory, but bits predicted from
// counts of neighbours alone. The probability of a bit is a byte ("level"), evenly spaced in log
// odds, chosen by how many earlier neighbours are won or drawn. Nothing writes it any more.
#pragma once

#include <vector>

#include "solver/packed.hpp"

namespace sommet::solver {

class FirstFormatTable final : public PackedBlocks {
 public:
  static constexpr u32 OWN_COUNTS = 15;
  static constexpr u32 WIN_LEVELS = OWN_COUNTS * 9 * 16 * 6, DRAW_LEVELS = OWN_COUNTS * 9 * 4 * 6;
  static constexpr u32 LEVELS = WIN_LEVELS + DRAW_LEVELS;  // for each number of balls

  FirstFormatTable(const Locator& locator, const u8* levels, u64 levels_size, const u8* groups,
                   u64 groups_size, const u8* data, u64 data_size);

 private:
  void decode_block(Desk& desk, u32 block, u32 last, const u8* data, u64 size,
                    u8* out) const override;
  void read_weights(Desk&) const override {}

  std::vector<u16> probabilities_;
  std::vector<u8> drawless_;  // by number of balls
};

}  // namespace sommet::solver
