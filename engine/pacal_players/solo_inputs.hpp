// What the solo network sees: the pyramid built so far and the cards still unseen.
// Device-compilable.
#pragma once

#include "pacal_players/packed_pyramid.hpp"
#include "pacal_players/pyramid_inputs.hpp"

namespace sommet::pacal_players {

constexpr int SOLO_PYRAMID_ROWS = FIELDS * 2 * CARDS;
constexpr int SOLO_ROWS = SOLO_PYRAMID_ROWS + 3 * CARDS;
constexpr int SOLO_FACTS = 6;
constexpr int SOLO_DENSE = FIELDS * PER_FIELD + 3 + SOLO_FACTS;
constexpr int SOLO_MOST_ROWS = FIELDS + CARDS;
using SoloFeatures = Inputs<SOLO_MOST_ROWS, SOLO_DENSE>;

SOMMET_HD void extract(const Pyramid& p, u64 unseen, bool cover_anytime, SoloFeatures& out) {
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

}  // namespace sommet::pacal_players
