#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace kernelscope {

/// A thread that does its work at once and then at an interval, until it is stopped. It takes no
/// signal of the process.
class PeriodicThread {
 public:
  /// Work that takes longer than the interval is done again without a pause.
  PeriodicThread(std::chrono::nanoseconds interval, std::function<void()> work);
  /// Stops, and waits for the work that is being done.
  ~PeriodicThread();
  PeriodicThread(const PeriodicThread&) = delete;
  PeriodicThread& operator=(const PeriodicThread&) = delete;

  /// Ends the thread after the work that is being done; does not wait. Safe to call twice.
  void stop();

 private:
  void run();
  bool waitUntil(std::chrono::steady_clock::time_point time);

  const std::chrono::nanoseconds interval_;
  const std::function<void()> work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool isStopped_ = false;
  std::thread thread_;
};

}  // namespace kernelscope
