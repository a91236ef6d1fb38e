// What networks and contexts learn from: the coded colourings of blocks drawn from a full table.
#pragma once

#include <algorithm>
#include <random>
#include <vector>

#include "common/clones.hpp"
#include "pylos_tablebase/make/learn.hpp"

namespace sommet::pylos_tablebase {

using FitRandom = std::mt19937_64;

// Samples of whole blocks.
struct Samples {
  struct Part {
    u32 stack, block;
    u64 first, count;
  };
  std::vector<Sample> all;
  std::vector<Part> parts;

  SOMMET_CLONES void add(const pylos_index::Locator& locator, const u8* table, u32 number,
                         const PackOrder& order, u32 block, bool drawless) {
    BlockMatrix matrix;
    if (!matrix.start(order, locator.colourings(), block)) return;
    const pylos_index::Stack& stack = locator.plan().stacks[number];
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

  void shuffle(FitRandom& random) {
    for (const Part& part : parts)
      std::shuffle(all.begin() + static_cast<long>(part.first),
                   all.begin() + static_cast<long>(part.first + part.count), random);
  }
};

}  // namespace sommet::pylos_tablebase
