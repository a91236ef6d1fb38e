// Feeds mutated table files, weights and Pacal views to what reads them. Built with
// AddressSanitizer and UBSan by test_fuzz_files.py.
//   files_fuzz SEED INPUTS MODEL GROUPS DATA DEFLATED...
// MODEL, GROUPS, DATA are the parts of a packed table of the small pyramid; what is deflated is MODEL.
// Every input is refused or read; results may be nonsense, but must be defined.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include "common/inflate.hpp"
#include "common/random.hpp"
#include "pacal/table.hpp"
#include "pacal_players/player.hpp"
#include "pacal_players/solo_levels.hpp"
#include "pylos_index/finder_tables.hpp"
#include "pylos_perfect/choose.hpp"
#include "pylos_search/evaluation.hpp"
#include "pylos_search/nearby_judge.hpp"
#include "pylos_tablebase/packed.hpp"

using namespace sommet;

namespace {

using Bytes = std::vector<u8>;
constexpr pylos::Rules RULES = {true, true, false, false};

Bytes read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

// A few bytes changed, or the end cut off, or something added there. The copy has its own place in
// memory, so that reading past its end is noticed.
Bytes mutated(const Bytes& from, Random& random) {
  Bytes bytes = from;
  if (random.quick(8) == 0) bytes.resize(random.quick(static_cast<u32>(bytes.size()) + 4));
  for (u32 changes = 1 + random.quick(8); changes && !bytes.empty(); --changes)
    bytes[random.quick(static_cast<u32>(bytes.size()))] =
        random.quick(4) ? static_cast<u8>(random.next64()) : static_cast<u8>(255);
  bytes.shrink_to_fit();
  return bytes;
}

template <int Base>
pylos::Position some_position(Random& random) {
  const u64 bits = random.next64() & random.next64();
  const u32 all = random.quick(64) ? pylos::Pyramid<Base>::ALL : ~0u;
  const u32 own = static_cast<u32>(bits) & all;
  return {own, static_cast<u32>(bits >> 32) & all & ~own};
}

class PackedFiles {
 public:
  PackedFiles(const char* model, const char* groups, const char* data, Random& random)
      : parts_{read_file(model), read_file(groups), read_file(data)},
        rank_(pylos_search::RANK_WEIGHTS) {
    for (short& weight : rank_) weight = static_cast<short>(random.next64());
  }

  bool try_one(Random& random) {
    const u32 which = random.quick(16);  // the model takes longest
    const Bytes changed = mutated(parts_[which == 0 ? 0 : 1 + which % 2], random);
    const Bytes& model = which == 0 ? changed : parts_[0];
    const Bytes& groups = which && which % 2 == 0 ? changed : parts_[1];
    const Bytes& data = which % 2 == 1 ? changed : parts_[2];
    try {
      const pylos_tablebase::PackedTable table(locator_, features_, model.data(), model.size(),
                                               groups.data(), groups.size(), data.data(),
                                               data.size());
      const u64 number = random.below(locator_.plan().positions);
      pylos::Position pos;
      locator_.position(number, pos.own, pos.other);
      const pylos::Position any = some_position<3>(random);
      const u32 own[2] = {pos.own, any.own}, other[2] = {pos.other, any.other};
      u8 worth[2];
      table.probe(own, other, 2, worth);
      if (random.quick(8) == 0) choose(pos, table, random);
      return true;
    } catch (const std::exception&) {
      return false;
    }
  }

 private:
  // The perfect player with a table that may say anything, and with any exceptions.
  void choose(pylos::Position pos, const pylos_tablebase::PackedTable& table,
              Random& random) const {
    std::vector<u32> exceptions;
    for (u32 i = random.quick(6); i; --i)
      exceptions.push_back(random.quick(static_cast<u32>(locator_.plan().positions)));
    if (random.quick(2)) std::sort(exceptions.begin(), exceptions.end());
    std::vector<u8> places(exceptions.size(), static_cast<u8>(random.quick(256)));
    pylos_perfect::Chooser<3> chooser(tables_.finder(), RULES,
                                      random.quick(2) ? rank_.data() : nullptr, exceptions.data(),
                                      places.data(), exceptions.size());
    chooser.choose(pos, [&](pylos::Position p) {
      u8 worth = 0;
      table.probe(&p.own, &p.other, 1, &worth);
      return worth == 0;
    });
  }

  Bytes parts_[3];
  std::vector<short> rank_;
  pylos_index::Colourings colourings_{pylos::Pyramid<3>::BALLS, pylos::Pyramid<3>::CELLS - 1};
  pylos_index::Locator locator_ = pylos_index::Locator::make<3>(colourings_);
  pylos_tablebase::StackFeatures features_{3};
  pylos_index::FinderTables tables_{locator_};
};

// Deflated files, whole and mutated.
class Deflated {
 public:
  Deflated(const char* plain, char** files, int count) : plain_(read_file(plain)) {
    for (int i = 0; i < count; ++i) {
      streams_.push_back(read_file(files[i]));
      Bytes out;
      if (inflate(streams_.back().data(), streams_.back().size(), plain_.size(), out) &&
          out == plain_)
        continue;
      std::printf("broken: %s is not inflated to what was deflated\n", files[i]);
      std::exit(1);
    }
  }

