// What is wrong with a file, as text that follows its name.
#pragma once

#include <stdexcept>
#include <string>

#include "pylos_tablebase/file_header.hpp"

namespace sommet::python {

// How a kind of file is spoken of.
struct FileWords {
  const char* foreign;  // what to say of something else
  const char* format;   // what its format is called
  u64 number;           // of the format that can be read
  const char* remedy;   // what to do about another one
};

// Throws std::invalid_argument where there is a fault.
inline void check_file(pylos_tablebase::FileFault fault, FileWords words) {
  using What = pylos_tablebase::FileFault::What;
  switch (fault.what) {
    case What::NONE:
      return;
    case What::FOREIGN:
      throw std::invalid_argument(words.foreign);
    case What::CHECKSUM:
      throw std::invalid_argument("is damaged: wrong checksum of block " +
                                  std::to_string(fault.number));
    case What::HEADER:
      throw std::invalid_argument("is damaged: its header cannot be read");
    case What::FORMAT:
      throw std::invalid_argument(
          "has " + std::string(words.format) + " " + std::to_string(fault.number) +
          ", this version of Sommet reads format " + std::to_string(words.number) + words.remedy);
    case What::PARTS:
      throw std::invalid_argument("is damaged: its parts do not fit its header");
  }
}

}  // namespace sommet::python
