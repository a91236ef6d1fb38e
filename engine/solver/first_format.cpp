#include "solver/first_format.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "solver/arithmetic.hpp"
#include "solver/clones.hpp"

namespace sommet::solver {

namespace {

u32 probability_of(u8 level) {
  const double odds = std::exp((level - 127.5) / 11.5);
  return std::clamp(static_cast<u32>(65536.0 * odds / (1 + odds)), 1u, 65535u);
}

SOMMET_CLONES
void decode(const u16* probability, bool drawless, BlockMatrix& matrix, u32 block, u32 last,
            const u8* data, u64 size, u8* out) {
  BitReader reader(data, size);
  const bool empty = size == 0;
  const u32 above = static_cast<u32>(popcount(block));
  for (u32 row = 0; row <= last >> ROW_BITS; ++row) {
    u64 rest = matrix.coded_row(row);
    if (row == last >> ROW_BITS) rest &= ~u64{0} >> (63 - (last & 63));
    if (rest) matrix.enter_row(row, drawless);
    for (; rest; rest &= rest - 1) {
      const u32 column = static_cast<u32>(lowest64(rest)), at = row << ROW_BITS | column;
      const u32 own = above + static_cast<u32>(popcount(row) + popcount(column));
      // The same classes as today's main tables, but one table for each number of own balls.
      const Context context = matrix.context(at, 0, drawless);
      const u32 p = probability[own * (9 * 16 * 6) + context.win_main - WIN_MAIN];
      u8 worth = static_cast<u8>(Worth::LOSS);
      if (empty ? p >= 32768 : reader.get(p)) {
        worth = static_cast<u8>(Worth::WIN);
        matrix.win(at);
      } else if (!drawless) {
        const u32 q = probability[FirstFormatTable::WIN_LEVELS + own * (9 * 4 * 6) +
                                  context.draw_main - DRAW_MAIN];
        if (empty ? q >= 32768 : q > 1 && reader.get(q)) {
          worth = static_cast<u8>(Worth::DRAW);
          matrix.draw(at);
        }
      }
      out[at] = worth;
    }
  }
}

}  // namespace

FirstFormatTable::FirstFormatTable(const Locator& locator, const u8* levels, u64 levels_size,
                                   const u8* groups, u64 groups_size, const u8* data, u64 data_size)
    : PackedBlocks(locator, groups, groups_size, data, data_size) {
  const int places = locator.plan().places();
  if (levels_size != static_cast<u64>(places) * LEVELS)
    throw std::invalid_argument("wrong size of levels");
  for (u64 i = 0; i < levels_size; ++i)
    probabilities_.push_back(static_cast<u16>(probability_of(levels[i])));
  for (int n = 0; n < places; ++n) {
    const u8* draws = levels + static_cast<u64>(n) * LEVELS + WIN_LEVELS;
    drawless_.push_back(std::all_of(draws, draws + DRAW_LEVELS, [](u8 l) { return l == 0; }));
  }
}

void FirstFormatTable::decode_block(Desk& desk, u32 block, u32 last, const u8* data, u64 size,
                                    u8* out) const {
  BlockMatrix matrix;
  if (!matrix.start(desk.order, locator_.colourings(), block)) return;
  const auto balls = static_cast<std::size_t>(desk.order.balls);
  decode(&probabilities_[balls * LEVELS], drawless_[balls] != 0, matrix, block, last, data, size,
         out);
}

}  // namespace sommet::solver
