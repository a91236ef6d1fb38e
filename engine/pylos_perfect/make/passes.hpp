// The passes of exceptions.hpp and proof.hpp on CPU threads.
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

#include "common/parallel.hpp"
#include "pylos_index/finder_tables.hpp"
#include "pylos_perfect/make/exceptions.hpp"
#include "pylos_perfect/prove/proof.hpp"

namespace sommet::pylos_perfect {

// Thrown by a pass that was ended.
struct Ended {};

template <int Base>
class CpuWork {
 public:
  // `lean`: with six bytes per position instead of ten; enough to prove, not to make.
  CpuWork(const pylos_index::FinderTables& tables, pylos::Rules rules, const u8* table,
          const short* weights, const u32* exceptions, const u8* places, u64 count, int threads,
          bool lean)
      : tables_(tables), rules_(rules), pool_(threads) {
    const u64 n = tables.positions();
    rank_.resize(n);
    outlook_.resize(n);
    if (!lean) choice_.resize(n);
    settled_.resize(n);
    work_ = {};
    work_.geo = &tables.geometry();
    work_.finder = tables.finder();
    work_.table = table;
    work_.weights = weights;
    work_.exceptions = exceptions;
    work_.places = places;
    work_.exception_count = count;
    work_.rank = rank_.data();
    work_.outlook = outlook_.data();
    work_.choice = lean ? nullptr : choice_.data();
    work_.settled = settled_.data();
    for (u32 s = static_cast<u32>(tables.masks().size()); s-- > 0;)
      for (u32 c = 0; c < 1u << popcount(tables.masks()[s]); c += CHUNK) chunks_.emplace_back(s, c);
  }

  bool is_lean() const { return work_.choice == nullptr; }
  void watch(Pool::Watch watch) { watch_ = std::move(watch); }

  void find_ranks() {
    over_all([&](u32 s, u32 c) { find_rank<Base>(work_, rules_, s, c); });
  }
  void find_nearest_ranks() {
    over_all([&](u32 s, u32 c) { find_nearest<Base>(work_, rules_, s, c); });
  }
  void find_outlooks() {
    over_all([&](u32 s, u32 c) { find_outlook<Base>(work_, rules_, s, c); });
  }
  void find_choices() {
    over_all([&](u32 s, u32 c) { find_choice<Base>(work_, rules_, s, c); });
    is_listed_ = false;
    list_.clear();
  }

  // A list would not fit into memory as long as most positions are open.
  u64 thin_out() {
    const auto open = [&](const auto& p) { return is_open<Base>(work_, p.first, p.second); };
    if (is_listed_) {
      std::erase_if(list_, [&](const auto& p) { return !open(p); });
      return list_.size();
    }
    const u64 count = count_open([](u32, u32) { return true; });
    is_listed_ = count <= tables_.positions() / LISTED_SHARE;
    if (is_listed_) {
      for (u32 s = static_cast<u32>(tables_.masks().size()); s-- > 0;)
        for (u32 c = 0; c < 1u << popcount(tables_.masks()[s]); ++c)
          if (open(std::pair(s, c))) list_.emplace_back(s, c);
    }
    return count;
  }

  u64 settle_once() {
    return count_open([&](u32 s, u32 c) { return settle<Base>(work_, rules_, s, c); });
  }

  // Moves to the end from the settled won positions, at most and by best play, added up; how many
  // positions that are; the longest.
  struct Lengths {
    u64 moves = 0, best = 0, positions = 0, longest = 0;
  };
  Lengths lengths() const {
    Lengths sum;
    for (u64 at = 0; at < tables_.positions(); ++at) {
      if (!is_won(work_.table[at]) || settled_[at] == 0 || settled_[at] == OPEN) continue;
      sum.moves += settled_[at];
      sum.best += work_.table[at];
      ++sum.positions;
      sum.longest = std::max<u64>(sum.longest, settled_[at]);
    }
    return sum;
  }

  // Where the player goes from won positions, as found by find_choices.
  const std::vector<u32>& choices() const { return choice_; }

  void weigh(int steps) {
    const u64 n = tables_.positions();
    score_.assign(n, 0);
    gain_.resize(n);
    more_.resize(n);
    way_.resize(n);
    work_.score = score_.data();
    work_.gain = gain_.data();
    work_.more = more_.data();
    work_.way = way_.data();
    over_open([&](u32 s, u32 c) {
      find_scores<Base>(work_, rules_, s, c);
      find_way<Base>(work_, rules_, s, c);
    });
    for (int step = 0; step <= steps; ++step) {
      over_open([&](u32 s, u32 c) { start_gains(work_, number(s, c)); });
      if (step) over_open([&](u32 s, u32 c) { add_gains(work_, number(s, c)); });
      over_open([&](u32 s, u32 c) { keep_gains(work_, number(s, c)); });
    }
  }

