// The perfect player for Python: its file, its proved choice, and what it plays in a game.
#pragma once

#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <optional>

#include "bindings/python/file_faults.hpp"
#include "bindings/python/search_data.hpp"
#include "bindings/python/solved_tables.hpp"
#include "pylos_index/finder_tables.hpp"
#include "pylos_perfect/player.hpp"
#include "pylos_perfect/player_file.hpp"

namespace sommet::python {

using Bytes =
    nanobind::ndarray<const u8, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Words =
    nanobind::ndarray<const u32, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using Shorts =
    nanobind::ndarray<const short, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
using IsLost = nanobind::typed<nanobind::callable, bool(int, int)>;

inline const pylos_index::FinderTables& tables(int base) {
  if (base == 3) {
    static const pylos_index::FinderTables small(locator(3));
    return small;
  }
  static const pylos_index::FinderTables large(locator(base));
  return large;
}

inline const short* data_of(const std::optional<Shorts>& weights) {
  if (!weights) return nullptr;
  if (weights->size() != pylos_search::RANK_WEIGHTS)
    throw std::invalid_argument("wrong size of weights");
  return weights->data();
}

inline void check_exceptions(const Words& exceptions, const Bytes& places) {
  if (exceptions.size() != places.size())
    throw std::invalid_argument("there must be a place for each exception");
}

// The rank's weights, the numbers and the places of the exceptions, as arrays.
using PlayerArrays = std::tuple<nanobind::ndarray<nanobind::numpy, short, nanobind::ndim<1>>,
                                nanobind::ndarray<nanobind::numpy, u32, nanobind::ndim<1>>,
                                nanobind::ndarray<nanobind::numpy, u8, nanobind::ndim<1>>>;

class PythonPlayerFile {
 public:
  explicit PythonPlayerFile(nanobind::bytes whole) : whole_(std::move(whole)) {
    const pylos_tablebase::Part bytes{reinterpret_cast<const u8*>(whole_.c_str()), whole_.size()};
    pylos_tablebase::FileFault fault = pylos_perfect::open_player(bytes, file_);
    if (fault.what == pylos_tablebase::FileFault::What::CHECKSUM)
      throw std::invalid_argument("is damaged: wrong checksum");
    check_file(fault,
               {"is not a file of the perfect player", "format", pylos_perfect::PLAYER_FORMAT, ""});
  }

  int base() const { return file_.base; }
  RulesTuple rules() const { return tuple_of(file_.rules); }
  const char* coding() const { return file_.deflated ? "deflate" : "xz"; }
  std::vector<nanobind::bytes> parts() const {
    std::vector<nanobind::bytes> parts;
    for (const pylos_tablebase::Part& part : file_.parts)
      parts.emplace_back(reinterpret_cast<const char*>(part.bytes), part.size);
    return parts;
  }

  PlayerArrays read(const std::vector<nanobind::bytes>& plain) const {
    pylos_tablebase::Part parts[pylos_perfect::PLAYER_PARTS];
    pylos_perfect::PlayerData data;
    bool fits = plain.size() == pylos_perfect::PLAYER_PARTS;
    for (std::size_t i = 0; fits && i < plain.size(); ++i)
      parts[i] = {reinterpret_cast<const u8*>(plain[i].c_str()), plain[i].size()};
    fits = fits && read_player(parts, file_.exceptions, data);
    if (!fits) throw std::invalid_argument("is damaged: its parts do not fit its header");
    return {own_array(std::move(data.weights)), own_array(std::move(data.numbers)),
            own_array(std::move(data.places))};
  }

 private:
  nanobind::bytes whole_;
  pylos_perfect::PlayerFile file_;
};

class PythonChooser {
 public:
  PythonChooser(int base, const RulesTuple& rules, std::optional<Shorts> weights, Words exceptions,
                Bytes places)
      : base_(base),
        rules_(rules_of(rules)),
        weights_(std::move(weights)),
        exceptions_(std::move(exceptions)),
        places_(std::move(places)) {
    data_of(weights_);
    tables(base);
    check_exceptions(exceptions_, places_);
  }

