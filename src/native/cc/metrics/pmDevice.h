#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "common/periodicThread.h"
#include "metrics/pmRecording.h"
#include "metrics/pmSamplingApi.h"
#include "metrics/pmSession.h"

namespace kernelscope {

/// A GPU whose metrics are sampled, once for a process, and the recordings that take part. All
/// devices have one lock: calls of `PmSamplingApi` must not overlap.
class PmDevice {
 public:
  /// The device of that number, which is never destroyed.
  static PmDevice& of(uint32_t device);

  PmDevice(const PmDevice&) = delete;
  PmDevice& operator=(const PmDevice&) = delete;

  /// Lets a recording take part, and fills in its answer.
  void join(PmRecording& recording);
  /// Gives a recording its last samples; the last one ends the sampling.
  void leave(PmRecording& recording);
  PmState stateOf(const PmRecording& recording) const;

 private:
  explicit PmDevice(uint32_t device) : device_(device) {}
  static std::mutex& lock();

  bool describe(CallFailure& failure);
  bool checkSupport(CallFailure& failure) const;
  const MetricPlan& planFor(const MetricColumns& columns);
  void begin(PmRecording& recording);
  bool enable(CallFailure& failure);
  void disable();
  void share(PmRecording& recording) const;
  void decode();

  const uint32_t device_;
  const PmSamplingApi* api_ = nullptr;
  std::string chip_;
  std::vector<uint8_t> availability_;
  /// Metrics that were chosen, by what was asked.
  std::map<MetricColumns, MetricPlan> plans_;
  pm::Sampling sampling_ = nullptr;
  std::unique_ptr<PmSession> session_;
  /// What is sampled, in order of the values of a sample.
  std::vector<PlannedMetric> metrics_;
  std::vector<PmRecording*> recordings_;
  std::unique_ptr<PeriodicThread> thread_;
};

}  // namespace kernelscope
