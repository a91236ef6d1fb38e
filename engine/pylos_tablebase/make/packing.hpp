// Writing packed tables, and comparing them with full ones.
#pragma once

#include "pylos_tablebase/make/fit.hpp"
#include "pylos_tablebase/packed.hpp"

namespace sommet::pylos_tablebase {

struct PackedParts {
  std::vector<u8> model, groups, data;
};

// Packs a full table (a byte each: the distance to the end, 255 for a draw).
PackedParts pack(const pylos_index::Locator& locator, const StackFeatures& features,
                 const u8* table, int threads, const Effort& effort, const Report& report);

// Compares a packed table with a full one, position by position; returns the number that differ.
u64 compare(const pylos_index::Locator& locator, const PackedTable& packed, const u8* table,
            int threads, u64& checked);

}  // namespace sommet::pylos_tablebase
