// What the rules leave to the table and what differs between the games there: agreed draws,
// takebacks, when a clock's increment is added. For tables online and in the page alike.
#pragma once

namespace sommet::match {

inline constexpr int NOBODY = 2;

struct TableRules {
  bool draws;               // the players may agree on a draw
  bool takebacks;           // moves may be taken back: not where a card has been seen since
  bool increment_per_turn;  // the increment comes when the turn passes, not after each action
  const char* time_clause;  // by which time runs out; empty where the rulebook knows no clock

  // Whether a draw can be asked for; a computer player agrees to none.
  bool may_draw(bool against_computer) const { return draws && !against_computer; }
  // Whether a move of `seat` ends its turn if `next` acts then.
  bool ends_turn(int seat, int next) const { return !increment_per_turn || next != seat; }
};

inline constexpr TableRules PYLOS{true, true, false, "PYL-9"};
inline constexpr TableRules PACAL{false, true, true, ""};
inline constexpr TableRules SOLO{false, false, false, ""};

struct Turn {
  int seat, round;
};

// How many of `plies` moves stand after `seat` takes its last one back, or -1: nothing is taken back
// across the end of a round (`over`: it has ended). On a `shared` screen it is the last move, whoever
// made it. `turn_at(ply)` says who moved and in which round.
template <class TurnAt>
int takeback_ply(const TableRules& rules, bool shared, int seat, int round, bool over, int plies,
                 TurnAt&& turn_at) {
  if (!rules.takebacks || over) return -1;
  for (int ply = plies - 1; ply >= 0; --ply) {
    const Turn turn = turn_at(ply);
    if (turn.round != round) return -1;
    if (shared || turn.seat == seat) return ply;
  }
  return -1;
}

// Whether a clock runs once `plies` moves stand: before a round's first move only where there is
// time for each move.
template <class TurnAt>
bool clock_runs(bool per_move, int round, int plies, TurnAt&& turn_at) {
  return per_move || (plies > 0 && turn_at(plies - 1).round == round);
}

}  // namespace sommet::match
