#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "driver/cudaDriver.h"

namespace kernelscope {

/// What all threads of this process know of the primary context of one device.
class CudaPrimary {
 public:
  explicit CudaPrimary(int device) : device_(device) {}

  int device() const { return device_; }
  /// Rises with every reset: what was made in an earlier generation is gone.
  uint32_t generation() const { return generation_.load(std::memory_order_acquire); }
  /// The first error that left the context unusable; 0 for none.
  int lostTo() const { return lostTo_.load(std::memory_order_acquire); }
  /// Keeps `code` where it leaves the context unusable.
  void note(int code);
  /// Counts the threads of JavaScript that retain the context: without any it is gone.
  void addUser() { users_.fetch_add(1); }
  void removeUser() { users_.fetch_sub(1); }
  bool isUsed() const { return users_.load() > 0; }
  /// Counts captures that are being taken: a wait for the whole context would end them.
  void addCapture() { captures_.fetch_add(1); }
  void removeCapture() { captures_.fetch_sub(1); }
  bool isCapturing() const { return captures_.load() > 0; }
  /// Destroys all that is in the context, whichever thread made it.
  void reset(const CudaDriver& driver);
  /// All that was made in the context is gone; each thread gives up its share when it next needs it.
  void abandon();

 private:
  const int device_;
  std::mutex resetting_;
  std::atomic<uint32_t> generation_{1};
  std::atomic<int> lostTo_{0};
  std::atomic<int> users_{0};
  std::atomic<int> captures_{0};
};

/// Why CUDA can be used in this process, or cannot.
enum class CudaState { ready, noDriver, driverTooOld, driverError, noDevice };

/// The driver of this process, started once. Never destroyed: threads may outlive static objects.
class CudaProcess {
 public:
  static CudaProcess& instance();

  CudaProcess(const CudaProcess&) = delete;
  CudaProcess& operator=(const CudaProcess&) = delete;

  /// Loads and starts the driver unless it runs. A state other than `ready` is looked at anew.
  CudaState start();
  /// What the driver returned when it was started; 0 for success.
  int startCode() const { return startCode_.load(std::memory_order_acquire); }
  /// What `start` found; null before.
  const CudaDriver* driver() const { return driver_.load(std::memory_order_acquire); }
  /// Number of devices of a driver that runs.
  size_t deviceCount() const { return primaries_.size(); }
  CudaPrimary& primary(int device) { return *primaries_[static_cast<size_t>(device)]; }

  /// Whether calls for the device are being captured by this process' own `cuda`.
  bool isCapturing(int device) const;
  /// The same for any device.
  bool isCapturingAnywhere() const;

  /// Makes `context` that of the calling thread. The driver is not asked again for the same one.
  void makeCurrent(CudaContext context) const;
  /// The calling thread may have got another context by other hands.
  static void forgetCurrent();

 private:
  CudaProcess() = default;
  CudaState startDriver();

  std::mutex starting_;
  std::atomic<bool> isReady_{false};
  std::atomic<int> startCode_{0};
  std::atomic<const CudaDriver*> driver_{nullptr};
  std::vector<std::unique_ptr<CudaPrimary>> primaries_;
};

}  // namespace kernelscope
