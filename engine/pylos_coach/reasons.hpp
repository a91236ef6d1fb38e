// The keys of reasons, and those that follow from what moves have in common.
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "pylos_coach/move_facts.hpp"

namespace sommet::pylos_coach {

// One thing that decides about a move, with the cells that it is about.
struct Reason {
  const char* key;
  u32 cells;
};

// Keys of a square, a line, or either.
struct CompletionKeys {
  const char *square, *line, *either;
};
inline constexpr CompletionKeys STOPS_ONE{"stops-square", "stops-line", "stops-square-or-line"};
inline constexpr CompletionKeys THREATENS{"threatens-square", "threatens-line",
                                          "threatens-square-or-line"};
inline constexpr CompletionKeys LEAVES{"leaves-square", "leaves-line", "leaves-square-or-line"};

// The keys of what all of some moves have in common, in one role; null where it says nothing.
struct RoleKeys {
  CompletionKeys complete;
  const char *summit, *two, *one, *taken, *raise, *save, *reserve;
  const char *stop, *prepare, *centre, *cell, *lock;
};
// What a good move must do.
inline constexpr RoleKeys ONLY{{"only-square", "only-line", "only-square-or-line"},
                               "only-summit",
                               "only-two",
                               "only-one",
                               "only-taken",
                               "only-raise",
                               "only-save",
                               "only-reserve",
                               "only-stop",
                               "only-prepare",
                               "only-centre",
                               "only-cell",
                               "only-lock"};
// What a mistake lets the opponent do.
inline constexpr RoleKeys LETS{{"lets-square", "lets-line", "lets-square-or-line"},
                               "lets-summit",
                               "lets-two",
                               "lets-one",
                               "lets-taken",
                               "lets-raise",
                               "lets-save",
                               nullptr,
                               "lets-stop",
                               "lets-prepare",
                               "lets-centre",
                               "lets-cell",
                               "lets-lock"};

inline const char* completion(Rules rules, u32 has, const CompletionKeys& keys) {
  if (has & SQUARE) return keys.square;
  if (has & LINE) return keys.line;
  return rules.lines ? keys.either : keys.square;
}

// What all moves of `reach` and not all of the `rest` do: without it the value could not be
// reached. `by`: a fact must be one of this move's, or none of them where `lacking`.
inline void name_common(Rules rules, const Common& reach, const Common& rest, const RoleKeys& keys,
                        const MoveFacts* by, bool lacking, std::vector<Reason>& out) {
  constexpr int SHOWN_CELLS = 3;
  if (!reach.count || !rest.count) return;
  const auto fits = [&](u32 facts, u32 of_move) {
    return by ? lacking ? facts & ~of_move : facts & of_move : facts;
  };
  const u32 has = fits(reach.all.has & ~rest.all.has, by ? by->has : 0);
  const u32 taken = fits(reach.all.taken & ~rest.all.taken, by ? by->taken : 0);
  const u32 locks = fits(reach.all.locks & ~rest.all.locks, by ? by->locks : 0);
  const u32 elsewhere = rest.any.to & ~reach.any.to;
  const bool cells_fit = !by || !lacking || !(reach.any.to & by->to);
  if (has & TAKES_SUMMIT) {
    out.push_back({keys.summit, reach.any.to});
  } else if (has & TAKES_BACK) {
    out.push_back({completion(rules, reach.all.has, keys.complete), reach.any.to});
  } else if (taken) {
    out.push_back({keys.taken, taken});
  } else if (has & TAKES_TWO) {
    out.push_back({keys.two, reach.any.taken});
  } else if (has & TAKES_ONE) {
    out.push_back({keys.one, reach.any.taken});
  } else if (has & RAISES) {
    out.push_back({keys.raise, reach.any.from});
  } else if (has & SAVES) {
    out.push_back({keys.save, 0});
  }
  const bool lands = elsewhere && cells_fit && !(has & (TAKES_SUMMIT | TAKES_BACK));
  if (has & STOPS) {
    out.push_back({keys.stop, reach.any.to});
  } else if (has & PREPARES && !(has & TAKES_BACK)) {
    out.push_back({keys.prepare, reach.any.prepares});
  } else if (has & TO_CENTRE) {
    out.push_back({keys.centre, CENTRE});
  } else if (popcount(reach.any.to) == 1 && lands) {
    out.push_back({keys.cell, reach.any.to});
  } else if (locks) {
    out.push_back({keys.lock, locks});
  } else if (popcount(reach.any.to) <= SHOWN_CELLS && lands) {
    out.push_back({keys.cell, reach.any.to});
  }
  if (has & FROM_RESERVE && keys.reserve) out.push_back({keys.reserve, 0});
}

// Where to play says less than what a move does.
inline int vagueness(const Reason& reason) {
  const std::string_view key = reason.key;
  if (key == ONLY.reserve) return 2;
  if (key == ONLY.cell || key == LETS.cell) return popcount(reason.cells) > 1 ? 2 : 1;
  return key == "ball-hurts" ? 1 : 0;
}

inline void put_telling_first(std::vector<Reason>& reasons) {
  for (std::size_t i = 1; i < reasons.size(); ++i)
    for (std::size_t at = i; at && vagueness(reasons[at]) < vagueness(reasons[at - 1]); --at)
      std::swap(reasons[at], reasons[at - 1]);
}

}  // namespace sommet::pylos_coach
