// The proof that the perfect player always wins: every position looked at once, straight from the
// rules. `settled` is a certificate; where it comes from does not matter. Passing means:
//   every lost position that is not over: each reply leads to a won position with a smaller number;
//   every won position: the player's choice leads to a lost position with a smaller number, or ends
//   the game.
// So the numbers fall with every move of a game that the player plays by its choice, and the game
// ends, won, in at most that many moves. An example, with `settled` in brackets:
//
//   W3 [5] -choice-> L2 [4] -reply-> W2 [3] -choice-> L1 [2] -reply-> W1 [1] -choice-> the end
//                       `-reply-> W1' [1] -choice-> the end
//
// A player that could be led round in a circle, from W3 to L2 and back to W3, has no certificate:
// the numbers would have to fall all the way round. The proof shares the rules and the order of
// choice with the maker, and nothing of how positions are settled.
#pragma once

#include "pylos_perfect/choice.hpp"

namespace sommet::pylos_perfect {

struct PlayerProof {
  const pylos_index::Geometry* geo;
  pylos_index::Finder finder;
  const u8* table;
  const u16* rank;
  const u16* outlook;
  const u16* settled;
  const u32* exceptions;  // numbers, rising
  const u8* places;       // which in the order of choice is taken, from 0
  u64 exception_count;
};

// The key of the lost successor that the player goes to; outlook ~0 if there is none in that place.
template <int Base>
SOMMET_HD ChoiceKey chosen_successor(const PlayerProof& p, pylos::Rules rules, pylos::Position pos,
                                     u32 place) {
  ChoiceKey last = {0, 0, 0};
  for (u32 k = 0;; ++k) {
    ChoiceKey next = {~0u, ~0u, ~u64{0}};
    pylos::for_each_move<Base>(rules, pos, [&](pylos::Move move) {
      const pylos::Position child = pylos::play(pos, move);
      ChoiceKey key = {0, 0, ~u64{0}};
      if (!pylos::summit_taken<Base>(child)) {
        const u64 at = smallest_number(p.finder, child);
        if (p.table[at] & 1) return;  // won or drawn for the opponent
        key = {p.outlook[at], p.rank[at], at};
      }
      if ((k == 0 || last < key) && key < next) next = key;
    });
    if (k == place || next.outlook == ~0u) return next;
    last = next;
  }
}

// 0: nothing to prove here (drawn, over, or the mirror image of another); 1: proved; 2: wrong.
template <int Base>
SOMMET_HD int prove(const PlayerProof& p, pylos::Rules rules, u32 stack, u32 colouring) {
  constexpr u32 END = 0;
  const u32 mask = p.finder.masks[stack];
  const int balls = popcount(mask), own = popcount(colouring);
  if (own > pylos::Pyramid<Base>::BALLS || balls - own > pylos::Pyramid<Base>::BALLS) return 0;
  const pylos::Position pos = coloured(*p.geo, mask, colouring);
  const u64 here = number_of(p.finder, stack, balls, colouring);
  if (p.table[here] == 255 || smallest_number(p.finder, pos) != here) return 0;
  if (p.table[here] & 1) {
    const u32 place = choice_place(p.exceptions, p.places, p.exception_count, here);
    const ChoiceKey to = chosen_successor<Base>(p, rules, pos, place);
    if (to.outlook == ~0u) return 2;
    const u32 left = to.number == ~u64{0} ? END : p.settled[to.number];
    return left < p.settled[here] && p.settled[here] != 0xFFFF ? 1 : 2;
  }
  if (pylos::is_over<Base>(rules, pos)) return 0;
  bool falls = p.settled[here] != 0xFFFF;
  pylos::for_each_move<Base>(rules, pos, [&](pylos::Move move) {
    const pylos::Position child = pylos::play(pos, move);
    if (!falls) return;
    if (pylos::summit_taken<Base>(child)) {
      falls = false;
      return;
    }
    const u64 at = smallest_number(p.finder, child);
    falls = p.table[at] != 255 && (p.table[at] & 1) && p.settled[at] < p.settled[here];
  });
  return falls ? 1 : 2;
}

}  // namespace sommet::pylos_perfect
