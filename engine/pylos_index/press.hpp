// Pressing bits together: those of `value` that `mask` selects, without the gaps between them.
//
//   value  . 1 . 0 1 . 1     press
//   mask   0 1 0 1 1 0 1   ------->   1 0 1 1
//
// Compiles for the CPU and through NVRTC.
#pragma once

#include "common/device.hpp"

#if !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
#include "common/processor.hpp"
#endif

namespace sommet::pylos_index {

// Closes the gaps one by one from above: few places are empty where there are many positions.
SOMMET_HD u32 press_plainly(u32 value, u32 mask) {
  if (!mask) return 0;
  value &= mask;
  for (u32 gaps = ~mask & ((2u << highest(mask)) - 1); gaps;) {
    const u32 below = (1u << highest(gaps)) - 1;
    value = (value & below) | ((value >> 1) & ~below);
    gaps &= below;
  }
  return value;
}

// The same, with one instruction where the processor has it.
SOMMET_HD u32 press(u32 value, u32 mask) {
#if defined(__BMI2__) && !defined(__CUDA_ARCH__)
  return __builtin_ia32_pext_si(value, mask);
#elif defined(__x86_64__) && !defined(__CUDACC__) && !defined(__CUDACC_RTC__)
  if (!PROCESSOR.bmi2) return press_plainly(value, mask);
  u32 pressed;
  __asm__("pextl %2, %1, %0" : "=r"(pressed) : "r"(value), "r"(mask));
  return pressed;
#else
  return press_plainly(value, mask);
#endif
}

}  // namespace sommet::pylos_index
