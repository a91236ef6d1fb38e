// Which weights of the evaluation must be equal so that mirrored positions evaluate alike.
#pragma once

#include <vector>

#include "pylos_search/evaluation.hpp"

namespace sommet::pylos_search {

// For each weight the lowest-numbered one it is tied to. A shape that a symmetry maps onto itself
// reads the same balls in another order: both contents share one weight.
inline std::vector<int> weight_classes() {
  std::vector<int> classes(WEIGHTS);
  for (int w = 0; w < WEIGHTS; ++w) classes[w] = w;
  const auto tie = [&](int weight, int image) {
    for (int stage = 0; stage < pylos_search::RANK_STAGES * pylos_search::RANK_STAGE;
         stage += pylos_search::RANK_STAGE) {
      int& entry = classes[stage + weight];
      entry = entry < stage + image ? entry : stage + image;
    }
  };
  for (int k = 0; k < SHAPES; ++k) {
    const Shape& shape = SHAPE[k];
    for (int s = 1; s < pylos::SYMMETRIES; ++s) {
      int moved_to[MAX_SHAPE_CELLS];
      bool onto_itself = true;
      for (int i = 0; i < shape.size && onto_itself; ++i) {
        const int image = image_of(shape.cells[i], s);
        onto_itself = false;
        for (int j = 0; j < shape.size; ++j) {
          if (cell_index(shape.cells[j]) == image) {
            moved_to[i] = j;
            onto_itself = true;
          }
        }
      }
      if (!onto_itself) continue;
      for (int content = 0; content < power3(shape.size); ++content) {
        int image = 0;
        for (int i = 0, rest = content; i < shape.size; ++i, rest /= 3)
          image += rest % 3 * power3(moved_to[i]);
        tie(PATTERNS.shape_base[k] + content, PATTERNS.shape_base[k] + image);
      }
    }
  }
  return classes;
}

}  // namespace sommet::pylos_search
