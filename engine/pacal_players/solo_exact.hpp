// Exact odds of solo Pacal without covering (the French book), by dynamic programming.
//
// Without covering every card drawn so far is visible, so the visible cards cut the numbers into
// gaps: `numbers` unseen cards and `fields` empty fields each. The game is won when the cards still
// to come fall into the gaps in exactly the right quantities, and in each gap in an order that can
// be built; given the quantities, the gaps are independent. Every count is at most 50 · 49 · … · 41,
// which fits into 64 bits. Rules PAC-10 to PAC-12.
#pragma once

#include "pacal/pyramid.hpp"

namespace sommet::pacal_players {

class SoloOdds {
 public:
  SoloOdds() {
    for (int n = 0; n <= pacal::CARDS; ++n) {
      orders_[n][0] = 1;
      for (int f = 1; f <= pacal::FIELDS; ++f) orders_[n][f] = f > n ? 0 : count_orders(n, f);
    }
  }

  // How many ordered draws of `fields` out of `numbers` cards best play can build.
  u64 winning_orders(int numbers, int fields) const { return orders_[numbers][fields]; }

  // Of all ordered draws of as many cards as there are empty fields, how many best play can build
  // on a pyramid with these visible cards (0: none).
  u64 winning_draws(const u8* top) const {
    u64 ways = 1;
    int placed = 0;
    for_each_gap(top, [&](int numbers, int fields) {
      placed += fields;
      ways *= choose(placed, fields) * winning_orders(numbers, fields);
    });
    return ways;
  }

  static double all_draws(const u8* top) {
    int unseen = 0, empty = 0;
    for_each_gap(top, [&](int numbers, int fields) {
      unseen += numbers;
      empty += fields;
    });
    u64 draws = 1;
    for (int i = 0; i < empty; ++i) draws *= static_cast<u64>(unseen - i);
    return static_cast<double>(draws);
  }

  // The chance that best play completes the pyramid.
  double chance(const u8* top) const {
    return static_cast<double>(winning_draws(top)) / all_draws(top);
  }

 private:
  // Calls f(numbers, fields) for each stretch between neighbouring visible cards.
  template <class F>
  static void for_each_gap(const u8* top, F&& f) {
    int upper = pacal::CARDS + 1, fields = 0;
    for (int i = 0; i <= pacal::FIELDS; ++i) {
      const int card = i < pacal::FIELDS ? top[i] : 0;
      if (i < pacal::FIELDS && !card) {
        ++fields;
        continue;
      }
      f(upper - card - 1, fields);
      upper = card;
      fields = 0;
    }
  }

  static u64 choose(int n, int k) {
    u64 ways = 1;
    for (int i = 1; i <= k; ++i) ways = ways * static_cast<u64>(n - k + i) / static_cast<u64>(i);
    return ways;
  }

  // The first card drawn has rank r: the r - 1 lower cards go below it. It is built where `below`
  // fields stay free below it, and the later draws can interleave in any way.
  u64 count_orders(int numbers, int fields) const {
    u64 total = 0;
    for (int rank = 1; rank <= numbers; ++rank) {
      u64 most = 0;
      for (int below = 0; below < fields; ++below) {
        const u64 ways = choose(fields - 1, below) * orders_[rank - 1][below] *
                         orders_[numbers - rank][fields - 1 - below];
        if (ways > most) most = ways;
      }
      total += most;
    }
    return total;
  }

  u64 orders_[pacal::CARDS + 1][pacal::FIELDS + 1] = {};
};

inline const SoloOdds& solo_odds() {
  static const SoloOdds odds;
  return odds;
}

}  // namespace sommet::pacal_players
