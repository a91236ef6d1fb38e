// sommet.engine.batch: games for learners, many at once (…Batch) and one at a time (…Game).
#include "batch/batch.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

#include "bindings/python/batch_states.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using namespace sommet;
using namespace sommet::batch;
using namespace sommet::python;

namespace {

template <class Number>
using Vector = nb::ndarray<Number, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A new array that owns its bytes, filled by `fill`.
template <class Number, class F>
nb::ndarray<nb::numpy, Number, nb::ndim<1>> new_array(std::size_t size, F&& fill) {
  auto* const bytes = new u8[size];
  nb::capsule owner(bytes, [](void* p) noexcept { delete[] static_cast<u8*>(p); });
  fill(bytes);
  return {reinterpret_cast<Number*>(bytes), {size}, owner};
}

template <class Game>
void check_seat(int seat) {
  if (seat < 0 || seat >= Game::SEATS) throw nb::value_error("there is no such seat");
}

[[noreturn]] void refuse(long action) {
  throw nb::value_error(("action " + std::to_string(action) + " is not legal here").c_str());
}

// What every single game offers.
template <class Game>
nb::class_<Single<Game>> bind_game(nb::module_& m, const char* name, const char* about) {
  using Self = Single<Game>;
  return nb::class_<Self>(m, name, about)
      .def(
          "begin", [](Self& self, u64 seed) { self.game.begin(self.settings, seed); }, "seed"_a,
          "Start afresh; the seed decides this deal and the ones after it.")
      .def(
          "deal", [](Self& self) { self.game.deal(self.settings); }, "Start the next game.")
      .def(
          "act",
          [](Self& self, long action) {
            if (!self.game.is_legal(self.settings, action)) refuse(action);
            self.game.act(self.settings, static_cast<int>(action));
          },
          "action"_a, "Play a numbered action; raise ValueError if it is not legal.")
      .def(
          "is_legal",
          [](const Self& self, long action) { return self.game.is_legal(self.settings, action); },
          "action"_a, "Whether a numbered action may be played.")
      .def(
          "legal_actions",
          [](const Self& self) {
            std::vector<int> actions;
            self.game.for_each_action(self.settings, [&](int a) { actions.push_back(a); });
            return actions;
          },
          "The numbers of the legal actions, ascending; none when over.")
      .def(
          "observe",
          [](const Self& self, int seat) {
            check_seat<Game>(seat);
            return new_array<std::uint8_t>(
                Game::OBSERVATION, [&](u8* out) { self.game.observe(self.settings, seat, out); });
          },
          "seat"_a, "What a seat may know, as a new array.")
      .def(
          "mask",
          [](const Self& self) {
            return new_array<std::int8_t>(
                Game::ACTIONS, [&](u8* out) { self.game.write_mask(self.settings, out, false); });
          },
          "1 for every legal action, as a new array.")
      .def(
          "result",
          [](const Self& self, int seat) {
            check_seat<Game>(seat);
            return self.game.result(seat);
          },
          "seat"_a, "What the game is worth to a seat once it is over.")
      .def(
          "roll_out",
          [](const Self& self, u64 seed) {
            Game game = self.game;
            Random random(seed);
            while (!game.over) game.act(self.settings, pick_action(game, self.settings, random));
            std::vector<float> results;
            for (int seat = 0; seat < Game::SEATS; ++seat) results.push_back(game.result(seat));
            return results;
          },
          "seed"_a, nb::call_guard<nb::gil_scoped_release>(),
          "Play a copy to its end at random; return each seat's result.")
      .def(
          "copy", [](const Self& self) { return self; }, "A game that goes on by itself.")
      .def(
          "__deepcopy__", [](const Self& self, nb::handle) { return self; }, "memo"_a)
      .def("__getstate__", [](const Self& self) { return state_of(self); })
      .def("__setstate__",
           [](Self& self, const decltype(state_of(self))& state) {
             new (&self) Self(game_from(state));
           })
      .def_prop_ro(
          "actor", [](const Self& self) { return self.game.over ? -1 : self.game.actor(); },
          "The seat to act, -1 when over.")
      .def_prop_ro(
          "over", [](const Self& self) { return self.game.over; }, "Whether the game has ended.");
}

template <class Game>
nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<2>> observations(nb::handle_t<Batch<Game>> self) {
  auto& batch = *nb::inst_ptr<Batch<Game>>(self);
  return {batch.observations.data(),
          {static_cast<std::size_t>(batch.size()), Batch<Game>::OBSERVATION},
          self};
}

template <class Game, class Number>
void step(Batch<Game>& batch, Vector<const Number> actions) {
  if (static_cast<long>(actions.shape(0)) != batch.size())
    throw nb::value_error("there must be one action for every game");
  // A copy: without the GIL, others may write into the caller's array.
  const std::vector<Number> copy(actions.data(), actions.data() + actions.shape(0));
  long illegal = -1;
  {
    const nb::gil_scoped_release release;
    illegal = batch.step(copy);
  }
  if (illegal < 0) return;
  const auto action = std::to_string(copy[static_cast<std::size_t>(illegal)]);
  throw nb::value_error(
      ("game " + std::to_string(illegal) + ": action " + action + " is not legal here").c_str());
}

template <class Game, class Number>
void pick(Batch<Game>& batch, Vector<Number> out) {
  if (static_cast<long>(out.shape(0)) != batch.size())
    throw nb::value_error("there must be room for one action for every game");
  const nb::gil_scoped_release release;
  batch.pick(out.data());
}

// What every batch offers.
template <class Game>
nb::class_<Batch<Game>> bind_batch(nb::module_& m, const char* name, const char* about) {
  using Self = Batch<Game>;
  using Handle = nb::handle_t<Self>;
  const auto size = [](const Self& b) { return static_cast<std::size_t>(b.size()); };
  return nb::class_<Self>(m, name, about)
      .def_prop_ro("size", &Self::size, "How many games there are.")
      .def_prop_ro("threads", &Self::threads, "How many threads share the work.")
      .def_prop_ro("observations", &observations<Game>,
                   "Per game what the seat to act may know; rewritten by every step.")
      .def_prop_ro(
          "masks",
          [size](Handle self) -> nb::ndarray<nb::numpy, std::int8_t, nb::ndim<2>> {
            auto& b = *nb::inst_ptr<Self>(self);
            return {reinterpret_cast<std::int8_t*>(b.masks.data()), {size(b), Self::ACTIONS}, self};
          },
          "Per game 1 for every legal action; rewritten by every step.")
      .def_prop_ro(
          "rewards",
          [size](Handle self) -> nb::ndarray<nb::numpy, float, nb::ndim<2>> {
            auto& b = *nb::inst_ptr<Self>(self);
            return {b.rewards.data(), {size(b), Self::SEATS}, self};
          },
          "Per game what each seat got by the last step.")
      .def_prop_ro(
          "dones",
          [size](Handle self) -> nb::ndarray<nb::numpy, bool, nb::ndim<1>> {
            auto& b = *nb::inst_ptr<Self>(self);
            return {reinterpret_cast<bool*>(b.dones.data()), {size(b)}, self};
          },
          "Per game whether the last step ended it; a new one has begun.")
      .def_prop_ro(
          "actors",
          [size](Handle self) -> nb::ndarray<nb::numpy, std::uint8_t, nb::ndim<1>> {
            auto& b = *nb::inst_ptr<Self>(self);
            return {b.actors.data(), {size(b)}, self};
          },
          "Per game the seat to act.")
      .def("begin", &Self::begin, "seed"_a, nb::call_guard<nb::gil_scoped_release>(),
           "Start every game afresh, game i from seed + i.")
      .def("step", &step<Game, std::int64_t>, "actions"_a.noconvert(),
           "Play one action in every game; if one is not legal raise ValueError and play none.")
      .def("step", &step<Game, std::int32_t>, "actions"_a.noconvert())
      .def("pick", &pick<Game, std::int64_t>, "out"_a.noconvert(),
           "Fill in a legal action for every game, each equally likely.")
      .def("pick", &pick<Game, std::int32_t>, "out"_a.noconvert());
}

template <class Game>
void check_size(long size) {
  constexpr long long MOST = (1LL << 31) / Game::ACTIONS;  // masks are indexed with 32 bits
  if (size >= 1 && size <= MOST) return;
  throw nb::value_error(
      ("a batch has 1 to " + std::to_string(MOST) + " games, not " + std::to_string(size)).c_str());
}

void bind_pylos(nb::module_& m) {
  using Self = Single<PylosGame>;
  bind_game<PylosGame>(m, "PylosGame", "One game of Pylos, action by action.")
      .def(
          "__init__",
          [](Self* self, PylosRules rules, u32 limit) {
            new (self) Self{pylos_settings(rules, limit), {}};
            self->game.begin(self->settings, 0);
          },
          "rules"_a, "limit"_a)
      .def_prop_ro("light", [](const Self& self) { return self.game.balls[0]; })
      .def_prop_ro("dark", [](const Self& self) { return self.game.balls[1]; })
      .def_prop_ro(
          "side", [](const Self& self) { return int{self.game.side}; },
          "Whose turn it is: 0 light, 1 dark; once over, whose it would be.")
      .def_prop_ro(
          "stage", [](const Self& self) { return int{self.game.stage}; },
          "0: a ball is to land, 1: a first ball, 2: a second ball may be taken back.")
      .def(
          "set_position",
          [](Self& self, u32 light, u32 dark, int side) {
            if (side < 0 || side > 1) throw nb::value_error("a side is 0 or 1");
            check_balls(light, dark);
            self.game.restore(
                self.settings, light, dark, 0, -1,
                {light | static_cast<u64>(dark) << 30 | static_cast<u64>(side) << 60});
          },
          "light"_a, "dark"_a, "side"_a, "Start from a position that balls can lie in.")
      .def_prop_ro(
          "occurred", [](const Self& self) { return self.game.occurred; },
          "How often the position at the start of this turn has occurred.");
  bind_batch<PylosGame>(m, "PylosBatch", "Many games of Pylos.")
      .def(
          "__init__",
          [](Batch<PylosGame>* self, long size, PylosRules rules, u32 limit, u64 seed,
             int threads) {
            check_size<PylosGame>(size);
            new (self) Batch<PylosGame>(size, pylos_settings(rules, limit), seed, threads);
          },
          "size"_a, "rules"_a, "limit"_a, "seed"_a, "threads"_a);
  m.def(
      "raises",
      [] {
        std::vector<std::tuple<int, int>> pairs;
        for (int i = 0; i < raises::COUNT; ++i)
          pairs.emplace_back(raises::TABLE.from[i], raises::TABLE.to[i]);
        return pairs;
      },
      "The ball and the cell of every raise that has a number, in order.");
}

template <class Game>
void bind_cards(nb::module_& m, const char* game, const char* about_game, const char* batch,
                const char* about_batch) {
  using Self = Single<Game>;
  auto bound = bind_game<Game>(m, game, about_game);
  bound
      .def(
          "__init__",
          [](Self* self, unsigned rules) {
            new (self) Self{{pacal::decode_rules(rules)}, {}};
            self->game.begin(self->settings, 0);
          },
          "rules"_a)
      .def_prop_ro(
          "deal_seed", [](const Self& self) { return self.game.deal_seed; },
          "The seed that this deal was made from.");
  if constexpr (Game::SEATS == 2) {
    bound.def(
        "lay",
        [](Self& self, u64 hand0, u64 hand1, int apex0, int apex1) {
          const u64 apexes = 1ull << (apex0 & 63) | 1ull << (apex1 & 63);
          if (popcount64(hand0) != pacal::HAND || popcount64(hand1) != pacal::HAND ||
              (hand0 & hand1) || ((hand0 | hand1) & apexes) || popcount64(apexes) != 2 ||
              ((hand0 | hand1 | apexes) & ~pacal::ALL_CARDS))
            throw nb::value_error("15 cards for each hand and two apexes are needed");
          self.game.round = pacal::start_round(hand0, hand1, apex0, apex1);
          self.game.over = false;
        },
        "hand0"_a, "hand1"_a, "apex0"_a, "apex1"_a, "Start with these cards, given as bits.");
    bound.def(
        "redeal",
        [](Self& self, int seat, u64 seed) {
          check_seat<Game>(seat);
          Random random(seed);
          pacal::redeal_unseen(self.game.round, seat, random);
        },
        "seat"_a, "seed"_a, "Draw the hand that `seat` cannot see again, uniformly.");
    bound.def(
        "hand",
        [](const Self& self, int seat) {
          check_seat<Game>(seat);
          return self.game.round.hand[seat];
        },
        "seat"_a, "A hand as bits.");
    bound.def_prop_ro(
        "offer",
        [](const Self& self) {
          return std::make_tuple(int{self.game.round.offer[0]}, int{self.game.round.offer[1]});
        },
        "The two cards on offer, lower first; zeros if there are none.");
    bound.def_prop_ro(
        "is_last", [](const Self& self) { return self.game.round.phase == pacal::Phase::LAST; },
        "Whether the player to act may build a last card.");
  }
  bind_batch<Game>(m, batch, about_batch)
      .def(
          "__init__",
          [](Batch<Game>* self, long size, unsigned rules, u64 seed, int threads) {
            check_size<Game>(size);
            new (self) Batch<Game>(size, {pacal::decode_rules(rules)}, seed, threads);
          },
          "size"_a, "rules"_a, "seed"_a, "threads"_a)
      .def(
          "deal_seed",
          [](const Batch<Game>& self, long game) {
            if (game < 0 || game >= self.size()) throw nb::index_error("there is no such game");
            return self.game(game).deal_seed;
          },
          "game"_a, "The seed that a game's present deal was made from.");
}

}  // namespace

NB_MODULE(batch, m) {
  m.doc() = "Games for learners. Use sommet.adapters.";
  bind_pylos(m);
  bind_cards<PacalGame>(m, "PacalGame", "One round of Pacal, action by action.", "PacalBatch",
                        "Many rounds.");
  bind_cards<SoloGame>(m, "SoloGame", "One game of Pacal alone.", "SoloBatch",
                       "Many games of Pacal alone.");
}
