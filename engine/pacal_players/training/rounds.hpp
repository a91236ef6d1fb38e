// Rounds between network players, and what a learner is taught by them. Host and GPU: on a GPU a
// warp plays a round, all its lanes alike, and only the networks are shared out (warp_judge.hpp).
#pragma once

#include "pacal/playout.hpp"
#include "pacal_players/packed_pyramid.hpp"
#include "pacal_players/reader.hpp"

namespace sommet::pacal_players {

// One seat's knowledge at the start of a turn, and what the round was worth to it.
struct Sample {
  u64 hand, unseen;
  u8 own[FIELDS], other[FIELDS];  // card + 128 when it covers another
  u8 other_cards, offers, rules, turn;
  float target[RESULTS];
};
static_assert(sizeof(Sample) == 56);

constexpr int MOST_SAMPLES = 2 * (pacal::TURNS + 1);  // of one round
constexpr int ENGLISH = 16, FRENCH = 17, MANY_RULES = -1;

SOMMET_HD u8 pack_rules(const Rules& r) {
  return static_cast<u8>(r.largest_wins | r.fields_if_stuck << 1 | r.fields_at_end << 2 |
                         r.covers_break_tie << 3 | r.cover_anytime << 4);
}

SOMMET_HD Rules unpack_rules(int bits) {
  Rules r;
  r.largest_wins = bits & 1;
  r.fields_if_stuck = bits >> 1 & 1;
  r.fields_at_end = bits >> 2 & 1;
  r.covers_break_tie = bits >> 3 & 1;
  r.cover_anytime = bits >> 4 & 1;
  return r;
}

// Half of the rounds by the English book, a fifth by the French one, the others by any rulings.
SOMMET_HD Rules draw_rules(Random& random) {
  const u32 roll = random.quick(10);
  return unpack_rules(roll < 5 ? ENGLISH : roll < 7 ? FRENCH : static_cast<int>(random.quick(32)));
}

SOMMET_HD Knowledge knowledge_of(const Sample& s) {
  return {unpack_pyramid(s.own), unpack_pyramid(s.other), s.hand, s.unseen, s.other_cards,
          s.offers != 0};
}

// A network player. `open`: it sees the opponent's hand, and so which cards nobody will play.
template <class Judge>
struct NetPlayer {
  Judge judge;
  int effort;   // offers looked at in full
  int reading;  // evaluations spent on reading the opponent; 0: it is taken to do its worst
  float temperature, chance_random;
  bool open;
  bool knows;  // reads the opponent with the opponent's own networks, not with its own

  SOMMET_HD Seen look(const Round& r, const Rules& rules, int seat) const {
    Seen seen = see(r, rules, seat);
    if (open) seen.unseen = r.hand[seat ^ 1];
    return seen;
  }

