#include "pylos_tablebase/pack_order.hpp"

namespace sommet::pylos_tablebase {

namespace {

// For each number of ones, the 6-bit numbers that have at most so many.
struct AtMost {
  u64 set[7] = {};
  AtMost() {
    for (u32 a = 0; a < 64; ++a)
      for (int ones = popcount(a); ones <= 6; ++ones) set[ones] |= u64{1} << a;
  }
  u64 operator()(int ones) const { return ones < 0 ? 0 : set[ones > 6 ? 6 : ones]; }
};
const AtMost at_most;

}  // namespace

u32 PackOrder::smallest(u32 index) const {
  u32 best = index;
  for (int m = 0; m < mirrors; ++m) {
    u32 image = 0;
    for (u32 rest = index; rest; rest &= rest - 1) image |= 1u << mirror_bit[m][lowest(rest)];
    best = image < best ? image : best;
  }
  return best;
}

BlockImage::BlockImage(const u8* bits, int balls, u32 block) : base(0), row(), column() {
  for (u32 rest = block; rest; rest &= rest - 1) base |= 1u << bits[BLOCK_BITS + lowest(rest)];
  for (u32 v = 1; v < 64; ++v) {
    const int low = lowest(v);
    const u32 fewer = v & (v - 1);
    column[v] = column[fewer] | (low < balls ? 1u << bits[low] : 0);
    row[v] = row[fewer] | (low + ROW_BITS < balls ? 1u << bits[low + ROW_BITS] : 0);
  }
}

void make_order(const pylos_index::Plan& plan, const pylos_index::Stack& stack, PackOrder& order) {
  const pylos_index::Geometry& geo = plan.geometry;
  const u32 cells = cells_of(geo, stack.mask);
  const u32 free = plan.base == 4 ? pylos::free_balls<4>(cells) : pylos::free_balls<3>(cells);
  int at = 0, place_at[32] = {}, bit_of_place[pylos_index::MAX_PLACES] = {};
  order.balls = stack.balls;
  order.mirrors = 0;
  for (const u32 part : {cells & ~free, free})
    for (u32 rest = part; rest; rest &= rest - 1, ++at) {
      const int place = geo.place[lowest(rest)];
      order.cell_bit[at] = rest & (0 - rest);
      order.file_bit[at] = static_cast<u8>(popcount(stack.mask & ((1u << place) - 1)));
      place_at[at] = place;
      bit_of_place[place] = at;
    }
  for (int g = 1; g < pylos_index::SYMMETRIES; ++g) {
    if (image_of(geo, g, stack.mask) != stack.mask) continue;
    for (int bit = 0; bit < at; ++bit)
      order.mirror_bit[order.mirrors][bit] =
          static_cast<u8>(bit_of_place[geo.image[g][place_at[bit]]]);
    ++order.mirrors;
  }
}

bool mark_coded(const PackOrder& order, const pylos_index::Colourings& colourings, u32 block,
                u64 (&rows)[64]) {
  const u32 high = block << BLOCK_BITS, size = order.block_size();
  const int above = popcount(high), each = colourings.balls_each();
  const u64 columns = size >= 64 ? ~u64{0} : (u64{1} << size) - 1;
  const u32 used = size >= 64 ? size / 64 : 1;
  u64 any = 0;
  for (u32 row = 0; row < 64; ++row) {
    const int own = above + popcount(row);
    rows[row] =
        row < used ? columns & at_most(each - 1 - own) & ~at_most(order.balls - each - own - 1) : 0;
    any |= rows[row];
  }
  if (!any) return false;
  for (int m = 0; m < order.mirrors; ++m) {
    const BlockImage image(order.mirror_bit[m], order.balls, block);
    for (u32 row = 0; row < used; ++row) {
      if (!rows[row]) continue;
      const u32 base = image.base | image.row[row], self = high | row << ROW_BITS;
      if (base >= (self | 63u)) continue;  // every image comes later
      if ((base | image.column[63]) < self) {
        rows[row] = 0;
        continue;
      }
      u64 keep = 0;
      for (u32 column = 0; column < 64; ++column)
        keep |= static_cast<u64>((base | image.column[column]) >= (self | column)) << column;
      rows[row] &= keep;
    }
  }
  any = 0;
  for (u32 row = 0; row < used; ++row) any |= rows[row];
  return any != 0;
}

std::vector<u64> first_blocks(const pylos_index::Plan& plan) {
  std::vector<u64> first;
  u64 blocks = 0;
  for (const pylos_index::Stack& stack : plan.stacks) {
    first.push_back(blocks);
    if (stack.balls < plan.places())
      blocks += stack.balls > BLOCK_BITS ? u64{1} << (stack.balls - BLOCK_BITS) : 1;
  }
  first.push_back(blocks);
  return first;
}

}  // namespace sommet::pylos_tablebase
