// What the compiler expects of a C++ runtime, for a module that has nothing around it: memory to
// allocate, some mathematics, and an end for what cannot happen. There is no WASI and no libc++ to link, so the
// module imports nothing.
//
// Blocks have sizes of powers of two, each with a list of free ones; a block's size stands in the
// 16 bytes before it. The largest ones (a search's table) are few and of the same sizes every time.
#include <cstddef>
#include <new>

#include "common/device.hpp"

extern "C" unsigned char __heap_base;

namespace {

constexpr std::size_t HEAD = 16, PAGE = 65536;
constexpr int SIZES = 31;

struct Block {
  Block* next;
};
Block* free_blocks[SIZES] = {};
std::size_t top = 0;

void* allocate(std::size_t size) {
  int log2 = 5;
  while (log2 < SIZES && (std::size_t{1} << log2) < size + HEAD) ++log2;
  if (log2 == SIZES) __builtin_trap();
  if (Block* const block = free_blocks[log2]) {
    free_blocks[log2] = block->next;
    return reinterpret_cast<unsigned char*>(block);
  }
  if (!top) top = (reinterpret_cast<std::size_t>(&__heap_base) + 63) / 64 * 64;
  // Behind its head a block starts at a multiple of 64, for the sake of wide loads.
  const std::size_t head = log2 < 7 ? top : (top + HEAD + 63) / 64 * 64 - HEAD;
  const std::size_t end = head + (std::size_t{1} << log2);
  const std::size_t have = __builtin_wasm_memory_size(0) * PAGE;
  if (end > have &&
      __builtin_wasm_memory_grow(0, (end - have + PAGE - 1) / PAGE) == static_cast<std::size_t>(-1))
    __builtin_trap();
  top = end;
  *reinterpret_cast<int*>(head) = log2;
  return reinterpret_cast<unsigned char*>(head + HEAD);
}

void release(void* at) {
  if (!at) return;
  const int log2 = *reinterpret_cast<int*>(static_cast<unsigned char*>(at) - HEAD);
  Block* const block = static_cast<Block*>(at);
  block->next = free_blocks[log2];
  free_blocks[log2] = block;
}

}  // namespace

void* operator new(std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, std::align_val_t) { return allocate(size < 128 ? 128 : size); }
void* operator new[](std::size_t size) { return allocate(size); }
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* at) noexcept { release(at); }
void operator delete[](void* at) noexcept { release(at); }
void operator delete[](void* at, std::size_t) noexcept { release(at); }
void operator delete(void* at, std::size_t) noexcept { release(at); }
void operator delete(void* at, std::align_val_t) noexcept { release(at); }
void operator delete(void* at, std::size_t, std::align_val_t) noexcept { release(at); }

extern "C" {
void* memcpy(void* to, const void* from, std::size_t size) {
  return __builtin_memcpy(to, from, size);  // one instruction of WebAssembly, as the next two
}
void* memmove(void* to, const void* from, std::size_t size) {
  return __builtin_memmove(to, from, size);
}
void* memset(void* to, int byte, std::size_t size) { return __builtin_memset(to, byte, size); }

int memcmp(const void* a, const void* b, std::size_t size) {
  const auto *x = static_cast<const unsigned char*>(a), *y = static_cast<const unsigned char*>(b);
  for (std::size_t i = 0; i < size; ++i)
    if (x[i] != y[i]) return x[i] < y[i] ? -1 : 1;
  return 0;
}
void* memchr(const void* in, int byte, std::size_t size) {
  auto* const bytes = static_cast<unsigned char*>(const_cast<void*>(in));
  for (std::size_t i = 0; i < size; ++i)
    if (bytes[i] == static_cast<unsigned char>(byte)) return bytes + i;
  return nullptr;
}
std::size_t strlen(const char* text) {
  std::size_t size = 0;
  while (text[size]) ++size;
  return size;
}
}

const std::nothrow_t std::nothrow{};

// The few functions of <cmath> that players use, to the last bit or nearly so.
extern "C" {
double exp(double x) {
  constexpr double LOG2_E = 1.4426950408889634, LN2_HIGH = 0.693147180369123816490,
                   LN2_LOW = 1.90821492927058770002e-10;
  if (x < -700) return 0;
  if (x > 700) return __builtin_inf();
  const double k = __builtin_rint(x * LOG2_E);
  const double r = (x - k * LN2_HIGH) - k * LN2_LOW;  // |r| <= ln 2 / 2
  double sum = 1, term = 1;
  for (int i = 1; i < 16; ++i) sum += term *= r / i;
  const auto bits = static_cast<sommet::u64>(static_cast<int>(k) + 1023) << 52;
  double scale;
  __builtin_memcpy(&scale, &bits, sizeof scale);
  return sum * scale;
}
float expf(float x) { return static_cast<float>(exp(static_cast<double>(x))); }

// Of numbers above 0.
double log(double x) {
  sommet::u64 bits;
  __builtin_memcpy(&bits, &x, sizeof bits);
  int exponent = static_cast<int>(bits >> 52) - 1023;
  bits = (bits & 0xFFFFFFFFFFFFFull) | 1023ull << 52;
  double m;
  __builtin_memcpy(&m, &bits, sizeof m);
  if (m > 1.4142135623730951) m *= 0.5, ++exponent;
  // log m = 2 artanh s
  const double s = (m - 1) / (m + 1), square = s * s;
  double sum = 0;
  for (int i = 23; i > 0; i -= 2) sum = sum * square + 1.0 / i;
  return 2 * s * sum + exponent * 0.6931471805599453;
}

float logf(float x) { return static_cast<float>(log(static_cast<double>(x))); }

// Of whole numbers from 1.
double lgamma(double x) {
  double sum = 0;
  for (double i = 2; i < x; ++i) sum += log(i);
  return sum;
}

float fmaxf(float a, float b) { return a < b ? b : a; }
double fmax(double a, double b) { return a < b ? b : a; }
}

// libc++ ends here where it finds an impossible size or an empty function called.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept { __builtin_trap(); }
_LIBCPP_END_NAMESPACE_STD
