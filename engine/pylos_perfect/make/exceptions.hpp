// Makes and proves the perfect player's exception list. Everything is per position and per pass
// over all positions; exceptions.cu runs the passes on a GPU, passes.hpp on CPU threads.
//
//   find_rank       ranks of lost positions                           |
//   find_nearest    of a won position: the smallest rank it can go to |  the choice, worked out
//   find_outlook    of a lost position: how bad a reply can make it   |  for all positions at once
//   find_choice     where the player goes                             |
//
//   settle          a position is settled once the game surely ends from it: a lost one when all
//                   replies are, a won one when the chosen successor is
//   find_scores     which open lost positions wait for one open won position only
//   add_gains       how much would be settled with a won position, some moves back
//   find_way        whether an open won position has a settled successor
//   make_exception  lets such a position go to its first settled successor instead
//
// Only the smallest of each set of mirror images is worked on.
#pragma once

#include "pylos_perfect/choice.hpp"

namespace sommet::pylos_perfect {

constexpr u32 NOBODY = 0xFFFFFFFFu, THE_END = 0xFFFFFFFEu;
constexpr u16 OPEN = 0xFFFF;
constexpr u8 DRAWN = 255;
constexpr u8 WAY_OUT = 2;

// Numbers that other threads may be writing: what comes back is the old or the new one.
template <class Number>
SOMMET_HD u32 read_shared(const Number* number) {
#if defined(__CUDA_ARCH__)
  return *number;
#else
  return __atomic_load_n(number, __ATOMIC_RELAXED);
#endif
}

template <class Number>
SOMMET_HD void write_shared(Number* number, u32 value) {
#if defined(__CUDA_ARCH__)
  *number = static_cast<Number>(value);
#else
  __atomic_store_n(number, static_cast<Number>(value), __ATOMIC_RELAXED);
#endif
}

SOMMET_HD void add_to(u32* counter, u32 amount) {
#if defined(__CUDA_ARCH__)
  atomicAdd(counter, amount);
#else
  __atomic_fetch_add(counter, amount, __ATOMIC_RELAXED);
#endif
}

// The arrays that the passes read and fill, a number for each position. Some mean one thing for won
// positions and another for lost ones; the functions below say which. `at` may be THE_END or NOBODY
// only where a comment says so: a wrong table can lead to either where a right one cannot.
struct PlayerWork {
  const pylos_index::Geometry* geo;
  pylos_index::Finder finder;
  const u8* table;
  const short* weights;
  const u32* exceptions;  // those that are known already
  const u8* places;
  u64 exception_count;
  u16* rank;     // lost: rank_of; won: the smallest rank within reach
  u16* outlook;  // lost positions only
  // Won: where to go; lost: an open reply. Where memory is short there is none: then outlook and
  // rank of a won position keep where to go, the upper and the lower half, once they have served.
  u32* choice;
  u16* settled;  // moves until the end when the player wins, at most; OPEN: not known
  // For making exceptions only:
  u32* score;  // won: points of the lost positions that wait for it; lost: the only open reply
  u32* gain;   // won: points of everything that waits for it, a few moves back
  u32* more;   // the next gain
  u8* way;     // won: whether a successor is settled; WAY_OUT: to be made an exception
};

constexpr u32 POINTS = 6;            // for a lost position that waits for one position only
constexpr u32 MOST_GAIN = 1u << 20;  // so that sums cannot overflow
constexpr int STEPS_AHEAD = 64;

template <int Base>
SOMMET_HD bool is_stored(int balls, int own) {
  return own <= pylos::Pyramid<Base>::BALLS && balls - own <= pylos::Pyramid<Base>::BALLS;
}

SOMMET_HD bool is_won(u8 value) { return value != DRAWN && (value & 1); }
SOMMET_HD bool is_lost(u8 value) { return !(value & 1); }  // 255 is odd
SOMMET_HD bool is_lost_at(const PlayerWork& w, u64 at) {
  return at == THE_END || is_lost(w.table[at]);
}

// One position as the passes meet it. False: not stored, or the mirror image of another.
template <int Base>
struct Place {
  pylos::Position pos;
  u64 at;

