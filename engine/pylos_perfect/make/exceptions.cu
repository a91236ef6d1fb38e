// The passes of exceptions.hpp on a GPU. A block works through one chunk of the colourings of a
// stack, or through a stretch of a list of positions (stack << 32 | colouring).
#include "pylos_perfect/make/exceptions.hpp"

using namespace sommet;
using namespace sommet::pylos_index;
using namespace sommet::pylos_perfect;

constexpr pylos::Rules RULES = {SQUARES != 0, LINES != 0, OPTIONAL != 0, MAY_RAISE != 0};
constexpr u32 CHUNK = 2048;

struct Chunk {
  u32 stack, begin;
};

extern "C" __global__ void find_mirrors(const Geometry* geo, const u32* masks, u32 count,
                                        u8* mirrors) {
  const u32 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  mirrors[i] = 0;
  for (int g = 1; g < SYMMETRIES; ++g)
    if (image_of(*geo, g, masks[i]) == masks[i]) mirrors[i] = 1;
}

template <class F>
__device__ void over_chunk(const PlayerWork& w, const Chunk* chunks, F f) {
  const Chunk chunk = chunks[blockIdx.x];
  const u32 all = 1u << popcount(w.finder.masks[chunk.stack]);
  const u32 end = chunk.begin + CHUNK < all ? chunk.begin + CHUNK : all;
  for (u32 c = chunk.begin + threadIdx.x; c < end; c += blockDim.x) f(chunk.stack, c);
}

extern "C" __global__ void ranks(const PlayerWork* work, const Chunk* chunks) {
  over_chunk(*work, chunks, [&](u32 s, u32 c) { find_rank<BASE>(*work, RULES, s, c); });
}

extern "C" __global__ void nearest(const PlayerWork* work, const Chunk* chunks) {
  over_chunk(*work, chunks, [&](u32 s, u32 c) { find_nearest<BASE>(*work, RULES, s, c); });
}

extern "C" __global__ void outlooks(const PlayerWork* work, const Chunk* chunks) {
  over_chunk(*work, chunks, [&](u32 s, u32 c) { find_outlook<BASE>(*work, RULES, s, c); });
}

extern "C" __global__ void choices(const PlayerWork* work, const Chunk* chunks) {
  over_chunk(*work, chunks, [&](u32 s, u32 c) { find_choice<BASE>(*work, RULES, s, c); });
}

extern "C" __global__ void gather(const PlayerWork* work, const Chunk* chunks, u64* list,
                                  u64* count) {
  over_chunk(*work, chunks, [&](u32 s, u32 c) {
    if (is_open<BASE>(*work, s, c))
      list[atomicAdd(count, u64{1})] = static_cast<u64>(s) << 32 | c;
  });
}

extern "C" __global__ void thin_out(const PlayerWork* work, const u64* from, u64 size, u64* list,
                                    u64* count) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i >= size) return;
  if (is_open<BASE>(*work, static_cast<u32>(from[i] >> 32), static_cast<u32>(from[i])))
    list[atomicAdd(count, u64{1})] = from[i];
}

extern "C" __global__ void settle_all(const PlayerWork* work, const u64* list, u64 size,
                                      u64* news) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i >= size) return;
  if (settle<BASE>(*work, RULES, static_cast<u32>(list[i] >> 32), static_cast<u32>(list[i])))
    atomicAdd(news, u64{1});
}

__device__ u64 number_in(const PlayerWork& w, u64 entry) {
  const u32 stack = static_cast<u32>(entry >> 32);
  return number_of(w.finder, stack, popcount(w.finder.masks[stack]), static_cast<u32>(entry));
}

extern "C" __global__ void score_all(const PlayerWork* work, const u64* list, u64 size) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i >= size) return;
  const u32 stack = static_cast<u32>(list[i] >> 32), colouring = static_cast<u32>(list[i]);
  find_scores<BASE>(*work, RULES, stack, colouring);
  find_way<BASE>(*work, RULES, stack, colouring);
}

extern "C" __global__ void start_all_gains(const PlayerWork* work, const u64* list, u64 size) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i < size) start_gains(*work, number_in(*work, list[i]));
}

extern "C" __global__ void add_all_gains(const PlayerWork* work, const u64* list, u64 size) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i < size) add_gains(*work, number_in(*work, list[i]));
}

extern "C" __global__ void keep_all_gains(const PlayerWork* work, const u64* list, u64 size) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i < size) keep_gains(*work, number_in(*work, list[i]));
}

extern "C" __global__ void mark_exceptions(const PlayerWork* work, const u64* list, u64 size,
                                           u32 least_gain) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i < size) mark_exception(*work, number_in(*work, list[i]), least_gain);
}

// Exceptions come out as number | place << 32.
extern "C" __global__ void make_exceptions(const PlayerWork* work, const u64* list, u64 size,
                                           u64* exceptions, u64* count) {
  const u64 i = blockIdx.x * static_cast<u64>(blockDim.x) + threadIdx.x;
  if (i >= size) return;
  const u32 place = make_exception<BASE>(*work, RULES, static_cast<u32>(list[i] >> 32),
                                         static_cast<u32>(list[i]));
  if (place)
    exceptions[atomicAdd(count, u64{1})] =
        number_in(*work, list[i]) | static_cast<u64>(place) << 32;
}