  MoveTuple choose(u32 own, u32 other, const IsLost& is_lost) const {
    const pylos::Move m =
        base_ == 3 ? choose_on<3>({own, other}, is_lost) : choose_on<4>({own, other}, is_lost);
    if (m.from == -2) throw std::invalid_argument("no move wins");
    return {m.from, m.to, m.take1, m.take2};
  }

 private:
  template <int Base>
  pylos::Move choose_on(pylos::Position pos, const IsLost& is_lost) const {
    check_stored<Base>(pos);
    pylos_perfect::Chooser<Base> chooser(tables(Base).finder(), rules_, data_of(weights_),
                                         exceptions_.data(), places_.data(), exceptions_.size());
    return chooser.choose(
        pos, [&](pylos::Position p) { return nanobind::cast<bool>(is_lost(p.own, p.other)); });
  }

  int base_;
  pylos::Rules rules_;
  std::optional<Shorts> weights_;
  Words exceptions_;
  Bytes places_;
};

// The worths (0 loss, 1 win, 2 draw) of positions given as own and other balls.
using PythonProbe =
    nanobind::typed<nanobind::callable, std::vector<int>(std::vector<std::pair<u32, u32>>)>;

// How many moves the game lasts from each of such positions.
using PythonLengths = PythonProbe;

// What the proved choice needs: weights, exceptions, places.
using ChoiceArrays = std::tuple<Shorts, Words, Bytes>;

class PythonPlayer {
 public:
  PythonPlayer(int base, const RulesTuple& rules, std::optional<ChoiceArrays> choice,
               const EvaluationWeights* weights, const NetworkFile* network)
      : base_(base), rules_(rules_of(rules)), choice_(std::move(choice)) {
    if (base != 3 && base != 4) throw std::invalid_argument("base must be 3 or 4");
    if (base == 3 && network) throw std::invalid_argument("the network judges base 4 only");
    if (choice_) {
      const auto& [rank, exceptions, places] = *choice_;
      if (rank.size() != pylos_search::RANK_WEIGHTS)
        throw std::invalid_argument("wrong size of weights");
      check_exceptions(exceptions, places);
    }
    if (weights) weights_ = weights->values.data();
    if (network) network_ = network->network.get();
  }

  MoveTuple choose(u32 own, u32 other, const std::vector<u64>& earlier, u32 limit, bool dark_moves,
                   const PythonProbe& probe, const std::optional<PythonLengths>& lengths) const {
    const pylos_perfect::Past past{earlier, limit, dark_moves};
    return base_ == 3 ? choose_on<3>({own, other}, past, probe, lengths)
                      : choose_on<4>({own, other}, past, probe, lengths);
  }

 private:
  // What Python says of each position; the interpreter must be held.
  static std::vector<int> answers(const PythonProbe& asked, const pylos::Position* positions,
                                  std::size_t count) {
    std::vector<std::pair<u32, u32>> boards;
    for (std::size_t i = 0; i < count; ++i)
      boards.emplace_back(positions[i].own, positions[i].other);
    return nanobind::cast<std::vector<int>>(asked(boards));
  }

