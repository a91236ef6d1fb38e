// Feeds mutated texts and files to what reads them: JSON, moves and positions of Pylos, actions of
// Pacal, and the containers of packed tables and of the perfect player. Built with AddressSanitizer
// and UBSan by test_fuzz_formats.py.
//   formats_fuzz SEED INPUTS PLAYER PACKED...
// Every input is refused or read; what is read is whole, and is the same when written again.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "common/crc32.hpp"
#include "common/random.hpp"
#include "pacal/notation.hpp"
#include "pacal/table.hpp"
#include "pylos_game/notation.hpp"
#include "pylos_perfect/player_file.hpp"
#include "pylos_tablebase/packed_file.hpp"

using namespace sommet;

namespace {

using Bytes = std::vector<u8>;

void require(bool holds, const char* what, std::string_view text = {}) {
  if (holds) return;
  std::printf("broken: %s: %.*s\n", what, static_cast<int>(text.size()), text.data());
  std::exit(1);
}

// A few letters changed, added, removed or repeated, or nothing at all. The copy has its own place
// in memory, so that reading past its end is noticed.
std::vector<char> mutated(std::string_view from, std::string_view letters, Random& random) {
  std::string text(from);
  for (u32 changes = random.quick(5); changes; --changes) {
    const std::size_t at = random.quick(static_cast<u32>(text.size()) + 1);
    const char letter = random.quick(8) ? letters[random.quick(static_cast<u32>(letters.size()))]
                                        : static_cast<char>(random.next64());
    switch (random.quick(5)) {
      case 0:
        text.insert(at, 1, letter);
        break;
      case 1:
        text.erase(at, random.quick(6));
        break;
      case 2:
        text.insert(at,
                    std::string(text, random.quick(static_cast<u32>(at) + 1), random.quick(40)));
        break;
      default:
        if (at < text.size()) text[at] = letter;
    }
  }
  if (random.quick(8) == 0) text.resize(random.quick(static_cast<u32>(text.size()) + 1));
  std::vector<char> kept(text.begin(), text.end());
  kept.shrink_to_fit();
  return kept;
}

// Looks at everything in a value, and counts the values.
u32 walk(const JsonDocument& json, const JsonValue& value) {
  u32 count = 1;
  const std::string letters(json.text(value));  // all of them
  (void)json.number(value);
  (void)json.member(value, letters);
  json.each(value, [&](const JsonValue& inside) {
    const std::string_view name = json.name_of(inside);
    if (value.kind == JsonKind::OBJECT)
      require(json.member(value, name).kind != JsonKind::NONE, "a member is not found", name);
    count += walk(json, inside);
    return true;
  });
  return count;
}

bool try_json(Random& random) {
  constexpr std::string_view SAMPLES[] = {
      R"({"format":2,"rules":{"base":4,"squares":true},"sections":[12,0,-3.5e7]})",
      R"( [ "a\u0041\n\"\\\u001f\u00e9", null , false, {"":{}}, [], "18446744073709551615" ] )",
      R"([[[[[[[[[[[["deep"]]]]]]]]]]]])",
      R"({"id":7,"call":"pylos.moves","preset":"expert","rulings":{"takeback":"optional"}})",
  };
  const std::vector<char> text =
      mutated(SAMPLES[random.quick(4)], "{}[]\",:\\u0129.eE+-truefalsn ", random);
  const auto json = JsonDocument::parse(text);
  if (!json) return false;
  require(walk(*json, json->root()) <= text.size(), "there are more values than letters");
  return true;
}

// What `format` calls with each part, put together.
template <class Format>
std::string written(Format&& format) {
  std::string text;
  format([&](std::string_view part) { text += part; });
  return text;
}

