// What the page asks about its own tables besides the game: who may ask for what, and the clock.
#pragma once

#include "bindings/web/common/reply.hpp"
#include "match/clock.hpp"

namespace sommet::web {

// Reads whole numbers of the request; what is missing or no number is 0.
class Numbers {
 public:
  explicit Numbers(const Request& request) : request_(request) {}
  SOMMET_CALLED long long operator[](const char* name) const {
    return static_cast<long long>(
        request_.number(request_.member(request_.root(), name)).value_or(0) & MOST);
  }
  bool flag(const char* name) const { return request_.member(request_.root(), name).truth; }

 private:
  static constexpr u64 MOST = (1ull << 53) - 1;  // what a number of JavaScript holds
  const Request& request_;
};

// {seats, before, seat, over, shared, computer} → {draw, takeback, running, time_clause}: whether a
// draw can be asked for, how many moves stand after `seat` takes one back, and whose clock runs
// then. `seats` made the moves of the round, as text; `before` it stand so many.
inline void answer_may(const Request& request, Reply& reply, const match::TableRules& rules) {
  const Numbers asked(request);
  const std::string_view seats = request.text(request.member(request.root(), "seats"));
  const int before = static_cast<int>(asked["before"] & 0xffff);
  const auto turn_at = [&](int ply) {
    return ply < before ? match::Turn{match::NOBODY, 0}
                        : match::Turn{seats[static_cast<std::size_t>(ply - before)] - '0', 1};
  };
  const int ply =
      match::takeback_ply(rules, asked.flag("shared"), static_cast<int>(asked["seat"]), 1,
                          asked.flag("over"), before + static_cast<int>(seats.size()), turn_at);
  const bool runs = ply >= 0 && match::clock_runs(false, 1, ply, turn_at);
  Json& json = reply.json();
  json.open('{').name("draw").boolean(rules.may_draw(asked.flag("computer")));
  json.name("takeback").number_from(0, ply);
  json.name("running").number_from(0, runs ? turn_at(ply).seat : -1);
  json.name("time_clause").text(rules.time_clause).close('}');
}

// {left_ms, since_ms, now_ms, increment_ms, moved, passes} → what the seat whose time runs has left
// at `now_ms`, 0 when out of time; `moved`: after its move, and whether the turn `passes` then.
inline void answer_clock(const Request& request, Reply& reply, const match::TableRules& rules) {
  const Numbers asked(request);
  match::Clock clock{.increment_ms = asked["increment_ms"],
                     .remaining_ms = {asked["left_ms"]},
                     .running = 0,
                     .at_ms = asked["since_ms"]};
  const int to = asked.flag("passes");
  clock.pass(to, asked["now_ms"], 0, asked.flag("moved") && rules.ends_turn(0, to));
  reply.json().number(clock.remaining_ms[0]);
}

}  // namespace sommet::web
