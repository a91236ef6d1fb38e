// Rounds and solo games of Pacal as the page asks about them.
//
//   {preset, rulings, deal | seed, actions}               everything is known
//   {preset, rulings, seat, apexes, hand, actions, last}  what one seat knows (seat null: nobody's)
#pragma once

#include "bindings/web/common/reply.hpp"
#include "pacal/notation.hpp"
#include "pacal/options.hpp"
#include "pacal/refusal.hpp"
#include "pacal/table.hpp"
#include "pacal/view.hpp"

namespace sommet::web {

// Reads `preset` (the rulebook) and `rulings`.
inline bool read_pacal_rules(const Request& request, Reply& reply, unsigned& code) {
  const std::string_view name = request.text(request.member(request.root(), "preset"));
  const pacal::Rulebook* const book = pacal::find_rulebook(name);
  if (!book) {
    return reply.refuse("no_such_preset", "", "there is no such rulebook of Pacal",
                        {{"preset", name}});
  }
  code = book->code;
  return request.each(request.member(request.root(), "rulings"), [&](const Value& value) {
    const std::string_view name = request.name_of(value), setting = request.text(value);
    for (unsigned i = 0; i < pacal::RULE_BITS; ++i) {
      const pacal::Ruling& ruling = pacal::RULINGS[i];
      if (ruling.name != name) continue;
      const bool is_switch = ruling.is_switch();
      const bool on = is_switch ? value.truth : setting == ruling.on;
      if (is_switch ? value.kind != ValueKind::BOOLEAN
                    : value.kind != ValueKind::TEXT || (!on && setting != ruling.off)) {
        return reply.refuse("no_such_setting", "", "there is no such setting of this ruling",
                            {{"name", name}, {"value", setting}});
      }
      code = on ? code | 1u << i : code & ~(1u << i);
      return true;
    }
    return reply.refuse("no_such_ruling", "", "there is no such ruling in Pacal", {{"name", name}});
  });
}

// The deck of a `deal` (four groups for a round, two for solo) or of a `seed`.
inline bool read_deck(const Request& request, Reply& reply, bool solo, pacal::Deck& deck) {
  const Value& seed = request.member(request.root(), "seed");
  if (seed.kind != ValueKind::NONE) {
    const std::optional<u64> number = request.number(seed);
    if (!number) return reply.refuse_request("seed", "a seed is a whole number from 0 to 2^64 - 1");
    Random random(*number);
    pacal::shuffled_deck(deck.card, random);
    return true;
  }
  const std::string_view text = request.text(request.member(request.root(), "deal"));
  int bars = 0;
  for (const char c : text) bars += c == '|';
  const int count = pacal::read_numbers(text, deck.card);
  if (bars != (solo ? 1 : 3) || count != pacal::CARDS || pacal::deck_fault(deck.card, pacal::CARDS))
    return reply.refuse_request("deal", "a deal holds each card from 1 to 50 once, in its groups");
  return true;
}

inline bool refuse_action(Reply& reply, std::string_view text, pacal::FieldReason why, int at) {
  return reply.refuse("illegal_move", why.clause, "the rules do not allow this action here",
                      {{"move", text}, {"reason", why.key}}, at);
}

inline bool read_action(Reply& reply, std::string_view text, int at, pacal::Action& action) {
  return pacal::parse_action(text, action) ||
         reply.refuse("unreadable_move", "", "this text is not an action of Pacal",
                      {{"move", text}}, at);
}

// Reads what the actor of a round may do.
inline bool read_legal_action(Reply& reply, std::string_view text, const pacal::Round& round,
                              const pacal::Rules& rules, pacal::Action& action) {
  return read_action(reply, text, -1, action) &&
         (pacal::is_legal(round, rules, action) ||
          refuse_action(reply, text, pacal::explain_illegal(round, rules, action), -1));
}

// Reads `actions` and lets `play(action)` take each; it returns why not, or an empty key.
template <class Play>
bool read_actions(const Request& request, Reply& reply, Play&& play) {
  int at = 0;
  return request.each(request.member(request.root(), "actions"), [&](const Value& value) {
    const std::string_view text = request.text(value);
    pacal::Action action;
    if (!read_action(reply, text, at, action)) return false;
    const pacal::FieldReason why = play(action);
    if (*why.key) return refuse_action(reply, text, why, at);
    ++at;
    return true;
  });
}

inline bool read_round(const Request& request, Reply& reply, std::optional<pacal::RoundTable>& to) {
  unsigned code;
  pacal::Deck deck;
  if (!read_pacal_rules(request, reply, code) || !read_deck(request, reply, false, deck))
    return false;
  to.emplace(deck, code);
  return read_actions(request, reply, [&](pacal::Action action) -> pacal::FieldReason {
    if (to->play(pacal::action_code(action))) return {"", ""};
    return pacal::explain_illegal(to->round, to->rules, action);
  });
}

inline bool read_solo(const Request& request, Reply& reply, std::optional<pacal::SoloTable>& to) {
  unsigned code;
  pacal::Deck deck;
  if (!read_pacal_rules(request, reply, code) || !read_deck(request, reply, true, deck))
    return false;
  to.emplace(deck, code);
  return read_actions(request, reply, [&](pacal::Action action) -> pacal::FieldReason {
    if (to->play(pacal::action_code(action))) return {"", ""};
    return pacal::explain_illegal(to->solo, to->rules, action);
  });
}

// The seat under `name`: 0, 1, or NOBODY for null; false for anything else.
inline bool read_seat(const Request& request, Reply& reply, const char* name, int& seat) {
  const Value& value = request.member(request.root(), name);
  const std::optional<u64> number = request.number(value);
  seat = number && *number < 2 ? static_cast<int>(*number) : pacal::NOBODY;
  if (value.kind == ValueKind::NOTHING || seat != pacal::NOBODY) return true;
  return reply.refuse_request(name, "a seat is 0 or 1, or null for an observer");
}

// A list of cards as a set; false if there is anything else, or one twice.
inline bool read_card_list(const Request& request, const Value& list, u64& cards) {
  cards = 0;
  return list.kind == ValueKind::LIST && request.each(list, [&](const Value& value) {
    const std::optional<u64> card = request.number(value);
    if (!card || *card < 1 || *card > pacal::CARDS || (cards >> *card & 1)) return false;
    cards |= 1ull << *card;
    return true;
  });
}

// A view with the actions played, so that this turn's offer is known.
struct PlayedView {
  pacal::View view;
  u8 offer[2] = {}, taken = 0, offered_by = 0;  // of the latest turn with an offer

