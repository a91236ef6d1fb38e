// The tables behind a Finder.
#pragma once

#include <vector>

#include "pylos_index/finder.hpp"
#include "pylos_index/locate.hpp"

namespace sommet::pylos_index {

// Owns what a Finder points to.
class FinderTables {
 public:
  explicit FinderTables(const Locator& locator) : locator_(locator) {
    const Geometry& geo = locator.plan().geometry;
    for (const Stack& stack : locator.plan().stacks) {
      masks_.push_back(stack.mask);
      positions_.push_back(stack.positions);
      u8 mirrors = 0;
      for (int g = 1; g < SYMMETRIES; ++g)
        if (image_of(geo, g, stack.mask) == stack.mask) mirrors = 1;
      mirrors_.push_back(mirrors);
    }
  }

  Finder finder() const {
    const Colourings& c = locator_.colourings();
    return {
        masks_.data(),  positions_.data(),      c.first().data(),         c.high().data(),
        c.low().data(), locator_.keys().data(), locator_.values().data(), locator_.turned().data(),
        mirrors_.data()};
  }
  const Geometry& geometry() const { return locator_.plan().geometry; }
  const std::vector<u32>& masks() const { return masks_; }
  u64 positions() const { return locator_.plan().positions; }

 private:
  const Locator& locator_;
  std::vector<u32> masks_;
  std::vector<u64> positions_;
  std::vector<u8> mirrors_;
};

}  // namespace sommet::pylos_index
