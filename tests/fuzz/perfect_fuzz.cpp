// Feeds wrong tables of the small pyramid to what makes, proves and plays the perfect player. Built
// with AddressSanitizer and UBSan by test_fuzz_files.py.
//   perfect_fuzz SEED TABLES TABLE
// TABLE is a full table. Results may be nonsense, but must be defined, and moves must be legal.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <vector>

#include "common/random.hpp"
#include "pylos_perfect/make/passes.hpp"
#include "pylos_perfect/player.hpp"

using namespace sommet;

namespace {

using Bytes = std::vector<u8>;
using pylos_tablebase::Worth;
constexpr pylos::Rules RULES = {true, true, false, false};

// A number below `bound`, often the largest.
u32 extreme(Random& random, u32 bound) { return random.quick(4) ? random.quick(bound) : bound - 1; }

struct Wrong {
  Bytes table;
  std::vector<short> weights;
  std::vector<u32> exceptions;
  Bytes places;
};

Wrong make_wrong(const Bytes& table, Random& random) {
  Wrong wrong{table, std::vector<short>(pylos_search::RANK_WEIGHTS), {}, {}};
  for (u32 changes = 1u << random.quick(14); changes; --changes)
    wrong.table[random.quick(static_cast<u32>(table.size()))] =
        static_cast<u8>(extreme(random, 256));
  for (short& weight : wrong.weights)
    weight = random.quick(3) ? static_cast<short>(random.next64())
                             : (random.quick(2) ? short{32767} : short{-32768});
  for (u32 i = random.quick(200); i; --i) {
    wrong.exceptions.push_back(random.quick(4) ? random.quick(static_cast<u32>(table.size()))
                                               : static_cast<u32>(random.next64()));
    wrong.places.push_back(static_cast<u8>(extreme(random, 256)));
  }
  if (random.quick(2)) std::sort(wrong.exceptions.begin(), wrong.exceptions.end());
  return wrong;
}

void make_and_prove(const pylos_index::FinderTables& tables, const Wrong& w, Random& random) {
  const bool lean = random.quick(2);
  pylos_perfect::CpuWork<3> work(tables, RULES, w.table.data(),
                                 random.quick(2) ? w.weights.data() : nullptr, w.exceptions.data(),
                                 w.places.data(), w.exceptions.size(), 2, lean);
  work.find_ranks();
  work.find_nearest_ranks();
  work.find_outlooks();
  work.find_choices();
  for (int round = 0; round < (lean ? 1 : 2); ++round) {
    work.thin_out();
    while (work.settle_once()) {
    }
    if (lean) break;
    work.weigh(2);
    work.make_exceptions(random.quick(3));
  }
  (void)work.lengths();
  (void)work.prove_all(w.exceptions.data(), w.places.data(), w.exceptions.size());
}

bool is_legal(pylos::Position pos, pylos::Move played) {
  bool found = false;
  pylos::for_each_move<3>(RULES, pos, [&](pylos::Move m) { found = found || m == played; });
  return found;
}

// Any game of a few moves, and the perfect player's answer to it.
void play(const pylos_index::FinderTables& tables, const pylos_index::Locator& locator,
          const Wrong& w, Random& random) {
  pylos_perfect::Past past{{}, random.quick(3), random.quick(2) != 0};
  pylos::Position pos;
  locator.position(random.below(w.table.size()), pos.own, pos.other);
  if (pylos::is_over<3>(RULES, pos)) return;
  for (u32 i = random.quick(5); i; --i)
    past.earlier.push_back(random.quick(2) ? random.next64() >> 3
                                           : pylos_search::position_key(pos));
  const auto probe = [&](const pylos::Position* asked, std::size_t count, Worth* out) {
    for (std::size_t i = 0; i < count; ++i) {
      const u64 at = locator.find(asked[i].own, asked[i].other);
      const u8 byte = at == ~u64{0} ? 0 : w.table[at];
      out[i] = byte == 255 ? Worth::DRAW : byte & 1 ? Worth::WIN : Worth::LOSS;
    }
  };
  const auto measure = [&](const std::vector<pylos::Position>& asked) {
    std::vector<int> lengths;
    for (std::size_t i = 0; i < asked.size(); ++i)
      lengths.push_back(static_cast<int>(random.quick(256)) - 1);
    return lengths;
  };
  const short* const weights = random.quick(2) ? w.weights.data() : nullptr;
  std::optional<pylos_perfect::Chooser<3>> chooser;
  if (random.quick(4))
    chooser.emplace(tables.finder(), RULES, weights, w.exceptions.data(), w.places.data(),
                    w.exceptions.size());
  typename pylos_perfect::PerfectPlayer<3>::Lengths lengths;
  if (random.quick(2)) lengths = measure;
  pylos_perfect::PerfectPlayer<3> player(RULES, std::move(chooser), nullptr, nullptr, probe,
                                         std::move(lengths));
  if (is_legal(pos, player.choose(pos, past))) return;
  std::printf("broken: the perfect player's move is not legal\n");
  std::exit(1);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 4) return 2;
  Random random(std::strtoull(argv[1], nullptr, 10));
  const long count = std::strtol(argv[2], nullptr, 10);
  std::ifstream file(argv[3], std::ios::binary);
  const Bytes table{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  const pylos_index::Colourings colourings(pylos::Pyramid<3>::BALLS, pylos::Pyramid<3>::CELLS - 1);
  const pylos_index::Locator locator = pylos_index::Locator::make<3>(colourings);
  const pylos_index::FinderTables tables(locator);
  for (long i = 0; i < count; ++i) {
    const Wrong wrong = make_wrong(table, random);
    make_and_prove(tables, wrong, random);
    for (int games = 0; games < 8; ++games) play(tables, locator, wrong, random);
  }
  std::printf("%ld tables\n", count);
  return 0;
}