  bool try_one(Random& random) const {
    const Bytes stream = mutated(streams_[random.quick(static_cast<u32>(streams_.size()))], random);
    Bytes out;
    const u64 most = random.quick(2) ? plain_.size() : random.quick(4096);
    const bool read = inflate(stream.data(), stream.size(), most, out);
    if (out.size() > most || (read && out != plain_)) {
      std::printf("broken: a damaged stream was inflated\n");
      std::exit(1);
    }
    return read;
  }

 private:
  Bytes plain_;
  std::vector<Bytes> streams_;
};

// The search's two kinds of weights: any numbers at all.
class SearchWeights {
 public:
  explicit SearchWeights(Random& random)
      : weights_(pylos_search::WEIGHTS),
        file_(pylos_search::NETWORK_BYTES),
        network_(std::make_unique<pylos_search::Network>()) {
    for (short& weight : weights_) weight = static_cast<short>(random.next64());
    read_again(random);
  }

  void try_one(Random& random) {
    for (int i = 0; i < 8; ++i)
      weights_[random.quick(pylos_search::WEIGHTS)] =
          random.quick(2) ? short{32767} : short{-32768};
    const pylos::Position pos = sound_position(random);
    (void)pylos_search::evaluate<4>(RULES, pos, weights_.data());
    if (random.quick(4096) == 0) read_again(random);
    const pylos_search::NearbyJudge judge(*network_, RULES, pos);
    pylos::for_each_move<4>(RULES, pos, [&](pylos::Move move) {
      const pylos::Position next = pylos::play(pos, move);
      if (random.quick(24) || pylos::summit_taken<4>(next)) return;
      if (judge.judge(next) != pylos_search::judge_plainly(*network_, RULES, next)) {
        std::printf("broken: the network's two ways differ\n");
        std::exit(1);
      }
    });
  }

 private:
  void read_again(Random& random) {
    for (u8& byte : file_) byte = static_cast<u8>(random.next64());
    const std::size_t size =
        random.quick(2) ? file_.size() : std::size_t{pylos_search::NETWORK_BYTES_WITHOUT_BLOCKS};
    if (pylos_search::read_network(file_.data(), size, *network_) &&
        !pylos_search::read_network(file_.data(), size - 1, *network_))
      return;
    std::printf("broken: a network's size is not looked at\n");
    std::exit(1);
  }

  static pylos::Position sound_position(Random& random) {
    pylos::Position pos{0, 0};
    for (u32 moves = random.quick(30); moves; --moves) {
      pylos::Move chosen{-1, -1, -1, -1};
      u32 count = 0;
      pylos::for_each_move<4>(RULES, pos, [&](pylos::Move move) {
        if (random.quick(++count) == 0) chosen = move;
      });
      if (count == 0) break;
      const pylos::Position next = pylos::play(pos, chosen);
      if (pylos::summit_taken<4>(next)) break;
      pos = next;
    }
    return pos;
  }

  std::vector<short> weights_;
  Bytes file_;
  std::unique_ptr<pylos_search::Network> network_;
};

// Views of a real round or solo game with a few numbers changed, decks and pyramids of any bytes,
// and players whose networks hold any floats.
class PacalViews {
 public:
  explicit PacalViews(Random& random) { fill_all(random); }

  bool try_one(Random& random) {
    using namespace pacal_players;
    if (random.quick(16384) == 0) fill_all(random);
    read_anything(random);
    if (random.quick(16) == 0) return try_solo(random);
    Round r = pacal::quick_deal(random);
    const Rules rules = pacal::decode_rules(random.quick(1u << pacal::RULE_BITS));
    for (u32 actions = random.quick(40); actions && r.phase != Phase::OVER; --actions)
      pacal::apply(r, rules, pacal::random_action(r, rules, random));
    if (r.phase == Phase::OVER) return false;
    Seen seen = see(r, rules, r.actor);
    for (u32 changes = random.quick(3); changes; --changes) change(seen, random);
    if (fault_of(seen) || seen.round.actor != seen.seat) return false;
    const u32 kind = random.quick(48);
    const auto method =
        static_cast<Method>(kind <= static_cast<u32>(Method::READER) ? kind : kind % 3);
    const Networks twins{first_.get(), first_.get(), nullptr, nullptr};
    const Networks wide{nullptr, nullptr, wide_.get(), random.quick(2) ? wide_.get() : nullptr};
    Player player{method, 2, random.quick(2) ? 0.5f : 0.0f, random.quick(2) ? twins : wide};
    const Action action = choose(player, seen, random);
    if (!pacal::is_legal(seen.round, seen.rules, action)) {
      std::printf("broken: a player's action is not legal (method %d)\n", static_cast<int>(method));
      std::exit(1);
    }
    return true;
  }