  // `against` is the opponent, whose networks a reader may know.
  SOMMET_HD_CALL Action choose(const NetPlayer& against, const Round& r, const Rules& rules,
                               Random& random) const {
    if (static_cast<float>(random.quick(1 << 16)) < chance_random * 65536.0f)
      return pacal::random_action(r, rules, random);
    const Seen seen = look(r, rules, r.actor);
    const Actions actions(seen.round, rules);
    if (actions.count == 1) return actions.list[0];
    if (reading)
      return actions.list[Reader<Judge>(judge, knows ? against.judge : judge, seen, reading)
                              .choose(actions, random)];
    Chances chances[pacal::MAX_CHOICES];
    Thinker<Judge>(judge, seen).score(actions, effort, chances);
    return actions.list[pick(chances, actions.count, temperature, random)];
  }
};

SOMMET_HD Sample sample_of(const Seen& seen) {
  const Round& r = seen.round;
  Sample s{};
  s.hand = r.hand[seen.seat];
  s.unseen = seen.unseen;
  pack(r.pyramid[seen.seat], s.own);
  pack(r.pyramid[seen.seat ^ 1], s.other);
  s.other_cards = static_cast<u8>(seen.other_cards);
  s.offers = r.phase == Phase::OFFER && r.actor == seen.seat;
  s.rules = pack_rules(seen.rules);
  s.turn = r.turn;
  return s;
}

// Whether this thread writes for all that play the same round.
SOMMET_HD bool writes() {
#if defined(__CUDA_ARCH__)
  return threadIdx.x % 32 == 0;
#else
  return true;
#endif
}

// Plays a round to its end. Fills out[seat] with a sample for each turn where it is not null, whose
// targets are lambda-returns: the result, mixed with what the seat expected at later turns.
template <class Judge>
SOMMET_HD_CALL void play_round(const NetPlayer<Judge>* const (&players)[2], const Rules& rules,
                               float lambda, Round& r, Random& random, Sample* const (&out)[2],
                               int& turns) {
  turns = 0;
  while (r.phase != Phase::OVER) {
    if (r.phase == Phase::OFFER || (r.phase == Phase::LAST && r.actor == pacal::chooser(r))) {
      for (int seat = 0; seat < 2; ++seat) {
        if (!out[seat]) continue;
        const Seen seen = players[seat]->look(r, rules, seat);
        const Chances c = Thinker<Judge>(players[seat]->judge, seen).leaf(seen.round);
        if (!writes()) continue;
        Sample& s = out[seat][turns] = sample_of(seen);
        s.target[0] = c.win;
        s.target[1] = c.draw;
        s.target[2] = c.loss;
      }
      ++turns;
    }
    pacal::apply(r, rules, players[r.actor]->choose(*players[r.actor ^ 1], r, rules, random));
  }
  for (int seat = 0; seat < 2; ++seat) {
    if (!out[seat] || !writes()) continue;
    const Chances end = certain(r, seat);
    float t[RESULTS] = {end.win, end.draw, end.loss};
    for (int i = turns - 1; i >= 0; --i)
      for (int k = 0; k < RESULTS; ++k) {
        const float expected = out[seat][i].target[k];
        out[seat][i].target[k] = t[k];
        t[k] = lambda * t[k] + (1 - lambda) * expected;
      }
  }
}

// Who plays: the learner is players[0], its opponent one of players, drawn from `opponents`.
constexpr int LOTS = 64, MOST_PLAYERS = 16;

struct League {
  u8 opponents[LOTS];
  int rules;  // as packed, or MANY_RULES
  u64 seed;
  float lambda;
};

// Plays round number `i`: deal i / 2, the learner on seat i % 2. `out` gets the learner's samples
// (of both seats where it plays itself), with 0 as the turn after the last; it may be null. Returns
// the opponent's number; `result` is 0 where the learner won, 1 where it lost, 2 for a draw.
template <class Judge>
SOMMET_HD_CALL int play_league_round(const NetPlayer<Judge>* players, const League& league, u64 i,
                                     Sample* out, int& result) {
  Random deal(league.seed + i / 2);
  Random random(league.seed + i * 0x9E3779B97F4A7C15ull + 1);
  const Rules rules = league.rules == MANY_RULES ? draw_rules(deal) : unpack_rules(league.rules);
  const int opponent = league.opponents[deal.quick(LOTS)];
  Round r = pacal::quick_deal(deal);
  const int seat = static_cast<int>(i & 1);
  NetPlayer<Judge> learner = players[0];
  // Some rounds explore more than others, some not at all.
  learner.temperature *= static_cast<float>(random.quick(3)) * 0.5f;
  if (learner.temperature == 0) learner.chance_random = 0;
  const NetPlayer<Judge>* other = opponent ? players + opponent : &learner;
  const NetPlayer<Judge>* seats[2] = {seat ? other : &learner, seat ? &learner : other};
  constexpr int HALF = MOST_SAMPLES / 2;
  Sample* found[2] = {nullptr, nullptr};
  if (out) found[seat] = out;
  if (out && !opponent) found[seat ^ 1] = out + HALF;
  int turns;
  play_round<Judge>(seats, rules, league.lambda, r, random, found, turns);
  if (out && writes())
    for (int at = 0; at < MOST_SAMPLES; ++at)
      if (at % HALF >= turns || (at >= HALF && opponent)) out[at].turn = 0;
  result = r.winner == pacal::NOBODY ? 2 : r.winner != seat;
  return opponent;
}

}  // namespace sommet::pacal_players
