// Why a move is good or a mistake, by exact values.
//
// A reason is given only where a table shows that the value would be another one without the fact
// that the reason names. docs/study-pylos.md says for each key what is compared. PYL-R3 is left
// aside: a position counts as if it were new.
#pragma once

#include "pylos_coach/reasons.hpp"
#include "pylos_coach/verdict.hpp"

namespace sommet::pylos_coach {

struct Explanation {
  Value best, value;            // of the position and of the move, for its player
  std::vector<Reason> reasons;  // the most telling first
  std::vector<Move> line;       // of a mistake: how it is answered, and on
};

// Probe: void(const Position*, std::size_t, Value*), exact values for the side to move; a position
// that is over is lost for it.
template <class Probe>
class Explainer {
 public:
  Explainer(Rules rules, const Probe& probe) : rules_(rules), probe_(probe) {}

  // `move` must be legal.
  Explanation explain(Position pos, Move move) {
    const Judged here = judge(pos);
    Explanation out{here.best, here.best, {}, {}};
    std::size_t at = 0;
    while (!(here.moves[at] == move)) ++at;
    out.value = here.values[at];
    const MoveFacts done = here.facts[at];
    if (out.value == out.best) {
      praise(here, move, done, out);
    } else {
      blame(here, move, done, out);
    }
    put_telling_first(out.reasons);
    if (out.reasons.size() > MOST) out.reasons.resize(MOST);
    return out;
  }

  static constexpr std::size_t MOST = 4;

 private:
  // A position with the value of each move, for its player.
  struct Judged {
    Position pos;
    Value best;
    std::vector<Move> moves;
    std::vector<MoveFacts> facts;
    std::vector<Value> values;

    // What the moves worth at least `from` have in common, and the others.
    void split(Value from, Common& reach, Common& rest) const {
      for (std::size_t i = 0; i < moves.size(); ++i)
        (values[i] >= from ? reach : rest).add(facts[i]);
    }
  };

  static Position swapped(Position pos) { return {pos.other, pos.own}; }
  bool over(Position pos) const { return pylos::is_over<4>(rules_, pos); }

  Judged judge(Position pos) const {
    Judged j{pos, Value::LOSS, {}, {}, {}};
    const u32 theirs = over(swapped(pos)) ? 0 : completing_now(rules_, swapped(pos));
    std::vector<Position> after;
    pylos::for_each_move<4>(rules_, pos, [&](Move move) {
      j.moves.push_back(move);
      j.facts.push_back(move_facts_of(rules_, pos, move, theirs));
      after.push_back(pylos::play(pos, move));
    });
    j.values = values_of(after);
    for (Value& each : j.values) {
      each = opposite(each);
      if (each > j.best) j.best = each;
    }
    return j;
  }

  std::vector<Value> values_of(const std::vector<Position>& positions) const {
    std::vector<Value> values(positions.size());
    probe_(positions.data(), positions.size(), values.data());
    return values;
  }

  // What a position is worth to the side that does not move.
  Value to_other(Position pos) const { return opposite(values_of({pos})[0]); }

  void praise(const Judged& here, Move move, const MoveFacts& done, Explanation& out) const {
    std::vector<Reason>& reasons = out.reasons;
    if (done.has & TAKES_SUMMIT) {
      reasons.push_back({"ends", done.to});
      return;
    }
    if (out.value == Value::LOSS) {
      if (!over(swapped(here.pos)) && to_other(swapped(here.pos)) > Value::LOSS)
        reasons.push_back({"in-zugzwang", 0});
      return;
    }
    Common keep, rest;
    here.split(here.best, keep, rest);
    name_common(rules_, keep, rest, ONLY, &done, false, reasons);
    const Position after = pylos::play(here.pos, move);
    if (!over(after)) {
      name_threat_met(here.pos, after, done, out.value, reasons);
      const Position again = swapped(after);
      if (!over(again) && opposite(to_other(again)) < out.value)
        reasons.push_back({"keeps-the-move", 0});
    }
    name_balls(here, move, out.value, reasons);
    if (reasons.size() < 2 && !over(after)) name_threat(here.pos, after, out.value, reasons);
  }

