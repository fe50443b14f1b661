#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <vector>

#include "common/gpuFailure.h"
#include "driver/driverInfo.h"

namespace kernelscope {

/// Waits until the GPUs have done what this process launched. The waiting is done by a thread of
/// its own, so that it can be given up, and so that its calls are told from those of programs.
class DeviceWait {
 public:
  static DeviceWait& instance();

  DeviceWait(const DeviceWait&) = delete;
  DeviceWait& operator=(const DeviceWait&) = delete;

  /// Waits for all devices whose primary context is in use, as long as `most`; what failed. A wait
  /// that was given up goes on, and fails those after it at once until it has ended.
  std::vector<CallFailure> wait(const DriverInfo& driver, std::chrono::milliseconds most);

  /// The operating system's number of the thread that waits; 0 before the first wait.
  uint32_t thread() const { return thread_; }

 private:
  DeviceWait() = default;
  void run();

  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable done_;
  const DriverInfo* driver_ = nullptr;
  std::vector<CallFailure> failures_;
  bool isRunning_ = false;
  bool isStarted_ = false;
  /// Somebody waited for long enough; the wait goes on.
  bool isGivenUp_ = false;
  std::atomic<uint32_t> thread_{0};
};

}  // namespace kernelscope
