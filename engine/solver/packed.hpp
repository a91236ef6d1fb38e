// Win, loss or draw of every position in a few megabytes, each block of 4096 readable on its own.
//
// The balls of a stack are put in an order in which neighbours tell much about each other: those
// that carry others first, by cell, then the free ones. The first twelve number the 4096 colourings
// inside a block (a matrix of 64 rows of 64 bits), the others the block:
//
//        block number              row               column
//     b28 ... b13 b12   |   b11 b10 b9 b8 b7 b6  |  b5 b4 b3 b2 b1 b0
//
// Inside a block the colourings are coded in order with an arithmetic coder. What is known of the
// neighbours (one ball of the mover turned over; or two balls of different colours exchanged, to an
// earlier colouring) chooses the probability. All neighbours are counted with masks:
//   same row: row & mask[column], same column: column & mask[row], mixed: earlier rows &
//   mask[column]
// Only one colouring of each set of mirror images of a symmetric stack is coded, and none that the
// rules decide at once (no ball in reserve; only the summit left).
#pragma once

#include <cstring>
#include <vector>

#include "solver/locate.hpp"

namespace sommet::solver {

constexpr int BLOCK_BITS = 12, ROW_BITS = 6;
constexpr u32 BLOCK_SIZE = 1u << BLOCK_BITS;
constexpr u32 GROUP = 64;  // blocks that share one entry of the directory
constexpr int OWN_COUNTS = 15;
constexpr u32 WIN_CONTEXTS = OWN_COUNTS * 9 * 16 * 6, DRAW_CONTEXTS = OWN_COUNTS * 9 * 4 * 6;
constexpr u32 CONTEXTS = WIN_CONTEXTS + DRAW_CONTEXTS;  // for each number of balls

enum class Worth : u8 { LOSS = 0, WIN = 1, DRAW = 2 };

// Probability, in 1/65536, that a bit is 1, from a byte: evenly spaced in log odds.
u32 probability_of(u8 level);
u8 level_of(double ones, double zeros);

// One block being read or written, in order.
class BlockMatrix {
 public:
  void clear() { std::memset(this, 0, sizeof *this); }
  bool is_coded(u32 at) const { return (coded_[at >> ROW_BITS] >> (at & 63)) & 1; }
  void win(u32 at) {
    won_[at >> ROW_BITS] |= u64{1} << (at & 63);
    won_columns_[at & 63] |= u64{1} << (at >> ROW_BITS);
  }
  void draw(u32 at) {
    drawn_[at >> ROW_BITS] |= u64{1} << (at & 63);
    drawn_columns_[at & 63] |= u64{1} << (at >> ROW_BITS);
  }

  struct Counts {
    int flips, swaps;
  };
  struct Neighbours {
    Counts all, won;
  };
  Neighbours neighbours(u32 at) const {
    return {count(coded_, coded_columns_, at), count(won_, won_columns_, at)};
  }
  static u32 win_context(const Neighbours& n, int own);
  u32 draw_context(const Neighbours& n, u32 at, int own) const;

  u64 coded_[64], coded_columns_[64];  // rows, and columns, of what is coded

 private:
  Counts count(const u64* rows, const u64* columns, u32 at) const;

  u64 won_[64], won_columns_[64], drawn_[64], drawn_columns_[64];
};

// How the colourings of one stack are numbered for packing.
struct PackOrder {
  int balls, mirrors;    // mirrors: symmetries other than "stay" that keep the stack
  u32 cell_bit[32];      // index bit -> bit of the own-cells board
  u8 file_bit[32];       // index bit -> bit of the colouring in a full table
  u8 mirror_bit[7][32];  // index bit -> index bit of the mirror image

  u32 smallest(u32 index) const;  // of the index and its mirror images
};

// Where the 4096 indices of a block go when their bits are moved: base | row[..] | column[..].
struct BlockImage {
  u32 base, row[64], column[64];

  BlockImage(const u8* bits, int balls, u32 block);
  u32 operator()(u32 at) const { return base | row[at >> ROW_BITS] | column[at & 63]; }
};

void make_order(const Plan& plan, const Stack& stack, PackOrder& order);

// The parts of a packed table. `levels`: CONTEXTS bytes for each number of balls. `groups`: 12
// bytes for each GROUP of blocks: where its data begins (4), which blocks have data (8). Data of a
// group: a length byte for each block that has data (255: two more bytes), then the blocks.
struct PackedParts {
  std::vector<u8> levels, groups, data;
};

class PackedTable {
 public:
  PackedTable(const Locator& locator, const u8* levels, const u8* groups, u64 groups_size,
              const u8* data, u64 data_size);

  // The worth of a stored position or of one that is over (a loss).
  Worth probe(u32 own, u32 other) const;

  // Reads the block of a stack up to `last`, into `out` (4096 entries; those not coded stay as
  // are).
  void read_block(u32 stack, const PackOrder& order, u32 block, u32 last, u8* out) const;

  // First block of each stack, and the number of blocks.
  const std::vector<u64>& first_block() const { return first_block_; }

 private:
  const Locator& locator_;
  std::vector<u16> probabilities_;
  std::vector<u8> drawless_;  // by number of balls
  const u8 *groups_, *data_;
  u64 data_size_;
  std::vector<u64> first_block_;
};

std::vector<u64> first_blocks(const Plan& plan);

// Packs a full table (bytes as in sweep.hpp).
PackedParts pack(const Locator& locator, const u8* table, int threads);

// Compares a packed table with a full one, position by position; returns the number that differ.
u64 compare(const Locator& locator, const PackedTable& packed, const u8* table, int threads,
            u64& checked);

}  // namespace sommet::solver
