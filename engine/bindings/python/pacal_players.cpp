// sommet.engine.pacal_players: the compiled Pacal players. They get what a View knows, never a
// Round.
#include <nanobind/nanobind.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <utility>
#include <vector>

#include "bindings/python/pacal_brains.hpp"
#include "pacal_players/levels.hpp"
#include "pacal_players/solo_levels.hpp"
#include "pacal_players/study.hpp"

namespace nb = nanobind;
using namespace sommet;
using namespace sommet::pacal_players;
using namespace sommet::python;

namespace {

// The arguments are the attributes of sommet.pacal.View, cards as bit sets and 0 for none.
Seen seen_from(unsigned rules, int seat, u64 hand, int other_cards, int phase, int actor, int turn,
               int beginner, std::pair<int, int> apexes, std::pair<int, int> offer,
               std::pair<int, int> cards, const nb::bytes& tops0, const nb::bytes& unders0,
               const nb::bytes& tops1, const nb::bytes& unders1) {
  Seen s;
  s.rules = pacal::decode_rules(rules);
  s.seat = small(seat, 1);
  Round& r = s.round;
  r.hand[seat] = hand;
  r.pyramid[0] = pyramid_from(tops0, unders0);
  r.pyramid[1] = pyramid_from(tops1, unders1);
  r.apex[0] = small(apexes.first, CARDS);
  r.apex[1] = small(apexes.second, CARDS);
  r.offer[0] = small(offer.first, CARDS);
  r.offer[1] = small(offer.second, CARDS);
  r.card[0] = small(cards.first, CARDS);
  r.card[1] = small(cards.second, CARDS);
  r.turn = small(turn, pacal::TURNS + 1);
  r.beginner = small(beginner, 1);
  r.phase = static_cast<Phase>(small(phase, static_cast<int>(Phase::LAST)));
  r.actor = small(actor, 1);
  // In BUILD, a card that was received, is not built and is not the actor's turn to come any more
  // belongs to a player who is stuck.
  if (r.phase == Phase::BUILD && r.actor == pacal::offerer(r) && r.card[pacal::chooser(r)])
    r.stuck = static_cast<u8>(1u << pacal::chooser(r));
  s.unseen = pacal::ALL_CARDS & ~pacal::seen_cards(r, seat);
  s.other_cards = small(other_cards, pacal::HAND);
  if (const char* const fault = fault_of(s)) throw nb::value_error(fault);
  return s;
}

constexpr int MOST_EFFORT = 10'000'000;
constexpr int MOST_AHEAD = 3;  // each card more takes a hundred times as long

void check_effort(int effort, int least) {
  if (effort < least || effort > MOST_EFFORT) throw nb::value_error("the effort is out of range");
}

void check_ahead(int ahead) {
  if (ahead < 0 || ahead > MOST_AHEAD) throw nb::value_error("0 to 3 cards can be looked ahead");
}

// What is left to draw has as many cards as are looked ahead.
void check_ahead(int ahead, u64 unseen) {
  check_ahead(ahead);
  if (popcount64(unseen) < ahead) throw nb::value_error("there are fewer unseen cards");
}

void check_turn(const Seen& seen) {
  if (seen.round.actor != seen.seat) throw nb::value_error("it is not this seat's turn");
}

int choose_code(const Seen& seen, int method, int effort, float temperature, const DuelBrain* brain,
                u64 seed) {
  check_turn(seen);
  Player player{static_cast<Method>(small(method, static_cast<int>(Method::READER))), effort,
                temperature, brain ? brain->networks() : Networks{}};
  if (player.method >= Method::NET && !brain) throw nb::value_error("a network is needed");
  check_effort(effort, player.method == Method::ISMCTS || player.method == Method::READER ? 1 : 0);
  nb::gil_scoped_release release;
  Random random(seed);
  return pacal::action_code(choose(player, seen, random));
}

using Scored = std::tuple<int, float, float, float>;

std::vector<Scored> score_actions(const Seen& seen, const DuelBrain& brain, int thorough) {
  check_turn(seen);
  check_effort(thorough, 0);
  std::vector<Scored> result;
  nb::gil_scoped_release release;
  const Actions actions(seen.round, seen.rules);
  Chances chances[pacal::MAX_CHOICES];
  Thinker(brain.networks(), seen).score(actions, thorough, chances);
  for (int i = 0; i < actions.count; ++i)
    result.emplace_back(pacal::action_code(actions.list[i]), chances[i].win, chances[i].draw,
                        chances[i].loss);
  return result;
}

template <class T>
nb::bytes as_bytes(const std::vector<T>& facts) {
  return nb::bytes(reinterpret_cast<const char*>(facts.data()), facts.size() * sizeof(T));
}

std::pair<nb::bytes, nb::bytes> study_rounds(const DuelBrain& brain, int effort, float temperature,
                                             unsigned rules_code, u64 seed, u32 rounds,
                                             int threads) {
  const Rules rules = pacal::decode_rules(rules_code);
  check_effort(effort, 0);
  const Player player{Method::NET, effort, temperature, brain.networks()};
  Study result;
  {
    nb::gil_scoped_release release;
    result = study(player, rules, seed, rounds, threads);
  }
  return {as_bytes(result.rounds), as_bytes(result.decisions)};
}

// Deals of solo seeds seed, seed + 1, …: (completed, cards used in those).
std::pair<u64, u64> solo_trial(const SoloBrain& brain, unsigned rules_code, int ahead, u64 seed,
                               u64 deals, int threads) {
  check_ahead(ahead);
  const Rules rules = pacal::decode_rules(rules_code);
  const SoloThinker thinker(*brain.weights, rules);
  nb::gil_scoped_release release;
  std::atomic<u64> next{0}, won{0}, used{0};
  Pool(threads).run([&](int) {
    for (u64 i = next++; i < deals; i = next++) {
      Random random(seed + i);
      pacal::Deck deck;
      pacal::shuffled_deck(deck.card, random);
      pacal::Solo s = pacal::solo_from_deck(deck.card, rules);
      u64 unseen = pacal::ALL_CARDS;
      while (s.status == pacal::SoloStatus::BUILDING) {
        const int card = pacal::drawn_card(s);
        unseen &= ~(1ull << card);
        pacal::apply_solo(s, rules, thinker.best_field(s.pyramid, unseen, card, ahead));
      }
      if (s.status == pacal::SoloStatus::WON) ++won, used += s.drawn;
    }
  });
  return {won.load(), used.load()};
}

}  // namespace

