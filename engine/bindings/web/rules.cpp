// The rules of both games for the page: everything that a board needs, and no player.
#include "bindings/web/module.hpp"
#include "bindings/web/pacal/calls.hpp"
#include "bindings/web/pylos/calls.hpp"

namespace {

constexpr sommet::web::Call CALLS[] = {
    {"pylos.game", sommet::web::answer_pylos_game},
    {"pylos.moves", sommet::web::answer_pylos_moves},
    {"pylos.find", sommet::web::answer_pylos_find},
    {"pacal.round", sommet::web::answer_pacal_round},
    {"pacal.view", sommet::web::answer_pacal_view},
    {"pacal.solo", sommet::web::answer_pacal_solo},
    {"pacal.match", sommet::web::answer_pacal_match},
    {"pacal.deal", sommet::web::answer_pacal_deal},
    {"pacal.daily_seed", sommet::web::answer_daily_seed},
};

}  // namespace

SOMMET_MODULE(CALLS)
