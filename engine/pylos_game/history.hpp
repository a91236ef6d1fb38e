// The positions a game has been through and the moves between them, as a list that many states
// share: each state points at its own newest entry, entries point back and are never changed.
// Counts recurrences for PYL-R3.
#pragma once

#include <vector>

#include "common/device.hpp"
#include "pylos/rules.hpp"

namespace sommet::pylos_game {

class History {
 public:
  History() = default;
  History(const History& other) : newest_(other.newest_) {
    if (newest_) ++newest_->references;
  }
  History(History&& other) noexcept : newest_(other.newest_) { other.newest_ = nullptr; }
  History& operator=(History other) noexcept {
    Entry* const mine = newest_;
    newest_ = other.newest_;
    other.newest_ = mine;
    return *this;
  }
  ~History() {
    // A loop, not recursion: games may be longer than the stack is deep.
    while (newest_ && --newest_->references == 0) {
      Entry* const before = newest_->before;
      delete newest_;
      newest_ = before;
    }
  }

  // Stands for a position that was set up, not reached by a move.
  static constexpr pylos::Move NO_MOVE{-1, -1, -1, -1};

  // This history and one more position, reached by `move`.
  History with(u64 position, pylos::Move move = NO_MOVE) const {
    if (newest_) ++newest_->references;
    return History(new Entry{position, newest_, (newest_ ? newest_->seen : 0) | mark(position), 1,
                             length() + 1, move});
  }

  u32 length() const { return newest_ ? newest_->length : 0; }

  u32 count(u64 position) const {
    // Most positions are new, and one look at the marks shows it.
    if (!newest_ || !(newest_->seen & mark(position))) return 0;
    u32 times = 0;
    for (const Entry* e = newest_; e; e = e->before) times += e->position == position;
    return times;
  }

  // Oldest first.
  std::vector<u64> positions() const {
    std::vector<u64> list(length());
    std::size_t at = list.size();
    for (const Entry* e = newest_; e; e = e->before) list[--at] = e->position;
    return list;
  }

  // The moves since the newest position that was set up, oldest first.
  std::vector<pylos::Move> moves() const {
    std::size_t count = 0;
    for (const Entry* e = newest_; e && e->move.to >= 0; e = e->before) ++count;
    std::vector<pylos::Move> list(count);
    for (const Entry* e = newest_; count; e = e->before) list[--count] = e->move;
    return list;
  }

 private:
  struct Entry {
    u64 position;
    Entry* before;
    u64 seen;  // the marks of this and all earlier positions
    u32 references, length;
    pylos::Move move;  // how the position was reached
  };
  explicit History(Entry* newest) : newest_(newest) {}
  static u64 mark(u64 position) { return 1ull << (position * 0x9E3779B97F4A7C15ull >> 58); }

  Entry* newest_ = nullptr;
};

}  // namespace sommet::pylos_game
