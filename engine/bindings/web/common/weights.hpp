// What the players judge with, handed over by the page as bytes and kept by name.
//
//   bytes(size) → where to write the bytes of the next `load` call
//
// A call that needs weights which are not there is refused as `not_loaded` with the file's name:
// the page fetches it, loads it, and asks again.
#pragma once

#include <memory>

#include "bindings/web/common/reply.hpp"
#include "pacal_players/features.hpp"
#include "pacal_players/solo.hpp"
#include "pylos_search/search.hpp"

namespace sommet::web {

inline std::vector<u8> loaded_bytes;

enum PylosPreset : int { CHILDREN, STANDARD, EXPERT, PRESETS };
inline constexpr std::string_view PYLOS_WEIGHTS[PRESETS] = {
    "pylos-weights-children", "pylos-weights-standard", "pylos-weights-expert"};
// The children's game has no network: its tables are as good. Where take-backs are optional, the
// expert game has one of its own.
enum PylosNetworkId : int { OF_STANDARD, OF_EXPERT, OF_EXPERT_OPTIONAL, NETWORKS, NO_NETWORK };
inline constexpr std::string_view PYLOS_NETWORKS[NETWORKS] = {
    "pylos-network-standard", "pylos-network-expert", "pylos-network-expert-optional"};
inline constexpr std::string_view PACAL_DUEL[2] = {"pacal-duel-1", "pacal-duel-2"};
inline constexpr std::string_view PACAL_READER = "pacal-reader";
inline constexpr std::string_view PACAL_SOLO = "pacal-solo";

struct LoadedWeights {
  std::vector<short> pylos[PRESETS];
  std::unique_ptr<pylos_search::Network> network[NETWORKS];
  std::unique_ptr<pacal_players::DuelNetwork> duel[2];
  std::unique_ptr<pacal_players::WideDuelNetwork> reader;
  std::unique_ptr<pacal_players::SoloNetwork> solo;
};
inline LoadedWeights weights;

inline PylosPreset preset_of(pylos::Rules rules) {
  return rules.lines ? EXPERT : rules.squares ? STANDARD : CHILDREN;
}

inline PylosNetworkId network_of(pylos::Rules rules) {
  if (!rules.lines) return rules.squares ? OF_STANDARD : NO_NETWORK;
  return rules.takeback_optional ? OF_EXPERT_OPTIONAL : OF_EXPERT;
}

inline bool refuse_unloaded(Reply& reply, std::string_view file) {
  return reply.refuse("not_loaded", "", "this needs a file that is not loaded", {{"file", file}});
}

template <class W>
bool unpack_floats(std::unique_ptr<W>& to) {
  if (loaded_bytes.size() != W::FLOATS * sizeof(float)) return false;
  std::vector<float> numbers(W::FLOATS);
  std::memcpy(numbers.data(), loaded_bytes.data(), loaded_bytes.size());
  to = std::make_unique<W>();
  to->unpack(numbers.data());
  return true;
}

// Whether the bytes are those of `name`; then they are kept.
inline bool keep_weights(std::string_view name) {
  for (int preset = 0; preset < PRESETS; ++preset) {
    if (name == PYLOS_WEIGHTS[preset]) {
      if (loaded_bytes.size() != pylos_search::WEIGHTS * sizeof(short)) return false;
      weights.pylos[preset].resize(pylos_search::WEIGHTS);
      std::memcpy(weights.pylos[preset].data(), loaded_bytes.data(), loaded_bytes.size());
      return true;
    }
  }
  for (int number = 0; number < NETWORKS; ++number) {
    if (name != PYLOS_NETWORKS[number]) continue;
    auto network = std::make_unique<pylos_search::Network>();
    if (!pylos_search::read_network(loaded_bytes.data(), loaded_bytes.size(), *network))
      return false;
    weights.network[number] = std::move(network);
    return true;
  }
  for (int i = 0; i < 2; ++i)
    if (name == PACAL_DUEL[i]) return unpack_floats(weights.duel[i]);
  if (name == PACAL_READER) return unpack_floats(weights.reader);
  return name == PACAL_SOLO && unpack_floats(weights.solo);
}

}  // namespace sommet::web
