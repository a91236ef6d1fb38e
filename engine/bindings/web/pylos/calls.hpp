// What the page can ask about games of Pylos.
#pragma once

#include "bindings/web/pylos/board.hpp"
#include "bindings/web/pylos/request.hpp"
#include "pylos/counting.hpp"

namespace sommet::web {

// The game after its moves: the board, how many moves were played, and how it ended if it did.
inline void answer_pylos_game(const Request& request, Reply& reply) {
  pylos_game::Game game;
  pylos::Move last;
  if (!read_pylos_game(request, reply, game, last)) return;
  Json& json = reply.json();
  json.open('{').name("board");
  write_pylos_board(json, game, last, !game.is_over());
  json.name("ply").number(game.ply()).name("outcome");
  write_outcome(json, game);
  json.close('}');
}

// Every legal move's text, in the order of the core.
inline void answer_pylos_moves(const Request& request, Reply& reply) {
  pylos_game::Game game;
  pylos::Move last;
  if (!read_pylos_game(request, reply, game, last)) return;
  Json& json = reply.json();
  json.open('[');
  if (!game.is_over())
    pylos::for_each_move<4>(game.rules, game.seen(),
                            [&](pylos::Move move) { write_move(json, move); });
  json.close(']');
}

// The one text of a move, or the refusal.
inline void answer_pylos_find(const Request& request, Reply& reply) {
  pylos_game::Game game;
  pylos::Move last, move;
  if (!read_pylos_game(request, reply, game, last)) return;
  const std::string_view text = request.text(request.member(request.root(), "move"));
  if (!read_pylos_move(text, game, reply, -1, move)) return;
  reply.json().open('{');
  write_move_parts(reply.json(), move);
  reply.json().close('}');
}

inline void answer_pylos_perft(const Request& request, Reply& reply) {
  constexpr u64 DEEPEST = 8;
  pylos_game::Game game;
  pylos::Move last;
  if (!read_pylos_game(request, reply, game, last)) return;
  const std::optional<u64> depth = request.number(request.member(request.root(), "depth"));
  if (!depth || *depth > DEEPEST) {
    reply.refuse_request("depth", "a depth is a number up to 8");
    return;
  }
  reply.json().number(
      static_cast<long long>(pylos::perft<4>(game.rules, game.seen(), static_cast<int>(*depth))));
}

}  // namespace sommet::web
