// Games for learners as Python keeps them, between processes or in a file: plain numbers, which may
// say anything when they come back.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>
#include <vector>

#include "batch/pylos_game.hpp"
#include "batch/solo_game.hpp"
#include "bindings/python/positions.hpp"
#include "pacal/table.hpp"
#include "pacal_players/seen.hpp"

namespace sommet::python {

namespace nb = nanobind;

template <class Game>
struct Single {
  typename Game::Settings settings;
  Game game;
};

[[noreturn]] inline void refuse_state() {
  throw nb::value_error("this is no game, or one of another version");
}

// Pylos

using PylosRules = std::tuple<bool, bool, bool, bool>;

// Rules, limit, light, dark, stage, ball taken back, positions at the start of each turn.
using PylosState = std::tuple<PylosRules, u32, u32, u32, int, int, std::vector<u64>>;

inline batch::PylosSettings pylos_settings(PylosRules rules, u32 limit) {
  const auto [squares, lines, optional, may_raise] = rules;
  return {{squares, lines, optional, may_raise}, limit};
}

inline void check_balls(u32 light, u32 dark) {
  if (!is_position<4>({light, dark}))
    throw nb::value_error("balls lie on 30 cells, one on each, and each side has 15");
  if (!is_standing<4>({light, dark}))
    throw nb::value_error("each ball lies on the board or on four others");
}

inline PylosState state_of(const Single<batch::PylosGame>& self) {
  const auto& [rules, limit] = self.settings;
  const batch::PylosGame& g = self.game;
  return {{rules.squares, rules.lines, rules.takeback_optional, rules.may_raise},
          limit,
          g.balls[0],
          g.balls[1],
          int{g.stage},
          int{g.taken},
          g.occurrences.keys()};
}

inline Single<batch::PylosGame> game_from(const PylosState& state) {
  using Game = batch::PylosGame;
  const auto& [rules, limit, light, dark, stage, taken, keys] = state;
  if (keys.empty() || stage < Game::LAND || stage > Game::SECOND) refuse_state();
  for (const u64 key : keys) {
    if (key >> 61) refuse_state();
    check_balls(static_cast<u32>(key & Game::Board::ALL),
                static_cast<u32>(key >> 30 & Game::Board::ALL));
  }
  check_balls(light, dark);
  if (stage == Game::SECOND ? taken < 0 || taken >= Game::Board::CELLS : taken != -1)
    refuse_state();
  Single<Game> made{pylos_settings(rules, limit), {}};
  Game& g = made.game;
  g.restore(made.settings, light, dark, stage, taken, keys);
  // A turn that begins is what its position says; one that goes on has something to choose from.
  const u64 balls = light | static_cast<u64>(dark) << 30;
  if (stage == Game::LAND ? balls != (keys.back() & ((u64{1} << 60) - 1)) : g.over) refuse_state();
  if (stage == Game::FIRST && !g.takeable()) refuse_state();
  return made;
}

// Pacal

using PacalRules = std::tuple<bool, bool, bool, bool, bool, bool, bool>;

inline PacalRules switches_of(const pacal::Rules& r) {
  return {r.largest_wins,     r.solo_cover,    r.fields_if_stuck, r.fields_at_end,
          r.covers_break_tie, r.cover_anytime, r.covered_count};
}

inline batch::PacalSettings pacal_settings(const PacalRules& switches) {
  pacal::Rules r;
  std::tie(r.largest_wins, r.solo_cover, r.fields_if_stuck, r.fields_at_end, r.covers_break_tie,
           r.cover_anytime, r.covered_count) = switches;
  return {r};
}

// The stream that seeds come from, and the seed of this deal.
using DealerState = std::tuple<u64, u64, u64, u64, u64>;

template <class Game>
DealerState dealer_of(const Game& game) {
  const u64(&s)[4] = game.stream.s;
  return {s[0], s[1], s[2], s[3], game.deal_seed};
}

template <class Game>
void set_dealer(Game& game, const DealerState& dealer) {
  u64(&s)[4] = game.stream.s;
  std::tie(s[0], s[1], s[2], s[3], game.deal_seed) = dealer;
  if (!(s[0] | s[1] | s[2] | s[3])) refuse_state();  // nothing but zeros would come
}

inline nb::bytes as_bytes(const std::vector<u8>& numbers) {
  return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size());
}

inline const u8* numbers_in(const nb::bytes& bytes, std::size_t size) {
  if (bytes.size() != size) refuse_state();
  return static_cast<const u8*>(bytes.data());
}

inline void add_pyramid(std::vector<u8>& numbers, const pacal::Pyramid& p) {
  numbers.insert(numbers.end(), p.top, p.top + pacal::FIELDS);
  numbers.insert(numbers.end(), p.under, p.under + pacal::FIELDS);
}

// Visible cards first, then those that are covered.
inline pacal::Pyramid pyramid_at(const u8* numbers) {
  return pacal::read_pyramid(numbers, numbers + pacal::FIELDS);
}

// Rules, dealer, hands, both pyramids, and the small numbers of a round.
using RoundState = std::tuple<PacalRules, DealerState, std::pair<u64, u64>, nb::bytes, nb::bytes>;

