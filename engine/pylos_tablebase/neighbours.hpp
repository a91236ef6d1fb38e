// What is already known around a colouring while its block is coded in order.
//
// Neighbours of a colouring are those in which one of the mover's balls is turned over ("flip"), or
// two balls of different colours are exchanged ("swap"), as far as they come earlier in the block.
// Those in the same row of the 64 x 64 matrix are counted with masks, those in earlier rows for all
// columns of a row at once.
// How many are won and drawn, as classes, names entries of small tables whose sum, together with
// the network's output, is the log odds of the next bit.
//
// An example: the colouring in row 000001, column 000011. Its neighbours, all coded before it:
//   column flips  (000001, 000001) (000001, 000010)
//   row flip      (000000, 000011)
//   mixed swaps   (000000, 000111) (000000, 001011) (000000, 010011) (000000, 100011):
//                 the row's ball exchanged with one of the four that the column lacks
//   no swap within the row or column leads to an earlier number: all their balls lie lowest
// If two of the three flips and all four swaps are won, `win_main` is the entry for the class of
// "2 of 3" flips, the class of "4 of 4" swaps, and the amount of swaps, 4. `win_own` is the entry
// for the mover's number of balls and the same class of swaps, and `share` has a class for each
// of the five groups alone: for the column flips "1 of 2" or "2 of 2", and so on. The draw bit is
// coded only if the colouring is not won, and its entries count draws among the neighbours that are
// not won: here among one flip.
#pragma once

#include <cstring>

#include "common/clones.hpp"
#include "pylos_tablebase/pack_order.hpp"

namespace sommet::pylos_tablebase {

// For each 6-bit number: those reached by turning one 1 to 0; by exchanging a 1 with a lower 0. And
// classes of "part of total".
struct NeighbourMasks {
  static constexpr int MOST = 40;  // more than the 36 swaps and 12 flips of a colouring
  u64 fewer[64] = {}, exchanged[64] = {};
  u64 spread[256] = {};    // the bits of a byte as eight bytes
  u8 lacking[6][64] = {};  // 255 where a number lacks a bit
  u8 share16[MOST][MOST] = {}, share9[MOST][MOST] = {}, share12[MOST][MOST] = {}, amount[MOST] = {};

  NeighbourMasks();
};
extern const NeighbourMasks neighbour_masks;

// Entries of the tables, one block of them for each number of balls.
constexpr u32 SHARES = 7, SHARE_CLASSES = 12;
constexpr u32 WIN_MAIN = 0, WIN_OWN = WIN_MAIN + 9 * 16 * 6, WIN_SHARES = WIN_OWN + 16 * 16;
constexpr u32 DRAW_MAIN = WIN_SHARES + SHARES * SHARE_CLASSES, DRAW_OWN = DRAW_MAIN + 9 * 4 * 6;
constexpr u32 DRAW_SHARES = DRAW_OWN + 16 * 9;
constexpr u32 CONTEXTS = DRAW_SHARES + SHARES * SHARE_CLASSES;

// The entries for the win bit and the draw bit of one colouring.
struct Context {
  u16 win_main, win_own, draw_main, draw_own;
  u8 share[SHARES];

  // Sums of the entries of a level's tables.
  template <class Sum, class T>
  SOMMET_INLINE Sum win(const T* table) const {
    Sum sum = static_cast<Sum>(table[win_main]) + table[win_own];
    for (u32 i = 0; i < SHARES; ++i) sum += table[WIN_SHARES + i * SHARE_CLASSES + share[i]];
    return sum;
  }
  template <class Sum, class T>
  SOMMET_INLINE Sum draw(const T* table) const {
    Sum sum = static_cast<Sum>(table[draw_main]) + table[draw_own];
    for (u32 i = 0; i < SHARES; ++i) sum += table[DRAW_SHARES + i * SHARE_CLASSES + share[i]];
    return sum;
  }
};

// One block being read or written, in order, row by row.
class BlockMatrix {
 public:
  // Starts a block; returns whether any of its colourings are coded.
  bool start(const PackOrder& order, const pylos_index::Colourings& colourings, u32 block) {
    std::memset(this, 0, sizeof *this);
    if (!mark_coded(order, colourings, block, coded_.rows)) return false;
    for (u32 row = 0; row < 64; ++row) {
      if (!coded_.rows[row]) continue;
      for (u32 byte = 0; byte < 8; ++byte)
        std::memcpy(&coded_.cells[row][8 * byte],
                    &neighbour_masks.spread[(coded_.rows[row] >> (8 * byte)) & 0xFF], 8);
    }
    return true;
  }

