// A large stretch of zeroed memory, in big pages where the system has them.
#pragma once

#include <cstddef>
#include <cstring>
#include <new>

#if defined(__unix__) || defined(__APPLE__)
#define SOMMET_MMAP 1
#include <sys/mman.h>
#else
#define SOMMET_MMAP 0
#endif

namespace sommet {

class BigPages {
 public:
  explicit BigPages(std::size_t bytes) : bytes_(bytes) {
#if SOMMET_MMAP
    void* p = mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (p == MAP_FAILED) throw std::bad_alloc();
#if defined(MADV_HUGEPAGE)
    madvise(p, bytes, MADV_HUGEPAGE);
#endif
    data_ = p;
#else
    data_ = ::operator new(bytes, std::align_val_t{ALIGNMENT});
    std::memset(data_, 0, bytes);
#endif
  }
  ~BigPages() {
#if SOMMET_MMAP
    munmap(data_, bytes_);
#else
    ::operator delete(data_, std::align_val_t{ALIGNMENT});
#endif
  }
  BigPages(const BigPages&) = delete;
  BigPages& operator=(const BigPages&) = delete;

  void* data() const { return data_; }

 private:
  static constexpr std::size_t ALIGNMENT = 4096;

  [[maybe_unused]] std::size_t bytes_;  // only a mapping is given back by its size
  void* data_;
};

}  // namespace sommet
