// What the bindings of the Pacal players and of the coach share: the networks, and what the player of
// a solo game knows.
#pragma once

#include <nanobind/nanobind.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <vector>

#include "pacal/table.hpp"
#include "pacal_players/features.hpp"
#include "pacal_players/solo_levels.hpp"

namespace sommet::python {

namespace nb = nanobind;

template <class W>
struct Brain {
  std::shared_ptr<W> weights;

  explicit Brain(const nb::bytes& floats) : weights(std::make_shared<W>()) {
    if (floats.size() != W::FLOATS * sizeof(float))
      throw nb::value_error("these weights belong to another network");
    std::vector<float> numbers(W::FLOATS);
    std::memcpy(numbers.data(), floats.data(), floats.size());
    for (const float number : numbers)
      if (!std::isfinite(number)) throw nb::value_error("a weight is not a finite number");
    weights->unpack(numbers.data());
  }
};

using SoloBrain = Brain<pacal_players::SoloNetwork>;

// Two networks, trained apart, that judge together; or one that is as wide as both.
struct DuelBrain {
  std::shared_ptr<pacal_players::DuelNetwork> first, second;
  std::shared_ptr<pacal_players::WideDuelNetwork> wide;
  pacal_players::Networks networks() const { return {first.get(), second.get(), wide.get()}; }
};

inline const u8* field_bytes(const nb::bytes& bytes) {
  if (bytes.size() != pacal::FIELDS) throw nb::value_error("a pyramid has ten fields");
  return static_cast<const u8*>(bytes.data());
}

inline pacal::Pyramid pyramid_from(const nb::bytes& tops, const nb::bytes& unders) {
  return pacal::read_pyramid(field_bytes(tops), field_bytes(unders));
}

inline u8 small(int value, int most) {
  if (value < 0 || value > most) throw nb::value_error("out of range");
  return static_cast<u8>(value);
}

inline u64 solo_unseen(u64 unseen, const pacal::Pyramid& p) {
  if (unseen & (~pacal::ALL_CARDS | pacal::built_cards(p)))
    throw nb::value_error("a card is built and unseen at once");
  return unseen;
}

// What the player of a solo game knows, from the attributes of sommet.pacal.SoloView.
inline pacal_players::SoloSeen solo_seen(const nb::bytes& tops, const nb::bytes& unders, u64 unseen,
                                         int card, unsigned rules) {
  const pacal::Pyramid p = pyramid_from(tops, unders);
  const pacal_players::SoloSeen seen{p, pacal::decode_rules(rules), solo_unseen(unseen, p),
                                     small(card, pacal::CARDS)};
  if (!seen.card || !fields_of(seen)) throw nb::value_error("the card fits nowhere");
  return seen;
}

}  // namespace sommet::python
