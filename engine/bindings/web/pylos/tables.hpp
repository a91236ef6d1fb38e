// The solved tables of Pylos in the page: opened from the bytes that the page has fetched, each with
// the file of the perfect player.
#pragma once

#include <memory>
#include <optional>

#include "bindings/web/common/weights.hpp"
#include "pylos_index/finder_tables.hpp"
#include "pylos_perfect/player.hpp"
#include "pylos_perfect/player_file.hpp"
#include "pylos_tablebase/packed.hpp"
#include "pylos_tablebase/packed_file.hpp"

namespace sommet::web {

inline constexpr std::string_view PYLOS_TABLES[PRESETS] = {
    "pylos-table-children", "pylos-table-standard", "pylos-table-expert"};
inline constexpr std::string_view PYLOS_PLAYERS[PRESETS] = {
    "pylos-player-children", "pylos-player-standard", "pylos-player-expert"};

// Where positions lie in any of the tables: some 10 MB and 40 ms, when the first one is opened.
struct Places {
  pylos_index::Colourings colourings{pylos::Pyramid<4>::BALLS, pylos::Pyramid<4>::CELLS - 1};
  pylos_index::Locator locator = pylos_index::Locator::make<4>(colourings);
  pylos_index::FinderTables finder{locator};
  pylos_tablebase::StackFeatures features{4};
};

inline const Places& places() {
  static const Places* const made = new Places;
  return *made;
}

// An open table with the bytes that it reads from.
struct OpenTable {
  std::vector<u8> bytes;
  pylos_tablebase::PackedFile file;
  std::optional<pylos_tablebase::PackedTable> table;

  void probe(const pylos::Position* positions, std::size_t count,
             pylos_tablebase::Worth* out) const {
    std::vector<u32> own, other;
    for (std::size_t i = 0; i < count; ++i) {
      own.push_back(positions[i].own);
      other.push_back(positions[i].other);
    }
    static_assert(sizeof(pylos_tablebase::Worth) == 1);
    table->probe(own.data(), other.data(), count, reinterpret_cast<u8*>(out));
  }
};

struct PylosTables {
  std::unique_ptr<OpenTable> open[PRESETS];
  std::unique_ptr<pylos_perfect::PlayerData> player[PRESETS];
};
inline PylosTables pylos_tables;

// Whether there are tables for these rules at all. Repetition (PYL-R3) is what a draw means, and
// without squares there is nothing to take back.
inline bool is_solved(pylos::Rules rules) {
  return !rules.may_raise && !(rules.takeback_optional && rules.squares);
}

inline bool is_made_for(pylos::Rules rules, int base, int preset) {
  return base == 4 && is_solved(rules) && preset_of(rules) == preset;
}

// The table for these rules, or null where there is none or it has not been loaded.
inline const OpenTable* table_for(pylos::Rules rules) {
  return is_solved(rules) ? pylos_tables.open[preset_of(rules)].get() : nullptr;
}

inline bool keep_table(int preset) {
  auto open = std::make_unique<OpenTable>();
  open->bytes = std::move(loaded_bytes);
  if (pylos_tablebase::open_packed({open->bytes.data(), open->bytes.size()}, open->file) ||
      !is_made_for(open->file.rules, open->file.base, preset))
    return false;
  const pylos_tablebase::PackedFile& file = open->file;
  open->table.emplace(places().locator, places().features, file.model.data(), file.model.size(),
                      file.groups.bytes, file.groups.size, file.data.bytes, file.data.size);
  pylos_tables.open[preset] = std::move(open);
  return true;
}

inline bool keep_player(int preset) {
  pylos_perfect::PlayerFile file;
  auto data = std::make_unique<pylos_perfect::PlayerData>();
  if (pylos_perfect::read_deflated_player({loaded_bytes.data(), loaded_bytes.size()}, file,
                                          *data) ||
      !is_made_for(file.rules, file.base, preset) ||
      data->weights.size() != pylos_search::RANK_WEIGHTS)
    return false;
  pylos_tables.player[preset] = std::move(data);
  return true;
}

// Whether the bytes are those of `name`; then they are kept.
inline bool keep_table_file(std::string_view name) {
  for (int preset = 0; preset < PRESETS; ++preset) {
    if (name == PYLOS_TABLES[preset]) return keep_table(preset);
    if (name == PYLOS_PLAYERS[preset]) return keep_player(preset);
  }
  return false;
}

}  // namespace sommet::web
