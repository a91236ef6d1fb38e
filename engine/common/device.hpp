// The few names that let one header compile for the CPU (g++, clang++), for CUDA (nvcc) and at run
// time (NVRTC, which has no standard headers): fixed-width integers, bit counting, SOMMET_HD,
// SOMMET_TABLE.
#pragma once

#if defined(__CUDACC__) || defined(__CUDACC_RTC__)
#define SOMMET_HD __host__ __device__ __forceinline__
#define SOMMET_TABLE static __device__ constexpr
#else
#define SOMMET_HD inline
#define SOMMET_TABLE inline constexpr  // a table made by the compiler, read by index at run time
#endif

namespace sommet {

using u8 = unsigned char;
using u16 = unsigned short;
using u32 = unsigned int;
using u64 = unsigned long long;
using i8 = signed char;
using i16 = short;
using i32 = int;
#if !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
static_assert(__BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__, "files and arrays are little-endian");
#endif
static_assert(sizeof(u16) == 2 && sizeof(u32) == 4 && sizeof(u64) == 8);

SOMMET_HD int popcount(u32 x) {
#if defined(__CUDA_ARCH__)
  return __popc(x);
#else
  return __builtin_popcount(x);
#endif
}

SOMMET_HD int popcount64(u64 x) {
#if defined(__CUDA_ARCH__)
  return __popcll(x);
#else
  return __builtin_popcountll(x);
#endif
}

// Index of the lowest set bit; x must not be 0.
SOMMET_HD int lowest(u32 x) {
#if defined(__CUDA_ARCH__)
  return __ffs(static_cast<int>(x)) - 1;
#else
  return __builtin_ctz(x);
#endif
}

SOMMET_HD int lowest64(u64 x) {
#if defined(__CUDA_ARCH__)
  return __ffsll(static_cast<long long>(x)) - 1;
#else
  return __builtin_ctzll(x);
#endif
}

// Index of the highest set bit; x must not be 0.
SOMMET_HD int highest(u32 x) {
#if defined(__CUDA_ARCH__)
  return 31 - __clz(static_cast<int>(x));
#else
  return 31 - __builtin_clz(x);
#endif
}

SOMMET_HD int highest64(u64 x) {
#if defined(__CUDA_ARCH__)
  return 63 - __clzll(static_cast<long long>(x));
#else
  return 63 - __builtin_clzll(x);
#endif
}

}  // namespace sommet
