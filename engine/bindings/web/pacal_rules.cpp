// The rules of Pacal for the page, of the duel and alone: everything that a board needs, and no player.
#include "bindings/web/common/match_calls.hpp"
#include "bindings/web/module.hpp"
#include "bindings/web/pacal/calls.hpp"

namespace {

using namespace sommet;
using web::Reply, web::Request;

const match::TableRules& table_rules(const Request& request) {
  return web::flag(request, "solo") ? match::SOLO : match::PACAL;
}

constexpr web::Call CALLS[] = {
    {"pacal.round", web::answer_pacal_round},
    {"pacal.view", web::answer_pacal_view},
    {"pacal.solo", web::answer_pacal_solo},
    {"pacal.match", web::answer_pacal_match},
    {"pacal.deal", web::answer_pacal_deal},
    {"pacal.daily_seed", web::answer_daily_seed},
    {"pacal.may", [](const Request& r, Reply& reply) { answer_may(r, reply, table_rules(r)); }},
    {"pacal.clock", [](const Request& r, Reply& reply) { answer_clock(r, reply, match::PACAL); }},
};

}  // namespace

SOMMET_MODULE(CALLS)
