// Opens a solved table, searches a move of Pylos and plays a round of Pacal: the core without Python.
#include <cstdio>
#include <fstream>
#include <iterator>
#include <vector>

#include "pacal/playout.hpp"
#include "pylos_game/game.hpp"
#include "pylos_search/search.hpp"
#include "pylos_tablebase/packed.hpp"
#include "pylos_tablebase/packed_file.hpp"

using namespace sommet;

int main(int, char** words) {
  std::ifstream stream(words[1], std::ios::binary);
  const std::vector<char> read{std::istreambuf_iterator<char>(stream), {}};
  const std::vector<u8> bytes(read.begin(), read.end());
  pylos_tablebase::PackedFile file;
  if (pylos_tablebase::open_packed({bytes.data(), bytes.size()}, file)) return 1;
  const pylos_index::Colourings colourings{pylos::Pyramid<4>::BALLS, pylos::Pyramid<4>::CELLS - 1};
  const auto locator = pylos_index::Locator::make<4>(colourings);
  const pylos_tablebase::StackFeatures features{4};
  const pylos_tablebase::PackedTable table(locator, features, file.model.data(), file.model.size(),
                                           file.groups.bytes, file.groups.size, file.data.bytes,
                                           file.data.size);
  const u32 empty = 0;
  u8 worth = 0;
  table.probe(&empty, &empty, 1, &worth);

  pylos_game::Game game;
  game.settle({});
  pylos_search::Task task;
  task.rules = game.rules;
  task.root = game.seen();
  task.limits.nodes = 2000;
  const pylos_search::Found found = pylos_search::run<4>(task);

  Random random(1);
  const pacal::Rules rules;
  pacal::Round round = pacal::quick_deal(random);
  const int actions = pacal::play_out(round, rules, random);
  std::printf("worth %d, %zu moves, %d actions\n", worth, found.moves.size(), actions);
}
