// sommet.engine.pacal_coach: advice on every action with reasons, and what a decision cost.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <iterator>
#include <optional>
#include <tuple>
#include <utility>

#include "bindings/python/pacal_brains.hpp"
#include "pacal_coach/decision.hpp"
#include "pacal_coach/puzzles.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet;
using namespace sommet::pacal_coach;
using python::DuelBrain;
using python::SoloBrain;

namespace {

// (key, {name: number or tuple of numbers}, fields that it is about)
using ReasonTuple =
    std::tuple<const char*, nb::typed<nb::dict, nb::str, nb::any>, std::vector<int>>;
// (code of the action, win, draw, margin, reasons)
using AdviceTuple = std::tuple<int, double, double, double, std::vector<ReasonTuple>>;

nb::tuple card_tuple(u64 cards) {
  nb::list list;
  for (; cards; cards &= cards - 1) list.append(lowest64(cards));
  return nb::tuple(list);
}

ReasonTuple reason_tuple(const Reason& reason) {
  const RemarkForm& form = reason.form();
  nb::dict params;
  for (int i = 0; i < 4 && form.names[i]; ++i) params[form.names[i]] = reason.numbers[i];
  if (form.list) params[form.list] = card_tuple(reason.cards);
  std::vector<int> about;
  for (u32 fields = reason.fields; fields; fields &= fields - 1)
    about.push_back(lowest(fields) + 1);
  return {form.key, nb::typed<nb::dict, nb::str, nb::any>(params), std::move(about)};
}

std::vector<AdviceTuple> advice_tuples(const AdviceList& list) {
  std::vector<AdviceTuple> result;
  for (const Advice& each : list) {
    std::vector<ReasonTuple> reasons;
    for (const Reason& reason : each.reasons) reasons.push_back(reason_tuple(reason));
    result.emplace_back(pacal::action_code(each.action), each.win, each.draw, each.margin,
                        std::move(reasons));
  }
  return result;
}

// Inverse of reason_tuple.
Reason read_reason(const ReasonTuple& reason) {
  const auto& [key, params, fields] = reason;
  std::size_t remark = 0;
  while (std::strcmp(REMARKS[remark].key, key))
    if (++remark == std::size(REMARKS)) throw nb::value_error("there is no such remark");
  Reason read{static_cast<Remark>(remark)};
  const RemarkForm& form = REMARKS[remark];
  for (int i = 0; i < 4 && form.names[i]; ++i)
    read.numbers[i] = nb::cast<int>(params[form.names[i]]);
  if (form.list)
    for (const nb::handle card : params[form.list])
      read.cards |= 1ull << (nb::cast<int>(card) & 63);
  for (const int field : fields) read.fields |= 1u << ((field - 1) & 31);
  return read;
}

// Inverse of what advice_tuples makes of each.
Advice read_advice(const AdviceTuple& advice) {
  const auto& [code, win, draw, margin, reasons] = advice;
  if (code < 0 || code >= pacal::CODES) throw nb::value_error("there is no such action");
  Advice read{pacal::decode_action(code), win, draw, margin, {}};
  for (const ReasonTuple& reason : reasons) read.reasons.push_back(read_reason(reason));
  return read;
}

// (cost, grade, nuance, what speaks against the choice)
using JudgementTuple = std::tuple<double, const char*, const char*, std::vector<ReasonTuple>>;

JudgementTuple judgement_tuple(const Judgement& judged) {
  std::vector<ReasonTuple> doubts;
  for (const Reason& reason : judged.doubts) doubts.push_back(reason_tuple(reason));
  return {judged.cost, GRADES[static_cast<int>(judged.grade)], judged.nuance, std::move(doubts)};
}

std::vector<AdviceTuple> advise_duel(const Seen& seen, const DuelBrain& brain) {
  if (seen.round.actor != seen.seat) throw nb::value_error("it is not this seat's turn");
  AdviceList list;
  {
    const nb::gil_scoped_release released;
    list = advise(seen, brain.networks());
  }
  return advice_tuples(list);
}

std::vector<AdviceTuple> advise_solo(const nb::bytes& tops, const nb::bytes& unders, u64 unseen,
                                     int card, unsigned rules, const SoloBrain* brain) {
  const auto seen = python::solo_seen(tops, unders, unseen, card, rules);
  if (seen.rules.solo_cover && !brain) throw nb::value_error("a network is needed");
  AdviceList list;
  {
    const nb::gil_scoped_release released;
    list = advise(seen, brain ? brain->weights.get() : nullptr);
  }
  return advice_tuples(list);
}

double chance_with_open_cards(const DuelBrain& brain, const nb::bytes& deck, unsigned rules,
                              const std::vector<int>& history, u64 seed, u32 playouts,
                              int threads) {
  if (!playouts) throw nb::value_error("at least one playout is needed");
  pacal::RoundTable table(pacal::read_deck(deck.data(), deck.size()), rules);
  for (const int code : history)
    if (!table.play(code)) throw nb::value_error("the history holds an action that is not legal");
  const nb::gil_scoped_release released;
  return open_chance(table, brain.networks(), seed, playouts, threads);
}

JudgementTuple judge_played_on(const Seen& seen, const DuelBrain& brain,
                               const AdviceTuple& chosen_tuple, const AdviceTuple& best_tuple,
                               u64 seed) {
  if (seen.round.actor != seen.seat) throw nb::value_error("it is not this seat's turn");
  const Advice chosen = read_advice(chosen_tuple), best = read_advice(best_tuple);
  for (const Advice* each : {&best, &chosen})
    if (!pacal::is_legal(seen.round, seen.rules, each->action))
      throw nb::value_error("the action is not legal");
  std::optional<Judgement> judged;
  {
    const nb::gil_scoped_release released;
    judged = judge_sure(seen, chosen, best, brain.networks(), seed);
  }
  return judgement_tuple(*judged);
}

std::optional<ReasonTuple> tightest_gap(const nb::bytes& tops, u64 coming) {
  Reasons found;
  add_tightest_gap(python::field_bytes(tops), {coming}, found);
  if (found.empty()) return std::nullopt;
  return reason_tuple(found.front());
}

void read_collection(Puzzles* self, const nb::bytes& text) {
  new (self) Puzzles;
  if (!self->read(std::vector<char>(text.c_str(), text.c_str() + text.size())))
    throw nb::value_error("this is no collection of puzzles");
}

}  // namespace

