// What a position of Pylos is worth and why, and a game under review, move by move.
#pragma once

#include "bindings/web/pylos/judge.hpp"

namespace sommet::web {

// Light's share of the point, from the mover's.
inline double light_share(const pylos_game::Game& game, double share) {
  return game.dark_moves ? 1 - share : share;
}

inline void write_worths(Json& json, const PylosJudgement& judged) {
  json.name("moves").open('[');
  for (const int number : pylos_coach::ranked(judged.verdicts)) {
    const pylos_coach::Verdict& verdict = judged.verdicts[number];
    json.open('{');
    write_move_parts(json, judged.moves[number]);
    json.name("worth").text(value_word(verdict.value)).name("certain").boolean(verdict.proved);
    json.name("distance");
    write_distance(json, verdict.distance);
    json.close('}');
  }
  json.close(']');
}

// A position with the value of every legal move, the best first: {…game}.
inline void answer_pylos_analysis(const Request& request, Reply& reply) {
  pylos_game::Game game;
  pylos::Move last;
  if (!read_pylos_game(request, reply, game, last)) return;
  PylosJudgement judged;
  if (!game.is_over() && !judge(reply, game, judged)) return;
  Json& json = reply.json();
  json.open('{').name("board");
  write_pylos_board(json, game, last, !game.is_over());
  json.name("source").text(judged.source);
  if (game.is_over()) {
    const int winner = outcome_of(game.ending, game.rules).winner;
    json.name("worth").null().name("certain").boolean(true).name("distance").null();
    json.name("light").fraction(winner < 0 ? 0.5 : winner == 0).name("keeping").number(0);
    json.name("idea").null();
    write_pylos_reasons(json, {});
  } else {
    const pylos_coach::PositionVerdict& overall = judged.overall;
    json.name("worth").text(value_word(overall.value));
    json.name("certain").boolean(overall.proved).name("distance");
    write_distance(json, judged.best_verdict().distance);
    json.name("light").fraction(light_share(game, judged.share()));
    json.name("keeping").number(static_cast<long long>(overall.best.size()));
    json.name("idea").text(idea_of(game, judged.best()));
    write_pylos_reasons(json, explain(game, judged.best(), overall.value, overall.value).reasons);
  }
  write_worths(json, judged);
  json.name("outcome");
  write_outcome(json, game);
  json.close('}');
}

// The last of a game's moves under review: {…game}.
inline void answer_pylos_review(const Request& request, Reply& reply) {
  constexpr std::size_t SHOWN_MOVES = 3;
  pylos_game::Game after;
  pylos::Move move;
  if (!read_pylos_game(request, reply, after, move)) return;
  if (move.to < 0) {
    reply.refuse_request("moves", "a move to review is needed");
    return;
  }
  // The same game without its last move.
  pylos_game::Game game;
  if (!read_pylos_options(request, reply, game) || !read_pylos_start(request, reply, game)) return;
  std::vector<pylos::Move> played = after.history.moves();
  played.pop_back();
  for (const pylos::Move each : played) game = game.after(each);
  PylosJudgement judged;
  if (!judge(reply, game, judged)) return;
  const pylos_coach::Verdict &best = judged.best_verdict(), &chosen = judged.verdict_on(move);
  const pylos_coach::Comparison compared = pylos_coach::compare(best, chosen);
  const bool mistake = compared.grade != pylos_coach::Grade::GOOD;
  pylos_coach::Explanation why{best.value, chosen.value, {}, {}};
  if (mistake) why = explain(game, move, best.value, chosen.value);
  const bool has_reply = mistake && !after.is_over();
  if (has_reply && why.line.empty()) {
    PylosJudgement reply_judged;
    if (!judge(reply, after, reply_judged)) return;
    why.line.push_back(reply_judged.best());
  }
  const double cost = mistake ? best.share() - chosen.share() : 0;
  Json& json = reply.json();
  json.open('{').name("ply").number(after.ply()).name("seat").number(game.dark_moves).name("move");
  write_move(json, move);
  json.name("before").fraction(light_share(game, best.share()));
  json.name("after").fraction(light_share(game, chosen.share()));
  json.name("source").text(judged.source).name("certain").boolean(compared.proved);
  json.name("grade").text(pylos_coach::GRADES[static_cast<int>(compared.grade)]);
  json.name("cost").fraction(cost > 0 ? cost : 0).name("better").open('[');
  for (std::size_t i = 0; mistake && i < judged.overall.best.size() && i < SHOWN_MOVES; ++i)
    write_move(json, judged.moves[judged.overall.best[i]]);
  json.close(']').name("keeping").number(static_cast<long long>(judged.overall.best.size()));
  json.name("of").number(static_cast<long long>(judged.moves.size())).name("idea");
  if (mistake) {
    json.text(idea_of(game, judged.best()));
  } else {
    json.null();
  }
  json.name("reply");
  if (has_reply) {
    write_move(json, why.line.front());
    json.name("reply_idea").text(idea_of(after, why.line.front()));
  } else {
    json.null().name("reply_idea").null();
  }
  write_pylos_reasons(json, why.reasons);
  json.name("line").open('[');
  for (const pylos::Move each : why.line) write_move(json, each);
  json.close(']').close('}');
}

}  // namespace sommet::web
