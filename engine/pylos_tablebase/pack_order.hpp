// How the colourings of a stack are numbered for packing, and which of them are coded.
//
// The balls of a stack are put in an order in which neighbours predict each other well: those
// that carry others first, by cell, then the free ones. The first twelve number the 4096 colourings
// inside a block (a matrix of 64 rows of 64 bits), the others the block:
//
//        block number              row               column
//     b28 ... b13 b12   |   b11 b10 b9 b8 b7 b6  |  b5 b4 b3 b2 b1 b0
//
// Only one colouring of each set of mirror images of a symmetric stack is coded, and none that the
// rules decide at once (no ball in reserve; only the summit left).
#pragma once

#include <vector>

#include "pylos_index/locate.hpp"

namespace sommet::pylos_tablebase {

constexpr int BLOCK_BITS = 12, ROW_BITS = 6;
constexpr u32 BLOCK_SIZE = 1u << BLOCK_BITS;

struct PackOrder {
  int balls, mirrors;    // mirrors: symmetries other than "stay" that keep the stack
  u32 cell_bit[32];      // index bit -> bit of the own-cells board
  u8 file_bit[32];       // index bit -> bit of the colouring in a full table
  u8 mirror_bit[7][32];  // index bit -> index bit of the mirror image

  u32 smallest(u32 index) const;  // of the index and its mirror images
  u32 block_size() const { return balls < BLOCK_BITS ? 1u << balls : BLOCK_SIZE; }
};

void make_order(const pylos_index::Plan& plan, const pylos_index::Stack& stack, PackOrder& order);

// Where the 4096 indices of a block go when their bits are moved: base | row[..] | column[..].
struct BlockImage {
  u32 base, row[64], column[64];

  BlockImage(const u8* bits, int balls, u32 block);
  u32 operator()(u32 at) const { return base | row[at >> ROW_BITS] | column[at & 63]; }
};

// Marks the colourings of a block that are coded, row by row; returns whether there are any.
bool mark_coded(const PackOrder& order, const pylos_index::Colourings& colourings, u32 block,
                u64 (&rows)[64]);

// First block of each stack, and the number of blocks.
std::vector<u64> first_blocks(const pylos_index::Plan& plan);

}  // namespace sommet::pylos_tablebase
