// sommet.engine.pacal: the Pacal core for Python. sommet.pacal is the face that people use.
#include <nanobind/nanobind.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <array>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "pacal/daily.hpp"
#include "pacal/match.hpp"
#include "pacal/refusal.hpp"
#include "pacal/table.hpp"
#include "pacal/view.hpp"

namespace nb = nanobind;
using namespace sommet;
using namespace sommet::pacal;

namespace {

using RulingTuple =
    std::tuple<std::string_view, std::string_view, std::string_view, std::string_view>;

// One Python object per action code, kept for the life of the process: listing moves then only
// counts references.
std::array<PyObject*, CODES> action_objects{};

void register_actions(const nb::tuple& actions) {
  for (nb::handle action : actions) {
    const int code = nb::cast<int>(action.attr("code"));
    if (code < 0 || code >= CODES) throw nb::value_error("action code out of range");
    if (action_objects[code]) continue;
    action_objects[code] = action.inc_ref().ptr();
  }
}

PyObject* action_object(int code) {
  PyObject* object = action_objects[code];
  if (!object) throw std::runtime_error("register_actions() has not been called");
  Py_INCREF(object);
  return object;
}

nb::tuple action_tuple(const u16* codes, int count) {
  nb::object result = nb::steal(PyTuple_New(count));
  for (int i = 0; i < count; ++i) PyTuple_SET_ITEM(result.ptr(), i, action_object(codes[i]));
  return nb::borrow<nb::tuple>(result);
}

nb::tuple legal_tuple(const Round& round, const Rules& rules) {
  u16 codes[MAX_CHOICES];
  int count = 0;
  for_each_action(round, rules,
                  [&](Action action) { codes[count++] = static_cast<u16>(action_code(action)); });
  return action_tuple(codes, count);
}

// Cards, ascending.
nb::tuple card_tuple(u64 cards) {
  nb::object result = nb::steal(PyTuple_New(popcount64(cards)));
  for (int i = 0; cards; cards &= cards - 1, ++i)
    PyTuple_SET_ITEM(result.ptr(), i, PyLong_FromLong(lowest64(cards)));
  return nb::borrow<nb::tuple>(result);
}

nb::bytes as_bytes(const u8* data, std::size_t size) {
  return nb::bytes(reinterpret_cast<const char*>(data), size);
}

template <class Table>
Table replay(const nb::bytes& deck, unsigned rules, const std::vector<int>& history) {
  Table table(read_deck(deck.data(), deck.size()), rules);
  for (const int code : history)
    if (!table.play(code)) throw nb::value_error("the history holds an action that is not legal");
  return table;
}

template <class Table>
std::optional<Table> played(const Table& table, int code) {
  Table next = table;
  if (!next.play(code)) return std::nullopt;
  return next;
}

template <class Table>
bool same(const Table& x, const Table& y) {
  return x.rules_code == y.rules_code && x.played == y.played &&
         !std::memcmp(x.deck.card, y.deck.card, CARDS) &&
         !std::memcmp(x.history, y.history, x.played * sizeof(u16));
}

int seat_index(int seat) {
  if (seat != 0 && seat != 1) throw nb::index_error("a seat is 0 or 1");
  return seat;
}

// Per field 0 where `card` may be built, else the number of the core's FieldRefusal.
nb::bytes building(const nb::bytes& tops, const nb::bytes& unders, int card, unsigned rules_code,
                   bool solo) {
  if (tops.size() != FIELDS || unders.size() != FIELDS)
    throw nb::value_error("a pyramid has ten fields");
  if (card < 1 || card > CARDS) throw nb::value_error("a card is from 1 to 50");
  const Pyramid p =
      read_pyramid(static_cast<const u8*>(tops.data()), static_cast<const u8*>(unders.data()));
  const Rules rules = decode_rules(rules_code);
  u8 why[FIELDS];
  for (int f = 0; f < FIELDS; ++f) why[f] = static_cast<u8>(field_refusal(p, card, f, rules, solo));
  return as_bytes(why, FIELDS);
}

// (key, clause) of why an action that is not legal is refused.
using ReasonPair = std::pair<const char*, const char*>;

ReasonPair as_pair(FieldReason reason) { return {reason.key, reason.clause}; }

std::vector<ReasonPair> pairs(const FieldReason* begin, const FieldReason* end) {
  std::vector<ReasonPair> list;
  for (; begin != end; ++begin) list.push_back(as_pair(*begin));
  return list;
}

Action checked_action(int code) {
  if (code < 0 || code >= CODES) throw nb::value_error("action code out of range");
  return decode_action(code);
}

// (rounds won by each seat, how the match ended: winner, key, clause); None for a drawn round and
// while the match goes on.
using MatchEnding = std::tuple<int, const char*, const char*>;
std::tuple<int, int, std::optional<MatchEnding>> match_score(
    const std::vector<std::optional<int>>& winners) {
  Score score;
  for (const std::optional<int> seat : winners)
    if (!score.add(seat ? seat_index(*seat) : NOBODY))
      throw nb::value_error("the match was over before these rounds");
  std::optional<MatchEnding> ending;
  if (score.winner() != NOBODY) ending.emplace(score.winner(), MATCH_WON.key, MATCH_WON.clause);
  return {score.won[0], score.won[1], ending};
}

// Bulk random play, for `make bench`: (rounds, actions, wins of seat 0, wins of seat 1, draws).
std::tuple<u64, u64, u64, u64, u64> random_rounds(u64 count, u64 seed, unsigned rules_code) {
  const Rules rules = decode_rules(rules_code);
  nb::gil_scoped_release release;
  Random random(seed);
  u64 actions = 0, results[3] = {};
  for (u64 i = 0; i < count; ++i) {
    Round round = quick_deal(random);
    actions += static_cast<u64>(play_out(round, rules, random));
    ++results[round.winner];
  }
  return {count, actions, results[0], results[1], results[2]};
}

// The same for solo: (games, cards built, games won).
std::tuple<u64, u64, u64> random_solos(u64 count, u64 seed, unsigned rules_code) {
  const Rules rules = decode_rules(rules_code);
  nb::gil_scoped_release release;
  Random random(seed);
  u64 built = 0, won = 0;
  for (u64 i = 0; i < count; ++i) {
    Deck deck;
    shuffled_deck(deck.card, random);
    Solo solo = solo_from_deck(deck.card, rules);
    built += static_cast<u64>(play_out(solo, rules, random));
    won += solo.status == SoloStatus::WON;
  }
  return {count, built, won};
}

template <class Table>
void bind_common(nb::class_<Table>& type) {
  type.def(
          "__init__",
          [](Table* self, const nb::bytes& deck, unsigned rules, const std::vector<int>& history) {
            new (self) Table(replay<Table>(deck, rules, history));
          },
          nb::arg("deck"), nb::arg("rules"), nb::arg("history") = std::vector<int>())
      .def("play", &played<Table>, nb::arg("code"), "The next table, or None if not legal.")
      .def("same", &same<Table>, nb::arg("other"), "Whether deal, rules and history are equal.")
      .def_prop_ro("deck", [](const Table& t) { return as_bytes(t.deck.card, CARDS); })
      .def_prop_ro("rules", [](const Table& t) { return t.rules_code; })
      .def_prop_ro(
          "history", [](const Table& t) { return action_tuple(t.history, t.played); },
          nb::for_getter(nb::sig("def history(self) -> tuple[typing.Any, ...]")))
      .def_prop_ro("history_codes", [](const Table& t) {
        return std::vector<int>(t.history, t.history + t.played);
      });
}

void bind_round(nb::module_& m) {
  nb::class_<RoundTable> type(m, "Round", "A round with its deal, rules and history; immutable.");
  bind_common(type);
  type.def_prop_ro(
          "legal_moves", [](const RoundTable& t) { return legal_tuple(t.round, t.rules); },
          nb::for_getter(nb::sig("def legal_moves(self) -> tuple[typing.Any, ...]")))
      .def_prop_ro("phase", [](const RoundTable& t) { return static_cast<int>(t.round.phase); })
      .def_prop_ro("actor", [](const RoundTable& t) { return t.round.actor; })
      .def_prop_ro("turn", [](const RoundTable& t) { return t.round.turn; })
      .def_prop_ro("beginner", [](const RoundTable& t) { return t.round.beginner; })
      .def_prop_ro("stuck", [](const RoundTable& t) { return t.round.stuck; })
      .def_prop_ro("declined", [](const RoundTable& t) { return t.round.declined; })
      .def_prop_ro("ending", [](const RoundTable& t) { return as_pair(ending_of(t.round)); })
      .def_prop_ro("winner", [](const RoundTable& t) { return t.round.winner; })
      .def_prop_ro("offer",
                   [](const RoundTable& t) {
                     return std::pair<int, int>(t.round.offer[0], t.round.offer[1]);
                   })
      .def_prop_ro(
          "cards",
          [](const RoundTable& t) { return std::pair<int, int>(t.round.card[0], t.round.card[1]); })
      .def_prop_ro("card", [](const RoundTable& t) { return card_to_build(t.round); })
      .def_prop_ro("build_fields",
                   [](const RoundTable& t) { return build_fields(t.round, t.rules); })
      .def(
          "explain_illegal",
          [](const RoundTable& t, int code) {
            return as_pair(explain_illegal(t.round, t.rules, checked_action(code)));
          },
          nb::arg("code"), "(key, clause) of why an action that is not legal is refused.")
      .def(
          "hand", [](const RoundTable& t, int seat) { return t.round.hand[seat_index(seat)]; },
          nb::arg("seat"))
      .def(
          "tops",
          [](const RoundTable& t, int seat) {
            return as_bytes(t.round.pyramid[seat_index(seat)].top, FIELDS);
          },
          nb::arg("seat"))
      .def(
          "unders",
          [](const RoundTable& t, int seat) {
            return as_bytes(t.round.pyramid[seat_index(seat)].under, FIELDS);
          },
          nb::arg("seat"));
}

void bind_view(nb::module_& m) {
  nb::class_<View>(m, "View", "What a seat or an observer may know beyond what everybody sees.")
      .def(
          "__init__",
          [](View* self, const RoundTable& table, std::optional<int> seat) {
            new (self) View(View::of(table.round, table.rules, seat ? seat_index(*seat) : NOBODY));
          },
          nb::arg("table"), nb::arg("seat").none())
      .def_prop_ro(
          "hand",
          [](const View& v) { return card_tuple(v.seat < NOBODY ? v.round.hand[v.seat] : 0); },
          nb::for_getter(nb::sig("def hand(self) -> tuple[int, ...]")))
      .def_prop_ro("hand_sizes",
                   [](const View& v) { return std::pair<int, int>(v.held[0], v.held[1]); })
      .def_prop_ro(
          "unseen", [](const View& v) { return card_tuple(v.unseen()); },
          nb::for_getter(nb::sig("def unseen(self) -> tuple[int, ...]")))
      .def_prop_ro("card", &View::card)
      .def_prop_ro(
          "legal_moves",
          [](const View& v) {
            return v.acts() ? legal_tuple(v.round, v.rules) : action_tuple(nullptr, 0);
          },
          nb::for_getter(nb::sig("def legal_moves(self) -> tuple[typing.Any, ...]")));
}

void bind_solo(nb::module_& m) {
  nb::class_<SoloTable> type(m, "Solo", "A solo game with its deal, rules and history; immutable.");
  bind_common(type);
  type.def_prop_ro(
          "legal_moves",
          [](const SoloTable& t) {
            u16 codes[FIELDS];
            int count = 0;
            for (u32 fields = solo_fields(t.solo, t.rules); fields; fields &= fields - 1)
              codes[count++] = static_cast<u16>(BUILD_CODES + lowest(fields));
            return action_tuple(codes, count);
          },
          nb::for_getter(nb::sig("def legal_moves(self) -> tuple[typing.Any, ...]")))
      .def_prop_ro("status", [](const SoloTable& t) { return static_cast<int>(t.solo.status); })
      .def_prop_ro("drawn", [](const SoloTable& t) { return t.solo.drawn; })
      .def_prop_ro("card", [](const SoloTable& t) { return drawn_card(t.solo); })
      .def_prop_ro("build_fields", [](const SoloTable& t) { return solo_fields(t.solo, t.rules); })
      .def(
          "explain_illegal",
          [](const SoloTable& t, int code) {
            return as_pair(explain_illegal(t.solo, t.rules, checked_action(code)));
          },
          nb::arg("code"), "(key, clause) of why an action that is not legal is refused.")
      .def_prop_ro("ending", [](const SoloTable& t) { return as_pair(ending_of(t.solo)); })
      .def_prop_ro(
          "unseen", [](const SoloTable& t) { return card_tuple(unseen_cards(t.solo)); },
          nb::for_getter(nb::sig("def unseen(self) -> tuple[int, ...]")))
      .def_prop_ro("tops", [](const SoloTable& t) { return as_bytes(t.solo.pyramid.top, FIELDS); })
      .def_prop_ro("unders",
                   [](const SoloTable& t) { return as_bytes(t.solo.pyramid.under, FIELDS); });
}

}  // namespace

