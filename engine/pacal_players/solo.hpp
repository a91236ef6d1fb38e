// Pacal alone with covering: a value network for "pyramid built so far, cards still unseen", and an
// expectation over the next cards on top of it. The cards to come are a uniform draw from the
// unseen ones, so the player needs nothing else.
#pragma once

#include "pacal/solo.hpp"
#include "pacal_players/net.hpp"
#include "pacal_players/solo_inputs.hpp"

namespace sommet::pacal_players {

using SoloNetwork = CardNetwork<SOLO_ROWS, SOLO_DENSE, 1, 512, 64>;

class SoloThinker {
 public:
  SoloThinker(const SoloNetwork& weights, const Rules& rules) : weights_(weights), rules_(rules) {}

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

  float after(const Pyramid& p, u64 unseen, int card, int field, int ahead) const {
    Pyramid next = p;
    pacal::build(next, card, field);
    return chance(next, unseen, ahead);
  }

  // The field that keeps the best chance, or -1 where the card fits nowhere. Fields that the
  // network finds close to the best are compared `ahead` cards ahead.
  int best_field(const Pyramid& p, u64 unseen, int card, int ahead) const {
    int field[FIELDS], count = 0, best = 0;
    float chances[FIELDS];
    for (u32 fields = pacal::legal_solo_fields(p, card, rules_); fields; fields &= fields - 1) {
      field[count] = lowest(fields);
      chances[count] = after(p, unseen, card, field[count], 0);
      if (chances[count] > chances[best]) best = count;
      ++count;
    }
    if (count == 0) return -1;
    const float limit = chances[best] - CLOSE;
    int close = 0;
    for (int i = 0; i < count; ++i) close += chances[i] >= limit;
    if (ahead == 0 || close == 1) return field[best];
    float most = -1;
    for (int i = 0; i < count; ++i) {
      if (chances[i] < limit) continue;
      const float c = after(p, unseen, card, field[i], ahead);
      if (c > most) most = c, best = i;
    }
    return field[best];
  }

 private:
  static constexpr float CLOSE = 0.02f;

  // The chance with `card` drawn and still to be built; 0 when it fits nowhere.
  float with_card(const Pyramid& p, u64 unseen, int card, int ahead) const {
    float most = 0;
    for (u32 fields = pacal::legal_solo_fields(p, card, rules_); fields; fields &= fields - 1) {
      const float c = after(p, unseen, card, lowest(fields), ahead);
      if (c > most) most = c;
    }
    return most;
  }

  // The network's mean judgement of the pyramid and of its mirror image, which is worth the same.
  float judged(const Pyramid& p, u64 unseen) const {
    SoloFeatures x;
    float one[1], other[1];
    extract(p, unseen, rules_.cover_anytime, x);
    weights_.run(x, one);
    u8 packed[FIELDS], turned[FIELDS];
    pack(p, packed);
    mirror(packed, turned);
    extract(unpack_pyramid(turned), mirror_cards(unseen), rules_.cover_anytime, x);
    weights_.run(x, other);
    return 1.0f / (1.0f + std::exp(-0.5f * (one[0] + other[0])));
  }

  const SoloNetwork& weights_;
  const Rules rules_;
};

}  // namespace sommet::pacal_players