bool try_turn(Random& random) {
  constexpr std::string_view SAMPLES[] = {"1b2", "1b2>2a1-2a1-1c3", "1d1-1d1", "4a1"};
  const std::vector<char> letters = mutated(SAMPLES[random.quick(4)], "1234abcd->", random);
  const std::string_view text(letters.data(), letters.size());
  pylos_game::WrittenTurn turn;
  if (!pylos_game::parse_turn(text, turn)) return false;
  const pylos::Move move = pylos_game::listed_move(turn);
  const std::string again = written([&](auto&& f) { pylos_game::format_move(move, f); });
  pylos_game::WrittenTurn back;
  require(pylos_game::parse_turn(again, back), "a move that was written is not read", again);
  const pylos::Move same = pylos_game::listed_move(back);
  require(same.from == move.from && same.to == move.to && same.take1 == move.take1 &&
              same.take2 == move.take2,
          "a move is another one when read again", again);
  (void)pylos::is_legal<4>({true, true, true, true}, {0, 0}, move);
  return true;
}

bool try_position(Random& random) {
  constexpr std::string_view SAMPLES[] = {
      "..../..../..../....|.../.../...|../..|. L",
      "LDLD/DLDL/LDLD/DLDL|LDL/DLD/LDL|DL/LD|L D",
      "LL../DD../..../....|L../.../...|../..|. D",
  };
  const std::vector<char> letters = mutated(SAMPLES[random.quick(3)], "LLDD....|/ ", random);
  const std::string_view text(letters.data(), letters.size());
  pylos_game::WrittenPosition pos;
  if (!pylos_game::parse_position(text, pos)) return false;
  require(written([&](auto&& f) { pylos_game::format_position(pos, f); }) == text,
          "a position is written in another way", text);
  if (pylos_game::check_position(pos).what != pylos_game::Misplaced::NONE) return true;
  const pylos::Position seen =
      pos.dark_moves ? pylos::Position{pos.dark, pos.light} : pylos::Position{pos.light, pos.dark};
  pylos::for_each_move<4>({true, true, true, true}, seen, [](pylos::Move) {});
  return true;
}

bool try_action(Random& random) {
  constexpr std::string_view SAMPLES[] = {"offer 17 42", "take 42", "build 10", "decline"};
  const std::vector<char> letters =
      mutated(SAMPLES[random.quick(4)], "0123456789 offertakebuildcn|", random);
  pacal::Action action;
  if (!pacal::parse_action({letters.data(), letters.size()}, action)) return false;
  require(pacal::decode_action(pacal::action_code(action)) == action, "an action has no code",
          {letters.data(), letters.size()});
  return true;
}