NB_MODULE(pacal_players, m) {
  m.doc() = "Compiled Pacal players: they get what a View knows, never a Round.";
  nb::class_<Seen>(m, "Seen", "What one seat knows about a round.")
      .def(
          "__init__",
          [](Seen* self, unsigned rules, int seat, u64 hand, int other_cards, int phase, int actor,
             int turn, int beginner, std::pair<int, int> apexes, std::pair<int, int> offer,
             std::pair<int, int> cards, const nb::bytes& tops0, const nb::bytes& unders0,
             const nb::bytes& tops1, const nb::bytes& unders1) {
            new (self) Seen(seen_from(rules, seat, hand, other_cards, phase, actor, turn, beginner,
                                      apexes, offer, cards, tops0, unders0, tops1, unders1));
          },
          nb::arg("rules"), nb::arg("seat"), nb::arg("hand"), nb::arg("other_cards"),
          nb::arg("phase"), nb::arg("actor"), nb::arg("turn"), nb::arg("beginner"),
          nb::arg("apexes"), nb::arg("offer"), nb::arg("cards"), nb::arg("tops0"),
          nb::arg("unders0"), nb::arg("tops1"), nb::arg("unders1"));
  nb::class_<DuelBrain>(m, "DuelBrain", "The duel's value networks.")
      .def(
          "__init__",
          [](DuelBrain* self, const nb::bytes& first, const nb::bytes& second) {
            new (self) DuelBrain{
                Brain<DuelNetwork>(first).weights, Brain<DuelNetwork>(second).weights, {}};
          },
          nb::arg("first"), nb::arg("second"))
      .def(
          "__init__",
          [](DuelBrain* self, const nb::bytes& wide) {
            new (self) DuelBrain{{}, {}, Brain<WideDuelNetwork>(wide).weights};
          },
          nb::arg("wide"));
  nb::class_<SoloBrain>(m, "SoloBrain", "The value network of the solo game with covering.")
      .def(nb::init<const nb::bytes&>(), nb::arg("floats"))
      .def(
          "chance",
          [](const SoloBrain& brain, const nb::bytes& tops, const nb::bytes& unders, u64 unseen,
             unsigned rules, int ahead) {
            const Pyramid p = pyramid_from(tops, unders);
            check_ahead(ahead, solo_unseen(unseen, p));
            const SoloThinker thinker(*brain.weights, pacal::decode_rules(rules));
            nb::gil_scoped_release release;
            return thinker.chance(p, unseen, ahead);
          },
          nb::arg("tops"), nb::arg("unders"), nb::arg("unseen"), nb::arg("rules"), nb::arg("ahead"),
          "The chance to complete the pyramid before the next card is drawn.")
      .def(
          "best_field",
          [](const SoloBrain& brain, const nb::bytes& tops, const nb::bytes& unders, u64 unseen,
             int card, unsigned rules_code, int ahead) {
            const Pyramid p = pyramid_from(tops, unders);
            check_ahead(ahead, solo_unseen(unseen, p));
            const Rules rules = pacal::decode_rules(rules_code);
            if (!pacal::legal_solo_fields(p, small(card, CARDS), rules))
              throw nb::value_error("the card fits nowhere");
            const SoloThinker thinker(*brain.weights, rules);
            nb::gil_scoped_release release;
            return thinker.best_field(p, unseen, card, ahead) + 1;
          },
          nb::arg("tops"), nb::arg("unders"), nb::arg("unseen"), nb::arg("card"), nb::arg("rules"),
          nb::arg("ahead"),
          "The field to build the card on; close ones are compared `ahead` cards ahead.");
  m.def(
      "temperatures",
      [] { return std::vector<float>(TEMPERATURES, TEMPERATURES + WEAKENED_LEVELS); },
      "By level, 1 first: how many points of winning chance it takes to matter.");
  m.attr("THOROUGH") = THOROUGH;
  m.attr("EVALUATIONS") = EVALUATIONS;
  m.attr("SOLO_AHEAD") = SOLO_AHEAD;
  m.def(
      "greedy_field",
      [](const nb::bytes& tops, const nb::bytes& unders, u64 unseen, int card, unsigned rules,
         u64 seed) { return greedy_field(solo_seen(tops, unders, unseen, card, rules), seed) + 1; },
      nb::arg("tops"), nb::arg("unders"), nb::arg("unseen"), nb::arg("card"), nb::arg("rules"),
      nb::arg("seed"), "The field that leaves the gaps likeliest to be filled.");
  m.def(
      "exact_field",
      [](const nb::bytes& tops, const nb::bytes& unders, u64 unseen, int card, unsigned rules) {
        return exact_field(solo_seen(tops, unders, unseen, card, rules)) + 1;
      },
      nb::arg("tops"), nb::arg("unders"), nb::arg("unseen"), nb::arg("card"), nb::arg("rules"),
      "The field with the best odds where nothing may be covered, the first of equals.");
  m.def(
      "solo_chances",
      [](const nb::bytes& tops, const nb::bytes& unders, u64 unseen, int card, unsigned rules,
         const SoloBrain* brain) {
        const SoloSeen seen = solo_seen(tops, unders, unseen, card, rules);
        if (seen.rules.solo_cover && !brain) throw nb::value_error("a network is needed");
        std::vector<std::pair<int, double>> result;
        const nb::gil_scoped_release release;
        for (u32 fields = fields_of(seen); fields; fields &= fields - 1)
          result.emplace_back(
              lowest(fields) + 1,
              chance_after(seen, brain ? brain->weights.get() : nullptr, lowest(fields)));
        return result;
      },
      nb::arg("tops"), nb::arg("unders"), nb::arg("unseen"), nb::arg("card"), nb::arg("rules"),
      nb::arg("brain").none(), "(field, chance to complete) for each field where the card fits.");
  m.def("study", &study_rounds, nb::arg("brain"), nb::arg("effort"), nb::arg("temperature"),
        nb::arg("rules"), nb::arg("seed"), nb::arg("rounds"), nb::arg("threads"),
        "(RoundFacts, DecisionFacts) of rounds of the network against itself.");
  m.def("solo_trial", &solo_trial, nb::arg("brain"), nb::arg("rules"), nb::arg("ahead"),
        nb::arg("seed"), nb::arg("deals"), nb::arg("threads"),
        "(deals completed, cards used in those).");
  m.def("choose", &choose_code, nb::arg("seen"), nb::arg("method"), nb::arg("effort"),
        nb::arg("temperature"), nb::arg("brain").none(), nb::arg("seed"),
        "The code of the action that a player chooses.");
  m.def("score", &score_actions, nb::arg("seen"), nb::arg("brain"), nb::arg("thorough"),
        "(code, chance to win, to draw, to lose) for each legal action.");
}
