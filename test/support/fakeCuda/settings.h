#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

// What the environment makes of the fake library; README.md lists the variables. They are read once.

namespace fake {

struct Settings {
  int driverVersion;
  uint32_t cuptiVersion;
  /// The machine's GPUs, and of these the ones that CUDA_VISIBLE_DEVICES lets the driver see.
  int installed;
  int devices;
  std::vector<int> visible;
  /// Nanoseconds that a kernel takes, and from the call of a launch to its start.
  uint64_t kernelNs;
  uint64_t launchNs;
  /// Kernels take time, and compute nothing.
  bool isIdle;
  /// Nanoseconds by which kernels seem to start before their call.
  uint64_t earlyNs;
  /// The first kernels that have no times, and those after them that end before they start.
  uint64_t untimed;
  uint64_t reversed;
  /// A flush that is not forced delivers nothing.
  bool isFlushLazy;
  /// A forced flush leaves records of work that runs, which come once it is done.
  bool holdsRunning;
  /// The kind of records that come a flush later than others; 0 for none.
  uint32_t heldKind;
  /// Records that CUPTI says it dropped, each time it is asked.
  uint64_t dropped;
  /// Bytes that are cut from the end of each buffer.
  uint64_t truncatedBytes;
  /// Records of a kind that nobody knows in each buffer.
  uint64_t unknownRecords;
  /// The launch at which the device is lost; 0 for none.
  uint64_t lostAt;
  /// Records that tie calls to outer numbers come after those of the GPU.
  bool isCorrelationLate;
  /// What brings back a context with an error: resetting it, or the last thread that releases it.
  bool doesResetRecover;
  bool doesReleaseRecover;
  /// What ends captures: a wait for their context, or a flush of CUPTI.
  bool doesWaitEndCaptures;
  bool doesFlushEndCaptures;
  /// MiB of the hardware's buffer for samples: smaller ones overflow at each look, larger ones are
  /// refused; 0 for no such bound.
  uint64_t leastMetricMib;
  uint64_t mostMetricMib;
  /// A recorded stream to deliver; empty for none.
  std::string replay;

  static const Settings& read();
};

/// The errors that the environment wants from one entry point.
class Failure {
 public:
  /// `alias` is a shorter name under which the entry point may be named as well.
  explicit Failure(const char* name, const char* alias = nullptr);

  /// What this call of the entry point shall return; 0 for what it returns by itself.
  int next();

 private:
  void take(const std::string& name);

  int code_ = 0;
  bool isHang_ = false;
  bool isCrash_ = false;
  uint64_t first_ = 1;
  uint64_t last_ = UINT64_MAX;
  std::atomic<uint64_t> calls_{0};
};

}  // namespace fake
