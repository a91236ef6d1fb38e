// The rules of Pacal for the page, of the duel and alone: everything that a board needs, and no player.
#include "bindings/web/module.hpp"
#include "bindings/web/pacal/calls.hpp"

namespace {

constexpr sommet::web::Call CALLS[] = {
    {"pacal.round", sommet::web::answer_pacal_round},
    {"pacal.view", sommet::web::answer_pacal_view},
    {"pacal.solo", sommet::web::answer_pacal_solo},
    {"pacal.match", sommet::web::answer_pacal_match},
    {"pacal.deal", sommet::web::answer_pacal_deal},
    {"pacal.daily_seed", sommet::web::answer_daily_seed},
};

}  // namespace

SOMMET_MODULE(CALLS)
