#include <nanobind/nanobind.h>

namespace nb = nanobind;

NB_MODULE(pylos, m) { m.doc() = "pylos core"; }