NB_MODULE(pacal_coach, m) {
  m.doc() = "The Pacal coach: chances, margins and reasons of each action.";
  nb::module_::import_("sommet.engine.pacal_players");  // knows Seen and the networks
  m.attr("MISTAKE") = MISTAKE;
  m.attr("BLUNDER") = BLUNDER;
  m.attr("CERTAIN") = CERTAIN;
  m.attr("MAX_GRADE") = MAX_GRADE;
  m.attr("OPEN_PLAYOUTS") = OPEN_PLAYOUTS;
  m.attr("REVIEW_SEED") = REVIEW_SEED;
  m.def(
      "curves",
      [] {
        std::vector<std::tuple<double, double, double, double>> list;
        for (const auto& [win, loss] : CURVES)
          list.emplace_back(win.slope, win.shift, loss.slope, loss.shift);
        return list;
      },
      "By phase (slope, shift) of winning and of losing, in one row each.");
  m.def(
      "keys",
      [] {
        std::vector<const char*> keys;
        for (const RemarkForm& form : REMARKS) keys.push_back(form.key);
        return keys;
      },
      "The key of every remark.");
  m.def(
      "calibrate",
      [](double chance, double slope, double shift) { return calibrate(chance, {slope, shift}); },
      "chance"_a, "slope"_a, "shift"_a, "A chance put right by a curve; 0 and 1 stay certain.");
  m.def("advise", &advise_duel, "seen"_a, "brain"_a,
        "(code, win, draw, margin, [(key, params, fields)]) for each action, the best first.");
  m.def("advise_solo", &advise_solo, "tops"_a, "unders"_a, "unseen"_a, "card"_a, "rules"_a,
        "brain"_a.none(), "The same for the fields of a solo game.");
  m.def(
      "judge",
      [](const AdviceTuple& chosen, const AdviceTuple& best) {
        return judgement_tuple(judge(read_advice(chosen), read_advice(best)));
      },
      "chosen"_a, "best"_a,
      "(cost, grade, nuance, what speaks against it) of one advice beside the best one.");
  m.def("judge_sure", &judge_played_on, "seen"_a, "brain"_a, "chosen"_a, "best"_a, "seed"_a,
        "The same, with what may be a mistake played on: it is one if that confirms it.");
  m.def("open_chance", &chance_with_open_cards, "brain"_a, "deck"_a, "rules"_a, "history"_a,
        "seed"_a, "playouts"_a, "threads"_a,
        "Seat 0's chance, draws half, when a round with open cards is played on.");
  m.def("tightest_gap", &tightest_gap, "tops"_a, "coming"_a,
        "The gap with the fewest spare cards as a reason, if it is tight.");
  m.def(
      "fitting",
      [](const nb::bytes& tops, const nb::bytes& unders, u64 cards) {
        const Pyramid p = python::pyramid_from(tops, unders);
        return card_tuple(fitting_cards(p, p.doubled, cards & pacal::ALL_CARDS));
      },
      nb::sig("def fitting(tops: bytes, unders: bytes, cards: int) -> tuple[int, ...]"), "tops"_a,
      "unders"_a, "cards"_a, "Which cards fit some field, covering included.");
  nb::class_<Puzzles>(m, "Puzzles", "A collection of puzzles, chosen from by number.")
      .def("__init__", &read_collection, "text"_a)
      .def("select", &Puzzles::select, "grade"_a, "The numbers of a grade's; of all for grade 0.")
      .def_static(
          "of_the_day",
          [](const std::vector<int>& numbers, int day) {
            if (numbers.empty()) throw nb::value_error("there is no puzzle to choose from");
            return puzzle_of_the_day(numbers, day);
          },
          "numbers"_a, "day"_a, "One of a selection; days are counted from 1970.")
      .def("of_a_streak", &Puzzles::of_a_streak, "seed"_a, "place"_a,
           "A puzzle of a streak, easy ones first; 0 at the end.");
}
