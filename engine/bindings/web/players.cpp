// The players and the coach of both games for the page, and perft to measure the core with.
#include "bindings/web/module.hpp"
#include "bindings/web/pacal/puzzle_calls.hpp"
#include "bindings/web/pacal/setup_calls.hpp"
#include "bindings/web/pylos/coach_calls.hpp"
#include "bindings/web/pylos/puzzle_calls.hpp"

namespace {

void answer_load(const sommet::web::Request& request, sommet::web::Reply& reply) {
  using namespace sommet::web;
  const std::string_view name = request.text(request.member(request.root(), "file"));
  const bool kept =
      keep_weights(name) || keep_table_file(name) || keep_puzzles(name) || keep_pacal_puzzles(name);
  loaded_bytes = {};
  if (kept) {
    reply.json().boolean(true);
  } else {
    reply.refuse_request("file", "there is no such file, or its bytes are not right");
  }
}

constexpr sommet::web::Call CALLS[] = {
    {"load", answer_load},
    {"pylos.choose", sommet::web::answer_pylos_choose},
    {"pylos.think", sommet::web::answer_pylos_think},
    {"pylos.values", sommet::web::answer_pylos_values},
    {"pylos.probe_often", sommet::web::answer_probe_often},
    {"pylos.perft", sommet::web::answer_pylos_perft},
    {"pacal.choose", sommet::web::answer_pacal_choose},
    {"pacal.score", sommet::web::answer_pacal_score},
    {"solo.choose", sommet::web::answer_solo_choose},
    {"solo.score", sommet::web::answer_solo_score},
    {"pylos.analysis", sommet::web::answer_pylos_analysis},
    {"pylos.review", sommet::web::answer_pylos_review},
    {"pacal.advice", sommet::web::answer_pacal_advice},
    {"pacal.setup", sommet::web::answer_pacal_setup},
    {"pacal.setup_after", sommet::web::answer_pacal_setup_after},
    {"pacal.review", sommet::web::answer_pacal_review},
    {"solo.advice", sommet::web::answer_solo_advice},
    {"solo.review", sommet::web::answer_solo_review},
    {"puzzles.find", sommet::web::answer_puzzle},
    {"puzzles.streak", sommet::web::answer_streak_puzzle},
    {"puzzles.next", sommet::web::answer_next_puzzle},
    {"puzzles.day", sommet::web::answer_daily_puzzle},
    {"puzzles.solution", sommet::web::answer_puzzle_solution},
    {"puzzles.try", sommet::web::answer_puzzle_try},
    {"pacal.puzzle_streak", sommet::web::answer_pacal_streak_puzzle},
    {"pacal.puzzle_next", sommet::web::answer_next_pacal_puzzle},
    {"pacal.puzzle_solution", sommet::web::answer_pacal_puzzle_solution},
    {"pacal.puzzle_try", sommet::web::answer_pacal_puzzle_try},
};

}  // namespace

SOMMET_MODULE(CALLS)

SOMMET_EXPORT(bytes) sommet::u8* sommet_bytes(unsigned size) {
  sommet::web::loaded_bytes.assign(size, 0);
  return sommet::web::loaded_bytes.data();
}
