// Undoes zlib's compression (RFC 1950, RFC 1951), for files that are opened where there is no zlib.
// Whatever the bytes are, it reads only them and writes at most as much as the caller allows.
#pragma once

#include <vector>

#include "common/device.hpp"

namespace sommet {

class Inflater {
 public:
  Inflater(const u8* bytes, u64 size) : at_(bytes), end_(bytes + size) {}

  // Appends what the stream holds to `out`; false where it is damaged, cut short, followed by
  // something, or larger than `most`.
  bool run(std::vector<u8>& out, u64 most) {
    const u64 begin = out.size();
    const u32 head = take(8) << 8, flags = take(8);
    constexpr u32 DEFLATE = 8, DICTIONARY = 32;
    if ((head >> 8 & 15) != DEFLATE || (head | flags) % 31 || flags & DICTIONARY) return false;
    for (bool last = false; !last;) {
      last = take(1) != 0;
      const u32 kind = take(2);
      const bool read = kind == 0   ? copy_stored(out, begin + most)
                        : kind == 1 ? use_fixed_codes() && read_block(out, begin, begin + most)
                        : kind == 2 ? read_codes() && read_block(out, begin, begin + most)
                                    : false;
      if (!read || is_past_end()) return false;
    }
    skip_to_byte();
    u32 sum = 0;
    for (int i = 0; i < 4; ++i) sum = sum << 8 | take(8);
    return !is_past_end() && held_ / 8 == static_cast<int>(past_end_) && at_ == end_ &&
           sum == adler32(out.data() + begin, out.size() - begin);
  }

 private:
  static constexpr int LONGEST = 15, LITERALS = 288, DISTANCES = 30, LENGTH_CODES = 19;
  static constexpr u32 END_OF_BLOCK = 256;

  // A prefix code, looked up by the next bits of the stream.
  struct Code {
    int bits = 0;
    std::vector<u16> entry;  // symbol << 4 | length; 0 where no symbol has these bits

    bool make(const u8* lengths, int symbols) {
      u32 count[LONGEST + 1] = {}, next[LONGEST + 2] = {};
      bits = 1;
      for (int s = 0; s < symbols; ++s) {
        ++count[lengths[s]];
        bits = lengths[s] > bits ? lengths[s] : bits;
      }
      count[0] = 0;
      for (int length = 1; length <= LONGEST; ++length) {
        if (next[length] + count[length] > 1u << length) return false;  // more than fit
        next[length + 1] = (next[length] + count[length]) << 1;
      }
      entry.assign(std::size_t{1} << bits, 0);
      for (int s = 0; s < symbols; ++s) {
        const int length = lengths[s];
        if (length == 0) continue;
        u32 reversed = 0;
        for (u32 code = next[length]++, i = 0; i < static_cast<u32>(length); ++i, code >>= 1)
          reversed = reversed << 1 | (code & 1);
        for (u32 at = reversed; at < entry.size(); at += 1u << length)
          entry[at] = static_cast<u16>(s << 4 | length);
      }
      return true;
    }
  };

  void refill() {
    for (; held_ <= 56; held_ += 8) {
      if (at_ < end_)
        hold_ |= static_cast<u64>(*at_++) << held_;
      else
        ++past_end_;
    }
  }
  u32 take(int count) {
    refill();
    const u32 bits = static_cast<u32>(hold_ & ((u64{1} << count) - 1));
    hold_ >>= count;
    held_ -= count;
    return bits;
  }
  // More than is there was taken.
  bool is_past_end() const { return past_end_ * 8 > static_cast<u64>(held_); }
  void skip_to_byte() { take(held_ % 8); }

  // The next symbol, or ~0.
  u32 symbol(const Code& code) {
    refill();
    const u16 found = code.entry[hold_ & (code.entry.size() - 1)];
    if (!found) return ~0u;
    hold_ >>= found & 15;
    held_ -= found & 15;
    return found >> 4;
  }

  bool copy_stored(std::vector<u8>& out, u64 most) {
    skip_to_byte();
    const u32 size = take(16), check = take(16);
    if ((size ^ check) != 0xFFFF || out.size() + size > most) return false;
    for (u32 i = 0; i < size; ++i) {
      out.push_back(static_cast<u8>(take(8)));
      if (is_past_end()) return false;
    }
    return true;
  }

