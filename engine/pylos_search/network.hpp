// The network that judges positions for the search: sums of rows, then three small layers.
//
//   inputs that are on        wide                narrow, by stage      second            by stage
//   (network_inputs.hpp) ---> bias + sum of ----> bias + products ----> bias + ---------> log odds
//                             rows, cut to        cut to 0 ... 1, and   products, cut
//                             0 ... 1, squared    squared: 2 numbers    to 0 ... 1
//                                                          `----------------------------^
//
// Whole numbers throughout, so that every machine gets the same result: in the sums of rows one is
// 64, what leaves a layer has 7 bits (one is 128), weights between layers have 8 (one is 64). The
// successors of one position share most of their inputs, so their sums are made from one sum by
// what differs.
#pragma once

#include "pylos_search/network_inputs.hpp"

namespace sommet::pylos_search {

inline constexpr int NETWORK_ONE = 256;  // of numbers of 16 bits in a file
inline constexpr int WIDE = 384;
inline constexpr int NARROW = 16;
inline constexpr int SECOND = 32;
inline constexpr int SUMMED_COLUMNS = 128;  // columns that are summed up in registers
static_assert(WIDE % SUMMED_COLUMNS == 0);

// The weights. A row's are kept 128 larger than they are, as bytes without a sign. Between layers,
// those of four columns lie side by side, so that one instruction multiplies and adds them for
// several units.
struct alignas(64) Network {
  alignas(64) u8 row[NETWORK_INPUTS + 1][WIDE];  // the last one is all zeros
  alignas(64) i16 row_bias[WIDE];                // ordered as sums are
  alignas(64) i8 narrow[NETWORK_STAGES][WIDE / 4][NARROW][4];
  alignas(64) i8 second[2 * NARROW / 4][SECOND][4];
  alignas(64) i32 narrow_bias[NETWORK_STAGES][NARROW];
  alignas(64) i32 second_bias[SECOND];
  alignas(64) i16 out[NETWORK_STAGES][SECOND + 2 * NARROW];
  i32 out_bias[NETWORK_STAGES];
  bool blocks;  // whether there are rows for blocks of cells; without, they cost no time
};

// The order of the sums. Unpacking bytes to 16 bits works on each half of a 32-byte register alone,
// which leaves the second and the third eight of 32 columns exchanged. Rows stay in the order of
// columns; row_bias, and whatever reads the sums, goes by this one:
//
//   columns   0 ..  7 |  8 .. 15 | 16 .. 23 | 24 .. 31
//   place     0 ..  7 | 16 .. 23 |  8 .. 15 | 24 .. 31
constexpr int place_of(int column) {
  constexpr int EIGHTS[4] = {0, 16, 8, 24};
  return column / 32 * 32 + EIGHTS[column / 8 % 4] + column % 8;
}

// A file keeps bytes, one is 64: the rows, column by column; between layers, the narrow layer by
// stage, unit and column, and the second by unit and column. Then numbers of 16 bits, one is 256,
// low byte first: the rows' bias, the narrow layer's, the second's, the outputs' weights by stage,
// their bias. The rows of blocks come last in each column, or in none.
inline constexpr int NETWORK_STEP = 4;
inline constexpr int NETWORK_BETWEEN = NETWORK_STAGES * NARROW * WIDE + SECOND * 2 * NARROW;
constexpr int network_bytes(int inputs) {
  return inputs * WIDE + NETWORK_BETWEEN +
         2 * (WIDE + NETWORK_STAGES * NARROW + SECOND + NETWORK_STAGES * (SECOND + 2 * NARROW + 1));
}
inline constexpr int NETWORK_BYTES = network_bytes(NETWORK_INPUTS);
inline constexpr int NETWORK_BYTES_WITHOUT_BLOCKS = network_bytes(BLOCKS_AT);

// Returns false, and reads nothing, if a network has another size.
[[nodiscard]] inline bool read_network(const u8* from, std::size_t size, Network& net) {
  if (size != NETWORK_BYTES && size != NETWORK_BYTES_WITHOUT_BLOCKS) return false;
  const auto byte = [&from] { return static_cast<i8>(*from++); };
  net.blocks = size == NETWORK_BYTES;
  const int inputs = net.blocks ? NETWORK_INPUTS : BLOCKS_AT;
  for (int column = 0; column < WIDE; ++column)
    for (int input = 0; input <= NETWORK_INPUTS; ++input)
      net.row[input][column] = static_cast<u8>(input < inputs ? byte() + 128 : 128);
  for (auto& stage : net.narrow)
    for (int unit = 0; unit < NARROW; ++unit)
      for (int column = 0; column < WIDE; ++column) stage[column / 4][unit][column % 4] = byte();
  for (int unit = 0; unit < SECOND; ++unit)
    for (int column = 0; column < 2 * NARROW; ++column)
      net.second[column / 4][unit][column % 4] = byte();
  const auto next = [&from] {
    const auto number = static_cast<i16>(from[0] | from[1] << 8);
    from += 2;
    return number;
  };
  // Of products one is 128 * 64; half a step more makes cutting off digits a rounding.
  const auto bias = [&next] { return next() * 32 + 32; };
  for (int column = 0; column < WIDE; ++column)
    net.row_bias[place_of(column)] = static_cast<i16>((next() + NETWORK_STEP / 2) >> 2);
  for (auto& stage : net.narrow_bias)
    for (i32& b : stage) b = bias();
  for (i32& b : net.second_bias) b = bias();
  for (auto& stage : net.out)
    for (i16& weight : stage) weight = next();
  for (i32& b : net.out_bias) b = next() * 128;
  return true;
}

// The rows that lead from one sum to another: in each pair the first is added, the second taken.
struct Changes {
  static constexpr int MOST = 192;
  const u8* added[MOST];
  const u8* taken[MOST];
  int adds = 0, takes = 0;

  void add(const u8* row) { added[adds++] = row; }
  void take(const u8* row) { taken[takes++] = row; }

  // Makes pairs of all, with rows of zeros.
  int pair_up(const Network& net) {
    const int pairs = adds > takes ? adds : takes;
    for (; adds < pairs; ++adds) added[adds] = net.row[NETWORK_INPUTS];
    for (; takes < pairs; ++takes) taken[takes] = net.row[NETWORK_INPUTS];
    return pairs;
  }
};

// The rows of a whole sum.
struct Rows {
  static constexpr int MOST = 192;
  const u8* row[MOST];
  int count = 0;

  void add(const u8* r) { row[count++] = r; }

  // Makes their number even, with a row of zeros; bytes are 128 too large, so all sums are too
  // large by what is returned.
  i16 pair_up(const Network& net) {
    if (count % 2) row[count++] = net.row[NETWORK_INPUTS];
    return static_cast<i16>(128 * count);
  }
};

}  // namespace sommet::pylos_search
