#include "pylos_solve/check.hpp"

#include <mutex>

#include "common/parallel.hpp"

namespace sommet::pylos_solve {

namespace {

// Some colourings of a stack.
struct Piece {
  u32 stack, begin, end;
};
constexpr u32 PIECE = 1u << 16;

template <int Base>
CheckReport check_piece(pylos::Rules rules, const pylos_index::Locator& locator, const u8* table,
                        Piece piece, std::size_t most) {
  const pylos_index::Stack& stack = locator.plan().stacks[piece.stack];
  CheckReport report;
  for (u32 colouring = piece.begin; colouring < piece.end; ++colouring) {
    if (!locator.colourings().valid(stack.balls, popcount(colouring))) continue;
    pylos::Position pos;
    locator.cells(stack, colouring, pos.own, pos.other);
    const u64 index = stack.positions + locator.colourings().rank(stack.balls, colouring);
    const u8 derived = derive<Base>(rules, locator, table, pos);
    ++report.checked;
    if (derived == table[index]) continue;
    ++report.mismatches;
    if (report.examples.size() < most) report.examples.push_back({index, table[index], derived});
  }
  return report;
}

}  // namespace

template <int Base>
CheckReport check(pylos::Rules rules, const pylos_index::Locator& locator, const u8* table,
                  int threads, const std::function<bool(double)>& between, std::size_t most) {
  std::vector<Piece> pieces;
  for (u32 s = 0; s < locator.plan().stacks.size(); ++s) {
    const u32 all = 1u << locator.plan().stacks[s].balls;
    for (u32 begin = 0; begin < all; begin += PIECE)
      pieces.push_back({s, begin, std::min(all, begin + PIECE)});
  }
  CheckReport report;
  std::mutex lock;
  Pool pool(threads);
  pool.for_each(
      pieces.size(),
      [&](u64 i, int) {
        const CheckReport mine = check_piece<Base>(rules, locator, table, pieces[i], most);
        const std::lock_guard<std::mutex> guard(lock);
        report.checked += mine.checked;
        report.mismatches += mine.mismatches;
        for (const Mismatch& m : mine.examples)
          if (report.examples.size() < most) report.examples.push_back(m);
      },
      between);
  return report;
}

template CheckReport check<3>(pylos::Rules, const pylos_index::Locator&, const u8*, int,
                              const std::function<bool(double)>&, std::size_t);
template CheckReport check<4>(pylos::Rules, const pylos_index::Locator&, const u8*, int,
                              const std::function<bool(double)>&, std::size_t);

}  // namespace sommet::pylos_solve
