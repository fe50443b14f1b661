#include "metrics/gpuSampling.h"

#include "common/monotonicClock.h"

namespace kernelscope {

GpuSampling::GpuSampling(const Options& options) : originNs_(monotonicNow()) {
  // Metrics first: setting up the hardware takes a while, in which NVML would already be busy.
  for (const SampledGpu& gpu : options.gpus) {
    if (options.columns.empty()) break;
    const PmRequest request{gpu.device, options.metricIntervalNs, options.columns, originNs_};
    metrics_.push_back(std::make_unique<PmRecording>(request));
  }
  if (options.counterInterval.count() > 0) {
    counters_.emplace(NvmlSubject::counters, options.gpus, options.counterInterval, originNs_);
  }
  if (options.linkInterval.count() > 0) {
    link_.emplace(NvmlSubject::link, options.gpus, options.linkInterval, originNs_);
  }
}

std::vector<NvmlRows> GpuSampling::drainCounters() {
  return counters_ ? counters_->drain() : std::vector<NvmlRows>();
}

std::vector<NvmlRows> GpuSampling::drainLink() {
  return link_ ? link_->drain() : std::vector<NvmlRows>();
}

std::vector<NvmlReadFailure> GpuSampling::counterFailures() {
  return counters_ ? counters_->failures() : std::vector<NvmlReadFailure>();
}

std::vector<NvmlReadFailure> GpuSampling::linkFailures() {
  return link_ ? link_->failures() : std::vector<NvmlReadFailure>();
}

void GpuSampling::stop() {
  isStopped_ = true;
  if (counters_) counters_->stop();
  if (link_) link_->stop();
}

void GpuSampling::finish() {
  if (!isStopped_) return;
  for (const std::unique_ptr<PmRecording>& recording : metrics_) recording->finish();
}

}  // namespace kernelscope
