// Self-play, feature expansion and matches on all cores, behind a C interface so that the training
// program needs a C++ compiler and nothing else: see src/sommet/learn.
#include <cstring>

#include "common/wrong_input.hpp"
#include "pacal/table.hpp"
#include "pacal_players/levels.hpp"
#include "pacal_players/training/interface.hpp"
#include "pacal_players/training/rounds.hpp"
#include "pacal_players/training/sides.hpp"

namespace sommet::pacal_players {
namespace {

struct Explore {
  float temperature, chance_random;
};

Action explore(const Player& player, const Round& r, const Rules& rules, const Explore& e,
               Random& random) {
  if (static_cast<float>(random.quick(1 << 16)) < e.chance_random * 65536.0f)
    return pacal::random_action(r, rules, random);
  return choose(player, see(r, rules, r.actor), random);
}

// Plays one round and appends its samples with lambda-returns as targets.
void self_play_round(const Player& player, const Explore& e, float lambda, Random& random,
                     std::vector<Sample>& out) {
  const Rules rules = draw_rules(random);
  Round r = pacal::quick_deal(random);
  Player own = player;
  // Some rounds explore more than others, some not at all.
  own.temperature = e.temperature * static_cast<float>(random.quick(3)) * 0.5f;
  Explore often = e;
  if (own.temperature == 0) often.chance_random = 0;
  Sample seen[2][pacal::TURNS + 1];
  Chances value[2][pacal::TURNS + 1];
  int turns = 0;
  while (r.phase != Phase::OVER) {
    if (r.phase == Phase::OFFER || (r.phase == Phase::LAST && r.actor == pacal::chooser(r))) {
      for (int seat = 0; seat < 2; ++seat) {
        seen[seat][turns] = sample_of(see(r, rules, seat));
        if (player.networks.first)
          value[seat][turns] = evaluate(player.networks, knowledge_of(seen[seat][turns]), rules);
      }
      ++turns;
    }
    pacal::apply(r, rules, explore(own, r, rules, often, random));
  }
  for (int seat = 0; seat < 2; ++seat) {
    Chances t = certain(r, seat);
    for (int i = turns - 1; i >= 0; --i) {
      Sample& s = seen[seat][i];
      s.target[0] = t.win;
      s.target[1] = t.draw;
      s.target[2] = t.loss;
      out.push_back(s);
      const Chances& v = value[seat][i];
      t = {lambda * t.win + (1 - lambda) * v.win, lambda * t.draw + (1 - lambda) * v.draw,
           lambda * t.loss + (1 - lambda) * v.loss};
    }
  }
}

}  // namespace
}  // namespace sommet::pacal_players

using namespace sommet;
using namespace sommet::pacal_players;

