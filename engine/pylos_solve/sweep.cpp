#include "pylos_solve/sweep.hpp"

#include <bit>
#include <cstring>

#if defined(__AVX512BW__) && defined(__BMI2__)
#include <immintrin.h>
#endif

#include "common/big_pages.hpp"
#include "pylos_solve/lanes.hpp"

namespace sommet::pylos_solve {

namespace {

constexpr int CHUNK_BITS = 8;
constexpr u32 CHUNK = 1u << CHUNK_BITS;
constexpr u32 WORK_UNITS = 16 * CHUNK;

}  // namespace

struct UnitSet {
  explicit UnitSet(u64 units)
      : pages(static_cast<std::size_t>(units * sizeof(Lanes))),
        data(static_cast<Lanes*>(pages.data())) {}

  BigPages pages;
  Lanes* data;
};

// Where an edge's units lie for one chunk: target unit at[i] reads source unit base | low[i].
struct Sweep::Scratch {
  struct Addresses {
    u32 low[CHUNK];
    u16 at[CHUNK];
    int count;
  };
  std::vector<Addresses> addresses = std::vector<Addresses>(40);
  std::vector<Turn> turns;
  alignas(64) Lanes back1[CHUNK], back2[CHUNK];                            // of take_back
  alignas(64) Lanes place[CHUNK], raise[CHUNK], open[CHUNK], mask[CHUNK];  // of turns

  void prepare(const pylos_index::Plan& plan, const pylos_index::Stack& stack,
               const pylos_index::Edge* edges, int count) {
    turns.clear();
    (void)plan;
    const int bits = stack.upper < CHUNK_BITS ? stack.upper : CHUNK_BITS;
    for (int e = 0; e < count; ++e) {
      turns.emplace_back(edges[e]);
      Addresses& a = addresses[static_cast<std::size_t>(e)];
      a.count = 1;
      a.low[0] = edges[e].fixed;
      a.at[0] = 0;
      for (int k = 0; k < bits; ++k) {
        const int bit = edges[e].upper_bit[k];
        if (bit == pylos_index::NO_PLACE) {
          for (int i = 0; i < a.count; ++i) a.at[i] = static_cast<u16>(a.at[i] | 1u << k);
          continue;
        }
        for (int i = 0; i < a.count; ++i) {
          a.low[a.count + i] = a.low[i] | 1u << bit;
          a.at[a.count + i] = static_cast<u16>(a.at[i] | 1u << k);
        }
        a.count *= 2;
      }
    }
  }

  // The part of the source unit number that the chunk decides; false where the edge has nothing.
  static bool chunk_base(const pylos_index::Edge& edge, const pylos_index::Stack& stack, u32 first,
                         u32& base) {
    const u32 high = first & ~(CHUNK - 1);
    if ((edge.needed & ~(CHUNK - 1)) & ~high) return false;
    base = 0;
    for (int k = CHUNK_BITS; k < stack.upper; ++k)
      if ((first >> k) & 1u && edge.upper_bit[k] != pylos_index::NO_PLACE)
        base |= 1u << edge.upper_bit[k];
    return true;
  }

  void gather(int e, const Lanes* source, Lanes flip, Lanes* into) const {
    const Addresses& a = addresses[static_cast<std::size_t>(e)];
    with_turn(turns[static_cast<std::size_t>(e)], [&](auto&& turn) {
      for (int i = 0; i < a.count; ++i) into[a.at[i]] |= turn(source[a.low[i]] ^ flip);
    });
  }

