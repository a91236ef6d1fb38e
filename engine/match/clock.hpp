// A clock: what each seat had left at one moment, and whose time runs since. Rules PYL-9, TAB-7.
#pragma once

#include "match/table_rules.hpp"

namespace sommet::match {

using Milliseconds = long long;

// The most time given back for network delay, per move.
inline constexpr Milliseconds MAX_LAG_MS = 300;

struct Clock {
  Milliseconds initial_ms = 0, increment_ms = 0;
  bool per_move = false;  // every turn begins with `initial_ms`, and nothing is saved up
  Milliseconds remaining_ms[2] = {};
  int running = NOBODY;
  Milliseconds at_ms = 0;

  // What `seat` has left at `now_ms`; 0 when out of time. `lag_ms` of what ran is the line's.
  Milliseconds left(int seat, Milliseconds now_ms, Milliseconds lag_ms = 0) const {
    if (seat != running) return remaining_ms[seat];
    const Milliseconds lag = lag_ms < 0 ? 0 : lag_ms > MAX_LAG_MS ? MAX_LAG_MS : lag_ms;
    const Milliseconds spent = now_ms - at_ms - lag;
    const Milliseconds rest = spent > 0 ? remaining_ms[seat] - spent : remaining_ms[seat];
    return rest > 0 ? rest : 0;
  }
  bool is_out(Milliseconds now_ms, Milliseconds lag_ms = 0) const {
    return running != NOBODY && left(running, now_ms, lag_ms) == 0;
  }
  // Lets the time of `to` run from `now_ms` on (NOBODY: nobody's); `turn_ended`: whose time ran has
  // done its part.
  void pass(int to, Milliseconds now_ms, Milliseconds lag_ms, bool turn_ended) {
    for (int seat = 0; seat < 2; ++seat) {
      const bool ended = turn_ended && seat == running, begun = seat == to && seat != running;
      remaining_ms[seat] = left(seat, now_ms, lag_ms) + (ended ? increment_ms : 0);
      if (per_move && (ended || begun)) remaining_ms[seat] = initial_ms;
    }
    running = to;
    at_ms = now_ms;
  }
};

}  // namespace sommet::match
