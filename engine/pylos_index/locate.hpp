// From a position to its place in a table: stack, symmetry, number of the colouring.
#pragma once

#include <vector>

#include "pylos_index/numbering.hpp"
#include "pylos_index/press.hpp"
#include "pylos_index/stacks.hpp"

namespace sommet::pylos_index {

class Locator {
 public:
  template <int Base>
  static Locator make(const Colourings& colourings) {
    Locator l(colourings);
    l.plan_ = make_plan<Base>({}, colourings, false);
    l.fill();
    return l;
  }

  static constexpr u32 NOWHERE = ~0u;  // an answer of stack_of

  const Plan& plan() const { return plan_; }
  const Colourings& colourings() const { return *colourings_; }
  const std::vector<u32>& keys() const { return keys_; }
  const std::vector<u32>& values() const { return values_; }
  const std::vector<u32>& turned() const { return turned_; }

  // Canonical stack number * 8 + symmetry that leads to it, for a set of occupied cells.
  u32 stack_of(u32 cells) const {
    if (cells == NO_STACK) return NOWHERE;
    for (u32 i = stack_slot(cells);; i = next_slot(i)) {
      if (keys_[i] == cells) return values_[i];
      if (keys_[i] == NO_STACK) return NOWHERE;
    }
  }

  // The colouring's bits: the places of `cells` under symmetry g, pressed to the stack's balls.
  u32 colouring(u32 stack, u32 g, u32 cells) const {
    const u32* t = &turned_[g * 4 * 256];
    const u32 places = t[cells & 255] | t[256 + ((cells >> 8) & 255)] |
                       t[512 + ((cells >> 16) & 255)] | t[768 + (cells >> 24)];
    return press(places, plan_.stacks[stack].mask);
  }

  // Where the position lies in a table, or ~0 when it is not stored (summit taken, too many balls,
  // balls that hang in the air).
  u64 find(u32 own, u32 other) const {
    const u32 at = stack_of(own | other);
    if (at == NOWHERE) return ~u64{0};
    const Stack& stack = plan_.stacks[at >> 3];
    if (!colourings_->valid(stack.balls, popcount(own))) return ~u64{0};
    return stack.positions + colourings_->rank(stack.balls, colouring(at >> 3, at & 7, own));
  }

  // The canonical position with number `index`.
  void position(u64 index, u32& own, u32& other) const {
    const auto after = std::upper_bound(plan_.stacks.begin(), plan_.stacks.end(), index,
                                        [](u64 i, const Stack& s) { return i < s.positions; });
    const Stack& stack = *(after - 1);
    const u32 bits = colourings_->unrank(stack.balls, static_cast<u32>(index - stack.positions));
    cells(stack, bits, own, other);
  }

  void cells(const Stack& stack, u32 colouring, u32& own, u32& other) const {
    u32 mine = 0;
    int k = 0;
    for (u32 rest = stack.mask; rest; rest &= rest - 1, ++k)
      if ((colouring >> k) & 1u) mine |= rest & (0 - rest);
    own = cells_of(plan_.geometry, mine);
    other = cells_of(plan_.geometry, stack.mask & ~mine);
  }

 private:
  explicit Locator(const Colourings& colourings) : colourings_(&colourings) {}

  void fill() {
    const Geometry& geo = plan_.geometry;
    keys_.assign(STACK_SLOTS, NO_STACK);
    values_.assign(STACK_SLOTS, 0);
    for (u32 s = 0; s < plan_.stacks.size(); ++s) {
      for (u32 g = 0; g < SYMMETRIES; ++g) {
        // The stack seen before symmetry g was applied to it.
        const u32 cells = cells_of(geo, image_of(geo, geo.inverse[g], plan_.stacks[s].mask));
        u32 i = stack_slot(cells);
        while (keys_[i] != NO_STACK && keys_[i] != cells) i = next_slot(i);
        if (keys_[i] == cells) continue;
        keys_[i] = cells;
        values_[i] = s << 3 | g;
      }
    }
    turned_.assign(SYMMETRIES * 4 * 256, 0);
    for (int g = 0; g < SYMMETRIES; ++g)
      for (u32 byte = 0; byte < 4; ++byte)
        for (u32 v = 0; v < 256; ++v) {
          u32 places = 0;
          for (u32 b = 0; b < 8; ++b) {
            const int cell = static_cast<int>(byte * 8 + b);
            if ((v >> b) & 1u && cell < geo.places) places |= 1u << geo.image[g][geo.place[cell]];
          }
          turned_[(static_cast<u32>(g) * 4 + byte) * 256 + v] = places;
        }
  }

  const Colourings* colourings_;
  Plan plan_;
  std::vector<u32> keys_, values_, turned_;
};

}  // namespace sommet::pylos_index
