// Games from lost and drawn positions without Python; bench/pylos_resistance.py compiles and calls
// this.
//   run DATA RULES lost|drawn SEED THREADS PLAYER OPPONENT NUMBER ...
// plays the game of each NUMBER and prints "NUMBER HALF_POINTS MILLISECONDS MOVES" for it, as soon
// as it is over; the times are the player's. DATA holds what the script has unpacked.
//
// Players: perfect, search:100ms, search:20000n; opponents also minimax:8 and level:1 to level:7.
#include <time.h>

#include <algorithm>
#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>

#include "pylos_index/locate.hpp"
#include "pylos_perfect/resist.hpp"
#include "pylos_search/levels.hpp"
#include "pylos_search/minimax.hpp"
#include "pylos_tablebase/packed.hpp"
#include "pylos_tablebase/worth.hpp"

using namespace sommet;
using namespace sommet::pylos_index;
using namespace sommet::pylos_perfect;
using namespace sommet::pylos_tablebase;
using pylos::Move;
using pylos::Position;
using pylos_search::DrawnPositions;

namespace {

constexpr int REPETITIONS = 3, MOST_MOVES = 400;

double processor_ms() {
  timespec t;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return 1e3 * static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_nsec);
}

std::vector<u8> read(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

// What is known about one rule set.
struct Known {
  pylos::Rules rules;
  std::vector<u8> model, groups, data;
  std::vector<short> weights;
  std::unique_ptr<pylos_search::Network> network;
  Colourings colourings{15, 29};
  Locator locator = Locator::make<4>(colourings);
  StackFeatures features{4};
  std::unique_ptr<PackedTable> table;

  Known(const std::string& folder, const std::string& name)
      : rules{name != "children", name == "expert", false, false} {
    const std::string start = folder + "/" + name;
    model = read(start + ".model");
    groups = read(start + ".groups");
    data = read(start + ".data");
    const std::vector<u8> bytes = read(start + ".weights"), net = read(start + ".network");
    weights.resize(bytes.size() / 2);
    std::copy(bytes.begin(), bytes.end(), reinterpret_cast<u8*>(weights.data()));
    if (weights.size() != pylos_search::WEIGHTS)
      throw std::runtime_error("no weights in " + folder);
    network = std::make_unique<pylos_search::Network>();
    if (!pylos_search::read_network(net.data(), net.size(), *network)) network.reset();
    table = std::make_unique<PackedTable>(locator, features, model.data(), model.size(),
                                          groups.data(), groups.size(), data.data(), data.size());
  }

  void probe(const Position* positions, std::size_t count, Worth* out) const {
    std::vector<u32> own, other;
    for (std::size_t i = 0; i < count; ++i) {
      own.push_back(positions[i].own);
      other.push_back(positions[i].other);
    }
    table->probe(own.data(), other.data(), count, reinterpret_cast<u8*>(out));
  }
  Resistance<4> resistance() const {
    return {rules, weights.data(), network.get(),
            [this](const Position* p, std::size_t n, Worth* out) { probe(p, n, out); }};
  }
  std::vector<Position> successors(Position pos) const {
    std::vector<Position> after;
    pylos::for_each_move<4>(rules, pos, [&](Move m) { after.push_back(pylos::play(pos, m)); });
    return after;
  }
};

// A game; PYL-R3 with three occurrences.
struct Game {
  Position pos;
  int side = 0, moves = 0;
  std::map<u64, int> seen{};

  static u64 key(Position p, int side) {
    return pylos_search::position_key(p) | (side ? pylos_search::OTHER_SIDE : 0);
  }
  int times(Position p, int s) const {
    const auto found = seen.find(key(p, s));
    return found == seen.end() ? 0 : found->second;
  }
  void play(Move m) {
    pos = pylos::play(pos, m);
    side ^= 1;
    ++moves;
    ++seen[key(pos, side)];
  }
  // As the side to move sees it.
  DrawnPositions drawn() const {
    DrawnPositions list;
    for (const auto& [k, count] : seen)
      if (count + 1 >= REPETITIONS) list.add(side ? k ^ pylos_search::OTHER_SIDE : k);
    return list;
  }
};

class Player {
 public:
  Player(const Known& known, const std::string& spec) : known_(known), spec_(spec) {
    const std::size_t colon = spec.find(':');
    kind_ = spec.substr(0, colon);
    for (std::size_t at = colon; at < spec.size(); at = spec.find(',', at + 1))
      numbers_.push_back(std::atof(spec.c_str() + at + 1));
    const bool with_number = kind_ == "search" || kind_ == "minimax" || kind_ == "level";
    if ((!with_number && kind_ != "perfect") || numbers_.size() != (with_number ? 1 : 0) ||
        (kind_ == "level" && (number(0) < 1 || number(0) > pylos_search::WEAKENED_LEVELS)))
      throw std::runtime_error("no player " + spec);
  }

  bool is_perfect() const { return numbers_.empty(); }

  Move choose(const Game& game, u64 seed) const {
    if (is_perfect()) throw std::logic_error("asked with the value");
    if (kind_ == "minimax")
      return pylos_search::choose_by_minimax<4>(known_.rules, game.pos, game.drawn(), number(0),
                                                seed);
    pylos_search::Task task = task_at(game);
    if (kind_ == "level") {
      see_as_person(task, seed);
    } else if (spec_.ends_with("ms")) {
      task.limits.milliseconds = numbers_[0];
    } else {
      task.limits.nodes = static_cast<u64>(numbers_[0]);
    }
    return pylos_search::run<4>(task).moves.front().move;
  }

  // Perfect players: a move that keeps the value of a lost or drawn position.
  Move keep(const Game& game, std::vector<Move> moves, Worth worth) const {
    if (worth == Worth::DRAW) {
      std::vector<Move> fresh;
      for (const Move m : moves)
        if (!game.times(pylos::play(game.pos, m), 1 - game.side)) fresh.push_back(m);
      if (!fresh.empty()) moves = fresh;
    }
    if (moves.size() == 1) return moves.front();
    return known_.resistance().choose(game.pos, moves, game.drawn());
  }

 private:
  int number(std::size_t i) const { return static_cast<int>(numbers_[i]); }

  pylos_search::Task task_at(const Game& game) const {
    pylos_search::Task task;
    task.rules = known_.rules;
    task.root = game.pos;
    task.drawn = game.drawn();
    task.network = known_.network.get();
    if (!task.network) task.weights = known_.weights.data();
    return task;
  }

  void see_as_person(pylos_search::Task& task, u64 seed) const {
    const pylos_search::LevelSettings& settings =
        pylos_search::settings_of(known_.rules, number(0));
    task.oversights = pylos_search::draw_oversights(settings, seed);
    task.limits.depth = settings.depth;
    task.limits.nodes = settings.nodes;
    task.network = nullptr;
    task.weights = settings.fitted ? known_.weights.data() : nullptr;
  }

  const Known& known_;
  std::string spec_, kind_;
  std::vector<double> numbers_;
};

// The start of game `number`: 4 to 14 moves at random that lead to a position of that worth.
Position start_of(const Known& known, Worth worth, u64 seed, u64 number) {
  Random random(seed * 1'000'003 + number);
  for (int tries = 0; tries < 200'000; ++tries) {
    Position pos{0, 0};
    for (u64 left = 4 + random.below(11); left; --left) {
      const std::vector<Position> after = known.successors(pos);
      if (after.empty()) break;
      pos = after[random.below(after.size())];
    }
    Worth found;
    if (pylos::is_over<4>(known.rules, pos)) continue;
    known.probe(&pos, 1, &found);
    if (found == worth) return pos;
  }
  throw std::runtime_error("found no such position");
}

struct Result {
  int half_points = 0, moves = 0;
  double milliseconds = 0;
};

Result play(const Known& known, const Player& player, const Player& opponent, Position start,
            u64 seed) {
  Game game{start};
  ++game.seen[Game::key(start, 0)];
  Random seeds(seed);
  Result result;
  while (true) {
    const u64 next = seeds.next64();
    if (game.side == 0) {
      const double began = processor_ms();
      if (player.is_perfect()) {
        Worth worth;
        const auto moves = known.resistance().keeping_moves(game.pos, game.drawn(), worth);
        if (worth == Worth::WIN) {  // and wins it: that is proved (docs/solution.md)
          result.half_points = 2;
          return result;
        }
        game.play(player.keep(game, moves, worth));
      } else {
        game.play(player.choose(game, next));
      }
      result.milliseconds += processor_ms() - began;
      ++result.moves;
    } else {
      game.play(opponent.choose(game, next));
    }
    if (pylos::is_over<4>(known.rules, game.pos)) {
      result.half_points = game.side == 1 ? 2 : 0;
      return result;
    }
    if (game.times(game.pos, game.side) >= REPETITIONS || game.moves >= MOST_MOVES) {
      result.half_points = 1;
      return result;
    }
  }
}

}  // namespace

int main(int count, char** words) {
  if (count < 9) return 2;
  try {
    const Known known(words[1], words[2]);
    const Worth worth = std::string(words[3]) == "lost" ? Worth::LOSS : Worth::DRAW;
    const u64 seed = std::strtoull(words[4], nullptr, 10);
    const Player player(known, words[6]), opponent(known, words[7]);
    std::atomic<int> next{8};
    std::mutex printing;
    std::vector<std::thread> threads;
    for (int t = std::atoi(words[5]); t > 0; --t)
      threads.emplace_back([&] {
        for (int i; (i = next++) < count;) {
          const u64 number = std::strtoull(words[i], nullptr, 10);
          const Position start = start_of(known, worth, seed, number);
          const Result r = play(known, player, opponent, start, seed * 7919 + number);
          const std::lock_guard lock(printing);
          std::printf("%s %d %.1f %d\n", words[i], r.half_points, r.milliseconds, r.moves);
          std::fflush(stdout);
        }
      });
    for (std::thread& t : threads) t.join();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
