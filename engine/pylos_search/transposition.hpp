// The transposition table: results of positions searched. Shared by all threads without locks: each
// slot holds the key xored with the data, so that a slot torn by two writers reads as a miss.
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>

#include "common/device.hpp"

namespace sommet::pylos_search {

enum class Bound : u8 { none = 0, upper = 1, lower = 2, exact = 3 };

// One search result, packed into 64 bits.
//
//   bits  0-15  score + 32768, counted from the entry's position
//   bits 16-23  depth in moves
//   bits 24-25  bound
//   bits 26-45  best move: from, to, take1, take2, five bits each, 31 = none
struct Entry {
  int score = 0;
  int depth = 0;
  Bound bound = Bound::none;
  u32 move = 0;

  u64 pack() const {
    return static_cast<u64>(static_cast<u16>(score + 32768)) | static_cast<u64>(depth & 255) << 16 |
           static_cast<u64>(bound) << 24 | static_cast<u64>(move & 0xFFFFF) << 26;
  }
  static Entry unpack(u64 data) {
    return {static_cast<int>(data & 0xFFFF) - 32768, static_cast<int>(data >> 16 & 255),
            static_cast<Bound>(data >> 24 & 3), static_cast<u32>(data >> 26 & 0xFFFFF)};
  }
};

class TranspositionTable {
 public:
  explicit TranspositionTable(int log2_slots)
      : mask_((std::size_t{1} << log2_slots) - 1), slots_(new Slot[mask_ + 1]()) {}

  // Fetches what `find` will be asked for soon.
  void prefetch(u64 key) const { __builtin_prefetch(&slots_[place(key)]); }

  bool find(u64 key, Entry& entry) const {
    const std::size_t at = place(key);
    for (std::size_t i = 0; i < 2; ++i) {
      const Slot& slot = slots_[at ^ i];
      const u64 data = slot.data.load(std::memory_order_relaxed);
      if (data != 0 && (slot.check.load(std::memory_order_relaxed) ^ data) == key) {
        entry = Entry::unpack(data);
        return true;
      }
    }
    return false;
  }

  // Two slots a position: the first keeps the deeper result, the second whatever came last.
  void store(u64 key, const Entry& entry) {
    const std::size_t at = place(key);
    Slot* slot = &slots_[at];
    const u64 old = slot->data.load(std::memory_order_relaxed);
    const bool same = (slot->check.load(std::memory_order_relaxed) ^ old) == key;
    if (old != 0 && !same && Entry::unpack(old).depth > entry.depth) slot = &slots_[at ^ 1];
    const u64 data = entry.pack();
    slot->check.store(key ^ data, std::memory_order_relaxed);
    slot->data.store(data, std::memory_order_relaxed);
  }

 private:
  struct Slot {
    std::atomic<u64> check{0};
    std::atomic<u64> data{0};
  };

  std::size_t place(u64 key) const {
    u64 z = key * 0x9E3779B97F4A7C15ull;
    z ^= z >> 29;
    z *= 0xBF58476D1CE4E5B9ull;
    return static_cast<std::size_t>(z >> 24) & mask_;
  }

  std::size_t mask_;
  std::unique_ptr<Slot[]> slots_;
};

}  // namespace sommet::pylos_search
