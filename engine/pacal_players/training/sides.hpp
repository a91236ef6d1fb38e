// One player of a league as Python hands it over: `_Side` of src/sommet/learn/rounds.py.
#pragma once

#include "common/device.hpp"

namespace sommet::pacal_players {

struct NetSide {
  const float* weights[2];  // as the weights file orders them; the second may be null
  int is_wide;              // WideWeights instead of Weights
  int effort, reading;      // see NetPlayer
  int open, knows;
  float temperature, chance_random;
};

}  // namespace sommet::pacal_players
