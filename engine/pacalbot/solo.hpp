// Pacal alone with covering: a value network for "pyramid built so far, cards still unseen", and an
// expectation over the next cards on top of it. The cards to come are a uniform draw from the
// unseen ones, so the player needs nothing else.
#pragma once

#include "pacal/solo.hpp"
#include "pacalbot/features.hpp"

namespace sommet::pacalbot {

constexpr int SOLO_PYRAMID_ROWS = FIELDS * 2 * CARDS;
constexpr int SOLO_ROWS = SOLO_PYRAMID_ROWS + 3 * CARDS;
constexpr int SOLO_FACTS = 6;
constexpr int SOLO_DENSE = FIELDS * PER_FIELD + 3 + SOLO_FACTS;
constexpr int SOLO_MOST_ROWS = FIELDS + CARDS;
using SoloFeatures = Inputs<SOLO_MOST_ROWS, SOLO_DENSE>;
using SoloWeights = Network<SOLO_ROWS, SOLO_DENSE, 1>;

inline void extract(const Pyramid& p, u64 unseen, bool cover_anytime, SoloFeatures& out) {
  out.rows = 0;
  for (int f = 0; f < FIELDS; ++f)
    if (p.top[f])
      out.row[out.rows++] = static_cast<u16>((f * 2 + (p.doubled >> f & 1)) * CARDS + p.top[f] - 1);
  const Fits fits = describe(p, 0, unseen, cover_anytime, out.dense);
  const float rating = describe_gaps(p, unseen, out.dense);
  float* counts = out.dense + FIELDS * PER_FIELD;
  for (int i = 0; i < 3; ++i) counts[i] = 0;
  for (u64 cards = unseen; cards; cards &= cards - 1) {
    const int card = lowest64(cards), kind = kind_of(fits, card);
    counts[kind] += 1.0f / 16;
    out.row[out.rows++] = static_cast<u16>(SOLO_PYRAMID_ROWS + kind * CARDS + card - 1);
  }
  float* fact = counts + 3;
  *fact++ = static_cast<float>(pacal::fields_filled(p)) * 0.1f;
  *fact++ = static_cast<float>(pacal::covers(p)) * 0.2f;
  *fact++ = static_cast<float>(popcount64(unseen)) * (1.0f / 50);
  *fact++ = rating;
  *fact++ = spread(p);
  *fact++ = cover_anytime ? 1.0f : 0.0f;
}

// How hard to think about a card: cards looked ahead in full, and how many games are played on from
// each field that is close to the best. Played games see what the network misjudges.
struct SoloEffort {
  int ahead = 0;
  int games = 0;
};

// One or two networks that judge together: the mean of their log-odds.
struct SoloCouncil {
  const SoloWeights* first = nullptr;
  const SoloWeights* second = nullptr;
};

class SoloThinker {
 public:
  SoloThinker(const SoloCouncil& council, const Rules& rules) : council_(council), rules_(rules) {}

  // The chance to complete `p` when the cards to come are drawn from `unseen`, looking `ahead`
  // cards ahead before the network judges.
  float chance(const Pyramid& p, u64 unseen, int ahead) const {
    if (pacal::is_complete(p)) return 1.0f;
    if (ahead == 0) return judged(p, unseen);
    float total = 0;
    for (u64 cards = unseen; cards; cards &= cards - 1)
      total += with_card(p, unseen & ~(cards & (0 - cards)), lowest64(cards), ahead - 1);
    return total / static_cast<float>(popcount64(unseen));
  }

  // The chance with `card` drawn and still to be built; 0 when it fits nowhere.
  float with_card(const Pyramid& p, u64 unseen, int card, int ahead) const {
    float most = 0;
    for (u32 fields = pacal::legal_solo_fields(p, card, rules_); fields; fields &= fields - 1) {
      const float c = after(p, unseen, card, lowest(fields), ahead);
      if (c > most) most = c;
    }
    return most;
  }

  float after(const Pyramid& p, u64 unseen, int card, int field, int ahead) const {
    Pyramid next = p;
    pacal::build(next, card, field);
    return chance(next, unseen, ahead);
  }

  // The field that keeps the best chance, or -1 where the card fits nowhere.
  int best_field(const Pyramid& p, u64 unseen, int card, const SoloEffort& effort) const {
    int field[FIELDS], count = 0, best = 0;
    float chances[FIELDS];
    for (u32 fields = pacal::legal_solo_fields(p, card, rules_); fields; fields &= fields - 1) {
      field[count] = lowest(fields);
      chances[count] = after(p, unseen, card, field[count], effort.ahead);
      if (chances[count] > chances[best]) best = count;
      ++count;
    }
    if (count == 0) return -1;
    int close = 0;
    for (int i = 0; i < count; ++i) {
      if (chances[i] < chances[best] - CLOSE) continue;
      field[close] = field[i];
      chances[close] = chances[i];
      if (i == best) best = close;
      ++close;
    }
    if (close == 1 || effort.games == 0) return field[best];
    return field[best_by_playing(p, unseen, card, field, chances, close, effort.games)];
  }

 private:
  static constexpr float CLOSE = 0.04f;    // what lies further behind is not played on
  static constexpr float TRUST = 1000.0f;  // the network's word counts as so many games

  // Which of `count` fields completes most often when `games` games are played on from each, all
  // fields with the same cards to come. The order of the cards depends on the position alone.
  int best_by_playing(const Pyramid& p, u64 unseen, int card, const int* field,
                      const float* chances, int count, int games) const {
    Pyramid start[FIELDS];
    float total[FIELDS];
    for (int i = 0; i < count; ++i) {
      start[i] = p;
      pacal::build(start[i], card, field[i]);
      total[i] = TRUST * chances[i];
    }
    Random random(unseen * 0x9E3779B97F4A7C15ull + static_cast<u64>(card));
    u8 deck[CARDS];
    int cards = 0;
    for (u64 rest = unseen; rest; rest &= rest - 1) deck[cards++] = static_cast<u8>(lowest64(rest));
    for (int game = 0; game < games; ++game) {
      for (int i = cards - 1; i > 0; --i) {
        const u32 j = random.quick(static_cast<u32>(i) + 1);
        const u8 swapped = deck[i];
        deck[i] = deck[j];
        deck[j] = swapped;
      }
      for (int i = 0; i < count; ++i) total[i] += completes(start[i], unseen, deck, cards);
    }
    int best = 0;
    for (int i = 1; i < count; ++i)
      if (total[i] > total[best]) best = i;
    return best;
  }

  // Whether the network, looking no further than its own judgement, completes `p` with these cards.
  bool completes(Pyramid p, u64 unseen, const u8* deck, int cards) const {
    for (int i = 0; i < cards; ++i) {
      if (pacal::is_complete(p)) return true;
      unseen &= ~(1ull << deck[i]);
      const int field = best_field(p, unseen, deck[i], {});
      if (field < 0) return false;
      pacal::build(p, deck[i], field);
    }
    return pacal::is_complete(p);
  }

  float judged(const Pyramid& p, u64 unseen) const {
    SoloFeatures x;
    extract(p, unseen, rules_.cover_anytime, x);
    float logit[1];
    council_.first->run(x, logit);
    if (council_.second) {
      float other[1];
      council_.second->run(x, other);
      logit[0] = 0.5f * (logit[0] + other[0]);
    }
    return 1.0f / (1.0f + std::exp(-logit[0]));
  }

  const SoloCouncil council_;
  const Rules rules_;
};

}  // namespace sommet::pacalbot
