// The Pacal coach: advice on every action, and decisions of a finished round under review.
#pragma once

#include "bindings/web/pacal/player_calls.hpp"
#include "pacal_coach/decision.hpp"

namespace sommet::web {

inline void write_reasons(Json& json, const pacal_coach::Reasons& reasons) {
  json.open('[');
  for (const pacal_coach::Reason& reason : reasons) {
    const pacal_coach::RemarkForm& form = reason.form();
    json.open('{').name("key").text(form.key).name("params").open('{');
    for (int i = 0; i < 4 && form.names[i]; ++i) json.name(form.names[i]).number(reason.numbers[i]);
    if (form.list) {
      json.name(form.list);
      write_cards(json, reason.cards);
    }
    json.close('}').name("about").open('[');
    for (u32 fields = reason.fields; fields; fields &= fields - 1) json.number(lowest(fields) + 1);
    json.close(']').close('}');
  }
  json.close(']');
}

// Every action with its chances, the best first, and how many are as good as the best.
SOMMET_CALLED inline void write_advice(Json& json, const pacal_coach::AdviceList& list) {
  bool exact = !list.empty();
  for (const pacal_coach::Advice& each : list) exact = exact && each.margin == 0;
  json.open('{').name("exact").boolean(exact).name("keeping");
  json.number(list.empty() ? 0 : pacal_coach::count_as_good(list)).name("actions").open('[');
  for (const pacal_coach::Advice& each : list) {
    json.open('{').name("action");
    write_action(json, each.action);
    json.name("win").fraction(each.win).name("draw").fraction(each.draw);
    json.name("margin").fraction(each.margin).name("reasons");
    write_reasons(json, each.reasons);
    json.close('}');
  }
  json.close(']').close('}');
}

// For the seat to act, as far as that seat can know: {…round or view}.
inline void answer_pacal_advice(const Request& request, Reply& reply) {
  pacal_players::Seen seen;
  pacal_players::Networks networks;
  if (!read_seen(request, reply, seen) || !find_networks(reply, networks)) return;
  write_advice(reply.json(), pacal_coach::advise(seen, networks));
}

inline bool advise_on(Reply& reply, const pacal::SoloTable& table, pacal_coach::AdviceList& to) {
  if (table.solo.status != pacal::SoloStatus::BUILDING) return true;
  if (table.rules.solo_cover && !weights.solo) return refuse_unloaded(reply, PACAL_SOLO);
  to = pacal_coach::advise(pacal_players::see(table), weights.solo.get());
  return true;
}

// For the card drawn in a solo game: {…solo}; no actions once it is over.
inline void answer_solo_advice(const Request& request, Reply& reply) {
  std::optional<pacal::SoloTable> table;
  pacal_coach::AdviceList list;
  if (read_solo(request, reply, table) && advise_on(reply, *table, list))
    write_advice(reply.json(), list);
}

// Everything about a decision that was made but its values before and after, which are the caller's.
inline void write_decision(Json& json, const pacal_coach::AdviceList& list, pacal::Action action,
                           int ply, int seat, const pacal_coach::Judgement& judged) {
  using namespace pacal_coach;
  const Advice &best = list.front(), &chosen = *find_advice(list, action);
  json.name("ply").number(ply).name("seat").number(seat).name("move");
  write_action(json, action);
  json.name("grade").text(GRADES[static_cast<int>(judged.grade)]);
  json.name("nuance").text(judged.nuance).name("cost").fraction(judged.cost);
  json.name("better").open('[');
  if (judged.grade != Grade::GOOD) write_action(json, best.action);
  json.close(']').name("keeping").number(count_as_good(list));
  json.name("of").number(static_cast<long long>(list.size()));
  json.name("win").fraction(chosen.score()).name("best_win").fraction(best.score());
  json.name("margin").fraction(best.margin).name("reasons");
  write_reasons(json, best.reasons);
  json.name("doubts");
  write_reasons(json, judged.doubts);
}

// The last of a round's actions under review, and seat 0's chance after it with all cards open:
// {…round}. `decision` is null where there was no choice, or no action yet; after an action without
// a choice the chance is not worked out.
inline void answer_pacal_review(const Request& request, Reply& reply) {
  std::optional<pacal::RoundTable> table;
  pacal_players::Networks networks;
  if (!read_round(request, reply, table) || !find_networks(reply, networks)) return;
  pacal_coach::AdviceList list;
  pacal::Action action{};
  int seat = 0;
  pacal_coach::Judgement judged{};
  if (table->played) {
    pacal::RoundTable before(table->deck, table->rules_code);
    for (int i = 0; i + 1 < table->played; ++i) before.play(table->history[i]);
    action = pacal::decode_action(table->history[table->played - 1]);
    seat = before.round.actor;
    const auto seen = pacal_players::see(before.round, before.rules, seat);
    list = pacal_coach::advise(seen, networks);
    judged = pacal_coach::judge_sure(seen, *pacal_coach::find_advice(list, action), list.front(),
                                     networks, pacal_coach::REVIEW_SEED);
  }
  const bool decided = list.size() > 1;
  Json& json = reply.json();
  json.open('{').name("open");
  if (decided || !table->played) {
    json.fraction(pacal_coach::open_chance(*table, networks, pacal_coach::REVIEW_SEED,
                                           pacal_coach::OPEN_PLAYOUTS, 1));
  } else {
    json.null();
  }
  json.name("decision");
  if (decided) {
    json.open('{');
    write_decision(json, list, action, table->played, seat, judged);
    json.close('}');
  } else {
    json.null();
  }
  json.close('}');
}

// The last build of a solo game under review: {…solo}.
inline void answer_solo_review(const Request& request, Reply& reply) {
  std::optional<pacal::SoloTable> table;
  if (!read_solo(request, reply, table)) return;
  if (!table->played) {
    reply.refuse_request("actions", "a build to review is needed");
    return;
  }
  pacal::SoloTable before(table->deck, table->rules_code);
  for (int i = 0; i + 1 < table->played; ++i) before.play(table->history[i]);
  pacal_coach::AdviceList list;
  if (!advise_on(reply, before, list)) return;
  Json& json = reply.json();
  json.open('{').name("exact").boolean(list.front().margin == 0);
  const pacal::Action action = pacal::decode_action(table->history[table->played - 1]);
  write_decision(json, list, action, table->played, 0,
                 pacal_coach::judge(*pacal_coach::find_advice(list, action), list.front()));
  json.close('}');
}

}  // namespace sommet::web
