// Many games stepped at once. Everything learners read lies in flat arrays that stay where they are
// and are rewritten in place by every step.
#pragma once

#include <atomic>
#include <mutex>
#include <vector>

#include "common/parallel.hpp"
#include "common/random.hpp"

namespace sommet::batch {

// A legal action, each equally likely, for games that have no quicker way.
template <class Game>
int pick_action(const Game& game, const typename Game::Settings& settings, Random& random) {
  if constexpr (requires { game.random_action(settings, random); }) {
    return game.random_action(settings, random);
  } else {
    int legal[Game::ACTIONS];
    u32 count = 0;
    game.for_each_action(settings, [&](int action) { legal[count++] = action; });
    return legal[random.quick(count)];
  }
}

template <class Game>
class Batch {
 public:
  static constexpr long OBSERVATION = Game::OBSERVATION, ACTIONS = Game::ACTIONS;
  static constexpr long SEATS = Game::SEATS;

  std::vector<u8> observations, masks, dones, actors;
  std::vector<float> rewards;  // per game one number a seat

  Batch(long size, typename Game::Settings settings, u64 seed, int threads)
      : observations(static_cast<std::size_t>(size * OBSERVATION)),
        masks(static_cast<std::size_t>(size * ACTIONS)),
        dones(static_cast<std::size_t>(size)),
        actors(static_cast<std::size_t>(size)),
        rewards(static_cast<std::size_t>(size * SEATS)),
        settings_(settings),
        games_(static_cast<std::size_t>(size)),
        marked_(static_cast<std::size_t>(size)),
        pool_(threads) {
    for (long i = 0; i < size; ++i) pickers_.emplace_back(~seed - static_cast<u64>(i));
    begin(seed);
  }

  long size() const { return static_cast<long>(games_.size()); }
  int threads() const { return pool_.size(); }
  const Game& game(long i) const { return games_[static_cast<std::size_t>(i)]; }

  // Starts every game afresh, game i from seed + i.
  void begin(u64 seed) {
    const std::lock_guard lock(use_);
    split([&](long first, long last) {
      for (long i = first; i < last; ++i) {
        at(i).begin(settings_, seed + static_cast<u64>(i));
        dones[static_cast<std::size_t>(i)] = 0;
        for (long seat = 0; seat < SEATS; ++seat)
          rewards[static_cast<std::size_t>(i * SEATS + seat)] = 0;
        write(i);
      }
    });
  }

  // One action in every game; a game that ends gives its rewards and begins anew. If some are not
  // legal nothing happens, and the first such game is returned; otherwise -1.
  template <class Number>
  long step(const std::vector<Number>& actions) {
    const std::lock_guard lock(use_);
    const long illegal = find_illegal(actions);
    if (illegal >= 0) return illegal;
    split([&](long first, long last) {
      for (long i = first; i < last; ++i)
        step_game(i, static_cast<int>(actions[static_cast<std::size_t>(i)]));
    });
    return -1;
  }

  // Fills in one legal action per game, each equally likely.
  template <class Number>
  void pick(Number* actions) {
    const std::lock_guard lock(use_);
    split([&](long first, long last) {
      for (long i = first; i < last; ++i)
        actions[i] = static_cast<Number>(
            pick_action(at(i), settings_, pickers_[static_cast<std::size_t>(i)]));
    });
  }

 private:
  // Calls work(first, last) on parts of the games that cover them once.
  template <class F>
  void split(F&& work) {
    const long parts = pool_.size();
    pool_.run([&](int t) { work(size() * t / parts, size() * (t + 1) / parts); });
  }

  // The first game whose action is not legal, or -1.
  template <class Number>
  long find_illegal(const std::vector<Number>& actions) {
    std::atomic<long> found{size()};
    split([&](long first, long last) {
      for (long i = first; i < last; ++i) {
        if (at(i).is_legal(settings_, static_cast<long>(actions[static_cast<std::size_t>(i)])))
          continue;
        for (long best = found; i < best && !found.compare_exchange_weak(best, i);) {
        }
        return;
      }
    });
    return found < size() ? found.load() : -1;
  }

  Game& at(long i) { return games_[static_cast<std::size_t>(i)]; }

  void step_game(long i, int action) {
    Game& game = at(i);
    game.act(settings_, action);
    dones[static_cast<std::size_t>(i)] = game.over;
    float* const reward = rewards.data() + i * SEATS;
    for (int seat = 0; seat < SEATS; ++seat) reward[seat] = game.over ? game.result(seat) : 0.0f;
    if (game.over) game.deal(settings_);
    write(i);
  }

  void write(long i) {
    const auto n = static_cast<std::size_t>(i);
    const Game& game = games_[n];
    actors[n] = static_cast<u8>(game.actor());
    game.observe(settings_, game.actor(), observations.data() + i * OBSERVATION);
    game.write_mask(settings_, masks.data() + i * ACTIONS, !marked_[n]);
    if constexpr (requires { game.marks_offers(); }) marked_[n] = game.marks_offers();
  }

  typename Game::Settings settings_;
  std::vector<Game> games_;
  std::vector<Random> pickers_;
  std::vector<u8> marked_;  // whether the offers in a game's mask need clearing
  Pool pool_;
  std::mutex use_;  // a batch that two threads use does one thing after the other
};

}  // namespace sommet::batch
