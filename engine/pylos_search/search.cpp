// The search, compiled once for all modules that use it.
#include "pylos_search/search.hpp"

namespace sommet::pylos_search {

template Found run<3>(const Task& task);
template Found run<4>(const Task& task);

}  // namespace sommet::pylos_search
