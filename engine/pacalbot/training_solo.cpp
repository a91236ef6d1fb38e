// Self-play for the solo network, behind a C interface: see src/sommet/learn.
#include <cstring>

#include "pacal/playout.hpp"
#include "pacalbot/greedy.hpp"
#include "pacalbot/solo.hpp"
#include "pacalbot/threads.hpp"

namespace sommet::pacalbot {
namespace {

// A pyramid just after building, the unseen cards, and the chance to complete it.
struct SoloSample {
  u64 unseen;
  u8 own[FIELDS];  // card + 128 when it covers another
  u8 cover_anytime, unused;
  float target;
};
static_assert(sizeof(SoloSample) == 24);

SoloSample sample_of(const Pyramid& p, u64 unseen, const Rules& rules) {
  SoloSample s{};
  s.unseen = unseen;
  pack(p, s.own);
  s.cover_anytime = rules.cover_anytime;
  return s;
}

struct SoloExplore {
  float chance_random, lambda;
};

int choose_field(const SoloWeights* w, const Rules& rules, const Pyramid& p, u64 unseen, int card,
                 int ahead, int games = 0, const SoloWeights* second = nullptr) {
  if (!w) return Gaps(p).best(card, rules).field;
  return SoloThinker({w, second}, rules).best_field(p, unseen, card, {ahead, games});
}

constexpr int NEXT_CARDS = 5;

// What the network expects one card ahead, from a few of the unseen cards: right on average, and
// far quicker than from all of them.
float expected_ahead(const SoloThinker& thinker, const Pyramid& p, u64 unseen, Random& random) {
  if (pacal::is_complete(p)) return 1.0f;
  u64 pool = unseen;
  float total = 0;
  for (int i = 0; i < NEXT_CARDS; ++i) {
    const u64 card = pacal::draw_cards(pool, 1, random);
    total += thinker.with_card(p, unseen & ~card, lowest64(card), 0);
  }
  return total / NEXT_CARDS;
}

// Plays one deal and appends its positions, each with a mixture of what the network expects one
// card ahead and what followed.
void self_play_deal(const SoloWeights* w, const SoloExplore& e, Random& random,
                    std::vector<SoloSample>& out) {
  Rules rules;
  rules.cover_anytime = random.quick(8) != 0;
  Pyramid p;
  u64 unseen = pacal::ALL_CARDS;
  SoloSample seen[2 * FIELDS];
  float expected[2 * FIELDS];
  bool on_policy[2 * FIELDS];
  int n = 0;
  while (!pacal::is_complete(p)) {
    const int card = lowest64(pacal::draw_cards(unseen, 1, random));
    const u32 fields = pacal::legal_solo_fields(p, card, rules);
    if (!fields) break;
    on_policy[n] = static_cast<float>(random.quick(1 << 16)) >= e.chance_random * 65536.0f;
    const int f = on_policy[n] ? choose_field(w, rules, p, unseen, card, 0)
                               : pacal::random_field(fields, random);
    pacal::build(p, card, f);
    seen[n] = sample_of(p, unseen, rules);
    expected[n] = w ? expected_ahead(SoloThinker({w}, rules), p, unseen, random) : 0;
    ++n;
  }
  float follows = pacal::is_complete(p) ? 1.0f : 0.0f;
  const float lambda = w ? e.lambda : 1.0f;
  for (int i = n - 1; i >= 0; --i) {
    const bool trusted = i == n - 1 || on_policy[i + 1] || !w;
    follows = trusted ? lambda * follows + (1 - lambda) * expected[i] : expected[i];
    seen[i].target = follows;
    if (popcount(static_cast<u32>(unpack_pyramid(seen[i].own).filled)) < FIELDS)
      out.push_back(seen[i]);
  }
}

}  // namespace
}  // namespace sommet::pacalbot

using namespace sommet;
using namespace sommet::pacalbot;

extern "C" {

int solo_rows() { return SOLO_ROWS; }
int solo_most_rows() { return SOLO_MOST_ROWS; }
int solo_dense() { return SOLO_DENSE; }

// As pacal_self_play, for deals of the solo game.
long solo_self_play(const float* weights, u64 seed, long deals, int threads, float chance_random,
                    float lambda, SoloSample* out, long most) {
  const auto w = load<SoloWeights>(weights);
  return gather(seed, deals, threads, out, most, [&](Random& random, std::vector<SoloSample>& to) {
    self_play_deal(w.get(), {chance_random, lambda}, random, to);
  });
}

void solo_expand(const SoloSample* samples, long count, int threads, u16* rows, float* dense) {
  on_threads(threads, [&](int t) {
    SoloFeatures x;
    for (long i = t; i < count; i += threads) {
      const SoloSample& s = samples[i];
      extract(unpack_pyramid(s.own), s.unseen, s.cover_anytime != 0, x);
      for (int r = 0; r < SOLO_MOST_ROWS; ++r)
        rows[i * SOLO_MOST_ROWS + r] = r < x.rows ? x.row[r] : SOLO_ROWS;
      std::memcpy(dense + i * SOLO_DENSE, x.dense, sizeof x.dense);
    }
  });
}

// Plays `deals` deals with that effort (see SoloEffort); result: deals won, cards used in them.
void solo_trial(const float* weights, const float* second, int ahead, int games, u64 seed,
                long deals, int threads, long* result) {
  const auto w = load<SoloWeights>(weights), other = load<SoloWeights>(second);
  std::atomic<long> next{0}, won{0}, used{0};
  on_threads(threads, [&](int) {
    const Rules rules;
    for (long i = next++; i < deals; i = next++) {
      Random random(seed + static_cast<u64>(i));
      Pyramid p;
      u64 unseen = pacal::ALL_CARDS;
      int cards = 0;
      while (!pacal::is_complete(p)) {
        const int card = lowest64(pacal::draw_cards(unseen, 1, random));
        const int f = choose_field(w.get(), rules, p, unseen, card, ahead, games, other.get());
        if (f < 0) break;
        pacal::build(p, card, f);
        ++cards;
      }
      if (pacal::is_complete(p)) ++won, used += cards;
    }
  });
  result[0] = won;
  result[1] = used;
}
}