  u64 coded_row(u32 row) const { return coded_.rows[row]; }
  void win(u32 at) { won_.set(at); }
  void draw(u32 at) { drawn_.set(at); }

  // Counts what does not change while a row is coded: the neighbours in earlier rows.
  // `drawless`: nothing is drawn, so that draws need not be counted.
  SOMMET_INLINE void enter_row(u32 row, bool drawless) {
    coded_.enter_row(row);
    won_.enter_row(row);
    if (!drawless) drawn_.enter_row(row);
  }

  // Of a colouring in the row entered.
  SOMMET_INLINE Context context(u32 at, int own, bool drawless) const {
    const NeighbourMasks& m = neighbour_masks;
    const Counts all = coded_.count(at), won = won_.count(at);
    const Counts drawn = drawless ? Counts{} : drawn_.count(at);
    const int swaps = all.swaps(), flips = all.flips();
    const int open_swaps = swaps - won.swaps(), open_flips = flips - won.flips();
    const u32 share = m.share16[swaps][won.swaps()];
    const u32 drawn_share = m.share9[open_swaps][drawn.swaps()];
    const u32 flip_class = open_flips == 0               ? 0
                           : drawn.flips() == 0          ? 1
                           : drawn.flips() == open_flips ? 2
                                                         : 3;
    Context c;
    c.win_main = static_cast<u16>(WIN_MAIN + (m.share9[flips][won.flips()] * 16u + share) * 6 +
                                  m.amount[swaps]);
    c.win_own = static_cast<u16>(WIN_OWN + static_cast<u32>(own) * 16 + share);
    c.draw_main =
        static_cast<u16>(DRAW_MAIN + (drawn_share * 4 + flip_class) * 6 + m.amount[open_swaps]);
    c.draw_own = static_cast<u16>(DRAW_OWN + static_cast<u32>(own) * 9 + drawn_share);
    c.share[0] = m.share12[all.column_flips][won.column_flips];
    c.share[1] = m.share12[all.row_flips][won.row_flips];
    c.share[2] = m.share12[all.column_swaps][won.column_swaps];
    c.share[3] = m.share12[all.row_swaps][won.row_swaps];
    c.share[4] = m.share12[all.mixed_swaps][won.mixed_swaps];
    c.share[5] = m.share12[open_flips][drawn.flips()];
    c.share[6] = m.share12[open_swaps][drawn.swaps()];
    return c;
  }

 private:
  struct Counts {
    int column_flips, row_flips, column_swaps, row_swaps, mixed_swaps;
    int flips() const { return column_flips + row_flips; }
    int swaps() const { return column_swaps + row_swaps + mixed_swaps; }
  };

  // A set of colourings, as bits and as bytes 0 and 1.
  struct Plane {
    u64 rows[64];
    alignas(64) u8 cells[64][64];
    alignas(64) u8 row_flips[128], row_swaps[64], mixed_swaps[64];  // of the row entered

    void set(u32 at) {
      rows[at >> ROW_BITS] |= u64{1} << (at & 63);
      cells[at >> ROW_BITS][at & 63] = 1;
    }

    SOMMET_INLINE void enter_row(u32 row) {
      const NeighbourMasks& m = neighbour_masks;
      std::memset(row_flips, 0, 64);
      std::memset(row_swaps, 0, 64);
      std::memset(mixed_swaps, 0, 64);
      for (u64 rest = m.fewer[row]; rest; rest &= rest - 1) add(row_flips, lowest64(rest));
      for (u64 rest = m.exchanged[row]; rest; rest &= rest - 1) add(row_swaps, lowest64(rest));
      // One ball fewer in the row, one more in the column.
      for (u32 bit = 0; bit < ROW_BITS; ++bit)
        for (u32 c = 0; c < 64; ++c)
          mixed_swaps[c] =
              static_cast<u8>(mixed_swaps[c] + (row_flips[c + (1u << bit)] & m.lacking[bit][c]));
    }

    SOMMET_INLINE void add(u8* sums, int row) const {
      for (u32 c = 0; c < 64; ++c) sums[c] = static_cast<u8>(sums[c] + cells[row][c]);
    }

    SOMMET_INLINE Counts count(u32 at) const {
      const NeighbourMasks& m = neighbour_masks;
      const u32 column = at & 63;
      const u64 in_row = rows[at >> ROW_BITS];
      return {popcount64(in_row & m.fewer[column]), row_flips[column],
              popcount64(in_row & m.exchanged[column]), row_swaps[column], mixed_swaps[column]};
    }
  };

  Plane coded_, won_, drawn_;
};

}  // namespace sommet::pylos_tablebase
