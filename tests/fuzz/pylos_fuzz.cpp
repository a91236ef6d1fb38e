// Hammers the Pylos rules with random and with broken input under AddressSanitizer and UBSan.
// usage: pylos_fuzz SEED GAMES. Exits 1 with a line that says what broke.
#include <cstdio>
#include <cstdlib>
#include <set>
#include <tuple>

#include "pylos/playout.hpp"
#include "pylos_game/history.hpp"

using namespace sommet;
using namespace sommet::pylos;

namespace {

void require(bool holds, const char* what, Position pos) {
  if (holds) return;
  std::printf("broken: %s at own=%08x other=%08x\n", what, pos.own, pos.other);
  std::exit(1);
}

template <int Base>
bool is_sound(Position pos) {
  const u32 occupied = pos.own | pos.other;
  return (pos.own & pos.other) == 0 && (occupied & ~Pyramid<Base>::ALL) == 0 &&
         (occupied & ~(Pyramid<Base>::BOARD | squares<Base>(occupied))) == 0 &&
         reserve<Base>(pos.own) >= 0 && reserve<Base>(pos.other) >= 0;
}

template <int Base>
void check_position(Rules rules, Position pos, Random& random) {
  std::set<std::tuple<int, int, int, int>> listed, picked;
  u32 count = 0;
  for_each_move<Base>(rules, pos, [&](Move move) {
    ++count;
    listed.insert({move.from, move.to, move.take1, move.take2});
    require(is_legal<Base>(rules, pos, move), "a listed move is not legal", pos);
    require(is_sound<Base>(play(pos, move)), "a move leaves an unsound position", pos);
  });
  require(listed.size() == count, "a move is listed twice", pos);
  require(count_moves<Base>(rules, pos) == count, "count_moves differs", pos);
  require((count == 0) == is_over<Base>(rules, pos), "no moves, but not over", pos);
  require(perft<Base>(rules, pos, 1) == (count ? count : 1), "perft differs", pos);
  for (u32 n = 0; n < count; ++n) {
    const Move move = nth_move<Base>(rules, pos, Landings<Base>(rules, pos), n);
    picked.insert({move.from, move.to, move.take1, move.take2});
  }
  require(picked == listed, "nth_move differs", pos);
  for (int i = 0; i < 64; ++i) {  // any bytes at all
    const u64 bits = random.next64();
    Move move{static_cast<i8>(bits), static_cast<i8>(bits >> 8), static_cast<i8>(bits >> 16),
              static_cast<i8>(bits >> 24)};
    if (i & 1) {  // and bytes that are nearly cells
      move = {static_cast<i8>(static_cast<int>(random.below(34)) - 2),
              static_cast<i8>(static_cast<int>(random.below(34)) - 2),
              static_cast<i8>(static_cast<int>(random.below(34)) - 2),
              static_cast<i8>(static_cast<int>(random.below(34)) - 2)};
    }
    require(is_legal<Base>(rules, pos, move) ==
                (listed.count({move.from, move.to, move.take1, move.take2}) > 0),
            "is_legal differs from the list", pos);
  }
}

template <int Base>
void play_one(Rules rules, Random& random) {
  Position pos{0, 0};
  pylos_game::History history;
  for (int plies = 0; plies < 300; ++plies) {
    check_position<Base>(rules, pos, random);
    const u64 key = pos.own | static_cast<u64>(pos.other) << 30;
    u32 times = 0;
    for (const u64 seen : history.positions()) times += seen == key;
    require(history.count(key) == times, "history miscounts", pos);
    const pylos_game::History kept = history;
    history = history.with(key);
    require(kept.length() + 1 == history.length(), "history grows wrongly", pos);
    if (is_over<Base>(rules, pos)) return;
    pos = play(pos, nth_move<Base>(rules, pos, Landings<Base>(rules, pos),
                                   random.quick(count_moves<Base>(rules, pos))));
  }
}

// Any two sets of cells, floating balls and all: results may be nonsense, but must be defined.
template <int Base>
void feed_nonsense(Rules rules, Random& random) {
  const u64 bits = random.next64() & random.next64();
  const Position pos{static_cast<u32>(bits) & Pyramid<Base>::ALL,
                     static_cast<u32>(bits >> 32) & Pyramid<Base>::ALL & ~static_cast<u32>(bits)};
  u32 count = 0;
  for_each_move<Base>(rules, pos, [&](Move) { ++count; });
  require(count_moves<Base>(rules, pos) == count, "count_moves differs on nonsense", pos);
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  Random random(std::strtoull(argv[1], nullptr, 10));
  const long games = std::strtol(argv[2], nullptr, 10);
  for (long i = 0; i < games; ++i) {
    const u32 flags = static_cast<u32>(random.below(12));
    const Rules rules{flags % 3 > 0, flags % 3 > 1, (flags / 3) % 2 > 0, flags / 6 > 0};
    play_one<4>(rules, random);
    play_one<3>(rules, random);
    for (int k = 0; k < 20; ++k) {
      feed_nonsense<4>(rules, random);
      feed_nonsense<3>(rules, random);
    }
  }
  std::printf("%ld games, nothing broken\n", games);
  return 0;
}