  // What the opponent would do if it were to move, and can no longer.
  void name_threat_met(Position pos, Position after, const MoveFacts& done, Value value,
                       std::vector<Reason>& out) const {
    if (over(swapped(pos)) || to_other(swapped(pos)) >= value) return;
    const Judged theirs = judge(swapped(pos));
    Common threats, rest;
    theirs.split(static_cast<Value>(static_cast<int>(opposite(value)) + 1), threats, rest);
    if (!threats.count || !rest.count) return;
    const u32 facts = threats.all.has & ~rest.all.has;
    if (facts & TAKES_BACK) {
      if (!(completing_now(rules_, after) & threats.any.to))
        out.push_back({completion(rules_, threats.all.has, STOPS_ONE), threats.any.to});
    } else if (threats.any.to == done.to && (rest.any.to & ~done.to)) {
      out.push_back({"takes-first", done.to});
    } else if (const u32 locked = threats.all.from & ~rest.all.from & done.locks) {
      out.push_back({"locks-ball", locked});
    }
  }

  // The same landing with another source or other balls taken back, and the landing alone.
  void name_balls(const Judged& here, Move move, Value value, std::vector<Reason>& out) const {
    if (move.take1 >= 0) {
      const Move kept{move.from, move.to, -1, -1};
      const bool counts = to_other(pylos::play(here.pos, kept)) < value;
      bool one = false, two = false;  // whether some sibling of that kind is as good
      bool has_one = false, has_two = false;
      for_each_sibling(here, move, [&](Move each, Value worth) {
        (each.take2 < 0 ? has_one : has_two) = true;
        if (worth >= value) (each.take2 < 0 ? one : two) = true;
      });
      if (move.take2 >= 0 && has_one && !one) {
        out.push_back({"second-counts", bit(move.take1) | bit(move.take2)});
      } else if (move.take2 < 0 && has_two && !two) {
        out.push_back({"one-enough", bit(move.take1)});
      } else if (counts) {
        out.push_back({"take-counts", taken_of(move)});
      }
    } else if (move.from >= 0) {
      for (std::size_t i = 0; i < here.moves.size(); ++i)
        if (here.moves[i] == Move{-1, move.to, -1, -1} && here.values[i] < value)
          out.push_back({"raise-saves", bit(move.from)});
    }
  }

  static u32 taken_of(Move move) {
    return (move.take1 >= 0 ? bit(move.take1) : 0) | (move.take2 >= 0 ? bit(move.take2) : 0);
  }

  // Moves that differ from this one only in what is taken back.
  template <class F>
  static void for_each_sibling(const Judged& here, Move move, F&& f) {
    for (std::size_t i = 0; i < here.moves.size(); ++i) {
      const Move each = here.moves[i];
      if (each.from == move.from && each.to == move.to && !(each == move)) f(each, here.values[i]);
    }
  }

  // A square or line that this move prepares: after some reply nothing else keeps the value.
  void name_threat(Position pos, Position after, Value value, std::vector<Reason>& out) const {
    constexpr int TRIED = 2;
    if (value == Value::LOSS || over(swapped(after))) return;
    const u32 made = completing_now(rules_, swapped(after)) & ~completing_now(rules_, pos);
    if (!made) return;
    int tried = 0;
    bool found = false;
    pylos::for_each_move<4>(rules_, after, [&](Move reply) {
      const Position next = pylos::play(after, reply);
      if (found || tried == TRIED || (bit(reply.to) & made) || over(next)) return;
      ++tried;
      const Judged mine = judge(next);
      Common keep, rest;
      mine.split(value, keep, rest);
      if (!rest.count || !(keep.all.has & ~rest.all.has & TAKES_BACK) || (keep.any.to & ~made))
        return;
      out.push_back({completion(rules_, keep.all.has, THREATENS), keep.any.to});
      found = true;
    });
  }

  void blame(const Judged& here, Move move, const MoveFacts& done, Explanation& out) const {
    std::vector<Reason>& reasons = out.reasons;
    name_sibling(here, move, reasons);
    const Position after = pylos::play(here.pos, move);
    if (!over(after)) {
      const Judged theirs = judge(after);
      name_reply(here, theirs, reasons);
      name_common_of(here, done, reasons);
      name_tempo(theirs, out.value, reasons);
      out.line = line_of(theirs);
    } else {
      name_common_of(here, done, reasons);
    }
    if (move.from < 0 && move.take1 < 0 && !over(swapped(here.pos)) &&
        to_other(swapped(here.pos)) > out.value)
      reasons.push_back({"ball-hurts", done.to});
  }

