// Backward induction over all positions, one distance at a time, 256 colourings per instruction.
//
// Two sets of positions grow: `won` and `lost` for the side to move. A win takes an odd number of
// moves and a loss an even one, so passes alternate:
//   even distance: lost  += positions without a move to a position that is not won
//   odd distance:  won   += positions with a move to a lost position
// Both ask the same question of a set V ("not won", "lost"): has the mover a move into V? A turn is
// taken apart into single balls, and the answers for parts of a turn are shared by all turns that
// contain them. With one colouring w = the mover's balls throughout, S a stack:
//   back1[S]  = V after taking back one more ball      = OR over free f in w:  V[S-f]
//   back2[S]  = V after taking back one or two         = OR over free f in w:  (V | back1)[S-f]
//   place[S]  = V after a ball from the hand           = OR over open p:  V[S+p], or back2[S+p]
//                                                        where landing on p completes a square or
//                                                        line
//   raise[S]  = V after raising                        = OR over free f in w:  place above f [S-f]
//
// An example: S has a square a b c d with nothing on it, and a ball e beside it; the mover owns a,
// b and e. The hollow p above the square is open. One turn of each kind:
//   from the hand to p:  place[S] reads V[S+p], with p the mover's
//   e raised to p:       raise[S] reads "place above e"[S-e], and that reads V[S-e+p]
//   a raised to p:       not found: without a there is no square, so p is not open in S-a
// If p were to complete a square of the mover's on level 2, the first two would read back2[S+p] and
// back2[S-e+p] instead: V after one or two free balls of the mover's have gone.
//
// V itself is kept by the balls of the player who has just moved, so that all of it is one index.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <memory>
#include <vector>

#include "common/parallel.hpp"
#include "pylos_index/stacks.hpp"

namespace sommet::pylos_solve {

constexpr u8 DRAW = 255;  // in a table: neither side can force an end; else the distance

struct UnitSet;  // 256 positions to a unit, in big pages

struct PassReport {
  int distance;
  u64 found;
};

class Sweep {
 public:
  // `table` has plan.positions bytes; DRAW where not known yet.
  Sweep(const pylos_index::Plan& plan, const pylos_index::Colourings& colourings, u8* table,
        int threads);
  ~Sweep();

  // Takes up a table whose distances below `distance` are complete.
  void resume(int distance);

  // Finds all positions of the next distance. `between` is called now and then with the share of
  // the pass that is done; when it returns false the pass stops and false comes back. Then resume
  // with the same distance later repeats the pass.
  bool pass(const std::function<bool(double)>& between, PassReport& report);

  // Bytes that a Sweep takes beside the table.
  static u64 memory(const pylos_index::Plan& plan);

 private:
  struct Work {
    u32 stack, begin, end;  // units
    bool take;              // take-back sets of this stack, else its turns
  };
  struct Scratch;

  void take_back(const Work& work, Scratch& s) const;
  void turns(const Work& work, Scratch& s);
  void decide(const pylos_index::Stack& stack, u32 first, int count, Scratch& s);
  void read_table(u32 stack);
  void run(const std::vector<Work>& works, const std::function<void(const Work&, Scratch&)>& f);

  const pylos_index::Plan& plan_;
  const pylos_index::Colourings& colourings_;
  u8* table_;
  Pool pool_;
  int distance_ = 0;
  std::vector<std::vector<Work>> phases_;
  std::vector<u64> within_;  // units before a stack among those with as many balls
  std::unique_ptr<UnitSet> won_, lost_;
  // Parts of a turn, for stacks with an even and with an odd number of balls: V | back1; back2; and
  // place with only the cells above level 1 or above level 2, which raise reads.
  std::unique_ptr<UnitSet> v_or_back1_[2], back2_[2], place_above1_[2], place_above2_[2];
  std::vector<std::unique_ptr<Scratch>> scratch_;
  std::atomic<u64> found_{0};
};

}  // namespace sommet::pylos_solve
