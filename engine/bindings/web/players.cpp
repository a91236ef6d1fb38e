// The players of both games for the page, and perft to measure the core with.
#include "bindings/web/module.hpp"
#include "bindings/web/pacal_player_calls.hpp"
#include "bindings/web/pylos_player_calls.hpp"

namespace {

constexpr sommet::web::Call CALLS[] = {
    {"load", sommet::web::answer_load},
    {"pylos.choose", sommet::web::answer_pylos_choose},
    {"pylos.think", sommet::web::answer_pylos_think},
    {"pylos.perft", sommet::web::answer_pylos_perft},
    {"pacal.choose", sommet::web::answer_pacal_choose},
    {"pacal.score", sommet::web::answer_pacal_score},
    {"solo.choose", sommet::web::answer_solo_choose},
    {"solo.score", sommet::web::answer_solo_score},
};

}  // namespace

SOMMET_MODULE(CALLS)

SOMMET_EXPORT(bytes) sommet::u8* sommet_bytes(unsigned size) {
  sommet::web::loaded_bytes.assign(size, 0);
  return sommet::web::loaded_bytes.data();
}