  void name_common_of(const Judged& here, const MoveFacts& done, std::vector<Reason>& out) const {
    Common keep, rest;
    here.split(here.best, keep, rest);
    name_common(rules_, keep, rest, ONLY, &done, true, out);
    const u32 spoilt = keep.all.leaves_free & ~rest.all.leaves_free & ~done.leaves_free;
    if (spoilt) out.push_back({"only-free", spoilt});
  }

  // The same landing done otherwise would have kept the value.
  void name_sibling(const Judged& here, Move move, std::vector<Reason>& out) const {
    u32 sources = 0;
    bool placed = false;
    for (std::size_t i = 0; i < here.moves.size(); ++i) {
      const Move each = here.moves[i];
      if (here.values[i] < here.best || each.to != move.to || move.take1 >= 0 || each.take1 >= 0)
        continue;
      if (move.from < 0 && each.from >= 0) sources |= bit(each.from);
      placed = placed || (move.from >= 0 && each.from < 0);
    }
    if (sources) out.push_back({"raise-instead", sources});
    if (placed) out.push_back({"place-instead", bit(move.from)});
    Move better{-1, -1, -1, -1};
    for_each_sibling(here, move, [&](Move each, Value worth) {
      if (worth == here.best && better.to < 0) better = each;
    });
    if (better.to < 0) return;
    if (better.take1 < 0) {
      out.push_back({"take-none", 0});
    } else {
      out.push_back({"take-instead", taken_of(better)});
    }
  }

  void name_reply(const Judged& here, const Judged& theirs, std::vector<Reason>& out) const {
    Common refute, rest;
    theirs.split(theirs.best, refute, rest);
    const std::size_t first = out.size();
    name_common(rules_, refute, rest, LETS, nullptr, false, out);
    const u32 before = here.pos.own | here.pos.other;
    for (std::size_t i = first; i < out.size(); ++i) {
      Reason& each = out[i];
      const auto is = [&](std::string_view key) { return each.key == key; };
      const CompletionKeys& made = LETS.complete;
      if (is(made.square) || is(made.line) || is(made.either)) {
        // It was there already, and could have been stopped.
        const u32 was = over(swapped(here.pos)) ? 0 : completing_now(rules_, swapped(here.pos));
        if (!(each.cells & ~was))
          each.key = is(made.square) ? LEAVES.square : is(made.line) ? LEAVES.line : LEAVES.either;
      } else if (is(LETS.cell)) {
        if (!(each.cells & pylos::placeable<4>(before))) each.key = "opens-cell";
      } else if (is(LETS.raise) && popcount(each.cells) == 1 &&
                 !(each.cells & pylos::free_balls<4>(before))) {
        each.key = "frees-ball";
      }
    }
  }

  // With a pass after each refuting reply the player would do better: it must give way.
  void name_tempo(const Judged& theirs, Value value, std::vector<Reason>& out) const {
    std::vector<Position> passed;
    for (std::size_t i = 0; i < theirs.moves.size(); ++i) {
      if (theirs.values[i] < theirs.best) continue;
      const Position next = pylos::play(theirs.pos, theirs.moves[i]);
      if (over(next) || over(swapped(next))) return;
      passed.push_back(swapped(next));
    }
    for (const Value each : values_of(passed))
      if (opposite(each) <= value) return;
    out.push_back({"gives-way", 0});
  }

  static int weight(const MoveFacts& d) {
    return d.has & TAKES_SUMMIT ? 5
           : d.has & TAKES_TWO  ? 4
           : d.has & TAKES_BACK ? 3
           : d.has & RAISES     ? 2
           : d.has & HIGHER     ? 1
                                : 0;
  }

  static std::size_t pick(const Judged& judged) {
    std::size_t chosen = 0;
    int most = -1;
    for (std::size_t i = 0; i < judged.moves.size(); ++i) {
      if (judged.values[i] != judged.best || weight(judged.facts[i]) <= most) continue;
      most = weight(judged.facts[i]);
      chosen = i;
    }
    return chosen;
  }

  // The reply, the best that is left, and the next reply, each of them without a mistake.
  std::vector<Move> line_of(Judged judged) const {
    constexpr std::size_t LENGTH = 3;
    std::vector<Move> line;
    for (;;) {
      line.push_back(judged.moves[pick(judged)]);
      const Position next = pylos::play(judged.pos, line.back());
      if (line.size() == LENGTH || over(next)) return line;
      judged = judge(next);
    }
  }

  Rules rules_;
  const Probe& probe_;
};

}  // namespace sommet::pylos_coach
