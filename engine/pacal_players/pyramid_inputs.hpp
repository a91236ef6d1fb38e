// What networks and gap counters look at in one pyramid. Device-compilable: the solo trainer fills
// its inputs on a GPU with this header.
#pragma once

#include "pacal/pyramid.hpp"
#include "pacal_players/device_call.hpp"

#if !defined(__CUDACC_RTC__)
#include <cmath>
#endif

namespace sommet::pacal_players {

using pacal::CARDS;
using pacal::FIELDS;
using pacal::Pyramid;
using pacal::Rules;

constexpr int PER_FIELD = 9;

// What a network is fed: the numbers of the active rows, and the dense inputs.
template <int MostRows, int Dense>
struct Inputs {
  u16 row[MostRows];
  int rows = 0;
  float dense[Dense];
};

constexpr float EMPTY_FIELD = 1.5f;  // filling beats covering whenever both are possible
constexpr float SHORT_CARD = 20.0f;  // per card too few in a gap, in place of log 0

// The cards strictly between two numbers.
SOMMET_HD u64 between(int low, int high) { return ((1ull << high) - 1) & ~((2ull << low) - 1); }

// log C(cards, fields).
#if defined(__CUDACC__)
extern "C" {
__device__ float LOG_WAYS[(CARDS + 1) * (FIELDS + 1)];  // filled by the host
}
#endif
#if defined(__CUDACC_RTC__)
SOMMET_HD float log_ways(int cards, int fields) { return LOG_WAYS[cards * (FIELDS + 1) + fields]; }
#else
SOMMET_HD_CALL float log_ways(int cards, int fields) {
#if defined(__CUDA_ARCH__)
  return LOG_WAYS[cards * (FIELDS + 1) + fields];
#else
  struct Table {
    float at[CARDS + 1][FIELDS + 1];
    Table() {
      for (int m = 0; m <= CARDS; ++m)
        for (int n = 0; n <= FIELDS; ++n)
          at[m][n] = m < n ? -SHORT_CARD * static_cast<float>(n - m)
                           : static_cast<float>(std::lgamma(m + 1.0) - std::lgamma(n + 1.0) -
                                                std::lgamma(m - n + 1.0));
    }
  };
  static const Table table;
  return table.at[cards][fields];
#endif
}
#endif

// Higher is better; a complete pyramid rates 0. With `per_gap`, the ways of each gap are also
// written at its first empty field.
SOMMET_HD float rate_gaps(const u8* top, u64 coming, float* per_gap = nullptr) {
  float rating = 0;
  int empty = 0;
  for (int f = 0, high = CARDS + 1; f < FIELDS; ++f) {
    if (top[f]) {
      high = top[f];
      continue;
    }
    int g = f;
    while (g < FIELDS && !top[g]) ++g;
    const int low = g < FIELDS ? top[g] : 0;
    const float ways = log_ways(popcount64(coming & between(low, high)), g - f);
    if (per_gap) per_gap[f] = ways;
    rating += ways;
    empty += g - f;
    f = g - 1;
  }
  return rating - log_ways(popcount64(coming), empty) - EMPTY_FIELD * static_cast<float>(empty);
}

// The cards that fit on some empty field, and on some field that may still be covered.
struct Fits {
  u64 empty = 0;
  u64 cover = 0;
};

// One side's per-field inputs; returns which cards fit this pyramid.
SOMMET_HD Fits describe(const Pyramid& p, u64 hand, u64 unseen, bool cover_anytime, float* out) {
  int high[FIELDS], low[FIELDS], empties[FIELDS];
  for (int f = 0, h = CARDS + 1; f < FIELDS; ++f) {
    high[f] = h;
    if (p.top[f]) h = p.top[f];
  }
  for (int f = FIELDS - 1, l = 0; f >= 0; --f) {
    low[f] = l;
    if (p.top[f]) l = p.top[f];
  }
  for (int f = 0; f < FIELDS;) {
    int g = f;
    while (g < FIELDS && !p.top[g]) ++g;
    for (int i = f; i < g; ++i) empties[i] = g - f;
    if (g < FIELDS) empties[g] = 0;
    f = g + 1;
  }
  Fits fits;
  for (int f = 0; f < FIELDS; ++f, out += PER_FIELD) {
    const u64 range = between(low[f], high[f]);
    const float own = static_cast<float>(popcount64(range & hand)) * (1.0f / 8);
    const float others = static_cast<float>(popcount64(range & unseen)) * (1.0f / 16);
    for (int i = 0; i < PER_FIELD; ++i) out[i] = 0;
    if (!p.top[f]) {
      fits.empty |= range;
      out[0] = 1;
      out[2] = static_cast<float>(high[f] - low[f] - 1) * (1.0f / 25);
      out[3] = own;
      out[4] = others;
      out[5] = static_cast<float>(empties[f]) * (1.0f / 5);
    } else if (!(p.doubled >> f & 1)) {
      fits.cover |= range;
      out[1] = 1;
      out[6] = own;
      out[7] = others;
    }
  }
  if (!cover_anytime) fits.cover &= ~fits.empty;
  return fits;
}

constexpr float DIRE = -2.0f;

// Ratings of a pyramid with the cards that may still come, squeezed into a small range; each gap's
// ways go to the ninth input of its first field.
SOMMET_HD float describe_gaps(const Pyramid& p, u64 coming, float* fields) {
  float ways[FIELDS] = {};
  const float rating = rate_gaps(p.top, coming, ways) * (1.0f / 8);
  for (int f = 0; f < FIELDS; ++f) {
    const float w = ways[f] * (1.0f / 4);
    fields[f * PER_FIELD + PER_FIELD - 1] = w < DIRE ? DIRE : w;
  }
  return rating < 2 * DIRE ? 2 * DIRE : rating;
}

SOMMET_HD int kind_of(const Fits& fits, int card) {
  return (fits.empty >> card & 1) ? 2 : static_cast<int>(fits.cover >> card & 1);
}

SOMMET_HD float spread(const Pyramid& p) {
  return p.visible ? static_cast<float>(pacal::difference(p)) * (1.0f / 50) : 0.0f;
}

}  // namespace sommet::pacal_players
