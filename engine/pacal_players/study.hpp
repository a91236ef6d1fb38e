// Rounds of the network against itself, with what it expected at each decision: the raw material of
// `sommet analyse` and of the coach's calibration.
#pragma once

#include <atomic>
#include <vector>

#include "common/parallel.hpp"
#include "pacal_players/player.hpp"

namespace sommet::pacal_players {

// How one round went; read by sommet.analysis.pacal_facts with the same layout.
struct RoundFacts {
  u8 winner, reason, turn, beginner;
  u8 first_offer[2];
  u8 filled[2], covers[2];
  u8 begins_with[2];  // the apexes
};
static_assert(sizeof(RoundFacts) == 12);

// What the player to act expected of its choice, and what came of it.
struct DecisionFacts {
  u32 round;
  u8 phase, turn, choices;
  u8 result;  // 0 lost, 1 drawn, 2 won
  float win, draw, loss;
};
static_assert(sizeof(DecisionFacts) == 20);

struct Study {
  std::vector<RoundFacts> rounds;
  std::vector<DecisionFacts> decisions;
};

// Plays the round of one seed to its end.
inline void study_round(const Player& player, const Rules& rules, u64 seed, u32 number,
                        RoundFacts& facts, std::vector<DecisionFacts>& decisions) {
  Random random(seed);
  Round r = pacal::deal_round(random);
  facts = RoundFacts{};
  facts.beginner = r.beginner;
  for (int i = 0; i < 2; ++i) facts.begins_with[i] = r.apex[i];
  const std::size_t first = decisions.size();
  std::vector<u8> seats;
  while (r.phase != Phase::OVER) {
    const Seen seen = see(r, rules, r.actor);
    const Actions actions(seen.round, rules);
    Chances chances[pacal::MAX_CHOICES];
    Thinker(player.networks, seen).score(actions, player.effort, chances);
    const int best = pick(chances, actions.count, player.temperature, random);
    const Action action = actions.list[best];
    const Chances& c = chances[best];
    decisions.push_back({number, static_cast<u8>(r.phase), r.turn, static_cast<u8>(actions.count),
                         0, c.win, c.draw, c.loss});
    seats.push_back(r.actor);
    if (action.kind == Kind::OFFER && r.turn == 1) {
      facts.first_offer[0] = action.a;
      facts.first_offer[1] = action.b;
    }
    pacal::apply(r, rules, action);
  }
  for (std::size_t i = 0; i < seats.size(); ++i)
    decisions[first + i].result = r.winner == pacal::NOBODY ? 1 : r.winner == seats[i] ? 2 : 0;
  facts.winner = r.winner;
  facts.reason = static_cast<u8>(r.reason);
  facts.turn = r.turn;
  for (int i = 0; i < 2; ++i) {
    facts.filled[i] = static_cast<u8>(pacal::fields_filled(r.pyramid[i]));
    facts.covers[i] = static_cast<u8>(pacal::covers(r.pyramid[i]));
  }
}

// Rounds of seeds seed, seed + 1, …; the same ones whatever the number of threads.
inline Study study(const Player& player, const Rules& rules, u64 seed, u32 rounds, int threads) {
  Study result;
  result.rounds.resize(rounds);
  std::vector<std::vector<DecisionFacts>> found(rounds);
  std::atomic<u32> next{0};
  Pool(threads).run([&](int) {
    for (u32 i = next++; i < rounds; i = next++)
      study_round(player, rules, seed + i, i, result.rounds[i], found[i]);
  });
  for (const auto& part : found)
    result.decisions.insert(result.decisions.end(), part.begin(), part.end());
  return result;
}

// Plays a round on to its end `count` times; wins of seat 0, of seat 1, draws. Both sides see only
// what their seats may see; the temperature makes the continuations differ.
struct Endings {
  u32 count[3] = {};
};

inline Endings play_on(const Round& from, const Player& player, const Rules& rules, u64 seed,
                       u32 count, int threads) {
  std::atomic<u32> next{0}, totals[3] = {};
  Pool(threads).run([&](int) {
    for (u32 i = next++; i < count; i = next++) {
      Random random(seed + i);
      Round r = from;
      while (r.phase != Phase::OVER)
        pacal::apply(r, rules, choose(player, see(r, rules, r.actor), random));
      ++totals[r.winner];
    }
  });
  Endings result;
  for (int i = 0; i < 3; ++i) result.count[i] = totals[i];
  return result;
}

}  // namespace sommet::pacal_players
