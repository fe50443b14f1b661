#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "metrics/pmRecording.h"
#include "nvml/nvmlSampler.h"

namespace kernelscope {

/// What one recording has sampled of GPUs. Times count from the moment it was made.
class GpuSampling {
 public:
  struct Options {
    std::vector<SampledGpu> gpus;
    /// Time between two looks; none at 0.
    std::chrono::nanoseconds counterInterval{0};
    std::chrono::nanoseconds linkInterval{0};
    /// No metrics where there are no columns.
    uint64_t metricIntervalNs = 0;
    MetricColumns columns;
  };

  /// Begins at once.
  explicit GpuSampling(const Options& options);

  uint64_t originNs() const { return originNs_; }
  const std::vector<std::unique_ptr<PmRecording>>& metrics() const { return metrics_; }
  std::vector<NvmlRows> drainCounters();
  std::vector<NvmlRows> drainLink();
  std::vector<NvmlReadFailure> counterFailures();
  std::vector<NvmlReadFailure> linkFailures();

  /// Ends what NVML samples, without waiting; metrics end with `finish`.
  void stop();
  /// Waits for the last metrics, where it was stopped.
  void finish();

 private:
  const uint64_t originNs_;
  bool isStopped_ = false;
  std::optional<NvmlSampler> counters_;
  std::optional<NvmlSampler> link_;
  std::vector<std::unique_ptr<PmRecording>> metrics_;
};

}  // namespace kernelscope
