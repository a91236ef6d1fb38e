// A moment of a Pacal round laid out by hand: what the board looks like, what the coach says, and
// what an action makes of it.
#pragma once

#include "bindings/web/pacal/coach_calls.hpp"
#include "pacal_players/setup.hpp"

namespace sommet::web {

// Cards into the places of a list, 0 for none; false for anything else.
template <std::size_t N>
bool read_places(const Request& request, const Value& list, u8 (&to)[N]) {
  std::size_t at = 0;
  return list.kind == ValueKind::LIST && request.each(list, [&](const Value& value) {
    const std::optional<u64> card = request.number(value);
    if (!card || *card > pacal::CARDS || at == N) return false;
    to[at++] = static_cast<u8>(*card);
    return true;
  }) && at == N;
}

// Both seats' lists of ten.
inline bool read_fields(const Request& request, const char* name, u8 (&to)[2][pacal::FIELDS]) {
  int seat = 0;
  const Value& lists = request.member(request.root(), name);
  return lists.kind == ValueKind::LIST && request.each(lists, [&](const Value& value) {
    return seat < 2 && read_places(request, value, to[seat++]);
  }) && seat == 2;
}

inline bool read_setup(const Request& request, Reply& reply, pacal_players::Setup& setup) {
  u8 kept[1];
  if (!read_fields(request, "tops", setup.top))
    return reply.refuse_request("tops", "two lists of ten cards, 0 for an empty field, are needed");
  if (!read_fields(request, "unders", setup.under))
    return reply.refuse_request("unders", "two lists of ten covered cards, 0 for none, are needed");
  for (int i = 0; i < 2; ++i)
    for (int f = 0; f < pacal::FIELDS; ++f)
      if (setup.under[i][f] && !setup.top[i][f])
        return reply.refuse_request("unders", "a covered card has one above it");
  if (!read_card_list(request, request.member(request.root(), "hand"), setup.hand))
    return reply.refuse_request("hand", "a hand is a list of different cards");
  if (!read_places(request, request.member(request.root(), "apexes"), setup.apex))
    return reply.refuse_request("apexes", "two cards, 0 for one that is not named, are needed");
  if (!read_places(request, request.member(request.root(), "table"), setup.table))
    return reply.refuse_request("table", "two cards, 0 for none, are needed");
  if (!read_places(request, request.member(request.root(), "kept"), kept) ||
      (kept[0] && kept[0] != setup.table[0] && kept[0] != setup.table[1]))
    return reply.refuse_request("kept", "one of the cards on the table, or 0, is needed");
  setup.kept = kept[0];
  return true;
}

// What lies on the table, as a game would have put it there.
inline PlayedView view_of(const pacal_players::Setup& setup, const pacal_players::Seen& seen) {
  const auto held = static_cast<u8>(popcount64(seen.round.hand[0]));
  PlayedView played{{seen.round, seen.rules, 0, {held, static_cast<u8>(seen.other_cards)}}};
  if (!setup.table[0] || !setup.table[1]) return played;
  const int by = pacal::offerer(seen.round);
  for (int i = 0; i < 2; ++i) played.offer[i] = setup.table[i];
  const int other = setup.table[0] + setup.table[1] - setup.kept;
  played.offered_by = static_cast<u8>(by);
  if (setup.kept) played.taken = static_cast<u8>(by == 1 ? setup.kept : other);
  return played;
}

// The moment that is laid out, or a `bad_position` with what is wrong:
// {preset, rulings, tops, unders, hand, apexes, table, kept: [card]}.
inline bool read_moment(const Request& request, Reply& reply, pacal_players::Setup& setup,
                        pacal_players::Seen& seen) {
  unsigned code;
  if (!read_pacal_rules(request, reply, code) || !read_setup(request, reply, setup)) return false;
  const auto fault = pacal_players::read_setup(setup, pacal::decode_rules(code), seen);
  if (!fault.reason) return true;
  Text card, count, due;
  card.add_number(fault.card);
  count.add_number(fault.count);
  due.add_number(fault.due);
  return reply.refuse("bad_position", "", "no round can stand like this",
                      {{"reason", fault.reason},
                       {"card", card.view()},
                       {"count", count.view()},
                       {"due", due.view()}});
}

// {…moment} → the board and the advice for seat 0.
inline void answer_pacal_setup(const Request& request, Reply& reply) {
  pacal_players::Setup setup;
  pacal_players::Seen seen;
  pacal_players::Networks networks;
  if (!read_moment(request, reply, setup, seen) || !find_networks(reply, networks)) return;
  Json& json = reply.json();
  json.open('{').name("board");
  const PlayedView played = view_of(setup, seen);
  write_round_board(json, played, nullptr, false);
  json.name("advice");
  write_advice(json, pacal_coach::advise(seen, networks));
  json.close('}');
}

template <std::size_t N>
void write_places(Json& json, const u8 (&places)[N]) {
  json.open('[');
  for (const u8 card : places) json.number(card);
  json.close(']');
}

inline void write_both(Json& json, const u8 (&fields)[2][pacal::FIELDS]) {
  json.open('[');
  for (const auto& own : fields) write_places(json, own);
  json.close(']');
}

// What is laid out once seat 0 has acted: {…moment, action}.
inline void answer_pacal_setup_after(const Request& request, Reply& reply) {
  pacal_players::Setup setup;
  pacal_players::Seen seen;
  if (!read_moment(request, reply, setup, seen)) return;
  const std::string_view text = request.text(request.member(request.root(), "action"));
  pacal::Action action;
  if (!read_legal_action(reply, text, seen.round, seen.rules, action)) return;
  setup = pacal_players::after(setup, seen, action);
  Json& json = reply.json();
  json.open('{').name("tops");
  write_both(json, setup.top);
  json.name("unders");
  write_both(json, setup.under);
  json.name("hand");
  write_cards(json, setup.hand);
  json.name("apexes");
  write_places(json, setup.apex);
  json.name("table");
  write_places(json, setup.table);
  json.name("kept").number(setup.kept).close('}');
}

}  // namespace sommet::web
