// The Pacal duel, one round: a plain value and the functions that list and apply its actions.
//
// A turn goes OFFER (offerer) → TAKE (chooser) → BUILD (chooser) → BUILD (offerer), then it is
// judged (PAC-R1). A player whose received card fits nowhere has no action: the round marks them
// stuck and goes on by itself. After 14 turns comes LAST: the player who would have chosen in a
// 15th turn, then the one who would have offered, build their last card or decline (PAC-6, PAC-R8).
// Both always act in LAST, even when only declining is possible: a skipped step would give the
// other player a hint about a card that stays hidden.
#pragma once

#include "pacal/pyramid.hpp"

namespace sommet::pacal {

constexpr int HAND = 15;
constexpr int TURNS = 14;                           // turns with an offer; LAST is turn 15
constexpr int MAX_ACTIONS = 4 * TURNS + 2;          // in one round
constexpr int MAX_CHOICES = HAND * (HAND - 1) / 2;  // at one moment
constexpr u8 NOBODY = 2;

enum class Phase : u8 { OFFER, TAKE, BUILD, LAST, OVER };
enum class Kind : u8 { OFFER, TAKE, BUILD, DECLINE };

// OFFER: a < b are the two cards. TAKE: a is the card. BUILD: a is the field, 0 to 9. Else 0.
struct Action {
  Kind kind;
  u8 a;
  u8 b;
};

SOMMET_HD bool operator==(const Action& x, const Action& y) {
  return x.kind == y.kind && x.a == y.a && x.b == y.b;
}

// How a round ended. The comment gives the clause that decides.
enum class Reason : u8 {
  NONE,
  COMPLETE,              // PAC-7: the only complete pyramid
  COMPLETE_OTHER_STUCK,  // PAC-R2: the same, while the other player could not build
  DIFFERENCE,            // PAC-7: both complete
  TIE_FEWEST_COVERS,     // PAC-R5: both complete, equal difference
  TIE_DRAW,              // PAC-R5
  STUCK,                 // PAC-8
  STUCK_MOST_FIELDS,     // PAC-R3: neither could build
  STUCK_DRAW,            // PAC-R3
  END_MOST_FIELDS,       // PAC-R4: nobody complete after the 15th card
  END_FEWEST_COVERS,     // PAC-R4
  END_DRAW,              // PAC-R4
};

// The playing truth of a round. The 18 face-down cards under the apexes never matter to play, so
// they are not here: they are the cards that appear nowhere below.
struct Round {
  u64 hand[2] = {};
  Pyramid pyramid[2];
  u8 apex[2] = {};   // face-down but known to both (PAC-2)
  u8 offer[2] = {};  // the two cards on the table during TAKE, lower first
  u8 card[2] = {};   // received and not (yet) built; stays set for a stuck player
  u8 turn = 1;       // 1 to 14, 15 in LAST
  u8 beginner = 0;
  Phase phase = Phase::OFFER;
  u8 actor = 0;     // the seat to act, NOBODY when over
  u8 stuck = 0;     // bit per seat: could not build this turn
  u8 declined = 0;  // bit per seat: kept the last card
  Reason reason = Reason::NONE;
  u8 winner = NOBODY;
};
static_assert(sizeof(Round) <= 128);

SOMMET_HD int offerer(const Round& r) { return (r.beginner + r.turn + 1) & 1; }
SOMMET_HD int chooser(const Round& r) { return offerer(r) ^ 1; }

// A round ready for its first offer; each hand holds 15 cards, the apexes differ. Rule PAC-2.
SOMMET_HD Round start_round(u64 hand0, u64 hand1, int apex0, int apex1) {
  Round r;
  r.hand[0] = hand0;
  r.hand[1] = hand1;
  r.apex[0] = static_cast<u8>(apex0);
  r.apex[1] = static_cast<u8>(apex1);
  r.beginner = apex1 > apex0;
  r.actor = r.beginner;
  return r;
}

// The card that the player to act builds with `build`, or 0 outside BUILD and LAST.
SOMMET_HD int card_to_build(const Round& r) {
  if (r.phase == Phase::BUILD) return r.card[r.actor];
  if (r.phase == Phase::LAST) return lowest64(r.hand[r.actor]);
  return 0;
}

// The fields that `build` may name now, 0 outside BUILD and LAST.
SOMMET_HD u32 build_fields(const Round& r, const Rules& rules) {
  const int card = card_to_build(r);
  return card ? legal_fields(r.pyramid[r.actor], card, rules) : 0;
}

SOMMET_HD void finish(Round& r, Reason reason, int winner) {
  r.reason = reason;
  r.winner = static_cast<u8>(winner);
  r.phase = Phase::OVER;
  r.actor = NOBODY;
}

// The seat with the larger number, or NOBODY.
SOMMET_HD int larger(int number0, int number1) {
  return number0 == number1 ? NOBODY : number1 > number0;
}

// Both pyramids complete in one turn: PAC-7, PAC-R5, PAC-R9.
SOMMET_HD void judge_both_complete(Round& r, const Rules& rules) {
  const int wider =
      larger(deciding_difference(r.pyramid[0], rules), deciding_difference(r.pyramid[1], rules));
  if (wider != NOBODY) return finish(r, Reason::DIFFERENCE, rules.largest_wins ? wider : wider ^ 1);
  const int neater = larger(-covers(r.pyramid[0]), -covers(r.pyramid[1]));
  if (rules.covers_break_tie && neater != NOBODY)
    return finish(r, Reason::TIE_FEWEST_COVERS, neater);
  finish(r, Reason::TIE_DRAW, NOBODY);
}

// Nobody complete and all cards played: PAC-R4.
SOMMET_HD void judge_end(Round& r, const Rules& rules) {
  const Pyramid &p0 = r.pyramid[0], &p1 = r.pyramid[1];
  if (rules.fields_at_end) {
    const int fuller = larger(fields_filled(p0), fields_filled(p1));
    if (fuller != NOBODY) return finish(r, Reason::END_MOST_FIELDS, fuller);
    const int neater = larger(-covers(p0), -covers(p1));
    if (neater != NOBODY) return finish(r, Reason::END_FEWEST_COVERS, neater);
  }
  finish(r, Reason::END_DRAW, NOBODY);
}

// Judges a turn after both players are done with it: PAC-7, PAC-8, PAC-R1 to PAC-R5, PAC-R8.
SOMMET_HD void judge_turn(Round& r, const Rules& rules) {
  const bool done0 = is_complete(r.pyramid[0]), done1 = is_complete(r.pyramid[1]);
  if (done0 && done1) return judge_both_complete(r, rules);
  if (done0 || done1)
    return finish(r, r.stuck ? Reason::COMPLETE_OTHER_STUCK : Reason::COMPLETE, done1);
  if (r.stuck == 3) {
    const int fuller = larger(fields_filled(r.pyramid[0]), fields_filled(r.pyramid[1]));
    if (rules.fields_if_stuck && fuller != NOBODY)
      return finish(r, Reason::STUCK_MOST_FIELDS, fuller);
    return finish(r, Reason::STUCK_DRAW, NOBODY);
  }
  if (r.stuck) return finish(r, Reason::STUCK, r.stuck == 1 ? 1 : 0);
  if (r.phase == Phase::LAST) return judge_end(r, rules);
  ++r.turn;
  if (r.turn <= TURNS) {
    r.phase = Phase::OFFER;
    r.actor = static_cast<u8>(offerer(r));
  } else {
    r.phase = Phase::LAST;
    r.actor = static_cast<u8>(chooser(r));
  }
}

// Passes the turn on in BUILD: skips a stuck player, and ends the turn when both are done.
SOMMET_HD void go_on_building(Round& r, const Rules& rules) {
  const int first = chooser(r);
  for (int i = 0; i < 2; ++i) {
    const int seat = i == 0 ? first : first ^ 1;
    if (!r.card[seat] || (r.stuck >> seat & 1)) continue;
    if (legal_fields(r.pyramid[seat], r.card[seat], rules)) {
      r.actor = static_cast<u8>(seat);
      return;
    }
    r.stuck = static_cast<u8>(r.stuck | 1u << seat);
  }
  judge_turn(r, rules);
}

// PAC-3: two cards of one's own hand.
SOMMET_HD void apply_offer(Round& r, int low, int high) {
  r.hand[r.actor] &= ~(1ull << low | 1ull << high);
  r.offer[0] = static_cast<u8>(low);
  r.offer[1] = static_cast<u8>(high);
  r.phase = Phase::TAKE;
  r.actor ^= 1;
}

// PAC-3: one card to the chooser, the other back to the offerer.
SOMMET_HD void apply_take(Round& r, const Rules& rules, int card) {
  r.card[r.actor] = static_cast<u8>(card);
  r.card[r.actor ^ 1] = static_cast<u8>(r.offer[0] + r.offer[1] - card);
  r.offer[0] = r.offer[1] = 0;
  r.phase = Phase::BUILD;
  go_on_building(r, rules);
}

// LAST goes from the chooser of a 15th turn to its offerer, then is judged.
SOMMET_HD void go_on_last(Round& r, const Rules& rules) {
  if (r.actor == chooser(r))
    r.actor ^= 1;
  else
    judge_turn(r, rules);
}

SOMMET_HD void apply_build(Round& r, const Rules& rules, int field) {
  const int card = card_to_build(r);
  build(r.pyramid[r.actor], card, field);
  if (r.phase == Phase::LAST) {
    r.hand[r.actor] = 0;
    go_on_last(r, rules);
  } else {
    r.card[r.actor] = 0;
    go_on_building(r, rules);
  }
}

SOMMET_HD void apply_decline(Round& r, const Rules& rules) {
  r.declined = static_cast<u8>(r.declined | 1u << r.actor);
  go_on_last(r, rules);
}

// Plays one action in place; it must be legal.
SOMMET_HD void apply(Round& r, const Rules& rules, Action action) {
  switch (action.kind) {
    case Kind::OFFER:
      return apply_offer(r, action.a, action.b);
    case Kind::TAKE:
      return apply_take(r, rules, action.a);
    case Kind::BUILD:
      return apply_build(r, rules, action.a);
    case Kind::DECLINE:
      return apply_decline(r, rules);
  }
}

SOMMET_HD bool is_legal(const Round& r, const Rules& rules, Action action) {
  switch (action.kind) {
    case Kind::OFFER:
      return r.phase == Phase::OFFER && action.a < action.b && action.b <= CARDS &&
             (r.hand[r.actor] >> action.a & 1) && (r.hand[r.actor] >> action.b & 1);
    case Kind::TAKE:
      return r.phase == Phase::TAKE && (action.a == r.offer[0] || action.a == r.offer[1]);
    case Kind::BUILD:
      return action.a < FIELDS && (build_fields(r, rules) >> action.a & 1);
    case Kind::DECLINE:
      return r.phase == Phase::LAST;
  }
  return false;
}

// Calls f(Action) for every legal action: offers by lower then higher card, takes lower first,
// fields in reading order, declining last. Nothing when the round is over.
template <class F>
SOMMET_HD void for_each_action(const Round& r, const Rules& rules, F&& f) {
  if (r.phase == Phase::OFFER) {
    for (u64 lows = r.hand[r.actor]; lows; lows &= lows - 1)
      for (u64 highs = lows & (lows - 1); highs; highs &= highs - 1)
        f(Action{Kind::OFFER, static_cast<u8>(lowest64(lows)), static_cast<u8>(lowest64(highs))});
  } else if (r.phase == Phase::TAKE) {
    f(Action{Kind::TAKE, r.offer[0], 0});
    f(Action{Kind::TAKE, r.offer[1], 0});
  } else {
    for (u32 fields = build_fields(r, rules); fields; fields &= fields - 1)
      f(Action{Kind::BUILD, static_cast<u8>(lowest(fields)), 0});
    if (r.phase == Phase::LAST) f(Action{Kind::DECLINE, 0, 0});
  }
}

// Cards whose place is known to `seat` (0, 1, or NOBODY for an observer): both pyramids, the cards
// on the table, both apexes and, for a seat, its own hand. All others are unseen to it.
SOMMET_HD u64 seen_cards(const Round& r, int seat) {
  u64 seen = seat < NOBODY ? r.hand[seat] : 0;
  for (int i = 0; i < 2; ++i) {
    seen |= built_cards(r.pyramid[i]) | 1ull << r.apex[i];
    seen |= 1ull << r.offer[i] | 1ull << r.card[i];  // 0 means none and falls outside ALL_CARDS
  }
  return seen & ALL_CARDS;
}

}  // namespace sommet::pacal
