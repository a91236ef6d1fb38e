// Does the perfect player really win? Plays its choices in all won positions at once. Included
// after check.cu, whose index it uses.
//
// In a won position the player goes to the lost position that its estimate calls nearest to the
// end; the loser may do anything. A position is settled once the game surely ends from it: a lost
// one when all its successors are settled, a won one when the chosen successor is.
constexpr u32 NO_CHOICE = 0xFFFFFFFFu, AT_ONCE = 0xFFFFFFFEu;
constexpr u16 OPEN = 0xFFFF;

__device__ pylos::Position position_at(const Geometry* geo, u32 mask, u32 colouring) {
  u32 places = 0;
  int k = 0;
  for (u32 rest = mask; rest; rest &= rest - 1, ++k)
    if ((colouring >> k) & 1u) places |= rest & (0 - rest);
  return {cells_of(*geo, places), cells_of(*geo, mask & ~places)};
}

__device__ u32 estimate_of(const u16* estimates, pylos::Position lost) {
  const int n = popcount(lost.own | lost.other);
  return estimates[n * 16 + popcount(lost.own)];
}

extern "C" __global__ void choose(const Geometry* geo, const Index* index, u32 stack,
                                  const u8* table, const u16* estimates, u32* choice,
                                  u16* settled) {
  const Index& x = *index;
  const u32 mask = x.masks[stack];
  const int n = popcount(mask);
  for (u64 c = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; c < (1ull << n);
       c += gridDim.x * static_cast<u64>(blockDim.x)) {
    if (!stored(n, popcount(static_cast<u32>(c)))) continue;
    const pylos::Position pos = position_at(geo, mask, static_cast<u32>(c));
    const u64 at = find(x, pos);
    settled[at] = table[at] == 0 ? 0 : OPEN;
    choice[at] = NO_CHOICE;
    if (table[at] == 255 || !(table[at] & 1)) continue;
    u32 best = ~0u, to = NO_CHOICE;
    pylos::for_each_move<BASE>(RULES, pos, [&](pylos::Move move) {
      const pylos::Position child = pylos::play(pos, move);
      if (pylos::summit_taken<BASE>(child)) {
        best = 0;
        to = AT_ONCE;
        return;
      }
      if (to == AT_ONCE) return;
      const u64 there = find(x, child);
      if (table[there] & 1) return;
      const u32 estimate = table[there] == 0 ? 0 : 1 + estimate_of(estimates, child);
      if (estimate < best) {
        best = estimate;
        to = static_cast<u32>(there);
      }
    });
    choice[at] = to;
  }
}

// One round over a stack. With `hint` odd: open won positions of that true distance may take any
// settled lost successor instead of the chosen one; each such is counted.
extern "C" __global__ void settle_games(const Geometry* geo, const Index* index, u32 stack,
                                        const u8* table, const u32* choice, u16* settled, u32 hint,
                                        u64* counts) {
  const Index& x = *index;
  const u32 mask = x.masks[stack];
  const int n = popcount(mask);
  u32 news = 0, hints = 0;
  for (u64 c = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x; c < (1ull << n);
       c += gridDim.x * static_cast<u64>(blockDim.x)) {
    if (!stored(n, popcount(static_cast<u32>(c)))) continue;
    u64 at;
    {
      const u32 high = static_cast<u32>(c) >> LOW_BITS;
      at =
          x.positions[stack] + x.high[x.high_first[n] + high] +
          x.low[((n * (MAX_HIGH + 1) + popcount(high)) << LOW_BITS) + (c & ((1u << LOW_BITS) - 1))];
    }
    if (settled[at] != OPEN || table[at] == 255) continue;
    const bool won = table[at] & 1;
    if (won && table[at] != hint) {
      const u32 to = choice[at];
      const u16 far = to == AT_ONCE ? 0 : settled[to];
      if (far == OPEN) continue;
      settled[at] = far + 1;
      ++news;
      continue;
    }
    if (!won && hint) continue;
    const pylos::Position pos = position_at(geo, mask, static_cast<u32>(c));
    u32 longest = 0, shortest = OPEN;
    bool all = true;
    pylos::for_each_move<BASE>(RULES, pos, [&](pylos::Move move) {
      const pylos::Position child = pylos::play(pos, move);
      const u64 there = find(x, child);
      const u16 far = settled[there];
      all = all && far != OPEN;
      longest = max(longest, static_cast<u32>(far));
      if (won && table[there] != 255 && !(table[there] & 1))
        shortest = min(shortest, static_cast<u32>(far));
    });
    if (won) {
      if (shortest == OPEN) continue;
      settled[at] = static_cast<u16>(shortest + 1);
      ++hints;
    } else if (all) {
      settled[at] = static_cast<u16>(longest + 1);
      ++news;
    }
  }
  if (news) atomicAdd(counts, static_cast<u64>(news));
  if (hints) atomicAdd(counts + 1, static_cast<u64>(hints));
}
