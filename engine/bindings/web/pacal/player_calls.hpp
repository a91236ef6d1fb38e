// The players of Pacal: levels of the duel and of the solo game, and what each action is worth.
#pragma once

#include "bindings/web/common/weights.hpp"
#include "bindings/web/pacal/calls.hpp"
#include "pacal_players/levels.hpp"
#include "pacal_players/solo_levels.hpp"

namespace sommet::web {

inline bool read_seed(const Request& request, Reply& reply, u64& seed) {
  const std::optional<u64> number = request.number(request.member(request.root(), "choice_seed"));
  if (!number)
    return reply.refuse_request("choice_seed", "a seed is a whole number from 0 to 2^64 - 1");
  seed = *number;
  return true;
}

inline bool read_level(const Request& request, Reply& reply, int most, int& level) {
  const std::optional<u64> number = request.number(request.member(request.root(), "level"));
  if (!number || *number < 1 || *number > static_cast<u64>(most))
    return reply.refuse_request("level", "there is no such level");
  level = static_cast<int>(*number);
  return true;
}

inline bool find_networks(Reply& reply, pacal_players::Networks& networks) {
  for (int i = 0; i < 2; ++i)
    if (!weights.duel[i]) return refuse_unloaded(reply, PACAL_DUEL[i]);
  networks = {weights.duel[0].get(), weights.duel[1].get()};
  return true;
}

// What a level judges with.
inline bool find_networks(Reply& reply, int level, pacal_players::Networks& networks) {
  if (!pacal_players::is_reader(level)) return find_networks(reply, networks);
  if (!weights.reader) return refuse_unloaded(reply, PACAL_READER);
  networks = {nullptr, nullptr, weights.reader.get()};
  return true;
}

// What the seat to act knows: from a round whose cards are known here (`deal` or `seed`), or from
// what one seat knows (`apexes`). Refuses where nobody acts, or the other seat does.
inline bool read_seen(const Request& request, Reply& reply, pacal_players::Seen& seen) {
  pacal::View view;
  if (request.member(request.root(), "apexes").kind == ValueKind::NONE) {
    std::optional<pacal::RoundTable> table;
    if (!read_round(request, reply, table)) return false;
    view = pacal::View::of(table->round, table->rules, table->round.actor);
  } else {
    PlayedView played;
    if (!read_view(request, reply, played)) return false;
    view = played.view;
  }
  if (view.round.phase == pacal::Phase::OVER)
    return reply.refuse("round_over", "", "the round is over");
  if (view.round.actor != view.seat)
    return reply.refuse("not_your_turn", "", "it is not this seat's turn");
  seen = pacal_players::seen_from(view);
  return true;
}

// The action of a level (1 to 8): {…round or view, level, choice_seed}.
inline void answer_pacal_choose(const Request& request, Reply& reply) {
  pacal_players::Seen seen;
  pacal_players::Networks networks;
  int level;
  u64 seed;
  if (!read_level(request, reply, pacal_players::LEVELS, level) ||
      !read_seed(request, reply, seed) || !read_seen(request, reply, seen) ||
      !find_networks(reply, level, networks))
    return;
  Random random(seed);
  write_action(reply.json(),
               pacal_players::choose(pacal_players::player_of(level, networks), seen, random));
}

// The chances of each action: {…round or view} → best first.
inline void answer_pacal_score(const Request& request, Reply& reply) {
  using namespace pacal_players;
  Seen seen;
  Networks networks;
  if (!read_seen(request, reply, seen) || !find_networks(reply, networks)) return;
  const Actions actions(seen.round, seen.rules);
  Chances chances[pacal::MAX_CHOICES];
  Thinker(networks, seen).score(actions, THOROUGH, chances);
  Json& json = reply.json();
  json.open('[');
  for (int i = 0; i < actions.count; ++i) {
    json.open('{').name("action");
    write_action(json, actions.list[i]);
    json.name("win").fraction(chances[i].win).name("draw").fraction(chances[i].draw);
    json.name("loss").fraction(chances[i].loss).close('}');
  }
  json.close(']');
}

// The field of a solo level (1 to 3) for the card drawn: {…solo, level, choice_seed}.
inline void answer_solo_choose(const Request& request, Reply& reply) {
  std::optional<pacal::SoloTable> table;
  int level;
  u64 seed;
  if (!read_level(request, reply, pacal_players::SOLO_LEVELS, level) ||
      !read_seed(request, reply, seed) || !read_solo(request, reply, table))
    return;
  if (table->solo.status != pacal::SoloStatus::BUILDING) {
    reply.refuse("game_over", "", "the game is over");
    return;
  }
  const pacal_players::SoloSeen seen = pacal_players::see(*table);
  if (pacal_players::needs_network(seen, level) && !weights.solo) {
    refuse_unloaded(reply, PACAL_SOLO);
    return;
  }
  const int field = pacal_players::choose_field(seen, level, weights.solo.get(), seed);
  write_action(reply.json(), {pacal::Kind::BUILD, static_cast<u8>(field), 0});
}

// The chance to complete after each field: {…solo} → in reading order.
inline void answer_solo_score(const Request& request, Reply& reply) {
  std::optional<pacal::SoloTable> table;
  if (!read_solo(request, reply, table)) return;
  const pacal_players::SoloSeen seen = pacal_players::see(*table);
  if (pacal_players::needs_network(seen, pacal_players::SOLO_LEVELS) && !weights.solo) {
    refuse_unloaded(reply, PACAL_SOLO);
    return;
  }
  Json& json = reply.json();
  json.open('{').name("exact").boolean(!seen.rules.solo_cover).name("actions").open('[');
  for (u32 fields = pacal::solo_fields(table->solo, table->rules); fields; fields &= fields - 1) {
    const int field = lowest(fields);
    json.open('{').name("action");
    write_action(json, {pacal::Kind::BUILD, static_cast<u8>(field), 0});
    json.name("win").fraction(pacal_players::chance_after(seen, weights.solo.get(), field));
    json.close('}');
  }
  json.close(']').close('}');
}

}  // namespace sommet::web
