// What the tables behind the numbering of positions look like, for all who read or fill them.
// Compiles for the CPU and through NVRTC.
#pragma once

#include "common/device.hpp"

namespace sommet::pylos_index {

// A colouring is looked up in two halves: the low bits by the number of balls above them.
constexpr int LOW_BITS = 10;
constexpr int MAX_HIGH = 20;

// Stacks are found by their cells in an open hash table.
constexpr u32 STACK_SLOTS = 1u << 18;
constexpr u32 NO_STACK = ~0u;  // no set of cells: there are 30

SOMMET_HD u32 stack_slot(u32 cells) { return (cells * 0x9E3779B1u) >> 14; }
SOMMET_HD u32 next_slot(u32 slot) { return (slot + 1) & (STACK_SLOTS - 1); }

}  // namespace sommet::pylos_index