  // The same for a landing: from `taken` instead of `source` where it earns take-backs.
  void land(int e, const pylos_index::Edge& edge, const Lanes* source, Lanes flip,
            const Lanes* taken, bool optional, u32 first, Lanes* into) {
    const Addresses& a = addresses[static_cast<std::size_t>(e)];
    int active[pylos_index::MAX_PATTERNS], count = 0;
    const u32 high = first & ~(CHUNK - 1);
    for (int p = 0; p < edge.patterns; ++p)
      if (!((edge.pattern_units[p] & ~(CHUNK - 1)) & ~high)) active[count++] = p;
    if (count == 0) return gather(e, source, flip, into);
    std::memset(mask, 0, sizeof(Lanes) * static_cast<std::size_t>(a.count));
    for (int k = 0; k < count; ++k) {
      const int p = active[k];
      const u32 low = edge.pattern_units[p] & (CHUNK - 1);
      const Lanes m = where(edge.pattern_lanes[p], edge.pattern_bits[p]);
      const u32 rest = static_cast<u32>(a.count - 1) & ~low;
      for (u32 i = rest;; i = (i - 1) & rest) {
        mask[i | low] |= m;
        if (i == 0) break;
      }
    }
    with_turn(turns[static_cast<std::size_t>(e)], [&](auto&& turn) {
      for (int i = 0; i < a.count; ++i) {
        const Lanes m = mask[i], v = turn(source[a.low[i]] ^ flip);
        into[i] |= any(m) ? (optional ? v : v & ~m) | (turn(taken[a.low[i]]) & m) : v;
      }
    });
  }
};

Sweep::Sweep(const pylos_index::Plan& plan, const pylos_index::Colourings& colourings, u8* table,
             int threads)
    : plan_(plan), colourings_(colourings), table_(table), pool_(threads) {
  const int last = plan.places();
  u64 largest = 0;
  within_.resize(plan.stacks.size());
  std::vector<std::vector<Work>> take(static_cast<std::size_t>(last) + 2), turn = take;
  for (int n = 0; n <= last; ++n) {
    u64 units = 0;
    for (u32 s = plan.level[n]; s < plan.level[n + 1]; ++s) {
      within_[s] = units;
      const u32 count = 1u << plan.stacks[s].upper;
      units += count;
      for (u32 begin = 0; begin < count; begin += WORK_UNITS) {
        const u32 end = std::min(count, begin + WORK_UNITS);
        take[n].push_back({s, begin, end, true});
        turn[n].push_back({s, begin, end, false});
      }
    }
    largest = std::max(largest, units);
  }
  // Phase n: take-backs of n balls, turns of n-2 balls; each needs only what phase n-1 finished.
  const bool takes = plan.rules.squares || plan.rules.lines;
  for (int n = 0; n <= last + 2; ++n) {
    std::vector<Work> works;
    if (takes && n <= last) works = take[n];
    if (n >= 2) works.insert(works.end(), turn[n - 2].begin(), turn[n - 2].end());
    phases_.push_back(works);
  }
  won_ = std::make_unique<UnitSet>(plan.units);
  lost_ = std::make_unique<UnitSet>(plan.units);
  for (int i = 0; i < 2; ++i) {
    if (takes) v_or_back1_[i] = std::make_unique<UnitSet>(largest);
    if (takes) back2_[i] = std::make_unique<UnitSet>(largest);
    place_above1_[i] = std::make_unique<UnitSet>(largest);
    place_above2_[i] = std::make_unique<UnitSet>(largest);
  }
  for (int t = 0; t < threads; ++t) scratch_.push_back(std::make_unique<Scratch>());
}

Sweep::~Sweep() = default;

u64 Sweep::memory(const pylos_index::Plan& plan) {
  u64 largest = 0;
  for (int n = 0; n <= plan.places(); ++n) {
    u64 units = 0;
    for (u32 s = plan.level[n]; s < plan.level[n + 1]; ++s) units += u64{1} << plan.stacks[s].upper;
    largest = std::max(largest, units);
  }
  const u64 windows = plan.rules.squares || plan.rules.lines ? 8 : 4;
  return (2 * plan.units + windows * largest) * sizeof(Lanes);
}

void Sweep::run(const std::vector<Work>& works,
                const std::function<void(const Work&, Scratch&)>& f) {
  pool_.for_each(works.size(),
                 [&](u64 i, int t) { f(works[i], *scratch_[static_cast<std::size_t>(t)]); });
}

void Sweep::take_back(const Work& work, Scratch& s) const {
  const pylos_index::Stack& stack = plan_.stacks[work.stack];
  const int n = stack.balls, now = n & 1, before = 1 - now;
  const bool odd = distance_ & 1;
  const Lanes flip = spread(odd ? 0 : 0xFFFF), none = spread(0);
  const Lanes* v = (odd ? lost_ : won_)->data;
  const pylos_index::Edge* edges = &plan_.edges[stack.first] + stack.inserts;
  s.prepare(plan_, stack, edges, stack.removes);
  for (u32 first = work.begin; first < work.end; first += CHUNK) {
    const u32 count = std::min(CHUNK, work.end - first);
    std::memset(s.back1, 0, count * sizeof(Lanes));
    std::memset(s.back2, 0, count * sizeof(Lanes));
    for (int e = 0; e < stack.removes; ++e) {
      u32 base = 0;
      if (!Scratch::chunk_base(edges[e], stack, first, base)) continue;
      const u32 from = edges[e].source;
      s.gather(e, v + plan_.stacks[from].units + base, flip, s.back1);
      if (stack.may_earn)
        s.gather(e, v_or_back1_[before]->data + within_[from] + base, none, s.back2);
    }
    const Lanes* self = v + stack.units + first;
    Lanes* v_or_back1 = v_or_back1_[now]->data + within_[work.stack] + first;
    Lanes* back2 = back2_[now]->data + within_[work.stack] + first;
    for (u32 i = 0; i < count; ++i) v_or_back1[i] = (self[i] ^ flip) | s.back1[i];
    if (stack.may_earn) std::memcpy(back2, s.back2, count * sizeof(Lanes));
  }
}

void Sweep::turns(const Work& work, Scratch& s) {
  const pylos_index::Stack& stack = plan_.stacks[work.stack];
  const int n = stack.balls, now = n & 1, next = 1 - now;
  const bool odd = distance_ & 1, takes = v_or_back1_[0] != nullptr;
  const Lanes flip = spread(odd ? 0 : 0xFFFF), none = spread(0), all = spread(0xFFFF);
  const Lanes* v = (odd ? lost_ : won_)->data;
  const pylos_index::Edge* edges = &plan_.edges[stack.first];
  const int total = stack.inserts + stack.removes;
  const u32 full = (1u << stack.upper) - 1;
  s.prepare(plan_, stack, edges, total);

  Lanes valid[32], reserve[32];  // by the number of own balls outside the unit
  const int most = plan_.balls_each;
  for (int h = 0; h <= stack.upper; ++h) {
    valid[h] = reserve[h] = none;
    for (u32 u = 0; u < 256; ++u) {
      const int own = h + popcount(u);
      if ((u & ~static_cast<u32>(stack.unit)) || !colourings_.valid(n, own)) continue;
      valid[h][u >> 4] |= static_cast<u16>(1u << (u & 15u));
      if (own < most) reserve[h][u >> 4] |= static_cast<u16>(1u << (u & 15u));
    }
  }
  const Complement opponent(stack.unit);

  for (u32 first = work.begin; first < work.end; first += CHUNK) {
    const u32 count = std::min(CHUNK, work.end - first);
    const auto land = [&](int e, Lanes* into) {
      u32 base = 0;
      Scratch::chunk_base(edges[e], stack, first, base);
      const u32 to = edges[e].source;
      const Lanes* source = v + plan_.stacks[to].units + base;
      if (!takes) return s.gather(e, source, flip, into);
      s.land(e, edges[e], source, flip, back2_[next]->data + within_[to] + base,
             plan_.rules.takeback_optional, first, into);
    };
    const bool summit = n == plan_.places();
    for (u32 i = 0; i < count; ++i) s.place[i] = summit ? all : none;
    int e = 0;
    for (; e < stack.raised[1]; ++e) land(e, s.place);
    if (stack.raised[1])
      std::memcpy(place_above2_[now]->data + within_[work.stack] + first, s.place,
                  count * sizeof(Lanes));
    for (; e < stack.raised[0]; ++e) land(e, s.place);
    if (stack.raised[0])
      std::memcpy(place_above1_[now]->data + within_[work.stack] + first, s.place,
                  count * sizeof(Lanes));

    Lanes left = none;
    for (u32 i = 0; i < count; ++i) {
      const u32 there = full ^ (first + i);
      const Lanes known = won_->data[stack.units + there] | lost_->data[stack.units + there];
      s.open[i] = valid[popcount(first + i)] & ~opponent(known);
      left |= s.open[i];
    }
    if (!any(left)) continue;
    for (; e < stack.inserts; ++e) land(e, s.place);
    for (u32 i = 0; i < count; ++i) s.place[i] &= reserve[popcount(first + i)];
    std::memset(s.raise, 0, count * sizeof(Lanes));
    for (; e < total; ++e) {
      const pylos_index::Stack& lower = plan_.stacks[edges[e].source];
      u32 base = 0;
      const int level = edges[e].level;
      if (level >= 2 || !lower.raised[level] || !Scratch::chunk_base(edges[e], stack, first, base))
        continue;
      const UnitSet& from = level == 0 ? *place_above1_[next] : *place_above2_[next];
      s.gather(e, from.data + within_[edges[e].source] + base, none, s.raise);
    }
    left = none;
    for (u32 i = 0; i < count; ++i) {
      const u32 outside = static_cast<u32>(popcount(first + i));
      const Lanes move =
          s.place[i] | (plan_.rules.may_raise ? s.raise[i] : s.raise[i] & reserve[outside]);
      s.open[i] &= odd ? move : ~move;
      left |= s.open[i];
    }
    if (!any(left)) continue;
    Lanes* target = (odd ? won_ : lost_)->data + stack.units;
    for (u32 i = 0; i < count; ++i)
      if (any(s.open[i])) target[full ^ (first + i)] |= opponent(s.open[i]);
    decide(stack, first, static_cast<int>(count), s);
  }
}

// Writes the distance of the positions in s.open.
void Sweep::decide(const pylos_index::Stack& stack, u32 first, int count, Scratch& s) {
  const int n = stack.balls;
  u64 words[32][4];
  u32 sizes[32];
  for (int h = 0; h <= stack.upper; ++h) {
    sizes[h] = 0;
    for (u32 w = 0; w < 4; ++w) {
      words[h][w] = 0;
      for (u32 b = 0; b < 64; ++b) {
        const u32 u = w * 64 + b;
        if (!(u & ~static_cast<u32>(stack.unit)) && colourings_.valid(n, h + popcount(u)))
          words[h][w] |= u64{1} << b;
      }
      sizes[h] += static_cast<u32>(popcount64(words[h][w]));
    }
  }
  // Stored positions in the units before `first`.
  u64 before = 0;
  int ones = 0;
  for (int k = stack.upper - 1; k >= 0; --k) {
    if (!((first >> k) & 1u)) continue;
    for (int a = 0; a <= k; ++a) before += colourings_.choose(k, a) * sizes[ones + a];
    ++ones;
  }
  u8* at = table_ + stack.positions + before;
  const u8 distance = static_cast<u8>(distance_);
  u64 found = 0;
  for (int i = 0; i < count; ++i) {
    const int h = popcount(first + static_cast<u32>(i));
    if (!any(s.open[i])) {
      at += sizes[h];
      continue;
    }
    u64 fresh[4];
    std::memcpy(fresh, &s.open[i], sizeof fresh);
    for (int w = 0; w < 4; ++w) {
      const u64 stored = words[h][w];
      found += static_cast<u64>(popcount64(fresh[w]));
#if defined(__AVX512BW__) && defined(__BMI2__)
      _mm512_mask_storeu_epi8(at, _pext_u64(fresh[w], stored),
                              _mm512_set1_epi8(static_cast<char>(distance)));
#else
      for (u64 f = fresh[w]; f; f &= f - 1) at[popcount64(stored & ((f & (0 - f)) - 1))] = distance;
#endif
      at += popcount64(stored);
    }
  }
  found_ += found;
}

void Sweep::read_table(u32 number) {
  const pylos_index::Stack& stack = plan_.stacks[number];
  const u32 full = (1u << stack.upper) - 1;
  const u8* at = table_ + stack.positions;
  const u32 mask = stack.unit;
  for (u32 unit = 0; unit <= full; ++unit) {
    u16* won = reinterpret_cast<u16*>(&won_->data[stack.units + (full ^ unit)]);
    u16* lost = reinterpret_cast<u16*>(&lost_->data[stack.units + (full ^ unit)]);
    for (u32 u = 0;; u = (u - mask) & mask) {
      if (colourings_.valid(stack.balls, popcount(unit) + popcount(u))) {
        const u8 known = *at++;
        const u32 v = u ^ mask;
        const u16 bit = static_cast<u16>(1u << (v & 15u));
        if (known < distance_) (known & 1 ? won : lost)[v >> 4] |= bit;
      }
      if (u == mask) break;
    }
  }
}

void Sweep::resume(int distance) {
  distance_ = distance;
  std::vector<Work> works;
  for (u32 s = 0; s < plan_.stacks.size(); ++s) works.push_back({s, 0, 0, false});
  run(works, [&](const Work& work, Scratch&) { read_table(work.stack); });
}

bool Sweep::pass(const std::function<bool(double)>& between, PassReport& report) {
  found_ = 0;
  u64 total = 0, done = 0;
  for (const auto& works : phases_)
    for (const Work& work : works) total += work.end - work.begin;
  for (const auto& works : phases_) {
    run(works, [&](const Work& work, Scratch& s) {
      if (work.take)
        take_back(work, s);
      else
        turns(work, s);
    });
    for (const Work& work : works) done += work.end - work.begin;
    if (between && !between(static_cast<double>(done) / static_cast<double>(total))) return false;
  }
  report = {distance_, found_};
  ++distance_;
  return true;
}

}  // namespace sommet::pylos_solve
