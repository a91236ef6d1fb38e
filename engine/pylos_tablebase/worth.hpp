// What a packed table knows of a position.
#pragma once

#include "common/device.hpp"

namespace sommet::pylos_tablebase {

enum class Worth : u8 { LOSS = 0, WIN = 1, DRAW = 2 };

// Of a full table's byte: 255 for a draw, otherwise the distance.
inline Worth worth_of(u8 byte) {
  return byte == 255 ? Worth::DRAW : byte & 1 ? Worth::WIN : Worth::LOSS;
}

}  // namespace sommet::pylos_tablebase
