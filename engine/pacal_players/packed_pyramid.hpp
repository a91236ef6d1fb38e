// A pyramid in ten bytes, as training keeps it, and its mirror image. Device-compilable.
#pragma once

#include "pacal/pyramid.hpp"

namespace sommet::pacal_players {

constexpr u8 COVERS = 128;  // added to a card that covers another

SOMMET_HD void pack(const pacal::Pyramid& p, u8* out) {
  for (int f = 0; f < pacal::FIELDS; ++f)
    out[f] = static_cast<u8>(p.top[f] | (p.doubled >> f & 1) << 7);
}

// The pyramid again, except which cards are covered.
SOMMET_HD pacal::Pyramid unpack_pyramid(const u8* in) {
  pacal::Pyramid p;
  p.ranks = 0;
  int shift = 4;
  for (int f = 0; f < pacal::FIELDS; ++f) {
    p.top[f] = static_cast<u8>(in[f] & ~COVERS);
    if (!p.top[f]) continue;
    p.visible |= 1ull << p.top[f];
    p.ranks |= static_cast<u64>(f) << shift;
    shift += 4;
    p.filled = static_cast<u16>(p.filled | 1u << f);
    if (in[f] & COVERS) p.doubled = static_cast<u16>(p.doubled | 1u << f);
  }
  p.ranks |= 9ull << shift;
  return p;
}

// Turning the numbers over (n becomes 51 - n) and reading the fields backwards changes nothing in
// the game alone: rules PAC-4 and PAC-5 speak of order only.
SOMMET_HD void mirror(const u8* in, u8* out) {
  for (int f = 0; f < pacal::FIELDS; ++f) {
    const u8 card = static_cast<u8>(in[f] & ~COVERS);
    out[pacal::FIELDS - 1 - f] =
        card ? static_cast<u8>((pacal::CARDS + 1 - card) | (in[f] & COVERS)) : u8{0};
  }
}

SOMMET_HD u64 mirror_cards(u64 cards) {
  u64 turned = 0;
  for (; cards; cards &= cards - 1) turned |= 1ull << (pacal::CARDS + 1 - lowest64(cards));
  return turned;
}

}  // namespace sommet::pacal_players
