#include "solver/packed.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>
#include <memory>
#include <stdexcept>
#include <thread>

namespace sommet::solver {

namespace {

// For each 6-bit number: those reached by turning one 1 to 0; by turning one 0 to 1; by exchanging
// a 1 with a lower 0.
struct Masks {
  u64 fewer[64] = {}, more[64] = {}, exchanged[64] = {};
  u8 win_share[256][256], draw_share[256][256];

  Masks() {
    for (u32 a = 0; a < 64; ++a)
      for (u32 i = 0; i < 6; ++i) {
        if ((a >> i) & 1u) {
          fewer[a] |= u64{1} << (a ^ 1u << i);
          for (u32 j = 0; j < i; ++j)
            if (!((a >> j) & 1u)) exchanged[a] |= u64{1} << (a ^ 1u << i ^ 1u << j);
        } else {
          more[a] |= u64{1} << (a | 1u << i);
        }
      }
    for (int total = 0; total < 256; ++total)
      for (int part = 0; part <= total; ++part) {
        win_share[total][part] = static_cast<u8>(part == 0       ? 0
                                                 : part == total ? 15
                                                                 : 1 + part * 14 / total);
        draw_share[total][part] = static_cast<u8>(total == 0      ? 0
                                                  : part == 0     ? 1
                                                  : part == total ? 2
                                                                  : 3 + part * 6 / total);
      }
  }
};
const Masks masks;

u32 amount(int total) {
  return total == 0 ? 0 : total < 3 ? 1 : total < 6 ? 2 : total < 12 ? 3 : total < 24 ? 4 : 5;
}

// Arithmetic coder with 64-bit state: the range never falls below 2^48, so that probabilities of
// 16 bits lose nothing. The reader may see zeros after the last byte, so trailing zeros are
// dropped.
constexpr u64 LEAST = u64{1} << 48;

class Writer {
 public:
  void put(bool bit, u32 probability) {
    const u64 bound = (range_ >> 16) * probability;
    if (bit) {
      range_ = bound;
    } else {
      add(bound);
      range_ -= bound;
    }
    while (range_ < LEAST) {
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

class Reader {
 public:
  Reader(const u8* at, u64 size) : at_(at), end_(at + size) {
    for (int i = 0; i < 8; ++i) code_ = code_ << 8 | next();
  }
  bool get(u32 probability) {
    const u64 bound = (range_ >> 16) * probability;
    const bool bit = code_ < bound;
    if (bit) {
      range_ = bound;
    } else {
      code_ -= bound;
      range_ -= bound;
    }
    while (range_ < LEAST) {
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

void in_parallel(u64 jobs, int threads, const std::function<void(u64)>& job) {
  std::atomic<u64> next{0};
  std::vector<std::thread> workers;
  for (int t = 0; t < threads; ++t)
    workers.emplace_back([&] {
      for (u64 i; (i = next.fetch_add(1)) < jobs;) job(i);
    });
  for (std::thread& worker : workers) worker.join();
}

Worth worth_of(u8 byte) { return byte == 255 ? Worth::DRAW : byte & 1 ? Worth::WIN : Worth::LOSS; }

u32 block_size(const PackOrder& order) {
  return order.balls < BLOCK_BITS ? 1u << order.balls : BLOCK_SIZE;
}

// For each number of ones, the 6-bit numbers that have at most so many.
struct AtMost {
  u64 set[7] = {};
  AtMost() {
    for (u32 a = 0; a < 64; ++a)
      for (int ones = popcount(a); ones <= 6; ++ones) set[ones] |= u64{1} << a;
  }
  u64 operator()(int ones) const { return ones < 0 ? 0 : set[ones > 6 ? 6 : ones]; }
};
const AtMost at_most;

// Marks the colourings of a block that are coded; returns whether there are any.
bool mark_coded(const PackOrder& order, const Colourings& colourings, u32 block,
                BlockMatrix& matrix) {
  const u32 high = block << BLOCK_BITS, size = block_size(order);
  const int above = popcount(high), each = colourings.balls_each();
  const u64 columns = size >= 64 ? ~u64{0} : (u64{1} << size) - 1;
  const u32 rows = size >= 64 ? size / 64 : 1;
  for (u32 row = 0; row < rows; ++row) {
    const int own = above + popcount(row);
    matrix.coded_[row] =
        columns & at_most(OWN_COUNTS - 1 - own) & ~at_most(order.balls - each - own - 1);
  }
  for (int m = 0; m < order.mirrors; ++m) {
    const BlockImage image(order.mirror_bit[m], order.balls, block);
    for (u32 row = 0; row < rows; ++row) {
      if (!matrix.coded_[row]) continue;
      const u32 base = image.base | image.row[row], self = high | row << ROW_BITS;
      u64 keep = 0;
      for (u32 column = 0; column < 64; ++column)
        keep |= static_cast<u64>((base | image.column[column]) >= (self | column)) << column;
      matrix.coded_[row] &= keep;
    }
  }
  u64 any = 0;
  for (u32 row = 0; row < rows; ++row) {
    any |= matrix.coded_[row];
    for (u64 rest = matrix.coded_[row]; rest; rest &= rest - 1)
      matrix.coded_columns_[lowest64(rest)] |= u64{1} << row;
  }
  return any != 0;
}

}  // namespace

// The lowest level of a bit that can be 1: probability 2/65536.
constexpr u8 SELDOM = 8;

u32 probability_of(u8 level) {
  const double odds = std::exp((level - 127.5) / 11.5);
  return std::clamp(static_cast<u32>(65536.0 * odds / (1 + odds)), 1u, 65535u);
}

u8 level_of(double ones, double zeros) {
  const double odds = std::log((ones + 0.02) / (zeros + 0.02));
  return static_cast<u8>(std::clamp(std::lround(odds * 11.5 + 127.5), 0l, 255l));
}

BlockMatrix::Counts BlockMatrix::count(const u64* rows, const u64* columns, u32 at) const {
  const u32 row = at >> ROW_BITS, column = at & 63;
  Counts c;
  c.flips =
      popcount64(rows[row] & masks.fewer[column]) + popcount64(columns[column] & masks.fewer[row]);
  c.swaps = popcount64(rows[row] & masks.exchanged[column]) +
            popcount64(columns[column] & masks.exchanged[row]);
  for (u32 rest = row; rest; rest &= rest - 1)
    c.swaps += popcount64(rows[row ^ (rest & (0 - rest))] & masks.more[column]);
  return c;
}

u32 BlockMatrix::win_context(const Neighbours& n, int own) {
  const u32 flips = masks.draw_share[n.all.flips][n.won.flips];
  const u32 swaps = masks.win_share[n.all.swaps][n.won.swaps];
  return ((static_cast<u32>(own) * 9 + flips) * 16 + swaps) * 6 + amount(n.all.swaps);
}

u32 BlockMatrix::draw_context(const Neighbours& n, u32 at, int own) const {
  const Counts drawn = count(drawn_, drawn_columns_, at);
  const int flips = n.all.flips - n.won.flips, swaps = n.all.swaps - n.won.swaps;
  const u32 flip_class = flips == 0 ? 0 : drawn.flips == 0 ? 1 : drawn.flips == flips ? 2 : 3;
  const u32 swap_class = masks.draw_share[swaps][drawn.swaps];
  return WIN_CONTEXTS + ((static_cast<u32>(own) * 9 + swap_class) * 4 + flip_class) * 6 +
         amount(swaps);
}

u32 PackOrder::smallest(u32 index) const {
  u32 best = index;
  for (int m = 0; m < mirrors; ++m) {
    u32 image = 0;
    for (u32 rest = index; rest; rest &= rest - 1) image |= 1u << mirror_bit[m][lowest(rest)];
    best = image < best ? image : best;
  }
  return best;
}

BlockImage::BlockImage(const u8* bits, int balls, u32 block) : base(0), row(), column() {
  for (u32 rest = block; rest; rest &= rest - 1) base |= 1u << bits[BLOCK_BITS + lowest(rest)];
  for (u32 v = 1; v < 64; ++v) {
    const int low = lowest(v);
    const u32 fewer = v & (v - 1);
    column[v] = column[fewer] | (low < balls ? 1u << bits[low] : 0);
    row[v] = row[fewer] | (low + ROW_BITS < balls ? 1u << bits[low + ROW_BITS] : 0);
  }
}

void make_order(const Plan& plan, const Stack& stack, PackOrder& order) {
  const Geometry& geo = plan.geometry;
  const u32 cells = cells_of(geo, stack.mask), free = pylos::free_balls<4>(cells);
  int at = 0, place_at[32] = {}, bit_of_place[MAX_PLACES] = {};
  order.balls = stack.balls;
  order.mirrors = 0;
  for (const u32 part : {cells & ~free, free})
    for (u32 rest = part; rest; rest &= rest - 1, ++at) {
      const int place = geo.place[lowest(rest)];
      order.cell_bit[at] = rest & (0 - rest);
      order.file_bit[at] = static_cast<u8>(popcount(stack.mask & ((1u << place) - 1)));
      place_at[at] = place;
      bit_of_place[place] = at;
    }
  for (int g = 1; g < SYMMETRIES; ++g) {
    if (image_of(geo, g, stack.mask) != stack.mask) continue;
    for (int bit = 0; bit < at; ++bit)
      order.mirror_bit[order.mirrors][bit] =
          static_cast<u8>(bit_of_place[geo.image[g][place_at[bit]]]);
    ++order.mirrors;
  }
}

std::vector<u64> first_blocks(const Plan& plan) {
  std::vector<u64> first;
  u64 blocks = 0;
  for (const Stack& stack : plan.stacks) {
    first.push_back(blocks);
    if (stack.balls < plan.places())
      blocks += stack.balls > BLOCK_BITS ? u64{1} << (stack.balls - BLOCK_BITS) : 1;
  }
  first.push_back(blocks);
  return first;
}

PackedTable::PackedTable(const Locator& locator, const u8* levels, const u8* groups,
                         u64 groups_size, const u8* data, u64 data_size)
    : locator_(locator),
      groups_(groups),
      data_(data),
      data_size_(data_size),
      first_block_(first_blocks(locator.plan())) {
  if (groups_size != (first_block_.back() + GROUP - 1) / GROUP * 12)
    throw std::invalid_argument("wrong size of directory");
  const std::size_t count = static_cast<std::size_t>(locator.plan().places()) * CONTEXTS;
  probabilities_.resize(count);
  for (std::size_t i = 0; i < count; ++i)
    probabilities_[i] = static_cast<u16>(probability_of(levels[i]));
  for (int n = 0; n < locator.plan().places(); ++n) {
    const u8* draws = levels + static_cast<std::size_t>(n) * CONTEXTS + WIN_CONTEXTS;
    drawless_.push_back(std::all_of(draws, draws + DRAW_CONTEXTS, [](u8 l) { return l == 0; }));
  }
}

void PackedTable::read_block(u32 stack, const PackOrder& order, u32 block, u32 last,
                             u8* out) const {
  const u64 number = first_block_[stack] + block;
  const u8* group = groups_ + number / GROUP * 12;
  u32 offset;
  u64 filled;
  std::memcpy(&offset, group, 4);
  std::memcpy(&filled, group + 4, 8);
  const bool empty = !((filled >> (number % GROUP)) & 1);
  u64 at = offset, size = 0;
  if (!empty) {
    const int before = popcount64(filled & ((u64{1} << (number % GROUP)) - 1));
    const int blocks = popcount64(filled);
    u64 skipped = 0;
    for (int i = 0; i < blocks; ++i) {
      if (at + 3 > data_size_) throw std::runtime_error("damaged table");
      u64 length = data_[at++];
      if (length == 255) {
        length = data_[at] | static_cast<u64>(data_[at + 1]) << 8;
        at += 2;
      }
      if (i < before) skipped += length;
      if (i == before) size = length;
    }
    at += skipped;
    if (at + size > data_size_) throw std::runtime_error("damaged table");
  }
  BlockMatrix matrix;
  matrix.clear();
  if (!mark_coded(order, locator_.colourings(), block, matrix)) return;
  Reader reader(data_ + at, size);
  const u16* probability = &probabilities_[static_cast<std::size_t>(order.balls) * CONTEXTS];
  const bool drawless = drawless_[static_cast<std::size_t>(order.balls)];
  const int above = popcount(block << BLOCK_BITS);
  const u32 end = std::min(last + 1, block_size(order));
  for (u32 c = 0; c < end; ++c) {
    if (!matrix.is_coded(c)) continue;
    const int own = above + popcount(c);
    const auto near = matrix.neighbours(c);
    const u32 win = probability[BlockMatrix::win_context(near, own)];
    Worth worth = Worth::LOSS;
    if (empty ? win >= 32768 : reader.get(win)) {
      worth = Worth::WIN;
      matrix.win(c);
    } else if (!drawless) {
      const u32 draw = probability[matrix.draw_context(near, c, own)];
      if (empty ? draw >= 32768 : draw > 1 && reader.get(draw)) {
        worth = Worth::DRAW;
        matrix.draw(c);
      }
    }
    out[c] = static_cast<u8>(worth);
  }
}

PackedParts pack(const Locator& locator, const u8* table, int threads) {
  const Plan& plan = locator.plan();
  const std::vector<u64> first = first_blocks(plan);
  const std::size_t levels_size = static_cast<std::size_t>(plan.places()) * CONTEXTS;
  struct Job {
    u32 stack, begin, end;  // blocks
  };
  std::vector<Job> jobs;
  constexpr u32 PIECE = 1024;
  for (u32 s = 0; s < plan.stacks.size(); ++s)
    for (u64 b = 0; b < first[s + 1] - first[s]; b += PIECE)
      jobs.push_back({s, static_cast<u32>(b),
                      static_cast<u32>(std::min<u64>(first[s + 1] - first[s], b + PIECE))});

  // Walks a block in coding order: see(context, bit).
  const auto walk = [&](const PackOrder& order, const Stack& stack, u32 block, const auto& see) {
    BlockMatrix matrix;
    matrix.clear();
    if (!mark_coded(order, locator.colourings(), block, matrix)) return;
    const u32 high = block << BLOCK_BITS, size = block_size(order);
    const int above = popcount(high);
    const BlockImage colouring(order.file_bit, order.balls, block);
    for (u32 c = 0; c < size; ++c) {
      if (!matrix.is_coded(c)) continue;
      const int own = above + popcount(c);
      const Worth worth =
          worth_of(table[stack.positions + locator.colourings().rank(stack.balls, colouring(c))]);
      const auto near = matrix.neighbours(c);
      see(BlockMatrix::win_context(near, own), worth == Worth::WIN);
      if (worth == Worth::WIN) {
        matrix.win(c);
        continue;
      }
      see(matrix.draw_context(near, c, own), worth == Worth::DRAW);
      if (worth == Worth::DRAW) matrix.draw(c);
    }
  };

  std::vector<std::atomic<u32>> ones(levels_size), zeros(levels_size);
  in_parallel(jobs.size(), threads, [&](u64 j) {
    const Job job = jobs[j];
    const Stack& stack = plan.stacks[job.stack];
    const auto order = std::make_unique<PackOrder>();
    make_order(plan, stack, *order);
    const std::size_t base = static_cast<std::size_t>(stack.balls) * CONTEXTS;
    std::vector<u32> seen(2 * CONTEXTS);
    for (u32 block = job.begin; block < job.end; ++block)
      walk(*order, stack, block, [&](u32 context, bool bit) { ++seen[2 * context + bit]; });
    for (u32 c = 0; c < CONTEXTS; ++c) {
      if (seen[2 * c]) zeros[base + c] += seen[2 * c];
      if (seen[2 * c + 1]) ones[base + c] += seen[2 * c + 1];
    }
  });
  PackedParts parts;
  parts.levels.resize(levels_size);
  std::vector<u32> probability(levels_size);
  for (std::size_t i = 0; i < levels_size; ++i) {
    parts.levels[i] = level_of(ones[i], zeros[i]);
    // A draw context never seen with a 1 has level 0 and is not coded; all others are.
    if (ones[i] == 0)
      parts.levels[i] = 0;
    else
      parts.levels[i] = std::max(parts.levels[i], SELDOM);
    probability[i] = probability_of(parts.levels[i]);
  }

  std::vector<std::vector<u8>> coded(first.back());
  in_parallel(jobs.size(), threads, [&](u64 j) {
    const Job job = jobs[j];
    const Stack& stack = plan.stacks[job.stack];
    const auto order = std::make_unique<PackOrder>();
    make_order(plan, stack, *order);
    const u32* p = &probability[static_cast<std::size_t>(stack.balls) * CONTEXTS];
    for (u32 block = job.begin; block < job.end; ++block) {
      Writer writer;
      bool expected = true;
      walk(*order, stack, block, [&](u32 context, bool bit) {
        expected &= bit == (p[context] >= 32768);
        if (context < WIN_CONTEXTS || p[context] > 1) writer.put(bit, p[context]);
      });
      if (expected) continue;
      coded[first[job.stack] + block] = writer.finish();
      // A block that is not as expected needs at least one byte to say so.
      if (coded[first[job.stack] + block].empty()) coded[first[job.stack] + block].push_back(0);
    }
  });
  for (u64 g = 0; g < first.back(); g += GROUP) {
    const u32 offset = static_cast<u32>(parts.data.size());
    u64 filled = 0;
    for (u64 b = g; b < std::min(first.back(), g + GROUP); ++b) {
      if (coded[b].empty()) continue;
      filled |= u64{1} << (b - g);
      const std::size_t length = coded[b].size();
      if (length < 255) {
        parts.data.push_back(static_cast<u8>(length));
      } else {
        parts.data.push_back(255);
        parts.data.push_back(static_cast<u8>(length));
        parts.data.push_back(static_cast<u8>(length >> 8));
      }
    }
    for (u64 b = g; b < std::min(first.back(), g + GROUP); ++b)
      parts.data.insert(parts.data.end(), coded[b].begin(), coded[b].end());
    u8 entry[12];
    std::memcpy(entry, &offset, 4);
    std::memcpy(entry + 4, &filled, 8);
    parts.groups.insert(parts.groups.end(), entry, entry + 12);
  }
  parts.data.insert(parts.data.end(), 3, u8{0});  // room to read past the last length
  return parts;
}

Worth PackedTable::probe(u32 own, u32 other) const {
  const u32 at = locator_.stack_of(own | other);
  if (at == Locator::NOWHERE || popcount(own) >= OWN_COUNTS) return Worth::LOSS;
  const Plan& plan = locator_.plan();
  const Stack& stack = plan.stacks[at >> 3];
  if (stack.balls == plan.places()) return Worth::WIN;
  PackOrder order;
  make_order(plan, stack, order);
  // The colouring in the stack's own numbering, then in packing order.
  u32 own_cells, other_cells;
  locator_.cells(stack, locator_.colouring(at >> 3, at & 7, own), own_cells, other_cells);
  u32 index = 0;
  for (int b = 0; b < stack.balls; ++b)
    index |= static_cast<u32>((own_cells & order.cell_bit[b]) != 0) << b;
  index = order.smallest(index);
  u8 out[BLOCK_SIZE];
  const u32 last = index & (BLOCK_SIZE - 1);
  read_block(at >> 3, order, index >> BLOCK_BITS, last, out);
  return static_cast<Worth>(out[last]);
}

u64 compare(const Locator& locator, const PackedTable& packed, const u8* table, int threads,
            u64& checked) {
  const Plan& plan = locator.plan();
  std::atomic<u64> different{0}, seen{0};
  in_parallel(plan.stacks.size(), threads, [&](u64 reversed) {
    const u32 s = static_cast<u32>(plan.stacks.size() - 1 - reversed);
    const Stack& stack = plan.stacks[s];
    const u64 blocks = packed.first_block()[s + 1] - packed.first_block()[s];
    const auto order = std::make_unique<PackOrder>();
    make_order(plan, stack, *order);
    const Colourings& colourings = locator.colourings();
    const u32 all = 1u << stack.balls;
    std::vector<u8> worth(all, 9);
    for (u32 b = 0; b < blocks; ++b)
      packed.read_block(s, *order, b, BLOCK_SIZE - 1, &worth[std::size_t{b} << BLOCK_BITS]);
    u64 wrong = 0, looked = 0;
    for (u32 block = 0; block << BLOCK_BITS < all; ++block) {
      const BlockImage colouring(order->file_bit, order->balls, block);
      std::vector<BlockImage> mirrors;
      for (int m = 0; m < order->mirrors; ++m)
        mirrors.emplace_back(order->mirror_bit[m], order->balls, block);
      for (u32 at = 0; at < block_size(*order); ++at) {
        u32 index = block << BLOCK_BITS | at;
        const int own = popcount(index);
        if (!colourings.valid(stack.balls, own)) continue;
        ++looked;
        const u8 byte = table[stack.positions + colourings.rank(stack.balls, colouring(at))];
        for (const BlockImage& mirror : mirrors) index = std::min(index, mirror(at));
        u8 known = worth[index];
        if (stack.balls == plan.places()) known = static_cast<u8>(Worth::WIN);
        if (own >= OWN_COUNTS) known = static_cast<u8>(Worth::LOSS);
        wrong += known != static_cast<u8>(worth_of(byte));
      }
    }
    different += wrong;
    seen += looked;
  });
  checked = seen;
  return different;
}

}  // namespace sommet::solver
