// The steps of the solo trainer on a machine without a GPU, behind a C interface: see
// src/sommet/learn/solo_steps.py. And trials of its networks.
#include "pacal_players/solo.hpp"

#include <cstring>

#include "pacal/playout.hpp"
#include "pacal_players/training/interface.hpp"
#include "pacal_players/training/solo_steps.hpp"

using namespace sommet;
using namespace sommet::pacal_players;

namespace {

// Spreads `count` pieces of work evenly.
template <class F>
void for_each(long count, int threads, F&& work) {
  guarded([&] {
    Pool(threads).run([&](int t) {
      for (long i = count * t / threads; i < count * (t + 1) / threads; ++i) work(i);
    });
  });
}

}  // namespace

extern "C" {

int solo_rows() { return SOLO_ROWS; }
int solo_dense() { return SOLO_DENSE; }
int solo_inputs() { return SOLO_INPUTS; }
int solo_wide() { return SoloNetwork::WIDE; }
int solo_narrow() { return SoloNetwork::NARROW; }
long solo_floats() { return static_cast<long>(SoloNetwork::FLOATS); }

// log_ways for each number of cards and fields, for the GPU.
void solo_log_ways(float* out) {
  for (int cards = 0; cards <= CARDS; ++cards)
    for (int fields = 0; fields <= FIELDS; ++fields) *out++ = log_ways(cards, fields);
}

void solo_count_successors(const SoloState* states, long count, const u8* drawn, int threads,
                           int* counts) {
  for_each(count * CARDS, threads, [&](long at) {
    const int card = static_cast<int>(at % CARDS) + 1;
    const bool wanted = !drawn || drawn[at / CARDS] == card;
    counts[at] = wanted ? popcount(fields_for(states[at / CARDS], card)) : 0;
  });
}

void solo_fill_successors(const SoloState* states, long count, const int* counts, const long* ends,
                          int threads, SoloState* out) {
  for_each(count * CARDS, threads, [&](long at) {
    if (counts[at])
      write_successors(states[at / CARDS], static_cast<int>(at % CARDS) + 1, static_cast<u32>(at),
                       out + ends[at] - counts[at]);
  });
}

void solo_fill_inputs(const SoloState* states, long count, const bool* mirrored, int threads,
                      float* out) {
  for_each(count, threads, [&](long at) {
    write_inputs(states[at], mirrored && mirrored[at], out + at * SOLO_INPUTS,
                 [](float x) { return x; });
  });
}

void solo_fill_fields(const SoloState* states, long count, const u8* drawn, int threads,
                      int* fields) {
  for_each(count, threads,
           [&](long at) { fields[at] = static_cast<int>(fields_for(states[at], drawn[at])); });
}

// Plays `deals` deals looking `ahead` cards ahead; result: deals won, cards used in them.
void solo_trial(const float* weights, int ahead, u64 seed, long deals, int threads, long* result) {
  guarded([&] {
    const auto w = load<SoloNetwork>(weights);
    std::atomic<long> next{0}, won{0}, used{0};
    Pool(threads).run([&](int) {
      const Rules rules;
      const SoloThinker thinker(*w, rules);
      for (long i = next++; i < deals; i = next++) {
        Random random(seed + static_cast<u64>(i));
        Pyramid p;
        u64 unseen = pacal::ALL_CARDS;
        int cards = 0;
        while (!pacal::is_complete(p)) {
          const int card = lowest64(pacal::draw_cards(unseen, 1, random));
          const int f = thinker.best_field(p, unseen, card, ahead);
          if (f < 0) break;
          pacal::build(p, card, f);
          ++cards;
        }
        if (pacal::is_complete(p)) ++won, used += cards;
      }
    });
    result[0] = won;
    result[1] = used;
  });
}
}