  template <int Base>
  MoveTuple choose_on(pylos::Position pos, const pylos_perfect::Past& past,
                      const PythonProbe& probe, const std::optional<PythonLengths>& lengths) const {
    check_stored<Base>(pos);
    if (pylos::is_over<Base>(rules_, pos)) throw std::invalid_argument("the game is over");
    const auto ask = [&](const pylos::Position* positions, std::size_t count,
                         pylos_tablebase::Worth* out) {
      const nanobind::gil_scoped_acquire gil;
      const std::vector<int> worths = answers(probe, positions, count);
      if (worths.size() != count) throw std::invalid_argument("a worth for each position");
      for (std::size_t i = 0; i < count; ++i) {
        if (worths[i] < 0 || worths[i] > 2) throw std::invalid_argument("a worth is 0, 1 or 2");
        out[i] = static_cast<pylos_tablebase::Worth>(worths[i]);
      }
    };
    typename pylos_perfect::PerfectPlayer<Base>::Lengths measure;
    if (lengths)
      measure = [&](const std::vector<pylos::Position>& positions) {
        const nanobind::gil_scoped_acquire gil;
        std::vector<int> found = answers(*lengths, positions.data(), positions.size());
        if (found.size() != positions.size())
          throw std::invalid_argument("a length for each position");
        return found;
      };
    std::optional<pylos_perfect::Chooser<Base>> chooser;
    if (choice_) {
      const auto& [rank, exceptions, places] = *choice_;
      chooser.emplace(tables(Base).finder(), rules_, rank.data(), exceptions.data(), places.data(),
                      exceptions.size());
    }
    const nanobind::gil_scoped_release free;
    pylos_perfect::PerfectPlayer<Base> player(rules_, std::move(chooser), weights_, network_, ask,
                                              std::move(measure));
    return as_tuple(player.choose(pos, past));
  }

  int base_;
  pylos::Rules rules_;
  std::optional<ChoiceArrays> choice_;
  const short* weights_ = nullptr;
  const pylos_search::Network* network_ = nullptr;
};

inline void bind_perfect_player(nanobind::module_& m) {
  namespace nb = nanobind;
  using namespace nb::literals;
  nb::class_<PythonPlayerFile>(m, "PlayerFile", "What the perfect player needs beside a table.")
      .def(nb::init<nb::bytes>(), "file"_a,
           "Raises ValueError, which says what is wrong with the file.")
      .def_prop_ro("base", &PythonPlayerFile::base, "Balls along an edge of the board.")
      .def_prop_ro("rules", &PythonPlayerFile::rules,
                   "Squares, lines, takeback optional, may raise.")
      .def_prop_ro("coding", &PythonPlayerFile::coding, "How the parts are compressed.")
      .def_prop_ro("parts", &PythonPlayerFile::parts, "The three parts, compressed.")
      .def(
          "read", &PythonPlayerFile::read, "plain"_a,
          "Return the rank's weights, the exceptions and their places from the parts, which are no "
          "longer compressed.");
  nb::class_<PythonChooser>(m, "Chooser", "The perfect player's choice in won positions.")
      .def(nb::init<int, const RulesTuple&, std::optional<Shorts>, Words, Bytes>(), "base"_a,
           "rules"_a, "weights"_a.none(), "exceptions"_a, "places"_a)
      .def("choose", &PythonChooser::choose, "own"_a, "other"_a, "is_lost"_a,
           "Return the move (from, to, take1, take2; -1 for none) in a won position. "
           "`is_lost(own, other)` returns the values of stored positions.");
  nb::class_<PythonPlayer>(m, "Player", "The perfect player in a game.")
      .def(nb::init<int, const RulesTuple&, std::optional<ChoiceArrays>, const EvaluationWeights*,
                    const NetworkFile*>(),
           "base"_a, "rules"_a, "choice"_a.none(), "weights"_a.none(), "network"_a.none(),
           nb::keep_alive<1, 5>(), nb::keep_alive<1, 6>(),
           "`choice` is what a PlayerFile reads; without one a search decides among "
           "winning moves.")
      .def(
          "choose", &PythonPlayer::choose, "own"_a, "other"_a, "earlier"_a, "limit"_a,
          "dark_moves"_a, "probe"_a, "lengths"_a.none() = nb::none(),
          "Return the move. `earlier` holds the positions before this one as numbers, of which "
          "`limit` occurrences draw (0: never); `probe` returns the values of positions: 0 loss, 1 "
          "win, 2 draw. `lengths`, where distances are known, returns how many moves the game "
          "lasts "
          "from lost and won ones.");
}

}  // namespace sommet::python