NB_MODULE(pacal, m) {
  m.doc() = "The Pacal core: rounds, solo games, deals and bulk random play.";
  bind_round(m);
  bind_view(m);
  bind_solo(m);
  m.def("register_actions", &register_actions, nb::arg("actions"),
        nb::sig("def register_actions(actions: tuple[typing.Any, ...]) -> None"),
        "Keep the action objects that legal_moves and history list.");
  m.def(
      "deal_deck",
      [](u64 seed) {
        Random random(seed);
        Deck deck;
        shuffled_deck(deck.card, random);
        return as_bytes(deck.card, CARDS);
      },
      nb::arg("seed"), "The 50 cards in the order that the seed shuffles them into.");
  m.def(
      "card_out_of_order",
      [](const std::vector<int>& tops) {
        u8 top[FIELDS] = {};
        for (int f = 0; f < FIELDS && f < static_cast<int>(tops.size()); ++f)
          top[f] = static_cast<u8>(tops[static_cast<std::size_t>(f)]);
        return card_out_of_order(top);
      },
      nb::arg("tops"), "The first visible card that is higher than one before it, or 0.");
  m.def("match_score", &match_score, nb::arg("winners"),
        "(rounds won by seat 0, by seat 1, how the match ended) after these rounds. Rule PAC-9.");
  m.def(
      "daily_seed", [](const std::string& date) { return daily_seed(date); }, nb::arg("date"),
      "The seed of a day's solo deal; the date as 2026-11-15.");
  m.attr("ROUNDS_TO_WIN") = ROUNDS_TO_WIN;
  m.def(
      "rulings",
      [] {
        std::vector<RulingTuple> list;
        for (const Ruling& each : RULINGS)
          list.emplace_back(each.name, each.clause, each.off, each.on);
        return list;
      },
      "(name, clause, setting for 0, setting for 1) in the order of a code's bits; a switch has "
      "empty settings.");
  m.def(
      "rulebooks",
      [] {
        std::vector<std::pair<std::string_view, unsigned>> list;
        for (const Rulebook& each : RULEBOOKS) list.emplace_back(each.name, each.code);
        return list;
      },
      "(name, rules code) of every book, the usual one first.");
  m.def(
      "endings", [] { return pairs(std::begin(ENDINGS) + 1, std::end(ENDINGS)); },
      "(key, clause) of each way in which a round can end.");
  m.def(
      "field_reasons", [] { return pairs(std::begin(FIELD_REASONS), std::end(FIELD_REASONS)); },
      "(key, clause) of why a field is refused, by the numbers of `building`; the first is none.");
  m.def("building", &building, nb::arg("tops"), nb::arg("unders"), nb::arg("card"),
        nb::arg("rules"), nb::arg("solo"),
        "Per field 0 where the card may be built, else why not.");
  m.def("random_rounds", &random_rounds, nb::arg("count"), nb::arg("seed"), nb::arg("rules"),
        "(rounds, actions, wins of seat 0, wins of seat 1, draws).");
  m.def("random_solos", &random_solos, nb::arg("count"), nb::arg("seed"), nb::arg("rules"),
        "(games, cards built, games won).");
}
