// Decisions judged: which actions are as good as the best, what counts as a mistake, and what a
// round with all cards open is worth.
#pragma once

#include "pacal/table.hpp"
#include "pacal_coach/advice.hpp"
#include "pacal_players/study.hpp"

namespace sommet::pacal_coach {

inline constexpr double AS_GOOD = 0.01;   // within this much of the best an action is as good
inline constexpr double MISTAKE = 0.05;   // the part of a win that a mistake gives away
inline constexpr double BLUNDER = 0.15;   // … and a blunder
inline constexpr int GENTLE_REASONS = 2;  // a gentle hint says no more

enum class Grade : u8 { GOOD, MISTAKE, BLUNDER };
inline constexpr const char* GRADES[] = {"good", "mistake", "blunder"};

inline Grade grade_of(double cost) {
  return cost >= BLUNDER ? Grade::BLUNDER : cost >= MISTAKE ? Grade::MISTAKE : Grade::GOOD;
}

// The part of a win given away by what the player could know.
inline double cost_of(const Advice& chosen, const Advice& best) {
  const double cost = best.score() - chosen.score();
  return cost > 0 ? cost : 0;
}

// How many actions are as good as the best.
inline int count_as_good(const AdviceList& list) {
  int count = 0;
  for (const Advice& each : list) count += each.score() >= list.front().score() - AS_GOOD;
  return count;
}

// What is said of the choice and not of the best action.
inline Reasons doubts_about(const Advice& chosen, const Advice& best) {
  Reasons doubts;
  for (const Reason& reason : chosen.reasons) {
    bool shared = false;
    for (const Reason& other : best.reasons) shared = shared || reason == other;
    if (!shared) doubts.push_back(reason);
  }
  return doubts;
}

inline const Advice* find_advice(const AdviceList& list, Action action) {
  for (const Advice& each : list)
    if (each.action == action) return &each;
  return nullptr;
}

inline constexpr float OPEN_TEMPERATURE = 0.02f;  // makes the continuations differ

// Seat 0's chance (draws half) when the best player plays both seats on, with all cards known here
// and each seat seeing only its own.
inline double open_chance(const pacal::RoundTable& table, const pacal_players::Council& council,
                          u64 seed, u32 playouts, int threads) {
  const pacal::Round& r = table.round;
  if (r.phase == pacal::Phase::OVER)
    return r.winner == pacal::NOBODY ? 0.5 : r.winner == 0 ? 1.0 : 0.0;
  const pacal_players::Player player{pacal_players::Method::NET, 0, OPEN_TEMPERATURE, council};
  const auto [ends] = pacal_players::play_on(r, player, table.rules, seed, playouts, threads);
  return (ends[0] + ends[2] / 2.0) / static_cast<double>(ends[0] + ends[1] + ends[2]);
}

}  // namespace sommet::pacal_coach
