// Everything that runs on several threads, on the small pyramid. Built with ThreadSanitizer by
// test_fuzz_threads.py; exits 1 with a line where a result differs from that of one thread.
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "batch/batch.hpp"
#include "batch/pacal_game.hpp"
#include "batch/pylos_game.hpp"
#include "pylos_perfect/make/passes.hpp"
#include "pylos_search/search.hpp"
#include "pylos_solve/check.hpp"
#include "pylos_solve/sweep.hpp"

using namespace sommet;

namespace {

constexpr int THREADS = 3;
constexpr pylos::Rules RULES = {true, true, false, false};

void require(bool holds, const char* what) {
  if (holds) return;
  std::printf("broken: %s\n", what);
  std::exit(1);
}

const pylos_index::Colourings& colourings() {
  static const pylos_index::Colourings c(pylos::Pyramid<3>::BALLS, pylos::Pyramid<3>::CELLS - 1);
  return c;
}

std::vector<u8> solve(int threads) {
  const pylos_index::Plan plan = pylos_index::make_plan<3>(RULES, colourings());
  std::vector<u8> table(plan.positions, pylos_solve::DRAW);
  pylos_solve::Sweep sweep(plan, colourings(), table.data(), threads);
  for (int quiet = 0; quiet < 2;) {
    pylos_solve::PassReport report{};
    sweep.pass(nullptr, report);
    quiet = report.found ? 0 : quiet + 1;
  }
  return table;
}

void make_and_prove_player(const pylos_index::FinderTables& tables, const std::vector<u8>& table,
                           bool lean) {
  pylos_perfect::CpuWork<3> work(tables, RULES, table.data(), nullptr, nullptr, nullptr, 0, THREADS,
                                 lean);
  work.find_ranks();
  work.find_nearest_ranks();
  work.find_outlooks();
  work.find_choices();
  for (int round = 0; round < (lean ? 1 : 4); ++round) {
    work.thin_out();
    while (work.settle_once()) {
    }
    if (lean) break;
    work.weigh(3);
    work.make_exceptions(0);
  }
  require(work.prove_all(nullptr, nullptr, 0).proved > 1000, "little is proved");
}

template <class Game>
void step_batch(typename Game::Settings settings) {
  batch::Batch<Game> many(40, settings, 7, THREADS), one(40, settings, 7, 1);
  std::vector<int> actions(40), same(40);
  for (int step = 0; step < 60; ++step) {
    many.pick(actions.data());
    one.pick(same.data());
    require(actions == same, "threads pick other actions");
    require(many.step(actions) < 0 && one.step(same) < 0, "a picked action is not legal");
  }
  require(many.observations == one.observations, "threads see other games");
}

void throw_in_a_thread() {
  Pool pool(THREADS);
  for (int turn = 0; turn < 50; ++turn) {
    bool thrown = false;
    try {
      pool.for_each(100, [&](u64 i, int) {
        if (i == 50) throw std::runtime_error("fifty");
      });
    } catch (const std::runtime_error&) {
      thrown = true;
    }
    require(thrown, "an exception is lost");
  }
}

}  // namespace

int main() {
  throw_in_a_thread();
  std::vector<u8> table = solve(THREADS);
  require(table == solve(1), "threads solve otherwise");
  const pylos_index::Locator locator = pylos_index::Locator::make<3>(colourings());
  const auto wrong = [&] {
    return pylos_solve::check<3>(RULES, locator, table.data(), THREADS, nullptr, 9).mismatches;
  };
  require(wrong() == 0, "the checker finds faults in a right table");
  const pylos_index::FinderTables tables(locator);
  for (const bool lean : {false, true}) make_and_prove_player(tables, table, lean);
  for (std::size_t i = 0; i < table.size(); i += 997) table[i] ^= 3;
  require(wrong() > 0, "the checker finds nothing in a wrong table");
  for (const bool lean : {false, true}) make_and_prove_player(tables, table, lean);
  for (int i = 0; i < 5; ++i) {
    pylos_search::Task task;
    task.rules = RULES;
    task.root = {0, 0};
    task.limits = {0, 3000, pylos_search::MAX_PLIES, THREADS};
    require(!pylos_search::run<3>(task).moves.empty(), "a search without a move");
  }
  step_batch<batch::PylosGame>({RULES, 3});
  step_batch<batch::PacalGame>({pacal::Rules()});
  std::printf("threads agree\n");
  return 0;
}