inline RoundState state_of(const Single<batch::PacalGame>& self) {
  const pacal::Round& r = self.game.round;
  std::vector<u8> pyramids;
  for (const pacal::Pyramid& p : r.pyramid) add_pyramid(pyramids, p);
  return {switches_of(self.settings.rules),
          dealer_of(self.game),
          {r.hand[0], r.hand[1]},
          as_bytes(pyramids),
          as_bytes({r.apex[0], r.apex[1], r.offer[0], r.offer[1], r.card[0], r.card[1], r.turn,
                    r.beginner, static_cast<u8>(r.phase), r.actor, r.stuck, r.declined,
                    static_cast<u8>(r.reason), r.winner})};
}

// Whether the hands could be drawn again, and the round be played to its end.
inline bool is_playable(const pacal::Round& r, const pacal::Rules& rules) {
  const u64 hidden = pacal::ALL_CARDS & ~pacal::seen_cards(r, pacal::NOBODY);
  if ((r.hand[0] & r.hand[1]) || ((r.hand[0] | r.hand[1]) & ~hidden)) return false;
  if (r.phase == pacal::Phase::OVER) return r.actor == pacal::NOBODY;
  return r.actor != pacal::NOBODY &&
         !pacal_players::fault_of(pacal_players::see(r, rules, r.actor));
}

inline Single<batch::PacalGame> game_from(const RoundState& state) {
  const auto& [switches, dealer, hands, pyramids, small] = state;
  Single<batch::PacalGame> made{pacal_settings(switches), {}};
  set_dealer(made.game, dealer);
  pacal::Round& r = made.game.round;
  r.hand[0] = hands.first;
  r.hand[1] = hands.second;
  const u8* const fields = numbers_in(pyramids, 4 * pacal::FIELDS);
  for (int seat = 0; seat < 2; ++seat)
    r.pyramid[seat] = pyramid_at(fields + 2 * pacal::FIELDS * seat);
  constexpr int MOST[] = {pacal::CARDS,
                          pacal::CARDS,
                          pacal::CARDS,
                          pacal::CARDS,
                          pacal::CARDS,
                          pacal::CARDS,
                          pacal::TURNS + 1,
                          1,
                          static_cast<int>(pacal::Phase::OVER),
                          pacal::NOBODY,
                          3,
                          3,
                          static_cast<int>(pacal::Reason::END_DRAW),
                          pacal::NOBODY};
  const u8* const n = numbers_in(small, sizeof MOST / sizeof *MOST);
  for (std::size_t i = 0; i < small.size(); ++i)
    if (n[i] > MOST[i]) refuse_state();
  for (int seat = 0; seat < 2; ++seat) {
    r.apex[seat] = n[seat];
    r.offer[seat] = n[2 + seat];
    r.card[seat] = n[4 + seat];
  }
  r.turn = n[6];
  r.beginner = n[7];
  r.phase = static_cast<pacal::Phase>(n[8]);
  r.actor = n[9];
  r.stuck = n[10];
  r.declined = n[11];
  r.reason = static_cast<pacal::Reason>(n[12]);
  r.winner = n[13];
  if (!is_playable(r, made.settings.rules)) refuse_state();
  made.game.over = r.phase == pacal::Phase::OVER;
  return made;
}

// Rules, dealer, pile, pyramid.
using SoloState = std::tuple<PacalRules, DealerState, nb::bytes, nb::bytes>;

inline SoloState state_of(const Single<batch::SoloGame>& self) {
  const pacal::Solo& solo = self.game.solo;
  std::vector<u8> pyramid;
  add_pyramid(pyramid, solo.pyramid);
  return {switches_of(self.settings.rules), dealer_of(self.game),
          as_bytes({solo.pile, solo.pile + pacal::PILE}), as_bytes(pyramid)};
}

inline Single<batch::SoloGame> game_from(const SoloState& state) {
  const auto& [switches, dealer, pile, pyramid] = state;
  Single<batch::SoloGame> made{pacal_settings(switches), {}};
  set_dealer(made.game, dealer);
  pacal::Solo& solo = made.game.solo;
  solo.pyramid = pyramid_at(numbers_in(pyramid, 2 * pacal::FIELDS));
  const int built = pacal::cards_built(solo.pyramid);
  const u8* const cards = numbers_in(pile, pacal::PILE);
  u64 drawn = 0, seen = 0;
  for (int i = 0; i < pacal::PILE; ++i) {
    if (cards[i] < 1 || cards[i] > pacal::CARDS || (seen >> cards[i] & 1)) refuse_state();
    seen |= u64{1} << cards[i];
    if (i < built) drawn = seen;
    solo.pile[i] = cards[i];
  }
  if (drawn != pacal::built_cards(solo.pyramid)) refuse_state();
  solo.drawn = static_cast<u8>(built);
  if (pacal::is_complete(solo.pyramid))
    solo.status = pacal::SoloStatus::WON;
  else
    pacal::draw(solo, made.settings.rules);
  made.game.over = solo.status != pacal::SoloStatus::BUILDING;
  return made;
}

}  // namespace sommet::python
