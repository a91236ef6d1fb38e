#include "pylos_tablebase/make/packing.hpp"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <memory>

#include "common/clones.hpp"
#include "common/parallel.hpp"
#include "pylos_tablebase/arithmetic.hpp"

namespace sommet::pylos_tablebase {

namespace {

// Codes one block; nothing is returned for one that is as the model expects.
SOMMET_CLONES
std::vector<u8> encode(const Model& model, const BlockJudge& judge, BlockMatrix& matrix, int balls,
                       u32 block, const u8* worth) {
  BitWriter writer;
  bool expected = true;
  const bool drawless = model.drawless(balls);
  const i16* contexts = model.contexts(balls);
  const int above = popcount(block);
  alignas(64) i16 win[64], draw[64];
  for (u32 row = 0; row < 64; ++row) {
    u64 rest = matrix.coded_row(row);
    if (!rest) continue;
    judge.judge(row, drawless, win, draw);
    matrix.enter_row(row, drawless);
    const int own = above + popcount(row);
    for (; rest; rest &= rest - 1) {
      const u32 column = static_cast<u32>(lowest64(rest)), at = row << ROW_BITS | column;
      const Context context = matrix.context(at, own + popcount(column), drawless);
      const u32 p = model.probability(win[column] + context.win<i32>(contexts));
      const bool won = worth[at] == static_cast<u8>(Worth::WIN);
      writer.put(won, p);
      expected &= won == (p >= 32768);
      if (won) {
        matrix.win(at);
      } else if (!drawless) {
        const bool drawn = worth[at] == static_cast<u8>(Worth::DRAW);
        const u32 q = model.probability(draw[column] + context.draw<i32>(contexts));
        writer.put(drawn, q);
        expected &= drawn == (q >= 32768);
        if (drawn) matrix.draw(at);
      }
    }
  }
  if (expected) return {};
  std::vector<u8> bytes = writer.finish();
  if (bytes.empty()) bytes.push_back(0);  // "not as expected" takes a byte to say
  return bytes;
}

// The bytes that class Model reads.
std::vector<u8> format_model(const FittedModel& fitted) {
  std::vector<u8> out;
  const auto put = [&](i32 value) {
    out.push_back(static_cast<u8>(value & 0xFF));
    out.push_back(static_cast<u8>((value >> 8) & 0xFF));
  };
  for (i32 i = 0; i < Model::SQUASHED; ++i) {
    const double odds = std::exp((Model::LEAST + 4 * i + 1.5) / LOG_ODDS_UNIT);
    put(static_cast<i32>(std::clamp(std::lround(65536 * odds / (1 + odds)), 1l, 65535l)));
  }
  out.insert(out.end(), fitted.drawless.begin(), fitted.drawless.end());
  for (const i16 context : fitted.contexts) put(context);
  out.insert(out.end(), fitted.networks.begin(), fitted.networks.end());
  return out;
}

void put_group(const std::vector<std::vector<u8>>& coded, u64 begin, u64 end, PackedParts& parts) {
  const u32 offset = static_cast<u32>(parts.data.size());
  u64 filled = 0;
  for (u64 b = begin; b < end; ++b) {
    if (coded[b].empty()) continue;
    filled |= u64{1} << (b - begin);
    const std::size_t length = coded[b].size();
    if (length < 255) {
      parts.data.push_back(static_cast<u8>(length));
    } else {
      parts.data.push_back(255);
      parts.data.push_back(static_cast<u8>(length));
      parts.data.push_back(static_cast<u8>(length >> 8));
    }
  }
  for (u64 b = begin; b < end; ++b)
    parts.data.insert(parts.data.end(), coded[b].begin(), coded[b].end());
  u8 entry[12];
  std::memcpy(entry, &offset, 4);
  std::memcpy(entry + 4, &filled, 8);
  parts.groups.insert(parts.groups.end(), entry, entry + 12);
}

}  // namespace

PackedParts pack(const pylos_index::Locator& locator, const StackFeatures& features,
                 const u8* table, int threads, const Effort& effort, const Report& report) {
  const pylos_index::Plan& plan = locator.plan();
  PackedParts parts;
  parts.model = format_model(fit(locator, features, table, threads, effort, report));
  const Model model(plan, features, parts.model.data(), parts.model.size());
  const std::vector<u64> first = first_blocks(plan);
  struct Job {
    u32 stack, begin, end;  // blocks
  };
  std::vector<Job> jobs;
  constexpr u32 PIECE = 1024;
  for (u32 s = 0; s < plan.stacks.size(); ++s)
    for (u64 b = 0; b < first[s + 1] - first[s]; b += PIECE)
      jobs.push_back({s, static_cast<u32>(b),
                      static_cast<u32>(std::min<u64>(first[s + 1] - first[s], b + PIECE))});
  std::vector<std::vector<u8>> coded(first.back());
  Pool(threads).for_each(jobs.size(), [&](u64 j, int) {
    const Job job = jobs[j];
    const pylos_index::Stack& stack = plan.stacks[job.stack];
    const auto order = std::make_unique<PackOrder>();
    const auto weights = std::make_unique<StackWeights>();
    make_order(plan, stack, *order);
    model.networks().weights(job.stack, *order, *weights);
    const pylos_index::Colourings& colourings = locator.colourings();
    std::vector<u8> worth(BLOCK_SIZE);
    for (u32 block = job.begin; block < job.end; ++block) {
      BlockMatrix matrix;
      if (!matrix.start(*order, colourings, block)) continue;
      const BlockImage place(order->file_bit, order->balls, block);
      for (u32 row = 0; row < 64; ++row)
        for (u64 rest = matrix.coded_row(row); rest; rest &= rest - 1) {
          const u32 at = row << ROW_BITS | static_cast<u32>(lowest64(rest));
          worth[at] = static_cast<u8>(
              worth_of(table[stack.positions + colourings.rank(stack.balls, place(at))]));
        }
      const BlockJudge judge(*weights, order->balls, block);
      coded[first[job.stack] + block] =
          encode(model, judge, matrix, order->balls, block, worth.data());
    }
  });
  report("all blocks coded");
  for (u64 g = 0; g < first.back(); g += GROUP)
    put_group(coded, g, std::min(first.back(), g + GROUP), parts);
  parts.data.insert(parts.data.end(), 3, u8{0});  // room to read past the last length
  return parts;
}

u64 compare(const pylos_index::Locator& locator, const PackedTable& packed, const u8* table,
            int threads, u64& checked) {
  const pylos_index::Plan& plan = locator.plan();
  std::atomic<u64> different{0}, seen{0};
  Pool(threads).for_each(plan.stacks.size(), [&](u64 reversed, int) {
    const u32 s = static_cast<u32>(plan.stacks.size() - 1 - reversed);
    const pylos_index::Stack& stack = plan.stacks[s];
    const u64 blocks = packed.first_block()[s + 1] - packed.first_block()[s];
    const auto reader = std::make_unique<PackedTable::StackReader>();
    PackOrder& order = reader->order;
    make_order(plan, stack, order);
    const pylos_index::Colourings& colourings = locator.colourings();
    const u32 all = 1u << stack.balls;
    std::vector<u8> worth(std::max(all, BLOCK_SIZE), 9);
    for (u32 b = 0; b < blocks; ++b)
      packed.read_block(*reader, s, b, BLOCK_SIZE - 1, &worth[std::size_t{b} << BLOCK_BITS]);
    u64 wrong = 0, looked = 0;
    for (u32 block = 0; block << BLOCK_BITS < all; ++block) {
      const BlockImage place(order.file_bit, order.balls, block);
      std::vector<BlockImage> mirrors;
      for (int m = 0; m < order.mirrors; ++m)
        mirrors.emplace_back(order.mirror_bit[m], order.balls, block);
      for (u32 at = 0; at < order.block_size(); ++at) {
        u32 index = block << BLOCK_BITS | at;
        const int own = popcount(index);
        if (!colourings.valid(stack.balls, own)) continue;
        ++looked;
        const u8 byte = table[stack.positions + colourings.rank(stack.balls, place(at))];
        for (const BlockImage& mirror : mirrors) index = std::min(index, mirror(at));
        u8 known = worth[index];
        if (stack.balls == plan.places()) known = static_cast<u8>(Worth::WIN);
        if (own >= colourings.balls_each()) known = static_cast<u8>(Worth::LOSS);
        wrong += known != static_cast<u8>(worth_of(byte));
      }
    }
    different += wrong;
    seen += looked;
  });
  checked = seen;
  return different;
}

}  // namespace sommet::pylos_tablebase
