// Pylos as learners see it: a turn is one to three numbered actions, observations are bytes.
//
// Actions (278), in the order of the cell numbers of pylos/pyramid.hpp:
//   0 … 29     place a ball from the reserve on cell n                                   PYL-2
//   30 … 246   raise: the pairs (ball, cell) that a raise can ever name, by ball, then cell
//   247 … 276  take back the ball on cell n - 247                                        PYL-5
//   277        take back no more
// A pair is taken back higher cell first, so every turn is exactly one sequence of actions. A step
// with nothing to choose is skipped: after the first ball, if no second can follow.
//
// Observation of a seat (102 bytes):
//   0 … 29     own balls            30 … 59    the other's balls
//   60 … 89    the ball already taken back this turn
//   90 … 92    what the player to act does: land, take back a first, a second ball
//   93, 94     own reserve, the other's reserve
//   95         1 if this seat is dark       96  1 if this seat is to act
//   97         how often the position at the start of this turn has occurred (255 at most)
//   98 … 101   rules: squares, lines, take-back optional, may raise with an empty reserve
#pragma once

#include <vector>

#include "batch/bits.hpp"
#include "common/random.hpp"
#include "pylos/rules.hpp"

namespace sommet::batch {

namespace raises {

using Board = pylos::Pyramid<4>;
constexpr int COUNT = 217;

struct Table {
  i8 from[COUNT]{}, to[COUNT]{};
  short number[Board::CELLS][Board::CELLS]{};
};

inline constexpr Table TABLE = [] {
  Table table;
  int next = 0;
  for (int from = 0; from < Board::CELLS; ++from) {
    for (int to = 0; to < Board::CELLS; ++to) {
      table.number[from][to] = -1;
      if (!(Board::higher(from) >> to & 1) || (Board::supports(to) >> from & 1)) continue;
      table.from[next] = static_cast<i8>(from);
      table.to[next] = static_cast<i8>(to);
      table.number[from][to] = static_cast<short>(next++);
    }
  }
  if (next != COUNT) throw "the number of raises is wrong";
  return table;
}();

}  // namespace raises

struct PylosSettings {
  pylos::Rules rules;
  u32 limit;  // occurrences of a position that make a draw (PYL-R3); 0: never
};

// The positions at the start of each turn of one game.
class Occurrences {
 public:
  void clear() {
    keys_.clear();
    for (u64& marks : marks_) marks = 0;
  }
  // Adds a position; returns how often it has now occurred.
  u32 add(u64 key) {
    const u64 hash = key * 0x9E3779B97F4A7C15ull >> 56;
    u64& marks = marks_[hash >> 6];
    u32 times = 1;
    // Most positions are new, and one look at the marks shows it.
    if (marks >> (hash & 63) & 1)
      for (const u64 earlier : keys_) times += earlier == key;
    marks |= 1ull << (hash & 63);
    keys_.push_back(key);
    return times;
  }
  const std::vector<u64>& keys() const { return keys_; }

 private:
  std::vector<u64> keys_;
  u64 marks_[4] = {};
};

struct PylosGame {
  using Settings = PylosSettings;
  using Board = pylos::Pyramid<4>;
  enum Stage : u8 { LAND, FIRST, SECOND };
  static constexpr int SEATS = 2, OBSERVATION = 102;
  static constexpr int RAISE = Board::CELLS, TAKE = RAISE + raises::COUNT;
  static constexpr int STOP = TAKE + Board::CELLS, ACTIONS = STOP + 1;

  u32 balls[2] = {};
  u8 side = 0, stage = LAND;
  i8 taken = -1;   // the first ball taken back this turn
  i8 winner = -1;  // -1 also when drawn
  bool over = false;
  u32 occurred = 0;
  Occurrences occurrences;

  void begin(const Settings& settings, u64) { deal(settings); }

  void deal(const Settings& settings) {
    balls[0] = balls[1] = 0;
    occurrences.clear();
    side = 1;
    hand_over(settings);
  }

  // The game with these positions at the start of each turn, and within the last one these balls.
  void restore(const Settings& settings, u32 light, u32 dark, int at, int took,
               const std::vector<u64>& keys) {
    occurrences.clear();
    for (const u64 key : keys) {
      balls[0] = static_cast<u32>(key & Board::ALL);
      balls[1] = static_cast<u32>(key >> 30 & Board::ALL);
      side = static_cast<u8>(key >> 60 ^ 1);
      hand_over(settings);
    }
    balls[0] = light;
    balls[1] = dark;
    stage = static_cast<u8>(at);
    taken = static_cast<i8>(took);
  }

  int actor() const { return side; }
  float result(int seat) const { return winner < 0 ? 0.0f : winner == seat ? 1.0f : -1.0f; }

