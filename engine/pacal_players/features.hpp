// What the value network sees of one seat's knowledge, at the start of a turn.
//
// Sparse rows (each active row is added to the first layer):
//   side × field × covered × card   a visible card: 2 · 10 · 2 · 50 = 2000 rows
//   place × fit × fit × card        a card in hand or unseen, and how it fits both pyramids:
//                                   2 · 3 · 3 · 50 = 900 rows
// Dense inputs follow: nine per side and field, the number of cards of each kind, and a few facts
// about the round and the rules.
#pragma once

#include "pacal_players/net.hpp"

namespace sommet::pacal_players {

// All that one seat knows between two turns. `unseen` holds the opponent's hand and the dead cards
// that nobody has shown.
struct Knowledge {
  Pyramid own, other;
  u64 hand = 0;
  u64 unseen = 0;
  int other_cards = 0;  // how many of `unseen` the opponent holds
  bool offers = false;  // whether this seat offers next
};

constexpr int PYRAMID_ROWS = 2 * FIELDS * 2 * CARDS;
constexpr int KINDS = 2 * 3 * 3;
constexpr int ROWS = PYRAMID_ROWS + KINDS * CARDS;
constexpr int FACTS = 19;
constexpr int DENSE = 2 * FIELDS * PER_FIELD + KINDS + FACTS;
constexpr int MOST_ROWS = 2 * FIELDS + CARDS;

using Features = Inputs<MOST_ROWS, DENSE>;

// Ratings of both pyramids by the cards that may come, and of the own one by the hand alone.
struct Ratings {
  float own, other, by_hand;
};

SOMMET_HD float squeeze_hand_rating(float rating) {
  return rating * (1.0f / 32) < DIRE ? DIRE : rating * (1.0f / 32);
}

// The dense inputs after the number of cards of each kind.
SOMMET_HD_CALL void write_facts(const Knowledge& k, const Rules& rules, const Ratings& ratings,
                                float* fact) {
  const int unseen = popcount64(k.unseen);
  *fact++ = static_cast<float>(popcount64(k.hand)) * (1.0f / 15);
  *fact++ = static_cast<float>(k.other_cards) * (1.0f / 15);
  *fact++ = unseen ? static_cast<float>(k.other_cards) / static_cast<float>(unseen) : 0.0f;
  *fact++ = k.offers ? 1.0f : 0.0f;
  *fact++ = static_cast<float>(pacal::fields_filled(k.own)) * 0.1f;
  *fact++ = static_cast<float>(pacal::fields_filled(k.other)) * 0.1f;
  *fact++ = static_cast<float>(pacal::covers(k.own)) * 0.2f;
  *fact++ = static_cast<float>(pacal::covers(k.other)) * 0.2f;
  *fact++ = spread(k.own);
  *fact++ = spread(k.other);
  *fact++ = ratings.own;
  *fact++ = ratings.other;
  *fact++ = ratings.own - ratings.other;
  *fact++ = ratings.by_hand;
  *fact++ = rules.largest_wins ? 1.0f : 0.0f;
  *fact++ = rules.fields_if_stuck ? 1.0f : 0.0f;
  *fact++ = rules.fields_at_end ? 1.0f : 0.0f;
  *fact++ = rules.covers_break_tie ? 1.0f : 0.0f;
  *fact++ = rules.cover_anytime ? 1.0f : 0.0f;
}

inline void extract(const Knowledge& k, const Rules& rules, Features& out) {
  out.rows = 0;
  const Pyramid* sides[2] = {&k.own, &k.other};
  Fits fits[2];
  for (int s = 0; s < 2; ++s) {
    const Pyramid& p = *sides[s];
    for (int f = 0; f < FIELDS; ++f)
      if (p.top[f])
        out.row[out.rows++] =
            static_cast<u16>(((s * FIELDS + f) * 2 + (p.doubled >> f & 1)) * CARDS + p.top[f] - 1);
    fits[s] =
        describe(p, k.hand, k.unseen, rules.cover_anytime, out.dense + s * FIELDS * PER_FIELD);
  }
  const u64 coming = k.hand | k.unseen;
  const float own_rating = describe_gaps(k.own, coming, out.dense);
  const float other_rating = describe_gaps(k.other, coming, out.dense + FIELDS * PER_FIELD);
  float* counts = out.dense + 2 * FIELDS * PER_FIELD;
  for (int i = 0; i < KINDS; ++i) counts[i] = 0;
  for (int place = 0; place < 2; ++place)
    for (u64 cards = place ? k.unseen : k.hand; cards; cards &= cards - 1) {
      const int card = lowest64(cards);
      const int kind = (place * 3 + kind_of(fits[0], card)) * 3 + kind_of(fits[1], card);
      counts[kind] += 1.0f / 8;
      out.row[out.rows++] = static_cast<u16>(PYRAMID_ROWS + kind * CARDS + card - 1);
    }
  const float by_hand = squeeze_hand_rating(rate_gaps(k.own.top, k.hand));
  write_facts(k, rules, {own_rating, other_rating, by_hand}, counts + KINDS);
}

// Chances of the three results for the seat whose knowledge was given; they add up to 1.
struct Chances {
  float win = 0, draw = 0, loss = 0;
  SOMMET_HD float score() const { return win + 0.5f * draw; }
};

constexpr int RESULTS = 3;
using DuelNetwork = CardNetwork<ROWS, DENSE, RESULTS, 128, 32>;
using WideDuelNetwork = CardNetwork<ROWS, DENSE, RESULTS, 256, 64>;

SOMMET_HD Chances squash(const float (&logit)[RESULTS]) {
  const float most = fmaxf(logit[0], fmaxf(logit[1], logit[2]));
  const float win = expf(logit[0] - most), draw = expf(logit[1] - most),
              loss = expf(logit[2] - most);
  const float scale = 1.0f / (win + draw + loss);
  return {win * scale, draw * scale, loss * scale};
}

SOMMET_HD Chances mean(const Chances& one, const Chances& two) {
  return {0.5f * (one.win + two.win), 0.5f * (one.draw + two.draw), 0.5f * (one.loss + two.loss)};
}

#if !defined(__CUDACC__)
// One or two networks of one size that judge together: the mean of their chances.
struct Networks {
  const DuelNetwork* first = nullptr;
  const DuelNetwork* second = nullptr;
  const WideDuelNetwork* wide_first = nullptr;
  const WideDuelNetwork* wide_second = nullptr;
};

template <class Net>
Chances chances_of(const Net& w, const Features& x) {
  float logit[RESULTS];
  w.run(x, logit);
  return squash(logit);
}

template <class Net>
Chances chances_of(const Net& first, const Net* second, const Features& x) {
  const Chances one = chances_of(first, x);
  return second ? mean(one, chances_of(*second, x)) : one;
}

inline Chances evaluate(const Networks& networks, const Knowledge& k, const Rules& rules) {
  Features x;
  extract(k, rules, x);
  return networks.first ? chances_of(*networks.first, networks.second, x)
                        : chances_of(*networks.wide_first, networks.wide_second, x);
}
#endif

}  // namespace sommet::pacal_players
