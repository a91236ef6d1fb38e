// The rules of Pylos for the page: everything that a board needs, and no player.
#include "bindings/web/common/match_calls.hpp"
#include "bindings/web/module.hpp"
#include "bindings/web/pylos/calls.hpp"

namespace {

using namespace sommet;
using web::Reply, web::Request;

constexpr web::Call CALLS[] = {
    {"pylos.game", web::answer_pylos_game},
    {"pylos.moves", web::answer_pylos_moves},
    {"pylos.find", web::answer_pylos_find},
    {"pylos.may", [](const Request& r, Reply& reply) { answer_may(r, reply, match::PYLOS); }},
    {"pylos.clock", [](const Request& r, Reply& reply) { answer_clock(r, reply, match::PYLOS); }},
};

}  // namespace

SOMMET_MODULE(CALLS)
