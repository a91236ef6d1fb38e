// What the network says of positions (network.hpp).
#pragma once

#include "pylos_search/network_steps.hpp"

namespace sommet::pylos_search {

// Which slots a cell belongs to, and by how much an own ball on it raises the number of the slot's
// input; an opponent's raises it twice as much. Blocks come last.
struct CellSlots {
  int count[2] = {0, 0};  // without blocks and with them
  i8 slot[14];
  i16 weight[14];
};
struct AllCellSlots {
  CellSlots of[30];
  AllCellSlots() {
    int empty[SLOTS];
    const auto note = [&](int slot, int number) { empty[slot] = number; };
    for_each_slot({0, 0}, note);
    for_each_block({0, 0}, note);
    for (int cell = 0; cell < 30; ++cell) {
      CellSlots& c = of[cell];
      const auto add = [&](int slot, int number) {
        if (slot == RESERVES_SLOT || number == empty[slot]) return;
        c.slot[c.count[1]] = static_cast<i8>(slot);
        c.weight[c.count[1]++] = static_cast<i16>(number - empty[slot]);
      };
      for_each_slot({1u << cell, 0}, add);
      c.count[0] = c.count[1];
      for_each_block({1u << cell, 0}, add);
    }
  }
};
inline const AllCellSlots CELL_SLOTS;

// Judges one position without the short cuts and instructions that `NearbyJudge` takes, to compare.
inline int judge_plainly(const Network& net, pylos::Rules rules, pylos::Position pos) {
  Changes changes;
  for_each_input(rules, pos, [&](int number) { changes.added[changes.adds++] = net.row[number]; });
  alignas(64) i16 sum[WIDE];
  change_sum_plainly(changes, changes.pair_up(net), net.row_bias, sum);
  return judge_sum_plainly(net, network_stage(popcount(pos.own | pos.other)), sum);
}

// Judges positions that lie near each other: one is looked at in full, the others by what differs.
class NearbyJudge {
 public:
  NearbyJudge(const Network& net, pylos::Rules rules, pylos::Position from)
      : net_(net), rules_(rules), from_(from), gaps_(pylos::completing<4>(rules, from.own)) {
    Rows rows;
    const auto add = [&](int slot, int number) {
      number_[slot] = number;
      rows.add(net.row[number]);
    };
    for_each_slot(from, add);
    if (net.blocks) for_each_block(from, add);
    fill_planes(from, gaps_, pylos::completing<4>(rules, from.other), plane_);
    for (int k = 0; k < PLANES; ++k)
      for (u32 b = plane_[k]; b; b &= b - 1) rows.add(net.row[PLANES_AT + k * 30 + lowest(b)]);
    add_up(net, rows, net.row_bias, sum_);
  }

  // Log odds of winning for the side to move, in hundredths.
  int judge(pylos::Position pos) const {
    Changes changes;
    const auto replace = [&](int was, int is) {
      changes.add(net_.row[is]);
      changes.take(net_.row[was]);
    };
    int rise[SLOTS] = {};
    u64 touched = 0;
    const auto count = [&](u32 cells, int times) {
      for (; cells; cells &= cells - 1) {
        const CellSlots& c = CELL_SLOTS.of[lowest(cells)];
        for (int i = 0; i < c.count[net_.blocks]; ++i) {
          rise[static_cast<int>(c.slot[i])] += times * c.weight[i];
          touched |= u64{1} << c.slot[i];
        }
      }
    };
    count(pos.own & ~from_.own, 1);
    count(from_.own & ~pos.own, -1);
    count(pos.other & ~from_.other, 2);
    count(from_.other & ~pos.other, -2);
    for (; touched; touched &= touched - 1) {
      const int slot = lowest64(touched);
      if (rise[slot]) replace(number_[slot], number_[slot] + rise[slot]);
    }
    const int reserves = reserves_input(pos);
    if (reserves != number_[RESERVES_SLOT]) replace(number_[RESERVES_SLOT], reserves);
    u32 plane[PLANES];
    fill_planes(pos, pos.own == from_.own ? gaps_ : pylos::completing<4>(rules_, pos.own),
                pylos::completing<4>(rules_, pos.other), plane);
    // Two sets at a time: fewer loops whose end the processor has to guess.
    for (int k = 0; k < PLANES; k += 2) {
      const u8(*rows)[WIDE] = net_.row + PLANES_AT + k * 30;
      const u64 is = two_planes(plane, k), was = two_planes(plane_, k);
      for (u64 b = is & ~was; b; b &= b - 1) changes.add(rows[lowest64(b)]);
      for (u64 b = was & ~is; b; b &= b - 1) changes.take(rows[lowest64(b)]);
    }
    alignas(64) i16 sum[WIDE];
    change_sum(net_, changes, sum_, sum);
    return judge_sum(net_, network_stage(popcount(pos.own | pos.other)), sum);
  }

 private:
  // As one number, 30 bits each, as the inputs are numbered.
  static u64 two_planes(const u32 (&plane)[PLANES], int k) {
    return plane[k] | (k + 1 < PLANES ? static_cast<u64>(plane[k + 1]) << 30 : 0);
  }

  const Network& net_;
  pylos::Rules rules_;
  pylos::Position from_;
  u32 gaps_;  // of from_.own; a move leaves the opponent's balls where they are
  int number_[SLOTS];
  u32 plane_[PLANES];
  alignas(64) i16 sum_[WIDE];
};

}  // namespace sommet::pylos_search
