// The perfect player at the board: its choice in one position, asking a table of wins and losses
// for as few positions as it can. The order of choice is that of choice.hpp.
#pragma once

#include <algorithm>
#include <functional>
#include <map>
#include <vector>

#include "pylos_perfect/choice.hpp"

namespace sommet::pylos_perfect {

template <int Base>
class Chooser {
 public:
  // Whether a stored position is lost for the side to move.
  using IsLost = std::function<bool(pylos::Position)>;

  Chooser(const pylos_index::Finder& finder, pylos::Rules rules, const short* weights,
          const u32* exceptions, const u8* places, u64 count)
      : finder_(finder),
        rules_(rules),
        weights_(weights),
        exceptions_(exceptions),
        places_(places),
        count_(count) {}

  // The move to play in a won position; `from` is -2 if no move leads to a lost position.
  pylos::Move choose(pylos::Position pos, const IsLost& is_lost) {
    known_.clear();
    std::vector<Candidate> lost = lost_successors(pos, is_lost);
    if (lost.empty()) return {-2, -1, -1, -1};
    const u32 place = choice_place(exceptions_, places_, count_, smallest_number(finder_, pos));
    if (place >= lost.size()) return {-2, -1, -1, -1};
    // With an end in reach nothing else matters.
    if (lost[0].key.rank == 0 && place == 0) return lost[0].move;
    // The place + 1 best so far; what can no longer become one of them is left early.
    std::vector<Candidate> best;
    for (Candidate& candidate : lost) {
      const bool full = best.size() > place;
      const u32 most = full ? best.back().key.outlook : ~0u;
      candidate.key.outlook = outlook(candidate.after, most, is_lost);
      if (candidate.key.outlook > most) continue;
      const auto by_key = [](const Candidate& a, const Candidate& b) { return a.key < b.key; };
      best.insert(std::upper_bound(best.begin(), best.end(), candidate, by_key), candidate);
      if (best.size() > place + 1) best.pop_back();
    }
    return best[place].move;
  }

 private:
  struct Candidate {
    ChoiceKey key;
    pylos::Position after;
    pylos::Move move;
  };

  // The positions after all moves, each once, by rank and number; positions that are over first.
  std::vector<Candidate> successors(pylos::Position pos) const {
    std::vector<Candidate> all;
    pylos::for_each_move<Base>(rules_, pos, [&](pylos::Move move) {
      const pylos::Position after = pylos::play(pos, move);
      const bool end = pylos::summit_taken<Base>(after);
      const ChoiceKey key = {0, end ? 0u : pylos_search::rank_of<Base>(rules_, after, weights_),
                             end ? ~u64{0} : smallest_number(finder_, after)};
      all.push_back({key, after, move});
    });
    std::stable_sort(all.begin(), all.end(),
                     [](const Candidate& a, const Candidate& b) { return a.key < b.key; });
    const auto same = [](const Candidate& a, const Candidate& b) {
      return a.key.number == b.key.number;
    };
    all.erase(std::unique(all.begin(), all.end(), same), all.end());
    return all;
  }

  bool lost(const Candidate& c, const IsLost& is_lost) {
    if (c.key.rank == 0) return true;  // over
    const auto [entry, fresh] = known_.try_emplace(c.key.number, false);
    if (fresh) entry->second = is_lost(c.after);
    return entry->second;
  }

  std::vector<Candidate> lost_successors(pylos::Position pos, const IsLost& is_lost) {
    std::vector<Candidate> all = successors(pos);
    std::erase_if(all, [&](const Candidate& c) { return !lost(c, is_lost); });
    return all;
  }

  // The outlook of a lost position, or any number above `most` if it is larger than `most`.
  u32 outlook(pylos::Position pos, u32 most, const IsLost& is_lost) {
    if (pylos::is_over<Base>(rules_, pos)) return 0;
    std::vector<std::vector<Candidate>> replies;
    bool goes_on = true;
    pylos::for_each_move<Base>(rules_, pos, [&](pylos::Move move) {
      replies.push_back(successors(pylos::play(pos, move)));
      goes_on = goes_on && !replies.back().empty();
    });
    if (!goes_on) return ~0u;  // a reply ends the game: whoever called this lost was wrong
    // The replies that look worst for the player come first: one may be enough to give up.
    std::stable_sort(replies.begin(), replies.end(),
                     [](const auto& a, const auto& b) { return a[0].key.rank > b[0].key.rank; });
    u32 worst = 0;
    for (const std::vector<Candidate>& reply : replies) {
      for (const Candidate& c : reply) {
        if (c.key.rank + 1 > most) return c.key.rank + 1;
        if (lost(c, is_lost)) {
          worst = std::max(worst, c.key.rank + 1);
          break;
        }
      }
    }
    return worst;
  }

  pylos_index::Finder finder_;
  pylos::Rules rules_;
  const short* weights_;
  const u32* exceptions_;
  const u8* places_;
  u64 count_;
  std::map<u64, bool> known_;
};

}  // namespace sommet::pylos_perfect
