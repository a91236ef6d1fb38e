// All canonical stacks of the pyramid with their neighbours, in table order: by number of balls,
// then by mask of places.
#pragma once

#include <algorithm>
#include <vector>

#include "pylos_index/colourings.hpp"
#include "pylos_index/plan.hpp"

namespace sommet::pylos_index {

struct Plan {
  Geometry geometry;
  pylos::Rules rules;
  int base, balls_each;
  std::vector<Stack> stacks;
  std::vector<Edge> edges;
  std::vector<u32> level;  // stacks with n balls are level[n] .. level[n + 1)
  u64 units, positions;

  int places() const { return geometry.places; }
};

template <int Base>
Plan make_plan(pylos::Rules rules, const Colourings& colourings, bool connected = true) {
  Plan plan{};
  plan.rules = rules;
  plan.base = Base;
  plan.balls_each = pylos::Pyramid<Base>::BALLS;
  make_geometry<Base>(plan.geometry, rules);
  const Geometry& geo = plan.geometry;
  std::vector<u32> masks{0};
  for (int n = 0; n <= geo.places; ++n) {
    plan.level.push_back(static_cast<u32>(plan.stacks.size()));
    std::vector<u32> fuller;
    for (const u32 mask : masks) {
      Stack stack{};
      stack.mask = mask;
      stack.balls = static_cast<i8>(n);
      stack.upper = static_cast<i8>(popcount(mask >> UNIT_PLACES));
      stack.unit = static_cast<u8>(mask & 0xFF);
      stack.units = plan.units;
      stack.positions = plan.positions;
      plan.units += u64{1} << stack.upper;
      plan.positions += colourings.count(n);
      plan.stacks.push_back(stack);
      int g = 0;
      for (u32 open = open_places<Base>(geo, mask); open; open &= open - 1)
        fuller.push_back(canonical(geo, mask | 1u << lowest(open), g));
    }
    std::sort(fuller.begin(), fuller.end(), [](u32 a, u32 b) { return a < b; });
    fuller.erase(std::unique(fuller.begin(), fuller.end()), fuller.end());
    masks = fuller;
  }
  plan.level.push_back(static_cast<u32>(plan.stacks.size()));
  if (!connected) return plan;

  // Stacks with as many balls are in order of their masks.
  const auto number = [&plan](u32 mask) {
    const int balls = popcount(mask);
    const auto begin = plan.stacks.begin();
    const auto found = std::lower_bound(begin + plan.level[balls], begin + plan.level[balls + 1],
                                        mask, [](const Stack& s, u32 m) { return s.mask < m; });
    return static_cast<u32>(found - begin);
  };
  for (Stack& stack : plan.stacks) {
    stack.first = static_cast<u32>(plan.edges.size());
    const u32 open = open_places<Base>(geo, stack.mask), free = free_places<Base>(geo, stack.mask);
    const auto add = [&](int place) {
      int g = 0;
      const u32 neighbour = canonical(geo, stack.mask ^ 1u << place, g);
      plan.edges.emplace_back();
      connect(geo, stack.mask, place, neighbour, number(neighbour), g, plan.edges.back());
    };
    for (int level = pylos::Pyramid<Base>::LEVELS - 1; level >= 0; --level) {
      for (u32 p = open; p; p &= p - 1)
        if (geo.level[lowest(p)] == level) {
          add(lowest(p));
          ++stack.inserts;
          if (level >= 1) ++stack.raised[0];
          if (level >= 2) ++stack.raised[1];
        }
    }
    for (u32 f = free; f; f &= f - 1, ++stack.removes) add(lowest(f));
    for (int s = 0; s < geo.places; ++s)
      for (int i = 0; i < geo.patterns[s]; ++i) {
        const u32 whole = geo.pattern[s][i] | 1u << s;
        if ((whole & stack.mask) == whole) stack.may_earn = 1;
      }
  }
  return plan;
}

}  // namespace sommet::pylos_index
