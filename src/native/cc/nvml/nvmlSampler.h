#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/gpuFailure.h"
#include "common/periodicThread.h"
#include "common/sampleRows.h"

namespace kernelscope {

/// A GPU by its number in CUDA, and what NVML finds it by.
struct SampledGpu {
  uint32_t device = 0;
  std::string pciBusId;
  std::string uuid;
};

/// A quantity that NVML did not give.
struct NvmlReadFailure {
  uint32_t device = 0;
  /// Place in the quantities of the sampler, or -1 for the GPU as a whole.
  int quantity = -1;
  CallFailure failure;
  /// Whether it was given up.
  bool isFinal = true;
};

/// What a sampler of NVML looks at.
enum class NvmlSubject {
  /// Utilisation of the GPU and of its memory, memory in use, power, temperature, clocks of the
  /// multiprocessors and of the memory: seven columns.
  counters,
  /// What goes to the host, and what comes from there: two columns.
  link
};

/// Rows that were drained of one GPU: times first.
struct NvmlRows {
  uint32_t device = 0;
  DrainedRows rows;
};

/// Samples one subject of some GPUs from a thread of its own. What a GPU does not give is left out
/// and told; the rest goes on.
class NvmlSampler {
 public:
  /// Begins at once. Times count from `originNs` of CLOCK_MONOTONIC.
  NvmlSampler(NvmlSubject subject, const std::vector<SampledGpu>& gpus,
              std::chrono::nanoseconds interval, uint64_t originNs);
  /// Waits for the reading that is under way.
  ~NvmlSampler();
  NvmlSampler(const NvmlSampler&) = delete;
  NvmlSampler& operator=(const NvmlSampler&) = delete;

  /// Ends the sampling; does not wait.
  void stop();
  std::vector<NvmlRows> drain();
  std::vector<NvmlReadFailure> failures();

 private:
  struct Gpu;

  void sampleAll();
  void sample(Gpu& gpu);
  void note(const NvmlReadFailure& failure);

  const NvmlSubject subject_;
  const uint64_t originNs_;
  std::vector<std::unique_ptr<Gpu>> gpus_;
  std::mutex mutex_;
  std::vector<NvmlReadFailure> failures_;
  /// Last, so that it ends before what it uses.
  std::unique_ptr<PeriodicThread> thread_;
};

}  // namespace kernelscope
