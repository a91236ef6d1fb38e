// Opens the file of what the perfect player needs beside a table of wins and losses.
//
//   letters, length, header (pylos_tablebase/file_header.hpp), then three compressed parts:
//   the rank's weights (16 bit)
//   the gaps between the numbers of the exceptions, as four planes of bytes, lowest first
//   the exceptions' places
//   a CRC-32 of all that
//
// The header's `coding` says how the parts are compressed: `deflate`, which is undone here, as the
// page gets them; else xz, which the caller decompresses.
#pragma once

#include <vector>

#include "common/crc32.hpp"
#include "common/inflate.hpp"
#include "pylos_tablebase/file_header.hpp"

namespace sommet::pylos_perfect {

constexpr u64 PLAYER_FORMAT = 1;
constexpr int PLAYER_PARTS = 3;

// What the player's choice depends on beside the rules.
struct PlayerData {
  std::vector<short> weights;  // of the rank
  std::vector<u32> numbers;    // of the exceptions, increasing
  std::vector<u8> places;
};

struct PlayerFile {
  int base = 0;
  pylos::Rules rules{};
  bool deflated = false;
  u64 exceptions = 0;
  pylos_tablebase::Part parts[PLAYER_PARTS];  // compressed, in the file
};

// Checks everything but what is in the parts.
inline pylos_tablebase::FileFault open_player(pylos_tablebase::Part whole, PlayerFile& file) {
  using What = pylos_tablebase::FileFault::What;
  constexpr u64 SUM = 4;
  if (!pylos_tablebase::FileHeader::has_letters(whole, "SOMMETPL") ||
      whole.size < pylos_tablebase::FileHeader::LETTERS + pylos_tablebase::FileHeader::LENGTH + SUM)
    return {What::FOREIGN};
  whole.size -= SUM;
  u32 sum;
  std::memcpy(&sum, whole.bytes + whole.size, SUM);
  if (crc32(whole.bytes, whole.size) != sum) return {What::CHECKSUM};
  pylos_tablebase::FileHeader header;
  if (const pylos_tablebase::FileFault fault = header.read(whole, PLAYER_FORMAT)) return fault;
  file.base = header.base;
  file.rules = header.rules;
  file.deflated = header.text(header.member("coding")) == "deflate";
  const auto exceptions = header.number(header.member("exceptions"));
  if (!exceptions) return {What::HEADER};
  file.exceptions = *exceptions;
  u64 at = header.end;
  int count = 0;
  const bool found = header.each(header.member("sections"), [&](const JsonValue& value) {
    const auto size = header.number(value);
    if (count == PLAYER_PARTS || !size || *size > whole.size - at) return false;
    file.parts[count++] = {whole.bytes + at, *size};
    at += *size;
    return true;
  });
  return found && count == PLAYER_PARTS && at == whole.size
             ? pylos_tablebase::FileFault{}
             : pylos_tablebase::FileFault{What::PARTS};
}

// Reads the parts, which are no longer compressed; false where their sizes do not fit together.
inline bool read_player(const pylos_tablebase::Part (&plain)[PLAYER_PARTS], u64 exceptions,
                        PlayerData& data) {
  const auto& [weights, gaps, places] = plain;
  if (weights.size % sizeof(short) || exceptions > ~0u || gaps.size != 4 * exceptions ||
      places.size != exceptions)
    return false;
  data.weights.resize(weights.size / sizeof(short));
  if (weights.size) std::memcpy(data.weights.data(), weights.bytes, weights.size);
  data.places.assign(places.bytes, places.bytes + exceptions);
  data.numbers.resize(exceptions);
  u32 number = 0;
  for (u64 i = 0; i < exceptions; ++i) {
    for (u32 plane = 0; plane < 4; ++plane)
      number += static_cast<u32>(gaps.bytes[plane * exceptions + i]) << (8 * plane);
    data.numbers[i] = number;
  }
  return true;
}

// Opens a file whose parts are deflated and reads all of it.
inline pylos_tablebase::FileFault read_deflated_player(pylos_tablebase::Part whole,
                                                       PlayerFile& file, PlayerData& data) {
  using What = pylos_tablebase::FileFault::What;
  constexpr u64 LARGEST_PART = u64{1} << 26;
  if (const pylos_tablebase::FileFault fault = open_player(whole, file)) return fault;
  if (!file.deflated) return {What::PARTS};
  std::vector<u8> inflated[PLAYER_PARTS];
  pylos_tablebase::Part plain[PLAYER_PARTS];
  for (int i = 0; i < PLAYER_PARTS; ++i) {
    if (!inflate(file.parts[i].bytes, file.parts[i].size, LARGEST_PART, inflated[i]))
      return {What::PARTS};
    plain[i] = {inflated[i].data(), inflated[i].size()};
  }
  return read_player(plain, file.exceptions, data) ? pylos_tablebase::FileFault{}
                                                   : pylos_tablebase::FileFault{What::PARTS};
}

}  // namespace sommet::pylos_perfect