extern "C" {

// What went wrong in the last call on this thread, or null.
const char* training_error() { return last_error().empty() ? nullptr : last_error().c_str(); }

int pacal_rows() { return ROWS; }
int pacal_most_rows() { return MOST_ROWS; }
int pacal_dense() { return DENSE; }
int pacal_wide() { return DuelNetwork::WIDE; }
int pacal_narrow() { return DuelNetwork::NARROW; }
long pacal_floats() { return static_cast<long>(DuelNetwork::FLOATS); }
int pacal_weakened_levels() { return WEAKENED_LEVELS; }
float pacal_temperature(int level) { return TEMPERATURES[level - 1]; }
long pacal_wide_floats() { return static_cast<long>(WideDuelNetwork::FLOATS); }

// Fills `out` with at most `most` samples of self-play; without weights the gap counter plays.
// Stops after `rounds` rounds or when `out` is full, and returns the number of samples.
long pacal_self_play(const float* weights, u64 seed, long rounds, int threads, float temperature,
                     float chance_random, float lambda, Sample* out, long most) {
  return guarded(0L, [&] {
    const auto w = load<DuelNetwork>(weights);
    const Player player{w ? Method::NET : Method::GAPS, 0, 0, {w.get()}};
    return gather(seed, rounds, threads, out, most, [&](Random& random, std::vector<Sample>& to) {
      self_play_round(player, {temperature, chance_random}, w ? lambda : 1.0f, random, to);
    });
  });
}

// Rows padded with ROWS, dense inputs as they are, for `count` samples.
void pacal_expand(const Sample* samples, long count, int threads, u16* rows, float* dense) {
  guarded([&] {
    Pool(threads).run([&](int t) {
      Features x;
      for (long i = t; i < count; i += threads) {
        extract(knowledge_of(samples[i]), unpack_rules(samples[i].rules), x);
        for (int r = 0; r < MOST_ROWS; ++r) rows[i * MOST_ROWS + r] = r < x.rows ? x.row[r] : ROWS;
        std::memcpy(dense + i * DENSE, x.dense, sizeof x.dense);
      }
    });
  });
}

void pacal_evaluate(const float* weights, const Sample* samples, long count, float* out) {
  guarded([&] {
    const auto w = load<DuelNetwork>(weights);
    for (long i = 0; i < count; ++i) {
      const Chances c =
          evaluate(Networks{w.get()}, knowledge_of(samples[i]), unpack_rules(samples[i].rules));
      out[3 * i] = c.win;
      out[3 * i + 1] = c.draw;
      out[3 * i + 2] = c.loss;
    }
  });
}

// One side of a match; `weights` may be two networks that judge together, wide ones for READER.
struct Side {
  int method, effort;
  float temperature;
  const float* weights[2];
};

// Plays `deals` deals twice each with seats swapped; result: wins of a, wins of b, draws. `code` is
// that of sommet.pacal.Options.
void pacal_match(const Side* a, const Side* b, int code, u64 seed, long deals, int threads,
                 long* result) {
  guarded([&] {
    std::unique_ptr<DuelNetwork> narrow[2][2];
    std::unique_ptr<WideDuelNetwork> wide[2][2];
    Player players[2];
    for (int p = 0; p < 2; ++p) {
      const Side& side = p ? *b : *a;
      const Method method = static_cast<Method>(side.method);
      for (int i = 0; i < 2; ++i)
        if (method == Method::READER)
          wide[p][i] = load<WideDuelNetwork>(side.weights[i]);
        else
          narrow[p][i] = load<DuelNetwork>(side.weights[i]);
      players[p] = {method,
                    side.effort,
                    side.temperature,
                    {narrow[p][0].get(), narrow[p][1].get(), wide[p][0].get(), wide[p][1].get()}};
    }
    const Rules book = pacal::decode_rules(static_cast<unsigned>(code));
    std::atomic<long> next{0}, counts[3] = {};
    Pool(threads).run([&](int) {
      for (long i = next++; i < 2 * deals; i = next++) {
        Random deal(seed + static_cast<u64>(i / 2));
        Random random(seed + static_cast<u64>(i) * 0x9E3779B97F4A7C15ull + 1);
        Round r = pacal::quick_deal(deal);
        const int first = static_cast<int>(i & 1);  // the seat of player a
        while (r.phase != Phase::OVER)
          pacal::apply(r, book, choose(players[r.actor != first], see(r, book, r.actor), random));
        ++counts[r.winner == pacal::NOBODY ? 2 : r.winner != first];
      }
    });
    for (int i = 0; i < 3; ++i) result[i] = counts[i];
  });
}

// As gpu_play of rounds.cu, by threads of this machine; `tallies` begins with the first opponent.
void pacal_league(const NetSide* sides, int count, const League* league, u64 rounds, int threads,
                  Sample* out, u64* tallies) {
  guarded([&] {
    if (count < 1 || count > MOST_PLAYERS) refuse_input("a league has 1 to 16 players");
    std::unique_ptr<DuelNetwork> narrow[MOST_PLAYERS][2];
    std::unique_ptr<WideDuelNetwork> wide[MOST_PLAYERS][2];
    NetPlayer<Networks> players[MOST_PLAYERS];
    for (int p = 0; p < count; ++p) {
      const NetSide& side = sides[p];
      for (int i = 0; i < 2; ++i) {
        const float* weights = static_cast<const float*>(side.weights[i]);
        if (side.is_wide)
          wide[p][i] = load<WideDuelNetwork>(weights);
        else
          narrow[p][i] = load<DuelNetwork>(weights);
      }
      players[p] = {{narrow[p][0].get(), narrow[p][1].get(), wide[p][0].get(), wide[p][1].get()},
                    side.effort,
                    side.reading,
                    side.temperature,
                    side.chance_random,
                    side.open != 0,
                    side.knows != 0};
    }
    std::atomic<u64> counts[MOST_PLAYERS * 3] = {};
    Pool(threads).for_each(rounds, [&](u64 i, int) {
      int result;
      const int opponent =
          play_league_round(players, *league, i, out ? out + i * MOST_SAMPLES : nullptr, result);
      ++counts[opponent * 3 + result];
    });
    for (int i = 0; i < MOST_PLAYERS * 3; ++i) tallies[i] = counts[i];
  });
}
}