  SOMMET_HD bool look_up(const PlayerWork& w, u32 stack, u32 colouring) {
    const u32 mask = w.finder.masks[stack];
    const int balls = popcount(mask);
    if (!is_stored<Base>(balls, popcount(colouring))) return false;
    pos = coloured(*w.geo, mask, colouring);
    at = number_of(w.finder, stack, balls, colouring);
    return !w.finder.mirrors[stack] || smallest_number(w.finder, pos) == at;
  }
};

// Calls f(number, child) for the position after each move, THE_END where the summit is taken.
template <int Base, class F>
SOMMET_HD void for_each_child(const PlayerWork& w, pylos::Rules rules, pylos::Position pos, F&& f) {
  pylos::for_each_move<Base>(rules, pos, [&](pylos::Move move) {
    const pylos::Position child = pylos::play(pos, move);
    f(pylos::summit_taken<Base>(child) ? u64{THE_END} : smallest_number(w.finder, child), child);
  });
}

template <int Base>
SOMMET_HD void find_rank(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  Place<Base> p;
  if (!p.look_up(w, stack, colouring) || !is_lost(w.table[p.at])) return;
  w.rank[p.at] = static_cast<u16>(pylos_search::rank_of<Base>(rules, p.pos, w.weights));
}

template <int Base>
SOMMET_HD void find_nearest(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  Place<Base> p;
  if (!p.look_up(w, stack, colouring) || !is_won(w.table[p.at])) return;
  u32 nearest = OPEN;
  for_each_child<Base>(w, rules, p.pos, [&](u64 at, pylos::Position) {
    if (at == THE_END) {
      nearest = 0;
    } else if (is_lost(w.table[at]) && w.rank[at] < nearest) {
      nearest = w.rank[at];
    }
  });
  w.rank[p.at] = static_cast<u16>(nearest);
}

template <int Base>
SOMMET_HD void find_outlook(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  Place<Base> p;
  if (!p.look_up(w, stack, colouring) || !is_lost(w.table[p.at])) return;
  u32 worst = 0;
  for_each_child<Base>(w, rules, p.pos, [&](u64 at, pylos::Position) {
    const u32 outlook = at == THE_END ? u32{OPEN} : 1u + w.rank[at];
    worst = outlook > worst ? outlook : worst;
  });
  w.outlook[p.at] = static_cast<u16>(worst);
}

SOMMET_HD ChoiceKey key_at(const PlayerWork& w, u64 at) {
  if (at == THE_END) return {0, 0, ~u64{0}};
  return {w.outlook[at], w.rank[at], at};
}

// Moves until the end, or OPEN; THE_END is 0 moves away, and nothing is known of NOBODY.
SOMMET_HD u32 settled_at(const PlayerWork& w, u64 at) {
  if (at == THE_END) return 0;
  return at == NOBODY ? u32{OPEN} : read_shared(&w.settled[at]);
}

// Whether `moves` is a number that can be kept.
SOMMET_HD bool set_settled(const PlayerWork& w, u64 at, u32 moves) {
  if (moves >= OPEN) return false;
  write_shared(&w.settled[at], moves);
  return true;
}

// Of a won position: where the player goes, THE_END or NOBODY included.
SOMMET_HD u32 choice_at(const PlayerWork& w, u64 won) {
  return w.choice ? w.choice[won] : static_cast<u32>(w.outlook[won]) << 16 | w.rank[won];
}

SOMMET_HD void set_choice(const PlayerWork& w, u64 won, u32 to) {
  if (w.choice) {
    w.choice[won] = to;
  } else {
    w.outlook[won] = static_cast<u16>(to >> 16);
    w.rank[won] = static_cast<u16>(to);
  }
}

template <int Base>
SOMMET_HD void find_choice(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  Place<Base> p;
  if (!p.look_up(w, stack, colouring)) return;
  const u8 value = w.table[p.at];
  write_shared(&w.settled[p.at], value == 0 ? 0 : OPEN);
  if (!is_won(value)) {
    if (w.choice) w.choice[p.at] = NOBODY;
    return;
  }
  u32 to = NOBODY;
  const u32 place = choice_place(w.exceptions, w.places, w.exception_count, p.at);
  ChoiceKey last = {0, 0, 0};
  for (u32 k = 0; k <= place; ++k) {
    ChoiceKey best = {~0u, ~0u, 0};
    for_each_child<Base>(w, rules, p.pos, [&](u64 at, pylos::Position) {
      if (!is_lost_at(w, at)) return;
      const ChoiceKey key = key_at(w, at);
      if ((k > 0 && !(last < key)) || !(key < best)) return;
      best = key;
      to = static_cast<u32>(at);
    });
    last = best;
  }
  set_choice(w, p.at, to);
}

// Whether the position is decided, not settled, and one to work on.
template <int Base>
SOMMET_HD bool is_open(const PlayerWork& w, u32 stack, u32 colouring) {
  const int balls = popcount(w.finder.masks[stack]);
  if (!is_stored<Base>(balls, popcount(colouring))) return false;
  const u64 at = number_of(w.finder, stack, balls, colouring);
  if (w.table[at] == DRAWN || settled_at(w, at) != OPEN) return false;
  Place<Base> p;
  return !w.finder.mirrors[stack] || p.look_up(w, stack, colouring);
}

// Settles one position if it can be; returns whether it did.
template <int Base>
SOMMET_HD bool settle(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  const u64 here = number_of(w.finder, stack, popcount(w.finder.masks[stack]), colouring);
  if (settled_at(w, here) != OPEN) return false;
  if (is_won(w.table[here])) {
    const u32 far = settled_at(w, choice_at(w, here));
    return far != OPEN && set_settled(w, here, far + 1);
  }
  if (w.choice && w.choice[here] != NOBODY && settled_at(w, w.choice[here]) == OPEN) return false;
  u32 longest = 0, open = NOBODY;
  bool lost = true;  // a reply that takes the summit proves the table wrong
  for_each_child<Base>(w, rules, coloured(*w.geo, w.finder.masks[stack], colouring),
                       [&](u64 at, pylos::Position) {
                         if (at == THE_END) lost = false;
                         if (open != NOBODY || !lost) return;
                         const u32 far = settled_at(w, at);
                         if (far == OPEN) open = static_cast<u32>(at);
                         longest = far > longest ? far : longest;
                       });
  if (w.choice) w.choice[here] = open;
  return lost && open == NOBODY && set_settled(w, here, longest + 1);
}

// Adds to the scores of the open replies of an open lost position, the fewer the more, and notes
// the only one.
template <int Base>
SOMMET_HD void find_scores(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  const u64 here = number_of(w.finder, stack, popcount(w.finder.masks[stack]), colouring);
  if (settled_at(w, here) != OPEN || !is_lost(w.table[here])) return;
  u32 open[3] = {NOBODY, NOBODY, NOBODY};
  u32 count = 0;
  for_each_child<Base>(w, rules, coloured(*w.geo, w.finder.masks[stack], colouring),
                       [&](u64 at, pylos::Position) {
                         if (count > 3 || settled_at(w, at) != OPEN || !is_won(w.table[at])) return;
                         const u32 reply = static_cast<u32>(at);
                         if (reply == open[0] || reply == open[1] || reply == open[2]) return;
                         if (count < 3) open[count] = reply;
                         ++count;
                       });
  w.score[here] = count == 1 ? open[0] : NOBODY;
  if (count == 0 || count > 3) return;
  for (u32 k = 0; k < count; ++k) add_to(&w.score[open[k]], POINTS / count);
}

// The won position that an open won position waits for, if it is only one.
SOMMET_HD u32 waits_for(const PlayerWork& w, u64 won) {
  const u32 to = choice_at(w, won);
  return to == THE_END || to == NOBODY ? NOBODY : w.score[to];
}

SOMMET_HD void start_gains(const PlayerWork& w, u64 here) {
  if (is_won(w.table[here])) w.more[here] = w.score[here];
}
SOMMET_HD void keep_gains(const PlayerWork& w, u64 here) {
  if (is_won(w.table[here])) w.gain[here] = w.more[here];
}

// Passes on what waits for an open won position to the one it waits for itself.
SOMMET_HD void add_gains(const PlayerWork& w, u64 here) {
  if (settled_at(w, here) != OPEN || !is_won(w.table[here])) return;
  const u32 next = waits_for(w, here), gain = w.gain[here];
  if (next == NOBODY || next == here) return;
  add_to(&w.more[next], POINTS + (gain < MOST_GAIN ? gain : MOST_GAIN));
}

template <int Base>
SOMMET_HD void find_way(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  const u64 here = number_of(w.finder, stack, popcount(w.finder.masks[stack]), colouring);
  if (settled_at(w, here) != OPEN || !is_won(w.table[here])) return;
  bool found = false;
  for_each_child<Base>(w, rules, coloured(*w.geo, w.finder.masks[stack], colouring),
                       [&](u64 at, pylos::Position) {
                         if (!found) found = is_lost_at(w, at) && settled_at(w, at) != OPEN;
                       });
  write_shared(&w.way[here], found);
}

// Whether a position with a way out should be left alone for now: over some steps it waits for
// another one that will be made an exception. Of a ring the one with the smallest number goes
// first.
SOMMET_HD bool is_helped(const PlayerWork& w, u64 here, u32 least_gain) {
  bool helped = false, smaller = false;
  u64 at = here;
  for (int step = 0; step < STEPS_AHEAD; ++step) {
    const u32 next = waits_for(w, at);
    if (next == NOBODY) return helped;
    if (next == here) break;
    if (read_shared(&w.way[next]) && w.gain[next] >= least_gain) {
      helped = true;
      smaller = smaller || next < here;
    }
    at = next;
  }
  return smaller;
}

// Marks the positions to be made exceptions: open, won, with a way out, the gain, and no help.
SOMMET_HD void mark_exception(const PlayerWork& w, u64 here, u32 least_gain) {
  if (settled_at(w, here) != OPEN || !is_won(w.table[here])) return;
  if (read_shared(&w.way[here]) && w.gain[here] >= least_gain && !is_helped(w, here, least_gain))
    write_shared(&w.way[here], WAY_OUT);
}

// A marked position goes to its first settled successor from now on. Returns that one's place in
// the order of choice, 0 if nothing changed.
template <int Base>
SOMMET_HD u32 make_exception(const PlayerWork& w, pylos::Rules rules, u32 stack, u32 colouring) {
  const u64 here = number_of(w.finder, stack, popcount(w.finder.masks[stack]), colouring);
  if (settled_at(w, here) != OPEN || !is_won(w.table[here]) || read_shared(&w.way[here]) != WAY_OUT)
    return 0;
  const pylos::Position pos = coloured(*w.geo, w.finder.masks[stack], colouring);
  ChoiceKey best = {~0u, ~0u, 0};
  for_each_child<Base>(w, rules, pos, [&](u64 at, pylos::Position) {
    if (at == THE_END || !is_lost(w.table[at]) || settled_at(w, at) == OPEN) return;
    const ChoiceKey key = key_at(w, at);
    best = key < best ? key : best;
  });
  if (best.outlook == ~0u) return 0;
  // Different moves may lead to the same position: count positions, not moves.
  u32 place = 0;
  ChoiceKey last = {0, 0, 0};
  for (bool first = true;; first = false) {
    ChoiceKey next = best;
    for_each_child<Base>(w, rules, pos, [&](u64 at, pylos::Position) {
      if (at == THE_END || !is_lost(w.table[at])) return;
      const ChoiceKey key = key_at(w, at);
      if ((first || last < key) && key < next) next = key;
    });
    if (next.number == best.number) break;
    ++place;
    last = next;
  }
  set_choice(w, here, static_cast<u32>(best.number));
  set_settled(w, here, settled_at(w, best.number) + 1);
  return place;
}

}  // namespace sommet::pylos_perfect
