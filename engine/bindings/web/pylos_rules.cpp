// The rules of Pylos for the page: everything that a board needs, and no player.
#include "bindings/web/module.hpp"
#include "bindings/web/pylos/calls.hpp"

namespace {

constexpr sommet::web::Call CALLS[] = {
    {"pylos.game", sommet::web::answer_pylos_game},
    {"pylos.moves", sommet::web::answer_pylos_moves},
    {"pylos.find", sommet::web::answer_pylos_find},
};

}  // namespace

SOMMET_MODULE(CALLS)