  u32 free_own() const { return balls[side] & pylos::free_balls<4>(balls[0] | balls[1]); }
  // The second ball of a pair has a lower number than the first.
  u32 takeable() const {
    return stage == LAND ? 0 : stage == FIRST ? free_own() : free_own() & (pylos::bit(taken) - 1);
  }
  bool may_stop(const Settings& settings) const {
    return stage == SECOND || (stage == FIRST && settings.rules.takeback_optional);
  }
  u32 placeable() const {
    if (stage != LAND || pylos::reserve<4>(balls[side]) <= 0) return 0;
    return pylos::placeable<4>(balls[0] | balls[1]);
  }

  bool is_legal(const Settings& settings, long action) const {
    if (over || action < 0 || action >= ACTIONS) return false;
    if (action < RAISE) return placeable() >> action & 1;
    if (action == STOP) return may_stop(settings);
    if (action >= TAKE) return takeable() >> (action - TAKE) & 1;
    if (stage != LAND) return false;
    const int from = raises::TABLE.from[action - RAISE], to = raises::TABLE.to[action - RAISE];
    return (free_own() >> from & 1) && (pylos::placeable<4>(balls[0] | balls[1]) >> to & 1);
  }

  // The action must be legal.
  void act(const Settings& settings, int action) {
    if (action == STOP) return hand_over(settings);
    u32& own = balls[side];
    if (action >= TAKE) {
      own &= ~pylos::bit(action - TAKE);
      if (stage == SECOND) return hand_over(settings);
      stage = SECOND;
      taken = static_cast<i8>(action - TAKE);
      if (!takeable()) hand_over(settings);
      return;
    }
    int to = action;
    if (action >= RAISE) {
      to = raises::TABLE.to[action - RAISE];
      own &= ~pylos::bit(raises::TABLE.from[action - RAISE]);
    }
    own |= pylos::bit(to);
    if (pylos::completes<4>(settings.rules, own, to))
      stage = FIRST;
    else
      hand_over(settings);
  }

  // Calls f(action) for every legal action, ascending.
  template <class F>
  void for_each_action(const Settings& settings, F&& f) const {
    if (over) return;
    if (stage != LAND) {
      for (u32 t = takeable(); t; t &= t - 1) f(TAKE + lowest(t));
      if (may_stop(settings)) f(STOP);
      return;
    }
    for (u32 t = placeable(); t; t &= t - 1) f(lowest(t));
    const u32 upper = pylos::placeable<4>(balls[0] | balls[1]) & ~Board::BOARD;
    if (!upper) return;
    for (u32 b = free_own(); b; b &= b - 1) {
      const int from = lowest(b);
      for (u32 t = pylos::raise_targets<4>(upper, from); t; t &= t - 1)
        f(RAISE + raises::TABLE.number[from][lowest(t)]);
    }
  }

  void write_mask(const Settings& settings, u8* out, bool) const {
    std::memset(out, 0, ACTIONS);
    for_each_action(settings, [&](int action) { out[action] = 1; });
  }

  void observe(const Settings& settings, int seat, u8* out) const {
    write_bits<30>(balls[seat], out);
    write_bits<30>(balls[seat ^ 1], out + 30);
    write_bits<30>(stage == SECOND ? pylos::bit(taken) : 0, out + 60);
    out[90] = !over && stage == LAND;
    out[91] = stage == FIRST;
    out[92] = stage == SECOND;
    out[93] = static_cast<u8>(pylos::reserve<4>(balls[seat]));
    out[94] = static_cast<u8>(pylos::reserve<4>(balls[seat ^ 1]));
    out[95] = static_cast<u8>(seat);
    out[96] = !over && seat == side;
    out[97] = static_cast<u8>(occurred < 255 ? occurred : 255);
    out[98] = settings.rules.squares;
    out[99] = settings.rules.lines;
    out[100] = settings.rules.takeback_optional;
    out[101] = settings.rules.may_raise;
  }

 private:
  // PYL-6, PYL-R2, PYL-R3, in the order in which sommet.pylos.State judges.
  void hand_over(const Settings& settings) {
    const int mover = side;
    side ^= 1;
    stage = LAND;
    taken = -1;
    over = false;
    winner = -1;
    occurred =
        occurrences.add(balls[0] | static_cast<u64>(balls[1]) << 30 | static_cast<u64>(side) << 60);
    if (pylos::is_over<4>(settings.rules, {balls[side], balls[mover]})) {
      over = true;
      winner = static_cast<i8>(mover);
    } else {
      over = settings.limit && occurred >= settings.limit;
    }
  }
};

}  // namespace sommet::batch
