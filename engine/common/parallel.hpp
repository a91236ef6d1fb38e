// One pool of threads for everything that runs on several: Pool::run gives each thread its part,
// Pool::for_each shares out many small jobs.
//
// What a job throws ends the others as soon as they look, and is thrown again on the thread that
// called. Where the system refuses a thread, the calling one does that part too, later: the work
// gets done, only slower. Without threads at all (WebAssembly) the calling one does everything.
#pragma once

#include <functional>

#include "common/device.hpp"

#if !defined(__wasm__) || defined(_REENTRANT)
#include <atomic>
#include <condition_variable>
#include <exception>
#include <mutex>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sommet {

constexpr int MAX_THREADS = 256;

inline int check_threads(int threads) {
  if (threads < 1 || threads > MAX_THREADS)
    throw std::invalid_argument("the number of threads must be 1 to " +
                                std::to_string(MAX_THREADS) + ", not " + std::to_string(threads));
  return threads;
}

class Pool {
 public:
  // Gets the share of the jobs that is done, on the thread that called; false ends the work.
  using Watch = std::function<bool(double)>;

  // Throws std::invalid_argument unless `threads` is 1 to MAX_THREADS.
  explicit Pool(int threads) : size_(check_threads(threads)) {
    threads_.reserve(static_cast<std::size_t>(size_));
    try {
      while (started() < size_) threads_.emplace_back([this, t = started()] { wait_for_work(t); });
    } catch (const std::exception&) {
      // No more threads or memory: the caller does the parts of the missing threads.
    }
  }

  Pool(const Pool&) = delete;
  Pool& operator=(const Pool&) = delete;

  ~Pool() {
    {
      const std::lock_guard lock(mutex_);
      closing_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  int size() const { return size_; }

  // Calls part(t) once for each t = 0 .. size - 1, on a thread each where there are enough, and
  // returns when all are done. Part 0 runs on the thread that called.
  void run(const std::function<void(int)>& part) {
    const std::lock_guard turn(turn_);  // two threads that use one pool take turns
    if (started() > 1) {
      {
        const std::lock_guard lock(mutex_);
        part_ = &part;
        busy_ = started() - 1;
        ++call_;
      }
      wake_.notify_all();
    }
    attempt(part, 0);
    for (int t = started(); t < size_; ++t) attempt(part, t);
    std::unique_lock lock(mutex_);
    done_.wait(lock, [this] { return busy_ == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

  // Calls job(i, t) once for each i = 0 .. jobs - 1, on whichever thread t is free. False when
  // `watch` ended it: then some jobs were not begun.
  bool for_each(u64 jobs, const std::function<void(u64, int)>& job, const Watch& watch = nullptr) {
    std::atomic<u64> next{0}, done{0};
    std::atomic<bool> stop{false};
    run([&](int t) {
      try {
        for (u64 i; !stop.load(std::memory_order_relaxed) && (i = next.fetch_add(1)) < jobs;) {
          job(i, t);
          const u64 finished = done.fetch_add(1) + 1;
          if (t == 0 && watch && !watch(static_cast<double>(finished) / static_cast<double>(jobs)))
            stop = true;
        }
      } catch (...) {
        stop = true;
        throw;
      }
    });
    return !stop;
  }

 private:
  int started() const { return 1 + static_cast<int>(threads_.size()); }

  void attempt(const std::function<void(int)>& part, int t) {
    try {
      part(t);
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
    }
  }

  void wait_for_work(int t) {
    for (u64 seen = 0;;) {
      const std::function<void(int)>* part = nullptr;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [&] { return closing_ || call_ != seen; });
        if (closing_) return;
        seen = call_;
        part = part_;
      }
      attempt(*part, t);
      const std::lock_guard lock(mutex_);
      if (--busy_ == 0) done_.notify_one();
    }
  }

  const int size_;
  std::vector<std::thread> threads_;
  std::mutex turn_, mutex_;
  std::condition_variable wake_, done_;
  const std::function<void(int)>* part_ = nullptr;
  std::exception_ptr failure_;
  u64 call_ = 0;
  int busy_ = 0;
  bool closing_ = false;
};

}  // namespace sommet

#else

namespace sommet {

class Pool {
 public:
  using Watch = std::function<bool(double)>;

  explicit Pool(int threads) : size_(threads < 1 ? 1 : threads) {}
  int size() const { return size_; }

  void run(const std::function<void(int)>& part) {
    for (int t = 0; t < size_; ++t) part(t);
  }

  bool for_each(u64 jobs, const std::function<void(u64, int)>& job, const Watch& watch = nullptr) {
    for (u64 i = 0; i < jobs; ++i) {
      job(i, 0);
      if (watch && !watch(static_cast<double>(i + 1) / static_cast<double>(jobs))) return false;
    }
    return true;
  }

 private:
  const int size_;
};

}  // namespace sommet

#endif
