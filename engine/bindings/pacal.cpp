#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(pacal, m) { m.doc() = "pacal core"; }
