// What a function does with input that its caller should have checked: an exception where there are
// exceptions, the end of the program elsewhere.
#pragma once

#if defined(__cpp_exceptions)
#include <stdexcept>
#endif

namespace sommet {

[[noreturn]] inline void refuse_input(const char* why) {
#if defined(__cpp_exceptions)
  throw std::invalid_argument(why);
#else
  static_cast<void>(why);
  __builtin_trap();
#endif
}

// The same for a file that turns out to be damaged while it is being read.
[[noreturn]] inline void refuse_file(const char* why) {
#if defined(__cpp_exceptions)
  throw std::runtime_error(why);
#else
  static_cast<void>(why);
  __builtin_trap();
#endif
}

}  // namespace sommet
