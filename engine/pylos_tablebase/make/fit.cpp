#include "pylos_tablebase/make/fit.hpp"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "common/parallel.hpp"
#include "pylos_tablebase/make/level.hpp"

namespace sommet::pylos_tablebase {

FittedModel fit(const pylos_index::Locator& locator, const StackFeatures& features, const u8* table,
                int threads, const Effort& effort, const Report& report) {
  const int places = locator.plan().places();
  std::vector<std::unique_ptr<fitting::Level>> levels(static_cast<std::size_t>(places));
  Pool pool(threads);
  pool.for_each(levels.size(), [&](u64 i, int) {
    const int n = places - 1 - static_cast<int>(i);
    auto& level = levels[static_cast<std::size_t>(n)];
    level = std::make_unique<fitting::Level>(locator, features, table, n, effort);
    report(level->fit_shared());
  });
  std::vector<std::pair<int, u32>> own;
  for (int n = 0; n < places; ++n)
    if (levels[static_cast<std::size_t>(n)]->kind == OWN_NET)
      for (u32 s = 0; s < levels[static_cast<std::size_t>(n)]->stacks(); ++s)
        own.emplace_back(n, s);
  std::vector<double> bits(own.size());
  pool.for_each(own.size(), [&](u64 i, int) {
    bits[i] = levels[static_cast<std::size_t>(own[i].first)]->fit_own(own[i].second);
    if (i + 1 < own.size() && own[i].first == own[i + 1].first) return;
    report(std::to_string(own[i].first) + " balls: the last stack takes " +
           std::to_string(bits[i]) + " bits a position");
  });
  FittedModel model;
  for (const auto& level : levels) {
    model.drawless.push_back(level->drawless);
    level->put_contexts(model.contexts);
    model.networks.push_back(level->kind);
    model.networks.push_back(level->hidden);
  }
  for (const auto& level : levels)
    model.networks.insert(model.networks.end(), level->bytes.begin(), level->bytes.end());
  return model;
}

}  // namespace sommet::pylos_tablebase
