// What the page can ask about rounds, matches, deals and solo games of Pacal.
#pragma once

#include "bindings/web/pacal/board.hpp"
#include "pacal/daily.hpp"
#include "pacal/match.hpp"

namespace sommet::web {

inline void write_action(Json& json, pacal::Action action) {
  constexpr std::string_view WORDS[] = {"offer ", "take ", "build ", "decline"};
  Text text;
  text.add(WORDS[static_cast<int>(action.kind)]);
  if (action.kind == pacal::Kind::BUILD) text.add_number(action.a + 1);
  if (action.kind == pacal::Kind::TAKE || action.kind == pacal::Kind::OFFER)
    text.add_number(action.a);
  if (action.kind == pacal::Kind::OFFER) {
    text.add(' ');
    text.add_number(action.b);
  }
  json.text(text.view());
}

inline bool flag(const Request& request, std::string_view name) {
  return request.member(request.root(), name).truth;
}

[[gnu::noinline]] inline void write_round_board(Json& json, const PlayedView& played,
                                                const pacal::RoundTable* opened, bool over) {
  RoundWriter(json, played, opened, over).write();
}

// The same board, with the legal actions of the seat to act.
inline void write_round(Json& json, const PlayedView& played, const pacal::RoundTable* opened,
                        bool over) {
  json.open('{').name("board");
  write_round_board(json, played, opened, over);
  json.name("actions").open('[');
  if (played.view.round.actor == played.view.seat && !over)
    pacal::for_each_action(played.view.round, played.view.rules,
                           [&](pacal::Action action) { write_action(json, action); });
  json.close(']').close('}');
}

// What a seat sees of a round whose cards are known here.
[[gnu::noinline]] inline PlayedView seen_by(const pacal::RoundTable& table, int viewer) {
  PlayedView played{pacal::View::of(table.round, table.rules, viewer)};
  pacal::Round seen = pacal::round_from_deck(table.deck.card);
  for (int i = 0; i < table.played; ++i) {
    const pacal::Action action = pacal::decode_action(table.history[i]);
    played.note(action, seen.actor);
    pacal::apply(seen, table.rules, action);
  }
  return played;
}

// A round whose cards are known here, as `viewer` may see it: {…, viewer, over?}. All cards lie
// open once it is over.
inline void answer_pacal_round(const Request& request, Reply& reply) {
  std::optional<pacal::RoundTable> table;
  int viewer;
  if (!read_round(request, reply, table) || !read_seat(request, reply, "viewer", viewer)) return;
  const bool over = flag(request, "over") || table->round.phase == pacal::Phase::OVER;
  const PlayedView played = seen_by(*table, viewer);
  const bool open = over || flag(request, "open");
  write_round(reply.json(), played, open ? &*table : nullptr, over);
}

// A round of which only one seat's cards are known here: see pacal_request.hpp.
inline void answer_pacal_view(const Request& request, Reply& reply) {
  PlayedView played;
  if (!read_view(request, reply, played)) return;
  write_round(reply.json(), played, nullptr, flag(request, "over"));
}

inline void answer_pacal_solo(const Request& request, Reply& reply) {
  std::optional<pacal::SoloTable> table;
  if (!read_solo(request, reply, table)) return;
  Json& json = reply.json();
  json.open('{').name("board");
  write_solo_board(json, *table, flag(request, "over"));
  json.name("actions").open('[');
  for (u32 fields = pacal::solo_fields(table->solo, table->rules); fields; fields &= fields - 1)
    write_action(json, {pacal::Kind::BUILD, static_cast<u8>(lowest(fields)), 0});
  json.close(']').close('}');
}

// Where a match stands after rounds with these winners (null: drawn). Rule PAC-9.
inline void answer_pacal_match(const Request& request, Reply& reply) {
  pacal::Score score;
  const bool read =
      request.each(request.member(request.root(), "winners"), [&](const Value& value) {
        const std::optional<u64> seat = request.number(value);
        if (value.kind != ValueKind::NOTHING && (!seat || *seat > 1))
          return reply.refuse_request("winners", "a round is won by seat 0, seat 1, or nobody");
        if (!score.add(seat ? static_cast<int>(*seat) : pacal::NOBODY))
          return reply.refuse_request("winners", "the match was over before these rounds");
        return true;
      });
  if (!read) return;
  Json& json = reply.json();
  json.open('{').name("target").number(pacal::ROUNDS_TO_WIN).name("markers").open('[');
  json.number(score.won[0]).number(score.won[1]).close(']').name("outcome");
  if (score.winner() == pacal::NOBODY) {
    json.null();
  } else {
    write_ending(json, score.winner(), pacal::MATCH_WON.key, pacal::MATCH_WON.clause);
  }
  json.close('}');
}

// The deal of a seed as text: {seed, solo}.
inline void answer_pacal_deal(const Request& request, Reply& reply) {
  const bool solo = flag(request, "solo");
  pacal::Deck deck;
  if (!read_deck(request, reply, solo, deck)) return;
  if (!solo) deck = pacal::sort_hands(deck);
  Text text;
  for (int i = 0; i < pacal::CARDS; ++i) {
    const bool new_group =
        solo ? i == pacal::FIELDS
             : i == pacal::FIELDS || i == pacal::HANDS_AT || i == pacal::HANDS_AT + pacal::HAND;
    if (i) text.add(new_group ? " | " : " ");
    text.add_number(deck.card[i]);
  }
  reply.json().text(text.view());
}

// The seed of a day's solo deal: {date: "2026-11-15"} → a number as text, for it has 64 bits.
inline void answer_daily_seed(const Request& request, Reply& reply) {
  const std::string_view date = request.text(request.member(request.root(), "date"));
  bool good = date.size() == 10;
  for (std::size_t i = 0; good && i < date.size(); ++i)
    good = i == 4 || i == 7 ? date[i] == '-' : date[i] >= '0' && date[i] <= '9';
  if (!good) {
    reply.refuse_request("date", "a date is written as 2026-11-15");
    return;
  }
  const u64 seed = pacal::daily_seed(date);
  Text text;
  if (seed >= 10) text.add_number(static_cast<long long>(seed / 10));
  text.add_number(static_cast<long long>(seed % 10));
  reply.json().text(text.view());
}

}  // namespace sommet::web