Bytes read_file(const char* path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

void seal(u8* sum_at, const u8* bytes, u64 size) {
  const u32 sum = crc32(bytes, size);
  std::memcpy(sum_at, &sum, sizeof sum);
}

// A few bytes changed, most of them in the header; mostly with the right sums again, for otherwise
// nothing but the sums would be looked at.
class Containers {
 public:
  Containers(const char* player, char** packed, int count) : player_(read_file(player)) {
    for (int i = 0; i < count; ++i) packed_.push_back(read_file(packed[i]));
    pylos_perfect::PlayerFile file;
    pylos_perfect::PlayerData data;
    require(!pylos_perfect::read_deflated_player(part(player_), file, data), "a player");
    for (const Bytes& bytes : packed_) {
      pylos_tablebase::PackedFile opened;
      require(!pylos_tablebase::open_packed(part(bytes), opened), "a packed table");
    }
  }

  bool try_packed(Random& random) const {
    // The large ones take longest.
    const u32 which = random.quick(16) ? 0 : random.quick(static_cast<u32>(packed_.size()));
    const Bytes bytes = changed(packed_[which], random, [](Bytes& whole) {
      constexpr u64 BLOCK_BYTES = 1 << 16, SUM = 4;
      const u64 blocks = (whole.size() + BLOCK_BYTES + SUM - 1) / (BLOCK_BYTES + SUM);
      if (whole.size() < SUM * blocks) return;
      const u64 body = whole.size() - SUM * blocks;
      for (u64 block = 0; block < blocks && block * BLOCK_BYTES <= body; ++block) {
        const u64 at = block * BLOCK_BYTES,
                  size = body - at < BLOCK_BYTES ? body - at : BLOCK_BYTES;
        seal(whole.data() + body + SUM * block, whole.data() + at, size);
      }
    });
    pylos_tablebase::PackedFile file;
    if (pylos_tablebase::open_packed(part(bytes), file)) return false;
    require(file.base == 3 || file.base == 4, "a pyramid of another size");
    require(is_inside(file.groups, bytes) && is_inside(file.data, bytes), "a part is outside");
    return true;
  }

  bool try_player(Random& random) const {
    const Bytes bytes = changed(player_, random, [](Bytes& whole) {
      if (whole.size() < 4) return;
      seal(whole.data() + whole.size() - 4, whole.data(), whole.size() - 4);
    });
    pylos_perfect::PlayerFile file;
    pylos_perfect::PlayerData data;
    if (pylos_perfect::read_deflated_player(part(bytes), file, data)) return false;
    require(data.numbers.size() == file.exceptions && data.places.size() == file.exceptions,
            "exceptions without a place");
    return true;
  }

 private:
  static pylos_tablebase::Part part(const Bytes& bytes) { return {bytes.data(), bytes.size()}; }

  static bool is_inside(pylos_tablebase::Part part, const Bytes& whole) {
    return part.bytes >= whole.data() && part.bytes + part.size <= whole.data() + whole.size();
  }

  template <class Seal>
  static Bytes changed(const Bytes& from, Random& random, Seal&& seal_again) {
    Bytes bytes = from;
    if (random.quick(16) == 0) bytes.resize(random.quick(static_cast<u32>(bytes.size()) + 70));
    u32 length = 0;
    std::memcpy(&length, from.data() + 8, sizeof length);
    for (u32 changes = random.quick(6); changes && !bytes.empty(); --changes) {
      const u32 size = static_cast<u32>(bytes.size());
      u32 at = random.quick(4) ? 8 + random.quick(4 + length) : random.quick(size);
      if (at >= size) at = size - 1;
      bytes[at] = random.quick(2) ? static_cast<u8>('0' + random.quick(10))
                                  : static_cast<u8>(random.next64());
    }
    if (random.quick(8)) seal_again(bytes);
    bytes.shrink_to_fit();
    return bytes;
  }

  Bytes player_;
  std::vector<Bytes> packed_;
};

}  // namespace

int main(int argc, char** argv) {
  if (argc < 5) return 2;
  Random random(std::strtoull(argv[1], nullptr, 10));
  const long inputs = std::strtol(argv[2], nullptr, 10);
  const Containers containers(argv[3], argv + 4, argc - 4);
  constexpr int KINDS = 6;
  long read[KINDS] = {}, refused[KINDS] = {};
  for (long i = 0; i < inputs; ++i) {
    // Files take longest.
    const u32 kind = random.quick(8) ? random.quick(4) : 4 + random.quick(2);
    bool accepted = false;
    switch (kind) {
      case 0:
        accepted = try_json(random);
        break;
      case 1:
        accepted = try_turn(random);
        break;
      case 2:
        accepted = try_position(random);
        break;
      case 3:
        accepted = try_action(random);
        break;
      case 4:
        accepted = containers.try_packed(random);
        break;
      default:
        accepted = containers.try_player(random);
    }
    ++(accepted ? read : refused)[kind];
  }
  long all_read = 0;
  for (int kind = 0; kind < KINDS; ++kind) {
    require(read[kind] > inputs / 200 && refused[kind] > inputs / 200, "a kind is all the same");
    all_read += read[kind];
  }
  std::printf("%ld inputs, %ld read, %ld refused\n", inputs, all_read, inputs - all_read);
  return 0;
}
