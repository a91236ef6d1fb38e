// Opens a packed table's file, wherever its bytes lie: mapped into memory, or in the page's.
//
//   letters, length, header (file_header.hpp)       zeros up to a multiple of 64
//   `model`, deflated | `groups` | `data`           each padded to a multiple of 64
//   a CRC-32 for each 65,536 bytes of all that
#pragma once

#include <vector>

#include "pylos_tablebase/file_header.hpp"

namespace sommet::pylos_tablebase {

struct PackedFile {
  int base = 0;
  pylos::Rules rules{};
  std::vector<u8> model;  // inflated
  Part groups, data;      // in the file
};

constexpr u64 PACKED_FORMAT = 2;

// Checks everything but what is in the parts; then `file` points into `whole`.
FileFault open_packed(Part whole, PackedFile& file);

}  // namespace sommet::pylos_tablebase
