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

  /// How a wait that was begun stands.
  enum class Progress { working, done, interrupted };

  /// Begins to wait for what was launched until now, and returns the number of this wait.
  uint64_t begin(const DriverInfo& driver);
  /// How the wait of that number stands, after `most` at the latest. A signal that the process
  /// handles itself ends the call before that.
  Progress look(uint64_t wait, std::chrono::milliseconds most);
  /// The calls that failed in the last wait that ended.
  std::vector<CallFailure> failures();

  /// The operating system's number of the thread that waits; 0 before the first wait.
  uint32_t thread() const { return thread_; }

 private:
  DeviceWait() = default;
  void run();
  uint64_t request(const DriverInfo& driver);
  bool isOver(uint64_t wait) const { return ended_ >= wait; }

  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable done_;
  const DriverInfo* driver_ = nullptr;
  std::vector<CallFailure> failures_;
  /// Waits are numbered from 1; those that begin while one is under way wait together after it.
  uint64_t requested_ = 0;
  uint64_t begun_ = 0;
  uint64_t ended_ = 0;
  bool isStarted_ = false;
  /// Somebody waited for long enough; the wait goes on.
  bool isGivenUp_ = false;
  std::atomic<uint32_t> thread_{0};
};

}  // namespace kernelscope
