// What this processor can do, asked once when the program starts. Code compiled for every machine
// then still uses the instructions of the one it runs on. Elsewhere than on x86-64 all is false.
#pragma once

#if defined(__x86_64__) && !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#define SOMMET_X86 1
#include <cpuid.h>
#else
#define SOMMET_X86 0
#endif

namespace sommet {

struct Processor {
  bool bmi2 = false;  // PEXT
  bool avx2 = false;  // and an operating system that keeps the wide registers

  Processor() {
#if SOMMET_X86
    unsigned a = 0, b = 0, c = 0, d = 0;
    if (!__get_cpuid(1, &a, &b, &c, &d)) return;
    const bool saves_registers = (c >> 27 & 1u) != 0;
    if (!__get_cpuid_count(7, 0, &a, &b, &c, &d)) return;
    bmi2 = (b >> 8 & 1u) != 0;
    if (!saves_registers) return;
    unsigned low = 0, high = 0;
    __asm__("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
    avx2 = (b >> 5 & 1u) != 0 && (low & 6u) == 6u;
#endif
  }
};

inline const Processor PROCESSOR;

}  // namespace sommet