 private:
  bool try_solo(Random& random) const {
    using namespace pacal_players;
    pacal::Deck deck;
    pacal::shuffled_deck(deck.card, random);
    pacal::SoloTable table(deck, random.quick(1u << pacal::RULE_BITS));
    for (u32 cards = random.quick(12); cards && table.solo.status == pacal::SoloStatus::BUILDING;
         --cards)
      table.play(pacal::BUILD_CODES +
                 pacal::random_field(pacal::solo_fields(table.solo, table.rules), random));
    SoloSeen seen = see(table);
    if (random.quick(2)) seen.unseen &= random.next64();
    if (random.quick(2)) seen.card = 1 + static_cast<int>(random.quick(pacal::CARDS));
    // As the bindings check what Python hands in.
    seen.unseen &= ~(u64{1} << seen.card);
    const bool lies = pacal::built_cards(seen.pyramid) >> seen.card & 1;
    if (lies || !seen.unseen || !fields_of(seen)) return false;
    const SoloThinker thinker(*solo_, seen.rules);
    const int ahead = random.quick(64) == 0;
    const int field = random.quick(2)
                          ? thinker.best_field(seen.pyramid, seen.unseen, seen.card, ahead)
                          : greedy_field(seen, random.next64());
    if (field >= 0 && (fields_of(seen) >> field & 1)) return true;
    std::printf("broken: a solo player's field does not take the card\n");
    std::exit(1);
  }

  template <class Network>
  static void fill(Network& network, Random& random) {
    std::vector<float> floats(Network::FLOATS);
    for (float& number : floats) {
      const u32 bits = static_cast<u32>(random.next64());
      std::memcpy(&number, &bits, sizeof number);  // infinities and no numbers too
    }
    network.unpack(floats.data());
  }

  void fill_all(Random& random) {
    fill(*first_, random);
    fill(*wide_, random);
    fill(*solo_, random);
  }

  static void read_anything(Random& random) {
    u8 bytes[64];
    for (u8& byte : bytes) byte = static_cast<u8>(random.quick(60));
    try {
      (void)pacal::read_pyramid(bytes, bytes + 10);
      (void)pacal::read_deck(bytes, random.quick(2) ? pacal::CARDS : random.quick(64));
    } catch (const std::invalid_argument&) {
    }
  }

  static void change(pacal_players::Seen& seen, Random& random) {
    pacal::Round& r = seen.round;
    const u32 seat = random.quick(2);
    switch (random.quick(10)) {
      case 0:
        r.hand[seen.seat] ^= u64{1} << random.quick(64);
        break;
      case 1:
        r.hand[seen.seat] = random.next64();
        break;
      case 2:
        seen.other_cards = static_cast<int>(random.quick(pacal::HAND + 1));
        break;
      case 3:
        r.turn = static_cast<u8>(random.quick(pacal::TURNS + 2));
        break;
      case 4:
        r.phase = static_cast<pacal::Phase>(random.quick(4));
        break;
      case 5:
        r.actor = static_cast<u8>(seat);
        break;
      case 6:
        r.offer[seat] = static_cast<u8>(random.quick(pacal::CARDS + 1));
        break;
      case 7:
        r.card[seat] = static_cast<u8>(random.quick(pacal::CARDS + 1));
        break;
      case 8:
        r.apex[seat] = static_cast<u8>(random.quick(pacal::CARDS + 1));
        break;
      default:
        r.beginner = static_cast<u8>(seat);
    }
    // As whoever builds a Seen works it out.
    seen.unseen = pacal::ALL_CARDS & ~pacal::seen_cards(r, seen.seat);
  }

  std::unique_ptr<pacal_players::DuelNetwork> first_ =
      std::make_unique<pacal_players::DuelNetwork>();
  std::unique_ptr<pacal_players::WideDuelNetwork> wide_ =
      std::make_unique<pacal_players::WideDuelNetwork>();
  std::unique_ptr<pacal_players::SoloNetwork> solo_ =
      std::make_unique<pacal_players::SoloNetwork>();
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 7) return 2;
  Random random(std::strtoull(argv[1], nullptr, 10));
  const long inputs = std::strtol(argv[2], nullptr, 10);
  PackedFiles files(argv[3], argv[4], argv[5], random);
  const Deflated deflated(argv[3], argv + 6, argc - 6);
  SearchWeights weights(random);
  PacalViews views(random);
  long read = 0, refused = 0;
  for (long i = 0; i < inputs; ++i) {
    bool accepted = true;
    switch (i % 4) {
      case 0:
      case 1:
        // Inflating takes longest.
        accepted = i % 100 == 0 ? deflated.try_one(random) : files.try_one(random);
        break;
      case 2:
        weights.try_one(random);
        break;
      default:
        accepted = views.try_one(random);
    }
    ++(accepted ? read : refused);
  }
  std::printf("%ld inputs, %ld read, %ld refused\n", inputs, read, refused);
  return read > 0 && refused > 0 ? 0 : 1;
}
