// The solo deal of a day: the same for everybody, for ever.
#pragma once

#include <string_view>

#include "common/sha256.hpp"

namespace sommet::pacal {

// The seed of a date written as 2026-11-15.
inline u64 daily_seed(std::string_view date) {
  Sha256 sha;
  for (const std::string_view part : {std::string_view("sommet daily solo "), date})
    sha.add(reinterpret_cast<const u8*>(part.data()), part.size());
  u8 hash[32];
  sha.finish(hash);
  u64 seed = 0;
  for (int i = 0; i < 8; ++i) seed = seed << 8 | hash[i];
  return seed;
}

}  // namespace sommet::pacal
