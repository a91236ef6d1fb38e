// An arithmetic coder for single bits, each with its own probability in 1/65536.
//
// The range never falls below 2^48, so that probabilities of 16 bits lose nothing. The reader sees
// zeros after the last byte, so trailing zeros are not written.
#pragma once

#include <utility>
#include <vector>

#include "common/clones.hpp"
#include "common/device.hpp"

namespace sommet::pylos_tablebase {

constexpr u64 LEAST_RANGE = u64{1} << 48;

class BitWriter {
 public:
  SOMMET_INLINE void put(bool bit, u32 probability) {
    const u64 bound = (range_ >> 16) * probability;
    if (bit) {
      range_ = bound;
    } else {
      add(bound);
      range_ -= bound;
    }
    while (range_ < LEAST_RANGE) {
      bytes_.push_back(static_cast<u8>(low_ >> 56));
      low_ <<= 8;
      range_ <<= 8;
    }
  }

  std::vector<u8> finish() {
    for (int zeros = 63; zeros >= 0; --zeros) {  // the number in range with most zeros at its end
      const u64 step = u64{1} << zeros, up = (0 - low_) & (step - 1);
      if (up >= range_) continue;
      add(up);
      break;
    }
    for (int i = 0; i < 8; ++i) bytes_.push_back(static_cast<u8>(low_ >> (56 - 8 * i)));
    while (!bytes_.empty() && bytes_.back() == 0) bytes_.pop_back();
    return std::move(bytes_);
  }

 private:
  void add(u64 amount) {
    low_ += amount;
    if (low_ >= amount) return;
    for (std::size_t i = bytes_.size(); i-- > 0 && ++bytes_[i] == 0;) {
    }
  }

  u64 low_ = 0, range_ = ~u64{0};
  std::vector<u8> bytes_;
};

class BitReader {
 public:
  BitReader(const u8* at, u64 size) : at_(at), end_(at + size) {
    for (int i = 0; i < 8; ++i) code_ = code_ << 8 | next();
  }

  SOMMET_INLINE bool get(u32 probability) {
    const u64 bound = (range_ >> 16) * probability;
    const bool bit = code_ < bound;
    if (bit) {
      range_ = bound;
    } else {
      code_ -= bound;
      range_ -= bound;
    }
    while (range_ < LEAST_RANGE) {
      code_ = code_ << 8 | next();
      range_ <<= 8;
    }
    return bit;
  }

 private:
  u64 next() { return at_ < end_ ? *at_++ : 0; }

  const u8 *at_, *end_;
  u64 code_ = 0, range_ = ~u64{0};
};

}  // namespace sommet::pylos_tablebase
