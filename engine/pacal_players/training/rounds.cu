// Rounds on a GPU, behind a C interface: see src/sommet/learn/rounds.py. A warp plays a round.
#include "pacal_players/training/rounds.hpp"
#include "pacal_players/training/sides.hpp"
#include "pacal_players/training/warp_judge.hpp"

using namespace sommet;
using namespace sommet::pacal_players;

namespace {

constexpr int WARPS = 4;  // of one block

struct Sides {
  NetSide side[MOST_PLAYERS];
  int count;
};

__device__ NetPlayer<WarpJudge> player_of(const NetSide& side, WarpBoard* board) {
  const auto halves = [&side](int i) { return static_cast<const __half*>(side.weights[i]); };
  return {{{halves(0), halves(1)}, side.is_wide != 0, board},
          side.effort, side.reading, side.temperature, side.chance_random, side.open != 0, side.knows != 0};
}

__global__ void __launch_bounds__(WARPS* WARP, 4)
    play(const Sides* sides, League league, u64 rounds, Sample* out, u64* next, u64* tallies) {
  __shared__ WarpBoard boards[WARPS];
  __shared__ NetPlayer<WarpJudge> players[WARPS][MOST_PLAYERS];
  const int warp = threadIdx.x / WARP;
  if (lane() < sides->count)
    players[warp][lane()] = player_of(sides->side[lane()], &boards[warp]);
  __syncwarp();
  for (;;) {
    u64 i = 0;
    if (lane() == 0) i = atomicAdd(next, 1ull);
    i = __shfl_sync(ALL_LANES, i, 0);
    if (i >= rounds) return;
    int result;
    Sample* to = out ? out + i * MOST_SAMPLES : nullptr;
    const int opponent = play_league_round(players[warp], league, i, to, result);
    if (lane() == 0) atomicAdd(tallies + opponent * 3 + result, 1ull);
    __syncwarp();
  }
}

__global__ void judge(NetSide side, const Sample* samples, long long count, float* out) {
  __shared__ WarpBoard boards[WARPS];
  const int warp = threadIdx.x / WARP;
  const NetPlayer<WarpJudge> player = player_of(side, &boards[warp]);
  const long long warps = static_cast<long long>(gridDim.x) * WARPS;
  for (long long i = blockIdx.x * static_cast<long long>(WARPS) + warp; i < count; i += warps) {
    const Chances c =
        evaluate(player.judge, knowledge_of(samples[i]), unpack_rules(samples[i].rules));
    if (lane() == 0) out[3 * i] = c.win, out[3 * i + 1] = c.draw, out[3 * i + 2] = c.loss;
  }
}

// The rows and dense inputs of samples, rows padded with ROWS.
__global__ void expand(const Sample* samples, long long count, short* rows, u16* dense) {
  __shared__ WarpBoard boards[WARPS];
  WarpBoard& board = boards[threadIdx.x / WARP];
  const long long warps = static_cast<long long>(gridDim.x) * WARPS;
  for (long long i = blockIdx.x * static_cast<long long>(WARPS) + threadIdx.x / WARP; i < count;
       i += warps) {
    extract_by_lanes(knowledge_of(samples[i]), unpack_rules(samples[i].rules), board);
    for (int r = lane(); r < MOST_ROWS; r += WARP)
      rows[i * MOST_ROWS + r] = static_cast<short>(r < board.rows ? board.row[r] : ROWS);
    for (int d = lane(); d < DENSE; d += WARP) {
      u16 half;
      asm("cvt.rn.f16.f32 %0, %1;" : "=h"(half) : "f"(board.dense[d]));
      dense[i * DENSE + d] = half;
    }
    __syncwarp();
  }
}

// 0, or what CUDA says went wrong.
int outcome() {
  const cudaError_t launched = cudaGetLastError();
  return static_cast<int>(launched != cudaSuccess ? launched : cudaDeviceSynchronize());
}

constexpr int GRID_BLOCKS = 2048;

}  // namespace

extern "C" {

const char* gpu_error(int code) { return cudaGetErrorString(static_cast<cudaError_t>(code)); }

// Before anything else: log_ways for each number of cards and fields.
int gpu_prepare() {
  float ways[(CARDS + 1) * (FIELDS + 1)];
  for (int cards = 0; cards <= CARDS; ++cards)
    for (int fields = 0; fields <= FIELDS; ++fields)
      ways[cards * (FIELDS + 1) + fields] = log_ways(cards, fields);
  cudaDeviceSetLimit(cudaLimitStackSize, 16384);
  return static_cast<int>(cudaMemcpyToSymbol(LOG_WAYS, ways, sizeof ways));
}

// Pointers are the GPU's, except `sides` and `league`. `tallies`: next round, then for each
// opponent the learner's wins, losses, draws.
int gpu_play(const NetSide* sides, int count, const League* league, u64 rounds, Sample* out,
             u64* tallies) {
  Sides all{};
  for (int i = 0; i < count && i < MOST_PLAYERS; ++i) all.side[i] = sides[i];
  all.count = count;
  Sides* there = nullptr;
  cudaError_t error = cudaMalloc(&there, sizeof all);
  if (error == cudaSuccess)
    error = cudaMemcpy(there, &all, sizeof all, cudaMemcpyHostToDevice);
  int device = 0, processors = 0, blocks = 0;
  cudaGetDevice(&device);
  cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  cudaOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, play, WARPS * WARP, 0);
  if (error != cudaSuccess) return static_cast<int>(error);
  play<<<static_cast<unsigned>(processors * (blocks ? blocks : 1)), WARPS * WARP>>>(
      there, *league, rounds, out, tallies, tallies + 1);
  const int result = outcome();
  cudaFree(there);
  return result;
}

int gpu_judge(const NetSide* side, const Sample* samples, long long count, float* out) {
  judge<<<GRID_BLOCKS, WARPS * WARP>>>(*side, samples, count, out);
  return outcome();
}

int gpu_expand(const Sample* samples, long long count, short* rows, u16* dense) {
  expand<<<GRID_BLOCKS, WARPS * WARP>>>(samples, count, rows, dense);
  return outcome();
}
}
