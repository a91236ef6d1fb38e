// Plays Pacal at random in every rule setting and checks, at each step, what must always hold.
// Built with AddressSanitizer and UBSan by tests/fuzz/test_fuzz_pacal.py.
//   pacal_fuzz SEED ROUNDS
#include <cstdio>
#include <cstdlib>

#include "pacal/table.hpp"

using namespace sommet;
using namespace sommet::pacal;

namespace {

int failures = 0;

void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  if (++failures > 10) std::exit(1);
}

// PAC-4 and PAC-5 by trying.
bool fits_slowly(const Pyramid& p, int card, int field) {
  if (p.under[field]) return false;
  int last = CARDS + 1;
  for (int f = 0; f < FIELDS; ++f) {
    const int number = f == field ? card : p.top[f];
    if (!number) continue;
    if (number >= last) return false;
    last = number;
  }
  return true;
}

void check_pyramid(const Pyramid& p, u64 loose, const Rules& rules) {
  u64 visible = 0;
  for (int f = 0; f < FIELDS; ++f) {
    if (p.top[f]) visible |= 1ull << p.top[f];
    check((p.filled >> f & 1) == (p.top[f] != 0), "filled follows top");
    check((p.doubled >> f & 1) == (p.under[f] != 0), "doubled follows under");
  }
  check(visible == p.visible, "visible follows top");
  const Pyramid again = read_pyramid(p.top, p.under);
  check(again.ranks == p.ranks && again.visible == p.visible, "a pyramid reads back");
  for (u64 cards = loose; cards; cards &= cards - 1) {
    const int card = lowest64(cards);
    u32 slow = 0;
    for (int f = 0; f < FIELDS; ++f) slow |= static_cast<u32>(fits_slowly(p, card, f)) << f;
    check(slow == fitting_fields(p, card), "fitting fields");
    const u32 legal = legal_fields(p, card, rules);
    check((legal & ~slow) == 0 && (legal == 0) == (slow == 0), "legal fields fit");
    for (int f = 0; f < FIELDS; ++f)
      check((field_refusal(p, card, f, rules, false) == FieldRefusal::NONE) == (legal >> f & 1),
            "refusals");
  }
}

void check_cards(const RoundTable& t) {
  u64 seen = 0;
  int count = 0;
  auto add = [&](u64 cards) {
    check((seen & cards) == 0, "no card lies twice");
    seen |= cards;
    count += popcount64(cards);
  };
  for (int seat = 0; seat < 2; ++seat) {
    const Round& r = t.round;
    add(r.hand[seat]);
    add(built_cards(r.pyramid[seat]));
    add((1ull << r.offer[seat] | 1ull << r.card[seat]) & ALL_CARDS);
  }
  for (int i = 0; i < HANDS_AT; ++i) add(1ull << t.deck.card[i]);
  check(seen == ALL_CARDS && count == CARDS, "50 cards");
}

void check_actions(const RoundTable& t) {
  int listed = 0, legal = 0;
  for_each_action(t.round, t.rules, [&](Action action) {
    ++listed;
    check(is_legal(t.round, t.rules, action), "listed actions are legal");
    check(decode_action(action_code(action)) == action, "codes read back");
  });
  for (int code = -2; code < CODES + 2; ++code)
    legal += is_legal(t.round, t.rules, decode_action(code));
  check(listed == legal, "legal actions are listed");
  check((listed == 0) == (t.round.phase == Phase::OVER), "a running round has actions");
}

void check_redeal(const Round& r, Random& random) {
  for (int seat = 0; seat <= NOBODY; ++seat) {
    Round other = r;
    redeal_unseen(other, seat, random);
    check(seen_cards(other, seat) == seen_cards(r, seat), "a redeal keeps what is seen");
    for (int s = 0; s < 2; ++s) {
      check(popcount64(other.hand[s]) == popcount64(r.hand[s]), "a redeal keeps hand sizes");
      check(s != seat || other.hand[s] == r.hand[s], "a redeal keeps one's own hand");
    }
    check((other.hand[0] & other.hand[1]) == 0, "redealt hands are apart");
  }
}

void fuzz_round(Random& random) {
  Deck deck;
  shuffled_deck(deck.card, random);
  RoundTable t(deck, static_cast<unsigned>(random.below(1u << RULE_BITS)));
  int steps = 0;
  while (t.round.phase != Phase::OVER) {
    check_cards(t);
    for (const Pyramid& p : t.round.pyramid) check_pyramid(p, ALL_CARDS & ~built_cards(p), t.rules);
    if (steps % 8 == 0) check_actions(t);
    if (steps % 8 == 4) check_redeal(t.round, random);
    // Nonsense must be refused and change nothing.
    const int played = t.played;
    const int code = static_cast<int>(random.below(2 * CODES)) - CODES / 2;
    if (!is_legal(t.round, t.rules, decode_action(code)))
      check(!t.play(code) && t.played == played, "nonsense is refused");
    check(t.play(action_code(random_action(t.round, t.rules, random))), "random actions are legal");
    check(++steps <= MAX_ACTIONS, "a round ends");
  }
  check_cards(t);
  check_actions(t);
  check(t.round.reason != Reason::NONE, "an ending has a reason");
}

void fuzz_solo(Random& random) {
  Deck deck;
  shuffled_deck(deck.card, random);
  SoloTable t(deck, static_cast<unsigned>(random.below(1u << RULE_BITS)));
  while (t.solo.status == SoloStatus::BUILDING) {
    check_pyramid(t.solo.pyramid, ALL_CARDS & ~built_cards(t.solo.pyramid), t.rules);
    Solo other = t.solo;
    redeal_unseen(other, random);
    check(drawn_card(other) == drawn_card(t.solo), "a redeal keeps the drawn card");
    check(!t.play(DECLINE_CODE) && !t.play(-1), "nonsense is refused");
    const int field = random_field(solo_fields(t.solo, t.rules), random);
    check(t.play(BUILD_CODES + field), "random builds are legal");
  }
  check(t.played == cards_built(t.solo.pyramid), "built cards are counted");
  check((t.solo.status == SoloStatus::WON) == is_complete(t.solo.pyramid), "won is complete");
  if (!t.rules.solo_cover) check(t.solo.pyramid.doubled == 0, "no covers in the French book");
}

// PAC-R5 by covers cannot come up in play (both have built equally many cards), so it is judged by
// hand here: equal differences, one cover against none.
void judge_by_covers() {
  Round r;
  for (int f = 0; f < FIELDS; ++f) {
    build(r.pyramid[0], 50 - 4 * f, f);
    build(r.pyramid[1], 49 - 4 * f, f);
  }
  build(r.pyramid[0], 47, 1);
  Rules rules;
  rules.covers_break_tie = true;
  Round judged = r;
  judge_turn(judged, rules);
  check(judged.winner == 1 && judged.reason == Reason::TIE_FEWEST_COVERS, "fewest covers win");
  judged = r;
  judge_turn(judged, Rules());
  check(judged.winner == NOBODY && judged.reason == Reason::TIE_DRAW, "equal differences draw");
}

}  // namespace

int main(int argc, char** argv) {
  Random random(argc > 1 ? std::strtoull(argv[1], nullptr, 10) : 1);
  const long rounds = argc > 2 ? std::atol(argv[2]) : 1000;
  judge_by_covers();
  for (long i = 0; i < rounds; ++i) {
    fuzz_round(random);
    fuzz_solo(random);
  }
  std::printf("%ld rounds and solo games, %d failures\n", rounds, failures);
  return failures ? 1 : 0;
}