  // Numbers | places << 32.
  std::vector<u64> make_exceptions(u32 least_gain) {
    over_open([&](u32 s, u32 c) { mark_exception(work_, number(s, c), least_gain); });
    std::vector<u64> made;
    std::mutex lock;
    over_open([&](u32 s, u32 c) {
      const u32 place = make_exception<Base>(work_, rules_, s, c);
      if (!place) return;
      const std::lock_guard<std::mutex> guard(lock);
      made.push_back(number(s, c) | static_cast<u64>(place) << 32);
    });
    return made;
  }

  struct Verdict {
    u64 proved = 0, wrong = 0, first_wrong = ~u64{0};
  };
  Verdict prove_all(const u32* exceptions, const u8* places, u64 count) const {
    const PlayerProof proof = {&tables_.geometry(), work_.finder,  work_.table,
                               work_.rank,          work_.outlook, work_.settled,
                               exceptions,          places,        count};
    Verdict verdict;
    std::mutex lock;
    over_chunks([&](u32 stack, u32 begin, u32 end) {
      Verdict here;
      for (u32 c = begin; c < end; ++c) {
        const int found = prove<Base>(proof, rules_, stack, c);
        here.proved += found == 1;
        here.wrong += found == 2;
        if (found == 2) here.first_wrong = std::min(here.first_wrong, number(stack, c));
      }
      const std::lock_guard<std::mutex> guard(lock);
      verdict.proved += here.proved;
      verdict.wrong += here.wrong;
      verdict.first_wrong = std::min(verdict.first_wrong, here.first_wrong);
    });
    return verdict;
  }

 private:
  u64 number(u32 stack, u32 colouring) const {
    return number_of(work_.finder, stack, popcount(work_.finder.masks[stack]), colouring);
  }

  // The pieces are shared by the threads, in their order.
  template <class F>
  void share(std::size_t pieces, F&& f) const {
    const bool finished = pool_.for_each(pieces, [&](u64 i, int) { f(i); }, watch_);
    if (!finished || (watch_ && !watch_(1.0))) throw Ended{};
  }

  // Stacks with many balls first: most games go that way, and are settled from there.
  template <class F>
  void over_chunks(F&& f) const {
    share(chunks_.size(), [&](std::size_t i) {
      const auto [stack, begin] = chunks_[i];
      f(stack, begin, std::min(1u << popcount(tables_.masks()[stack]), begin + CHUNK));
    });
  }

  template <class F>
  void over_all(F&& f) const {
    over_chunks([&](u32 stack, u32 begin, u32 end) {
      for (u32 c = begin; c < end; ++c) f(stack, c);
    });
  }

  // Counts the open positions of which f is true.
  template <class F>
  u64 count_open(F&& f) const {
    std::atomic<u64> count{0};
    if (!is_listed_) {
      over_chunks([&](u32 stack, u32 begin, u32 end) {
        u64 here = 0;
        for (u32 c = begin; c < end; ++c) here += is_open<Base>(work_, stack, c) && f(stack, c);
        count += here;
      });
      return count;
    }
    constexpr std::size_t PIECE = 4096;
    share((list_.size() + PIECE - 1) / PIECE, [&](std::size_t i) {
      const std::size_t end = std::min(list_.size(), (i + 1) * PIECE);
      u64 here = 0;
      for (std::size_t k = i * PIECE; k < end; ++k) here += f(list_[k].first, list_[k].second);
      count += here;
    });
    return count;
  }

  // Over the list, or where there is none over what is open.
  template <class F>
  void over_open(F&& f) const {
    count_open([&](u32 s, u32 c) {
      f(s, c);
      return true;
    });
  }

  static constexpr u32 CHUNK = 1u << 16;
  static constexpr u64 LISTED_SHARE = 16;

  const pylos_index::FinderTables& tables_;
  pylos::Rules rules_;
  mutable Pool pool_;
  std::vector<u16> rank_, outlook_, settled_;
  std::vector<u32> choice_, score_, gain_, more_;
  std::vector<u8> way_;
  std::vector<std::pair<u32, u32>> chunks_;  // all positions: stack, first colouring
  std::vector<std::pair<u32, u32>> list_;    // what is open, or was when it was made
  bool is_listed_ = false;
  Pool::Watch watch_;
  PlayerWork work_;
};

}  // namespace sommet::pylos_perfect
