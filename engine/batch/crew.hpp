// A few threads that wait for work and split it evenly; they live as long as the batch they serve.
#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sommet::batch {

class Crew {
 public:
  explicit Crew(int threads) : size_(threads < 1 ? 1 : threads) {
    for (int t = 1; t < size_; ++t) threads_.emplace_back([this, t] { wait_for_work(t); });
  }
  Crew(const Crew&) = delete;
  Crew& operator=(const Crew&) = delete;
  ~Crew() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    wake_.notify_all();
    for (auto& thread : threads_) thread.join();
  }

  int size() const { return size_; }

  // Calls work(first, last) on parts of 0 … count-1 that cover it once; returns when all are done.
  // The work must not throw.
  void split(long count, const std::function<void(long, long)>& work) {
    if (size_ == 1) return work(0, count);
    {
      const std::lock_guard lock(mutex_);
      work_ = &work;
      count_ = count;
      busy_ = size_ - 1;
      ++call_;
    }
    wake_.notify_all();
    run_part(0);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
  }

 private:
  void run_part(int t) { (*work_)(count_* t / size_, count_ * (t + 1) / size_); }

  void wait_for_work(int t) {
    for (long seen = 0;;) {
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return closing_ || call_ != seen; });
        if (closing_) return;
        seen = call_;
      }
      run_part(t);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  const int size_;
  std::vector<std::thread> threads_;
  std::mutex mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(long, long)>* work_ = nullptr;
  long count_ = 0, call_ = 0;
  int busy_ = 0;
  bool closing_ = false;
};

}  // namespace sommet::batch