  bool use_fixed_codes() {
    u8 lengths[LITERALS];
    for (int s = 0; s < LITERALS; ++s) lengths[s] = s < 144 ? 8 : s < 256 ? 9 : s < 280 ? 7 : 8;
    u8 five[DISTANCES];
    for (u8& length : five) length = 5;
    return literals_.make(lengths, LITERALS) && distances_.make(five, DISTANCES);
  }

  bool read_codes() {
    constexpr u8 ORDER[LENGTH_CODES] = {16, 17, 18, 0, 8,  7, 9,  6, 10, 5,
                                        11, 4,  12, 3, 13, 2, 14, 1, 15};
    const int literals = static_cast<int>(take(5)) + 257, distances = static_cast<int>(take(5)) + 1;
    const int codes = static_cast<int>(take(4)) + 4;
    if (literals > LITERALS || distances > DISTANCES) return false;
    u8 lengths[LITERALS + DISTANCES] = {};
    for (int i = 0; i < codes; ++i) lengths[ORDER[i]] = static_cast<u8>(take(3));
    Code code;
    if (!code.make(lengths, LENGTH_CODES)) return false;
    for (int i = 0; i < LENGTH_CODES; ++i) lengths[i] = 0;
    for (int at = 0; at < literals + distances;) {
      const u32 found = symbol(code);
      if (found == ~0u || is_past_end()) return false;
      if (found < 16) {
        lengths[at++] = static_cast<u8>(found);
        continue;
      }
      if (found == 16 && at == 0) return false;
      const u8 repeated = found == 16 ? lengths[at - 1] : u8{0};
      u32 times = found == 16 ? 3 + take(2) : found == 17 ? 3 + take(3) : 11 + take(7);
      for (; times && at < literals + distances; --times) lengths[at++] = repeated;
      if (times) return false;
    }
    return lengths[END_OF_BLOCK] && literals_.make(lengths, literals) &&
           distances_.make(lengths + literals, distances);
  }

  bool read_block(std::vector<u8>& out, u64 begin, u64 most) {
    constexpr u16 LENGTH_BASE[29] = {3,  4,  5,  6,   7,   8,   9,   10,  11, 13,
                                     15, 17, 19, 23,  27,  31,  35,  43,  51, 59,
                                     67, 83, 99, 115, 131, 163, 195, 227, 258};
    constexpr u8 LENGTH_BITS[29] = {0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2,
                                    2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0};
    constexpr u16 DISTANCE_BASE[DISTANCES] = {
        1,   2,   3,   4,   5,   7,    9,    13,   17,   25,   33,   49,   65,    97,    129,
        193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097, 6145, 8193, 12289, 16385, 24577};
    for (;;) {
      u32 found = symbol(literals_);
      if (found == END_OF_BLOCK) return true;
      if (found == ~0u || is_past_end() || out.size() >= most) return false;
      if (found < END_OF_BLOCK) {
        out.push_back(static_cast<u8>(found));
        continue;
      }
      found -= END_OF_BLOCK + 1;
      if (found >= 29) return false;
      const u32 length = LENGTH_BASE[found] + take(LENGTH_BITS[found]);
      const u32 far = symbol(distances_);
      if (far >= static_cast<u32>(DISTANCES)) return false;
      const u32 distance = DISTANCE_BASE[far] + take(far < 4 ? 0 : static_cast<int>(far / 2) - 1);
      if (distance > out.size() - begin || out.size() + length > most) return false;
      for (u32 i = 0; i < length; ++i) out.push_back(out[out.size() - distance]);
    }
  }

  static u32 adler32(const u8* bytes, u64 size) {
    u32 a = 1, b = 0;
    while (size) {
      const u64 some = size < 5000 ? size : 5000;  // no sum overflows before that
      for (u64 i = 0; i < some; ++i) b += a += bytes[i];
      a %= 65521;
      b %= 65521;
      bytes += some;
      size -= some;
    }
    return b << 16 | a;
  }

  const u8 *at_, *end_;
  u64 hold_ = 0, past_end_ = 0;
  int held_ = 0;
  Code literals_, distances_;
};

inline bool inflate(const u8* bytes, u64 size, u64 most, std::vector<u8>& out) {
  return Inflater(bytes, size).run(out, most);
}

}  // namespace sommet
