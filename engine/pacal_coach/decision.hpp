// Decisions judged: which actions are as good as the best, what counts as a mistake, and what a
// round with all cards open is worth.
#pragma once

#include "pacal/table.hpp"
#include "pacal_coach/advice.hpp"
#include "pacal_players/study.hpp"

namespace sommet::pacal_coach {

inline constexpr double AS_GOOD = 0.01;  // within this much of the best an action is as good
inline constexpr double MISTAKE = 0.05;  // the part of a win that a mistake gives away
inline constexpr double BLUNDER = 0.15;  // … and a blunder

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

// What speaks against the choice: its remarks that the best action does not have, without praise.
inline Reasons doubts_about(const Advice& chosen, const Advice& best) {
  Reasons doubts;
  for (const Reason& reason : chosen.reasons) {
    bool shared = is_praise(reason.remark);
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

// A choice beside the best one, as a review tells it.
struct Judgement {
  double cost;
  Grade grade;
  const char* nuance;  // of a good one: "slight", "unclear" (not confirmed), or empty
  Reasons doubts;      // what speaks against a mistake
};

// `confirmed`: what costs as much as a mistake is none unless playing on confirms it.
inline Judgement judge(const Advice& chosen, const Advice& best, bool confirmed = true) {
  const double cost = cost_of(chosen, best);
  const Grade grade = grade_of(cost);
  if (grade == Grade::GOOD) return {cost, grade, cost >= AS_GOOD ? "slight" : "", {}};
  if (!confirmed) return {cost, Grade::GOOD, "unclear", {}};
  return {cost, grade, "", doubts_about(chosen, best)};
}

// What a review of the page and of `sommet review` works with: how often a position is played on with
// all cards open, and the seed of that and of the pairs below.
inline constexpr u32 OPEN_PLAYOUTS = 24;
inline constexpr u64 REVIEW_SEED = 1;
inline constexpr float OPEN_TEMPERATURE = 0.02f;  // makes the continuations differ

// Two actions tried out against each other: how much better the first one did, pair by pair.
struct Trial {
  int pairs = 0;
  double sum = 0, squares = 0;

  void add(double difference) {
    ++pairs;
    sum += difference;
    squares += difference * difference;
  }
  double mean() const { return sum / pairs; }
  // The standard error of the mean.
  double error() const {
    const double spread = squares / pairs - mean() * mean();
    return std::sqrt((spread > 0 ? spread : 0) / pairs);
  }
};

// What they cost is in docs/coach-pacal.md.
inline constexpr int PAIRS_AT_ONCE = 8, MOST_PAIRS = 48;
inline constexpr double SURE = 1.645;  // chance alone goes so far once in twenty times
inline constexpr double CLEAR = 2.5;   // … and so far hardly ever: no more pairs are needed

// Plays a round on from two actions: the same hidden cards, drawn as the seat cannot know them, and
// the same luck for both, so that what they have in common cancels out.
inline Trial compare_actions(const Seen& seen, Action one, Action other,
                             const pacal_players::Networks& networks, u64 seed) {
  const pacal_players::Player player{pacal_players::Method::NET, 0, OPEN_TEMPERATURE, networks};
  const auto score_after = [&](pacal::Round r, Action action, u64 luck) {
    Random random(luck);
    pacal::apply(r, seen.rules, action);
    while (r.phase != pacal::Phase::OVER)
      pacal::apply(r, seen.rules,
                   choose(player, pacal_players::see(r, seen.rules, r.actor), random));
    return static_cast<double>(pacal_players::score_of(r, seen.seat));
  };
  Trial trial;
  while (trial.pairs < MOST_PAIRS) {
    for (int i = 0; i < PAIRS_AT_ONCE; ++i) {
      Random random(seed + static_cast<u64>(trial.pairs));
      const pacal::Round full = seen.sample(random);
      const u64 luck = random.next64();
      trial.add(score_after(full, one, luck) - score_after(full, other, luck));
    }
    if (trial.mean() <= 0 || trial.mean() > CLEAR * trial.error()) break;
  }
  return trial;
}

// Whether an action that the coach thinks worse than the best one by a mistake's cost really is: the
// difference must exceed its own uncertainty when both are played on.
inline bool is_confirmed(const Seen& seen, Action best, Action chosen,
                         const pacal_players::Networks& networks, u64 seed) {
  const Trial trial = compare_actions(seen, best, chosen, networks, seed);
  return trial.mean() > SURE * trial.error();
}

// The same, with what may be a mistake played on first.
inline Judgement judge_sure(const Seen& seen, const Advice& chosen, const Advice& best,
                            const pacal_players::Networks& networks, u64 seed) {
  return judge(chosen, best,
               grade_of(cost_of(chosen, best)) == Grade::GOOD ||
                   is_confirmed(seen, best.action, chosen.action, networks, seed));
}

// Seat 0's chance (draws half) when the best player plays both seats on, with all cards known here
// and each seat seeing only its own.
inline double open_chance(const pacal::RoundTable& table, const pacal_players::Networks& networks,
                          u64 seed, u32 playouts, int threads) {
  const pacal::Round& r = table.round;
  if (r.phase == pacal::Phase::OVER)
    return r.winner == pacal::NOBODY ? 0.5 : r.winner == 0 ? 1.0 : 0.0;
  const pacal_players::Player player{pacal_players::Method::NET, 0, OPEN_TEMPERATURE, networks};
  const auto [ends] = pacal_players::play_on(r, player, table.rules, seed, playouts, threads);
  return (ends[0] + ends[2] / 2.0) / static_cast<double>(ends[0] + ends[1] + ends[2]);
}

}  // namespace sommet::pacal_coach
