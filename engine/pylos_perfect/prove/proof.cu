// proof.hpp on a GPU: one pass over all positions.
#include "pylos_perfect/prove/proof.hpp"

using namespace sommet;
using namespace sommet::pylos_index;
using namespace sommet::pylos_perfect;

struct ProofChunk {
  u32 stack, begin;
};

// counts: proved, wrong, the first wrong number.
extern "C" __global__ void prove_all(const PlayerProof* proof, const ProofChunk* chunks,
                                     u64* counts) {
  constexpr pylos::Rules RULES = {SQUARES != 0, LINES != 0, OPTIONAL != 0, MAY_RAISE != 0};
  constexpr u32 SIZE = 2048;
  const ProofChunk chunk = chunks[blockIdx.x];
  const u32 all = 1u << popcount(proof->finder.masks[chunk.stack]);
  const u32 end = chunk.begin + SIZE < all ? chunk.begin + SIZE : all;
  u32 proved = 0;
  for (u32 c = chunk.begin + threadIdx.x; c < end; c += blockDim.x) {
    const int verdict = prove<BASE>(*proof, RULES, chunk.stack, c);
    proved += verdict == 1;
    if (verdict != 2) continue;
    atomicAdd(counts + 1, u64{1});
    atomicMin(counts + 2, number_of(proof->finder, chunk.stack,
                                    popcount(proof->finder.masks[chunk.stack]), c));
  }
  if (proved) atomicAdd(counts, static_cast<u64>(proved));
}
