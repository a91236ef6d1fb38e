// Random positions with their values, as the inputs of the search's network. Compiled behind
// check.cu, which finds positions in a table.
#include "pylos_search/network_inputs.hpp"

constexpr int FEWEST = 5, MOST = 27;
constexpr int MOST_MOVES = 44;

struct Lot {
  u64 state;
  __device__ u32 next() {  // splitmix64
    state += 0x9E3779B97F4A7C15ull;
    u64 z = state;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return static_cast<u32>((z ^ (z >> 31)) >> 32);
  }
  __device__ u32 below(u32 bound) {
    return static_cast<u32>(static_cast<u64>(next()) * bound >> 32);
  }
};

// 2 win, 1 draw, 0 loss, for the side to move.
__device__ int value_of(const Index& x, const u8* table, pylos::Position pos) {
  if (pylos::is_over<BASE>(RULES, pos)) return 0;
  const u8 distance = table[find(x, pos)];
  return distance == 255 ? 1 : (distance & 1) * 2;
}

// An evaluation may be asked about it: no end, no open summit.
__device__ bool is_open(pylos::Position pos) {
  const u32 occupied = pos.own | pos.other;
  return !pylos::is_over<BASE>(RULES, pos) &&
         !(pylos::placeable<BASE>(occupied) >> pylos::Pyramid<BASE>::SUMMIT & 1u);
}

// A position drawn evenly from those of the table with a number of balls drawn first.
__device__ pylos::Position from_table(const Geometry& geo, const Index& x, const u32* level,
                                      Lot& lot) {
  const int balls = FEWEST + static_cast<int>(lot.below(MOST - FEWEST + 1));
  const u32 mask = x.masks[level[balls] + lot.below(level[balls + 1] - level[balls])];
  u32 own = 0;
  do {
    own = 0;
    const u32 bits = lot.next();
    int k = 0;
    for (u32 rest = mask; rest; rest &= rest - 1, ++k)
      if (bits >> k & 1u) own |= rest & (0 - rest);
  } while (!stored(balls, popcount(own)));
  return {cells_of(geo, own), cells_of(geo, mask & ~own)};
}

// A random move; with `well`, one of those that keep the value.
__device__ pylos::Position move_on(const Index& x, const u8* table, pylos::Position pos, bool well,
                                   Lot& lot) {
  int worst = 3;
  if (well)
    pylos::for_each_move<BASE>(RULES, pos, [&](pylos::Move m) {
      worst = min(worst, value_of(x, table, pylos::play(pos, m)));
    });
  u32 seen = 0;
  pylos::Position chosen = pos;
  pylos::for_each_move<BASE>(RULES, pos, [&](pylos::Move m) {
    const pylos::Position child = pylos::play(pos, m);
    if (well && value_of(x, table, child) != worst) return;
    if (lot.below(++seen) == 0) chosen = child;
  });
  return chosen;
}

__device__ void tell(const Index& x, const u8* table, pylos::Position pos, float& target,
                     int& stage) {
  target = 0.5f * static_cast<float>(value_of(x, table, pos));
  stage = pylos_search::network_stage(popcount(pos.own | pos.other));
}

// kind 0: a quarter from the table, a quarter from it and moved on, half from games. kind 1: from
// the table.
extern "C" __global__ void draw_positions(const Geometry* geo, const Index* index, const u8* table,
                                          const u32* level, u64 seed, u32 count, u32 kind,
                                          u32* positions, float* targets, int* stages) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Lot lot = {seed * 0xD1342543DE82EF95ull + i * 0x2545F4914F6CDD1Dull};
  pylos::Position pos;
  do {
    const u32 way = kind ? 0 : lot.below(4);
    int moves = 0;
    if (way < 2) {
      pos = from_table(*geo, *index, level, lot);
      moves = way ? 1 + static_cast<int>(lot.below(6)) : 0;
    } else {
      pos = {0, 0};
      moves = FEWEST + static_cast<int>(lot.below(MOST_MOVES - FEWEST + 1));
    }
    const u32 well = lot.below(4);  // of four moves so many are good ones
    for (; moves > 0 && is_open(pos); --moves)
      pos = move_on(*index, table, pos, lot.below(3) < well, lot);
  } while (!is_open(pos));
  positions[2 * i] = pos.own;
  positions[2 * i + 1] = pos.other;
  tell(*index, table, pos, targets[i], stages[i]);
}

extern "C" __global__ void tell_positions(const Index* index, const u8* table, u32 count,
                                          const u32* positions, float* targets, int* stages) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  tell(*index, table, {positions[2 * i], positions[2 * i + 1]}, targets[i], stages[i]);
}

extern "C" __global__ void count_successors(u32 count, const u32* positions, int* numbers) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  int n = 0;
  pylos::for_each_move<BASE>(RULES, {positions[2 * i], positions[2 * i + 1]},
                             [&](pylos::Move) { ++n; });
  numbers[i] = n;
}

// Successors of position i from `ends[i - 1]` on: the position, whose it is, and 1 where it is won
// for the side that moved there, -1 where it is lost at once, 0 where it must be judged.
extern "C" __global__ void list_successors(const Index* index, const u8* table, u32 count,
                                           const u32* positions, const long long* ends,
                                           u32* successors, long long* from, int* settled,
                                           float* targets, int* stages) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const pylos::Position pos = {positions[2 * i], positions[2 * i + 1]};
  long long at = i ? ends[i - 1] : 0;
  pylos::for_each_move<BASE>(RULES, pos, [&](pylos::Move m) {
    const pylos::Position next = pylos::play(pos, m);
    successors[2 * at] = next.own;
    successors[2 * at + 1] = next.other;
    from[at] = i;
    settled[at] = pylos::is_over<BASE>(RULES, next) ? 1 : is_open(next) ? 0 : -1;
    tell(*index, table, next, targets[at], stages[at]);
    ++at;
  });
}

__device__ u32 turned(u32 cells, int g) {
  u32 image = 0;
  for (u32 b = cells; b; b &= b - 1) image |= 1u << image_of_cell<BASE>(g, lowest(b));
  return image;
}

// `inputs`: `count` zeroed rows of `stride` numbers (bfloat16, one is 0x3F80). Every position is
// turned at random.
extern "C" __global__ void fill_inputs(const u32* positions, u32 count, u32 stride, u64 seed,
                                       u16* inputs) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  Lot lot = {seed * 0xD1342543DE82EF95ull + i * 0x2545F4914F6CDD1Dull};
  const int g = static_cast<int>(lot.below(SYMMETRIES));
  const pylos::Position pos = {turned(positions[2 * i], g), turned(positions[2 * i + 1], g)};
  u16* row = inputs + static_cast<u64>(i) * stride;
  pylos_search::for_each_input(RULES, pos, [&](int at) { row[at] = 0x3F80; });
}
