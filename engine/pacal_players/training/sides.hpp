// One player of a league as Python hands it over: `_Side` of src/sommet/learn/rounds.py.
#pragma once

#include "common/device.hpp"

namespace sommet::pacal_players {

struct NetSide {
  // As the weights file orders them, floats for the CPU and halves for a GPU; the second may be null.
  const void* weights[2];
  int is_wide;          // WideDuelNetwork instead of DuelNetwork
  int effort, reading;  // see NetPlayer
  int open, knows;
  float temperature, chance_random;
};

}  // namespace sommet::pacal_players