  void note(pacal::Action action, int actor) {
    if (action.kind == pacal::Kind::OFFER) {
      offer[0] = action.a;
      offer[1] = action.b;
      taken = 0;
      offered_by = static_cast<u8>(actor);
    }
    if (action.kind == pacal::Kind::TAKE) taken = action.a;
  }
};

// What `seat` knows, from its own cards and from what everybody saw.
inline bool read_view(const Request& request, Reply& reply, PlayedView& to) {
  unsigned code;
  int seat;
  if (!read_pacal_rules(request, reply, code) || !read_seat(request, reply, "seat", seat))
    return false;
  u64 hand = 0, apexes = 0;
  if (seat != pacal::NOBODY &&
      (!read_card_list(request, request.member(request.root(), "hand"), hand) ||
       popcount64(hand) != pacal::HAND))
    return reply.refuse_request("hand", "a hand is dealt 15 different cards");
  const Value& shown = request.member(request.root(), "apexes");
  if (!read_card_list(request, shown, apexes) || popcount64(apexes) != 2 || (apexes & hand))
    return reply.refuse_request("apexes", "the apexes are two cards that are in no hand");
  int apex[2], count = 0;
  request.each(shown, [&](const Value& value) {
    apex[count++] = static_cast<int>(*request.number(value));
    return true;
  });
  // The cards built last, in the order in which they were built.
  int last[2] = {0, 0};
  count = 0;
  request.each(request.member(request.root(), "last"), [&](const Value& value) {
    const std::optional<u64> card = request.number(value);
    if (card && *card <= pacal::CARDS) last[count] = static_cast<int>(*card);
    return ++count < 2;
  });
  to.view = pacal::View::start(pacal::decode_rules(code), seat, hand, apex[0], apex[1]);
  count = 0;
  return read_actions(request, reply, [&](pacal::Action action) -> pacal::FieldReason {
    pacal::View& view = to.view;
    const int actor = view.round.actor;
    const bool builds_last =
        view.round.phase == pacal::Phase::LAST && action.kind == pacal::Kind::BUILD;
    const int card = builds_last ? last[count++ & 1] : 0;
    if (!view.allows(action, card)) {
      if (actor < pacal::NOBODY && view.is_hidden(actor) && view.round.phase == pacal::Phase::LAST)
        return {"cannot-be", "PAC-6"};
      return pacal::explain_illegal(view.round, view.rules, action);
    }
    to.note(action, actor);
    view.play(action, card);
    return {"", ""};
  });
}

}  // namespace sommet::web
