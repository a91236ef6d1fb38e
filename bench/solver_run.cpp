// The CPU solver without Python: solve a rule set, time it, and optionally pack and compare.
//   g++ -O3 -march=native -fno-math-errno -std=c++20 -Iengine bench/solver_run.cpp
//   engine/pylos_{solve,tablebase,tablebase/make}/*.cpp -o run -lpthread
//   ./run children|standard|expert THREADS [PREFIX [SHARED_MILLIONS OWN_MILLIONS EPOCHS]]
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <string>

#include "common/big_pages.hpp"
#include "pylos_solve/sweep.hpp"
#include "pylos_tablebase/make/packing.hpp"

using namespace sommet;
using namespace sommet::pylos_index;
using namespace sommet::pylos_solve;

int main(int count, char** words) {
  if (count < 3) return 2;
  const std::string name = words[1];
  const pylos::Rules rules = {name != "children", name == "expert", false, false};
  const auto began = std::chrono::steady_clock::now();
  const auto seconds = [&] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
  };
  const Colourings colourings(15, 29);
  const Plan plan = make_plan<4>(rules, colourings);
  const BigPages memory(plan.positions);
  u8* table = static_cast<u8*>(memory.data());
  std::memset(table, DRAW, plan.positions);
  {
    Sweep sweep(plan, colourings, table, std::atoi(words[2]));
    int quiet = 0, longest = 0;
    while (quiet < 2) {
      PassReport report{};
      sweep.pass(nullptr, report);
      quiet = report.found ? 0 : quiet + 1;
      if (report.found) longest = report.distance;
    }
    std::printf("%s: solved in %.1f s on %s threads, longest %d, %.2f GB\n", name.c_str(),
                seconds(), words[2], longest, (plan.positions + Sweep::memory(plan)) / 1e9);
    std::fflush(stdout);
  }
  if (count < 4) return 0;
  const Locator locator = Locator::make<4>(colourings);
  const pylos_tablebase::StackFeatures features(4);
  const int threads = std::atoi(words[2]);
  pylos_tablebase::Effort effort;
  if (count > 6) {
    effort.shared_samples = static_cast<u64>(std::atof(words[4]) * 1e6);
    effort.own_samples = static_cast<u64>(std::atof(words[5]) * 1e6);
    effort.epochs = std::atoi(words[6]);
  }
  double start = seconds();
  std::mutex one;
  const pylos_tablebase::PackedParts parts =
      pack(locator, features, table, threads, effort, [&](const std::string& line) {
        const std::lock_guard<std::mutex> lock(one);
        std::printf("%.1f %s\n", seconds(), line.c_str());
        std::fflush(stdout);
      });
  std::printf("packed: %zu + %zu + %zu bytes, %.1f s\n", parts.model.size(), parts.groups.size(),
              parts.data.size(), seconds() - start);
  std::fflush(stdout);
  for (const auto& [part, bytes] :
       {std::pair{".model", &parts.model}, std::pair{".groups", &parts.groups},
        std::pair{".data", &parts.data}}) {
    std::FILE* file = std::fopen((std::string(words[3]) + part).c_str(), "wb");
    std::fwrite(bytes->data(), 1, bytes->size(), file);
    std::fclose(file);
  }
  const pylos_tablebase::PackedTable packed(
      locator, features, parts.model.data(), parts.model.size(), parts.groups.data(),
      parts.groups.size(), parts.data.data(), parts.data.size());
  start = seconds();
  u64 checked = 0;
  const u64 different = pylos_tablebase::compare(locator, packed, table, threads, checked);
  std::printf("compared %llu positions, %llu differ, %.1f s\n", checked, different,
              seconds() - start);
  start = seconds();
  u64 state = 1, sum = 0;
  constexpr int PROBES = 20000;
  for (int i = 0; i < PROBES; ++i) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    u32 own, other;
    u8 worth;
    locator.position((state >> 20) % plan.positions, own, other);
    packed.probe(&own, &other, 1, &worth);
    sum += worth;
  }
  std::printf("random probe: %.1f us (%llu)\n", (seconds() - start) / PROBES * 1e6, sum);
  return different != 0;
}
