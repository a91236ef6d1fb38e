// The steps of solo_steps.hpp as kernels, compiled at run time: see src/sommet/learn/solo_steps.py.
#include "pacal_players/training/solo_steps.hpp"

using namespace sommet;
using namespace sommet::pacal_players;

struct ToHalf {
  __device__ u16 operator()(float x) const {
    u16 half;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(x));
    return half;
  }
};

// The states that may be written by fill_successors for each state and card.
extern "C" __global__ void count_successors(const SoloState* states, long long states_count,
                                            const u8* drawn, int* counts) {
  const long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (at >= states_count * CARDS) return;
  const long long state = at / CARDS;
  const int card = static_cast<int>(at % CARDS) + 1;
  const bool wanted = !drawn || drawn[state] == card;
  counts[at] = wanted ? popcount(fields_for(states[state], card)) : 0;
}

extern "C" __global__ void fill_successors(const SoloState* states, long long states_count,
                                           const int* counts, const long long* ends,
                                           SoloState* out) {
  const long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (at >= states_count * CARDS || counts[at] == 0) return;
  const int card = static_cast<int>(at % CARDS) + 1;
  write_successors(states[at / CARDS], card, static_cast<u32>(at), out + ends[at] - counts[at]);
}

extern "C" __global__ void fill_inputs(const SoloState* states, long long states_count,
                                       const bool* mirrored, u16* out) {
  const long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (at >= states_count) return;
  write_inputs(states[at], mirrored && mirrored[at], out + at * SOLO_INPUTS, ToHalf());
}

extern "C" __global__ void fill_fields(const SoloState* states, long long states_count,
                                       const u8* drawn, int* fields) {
  const long long at = blockIdx.x * static_cast<long long>(blockDim.x) + threadIdx.x;
  if (at < states_count) fields[at] = static_cast<int>(fields_for(states[at], drawn[at]));
}
