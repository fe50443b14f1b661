#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "common/gpuFailure.h"
#include "metrics/pmClock.h"
#include "metrics/pmPlan.h"
#include "metrics/pmSamplingApi.h"

namespace kernelscope {

/// Samples that were decoded together: all columns are of one length.
struct PmSamples {
  /// CLOCK_MONOTONIC, nanoseconds.
  std::vector<uint64_t> starts;
  std::vector<uint64_t> ends;
  /// Sample by sample, each with a value for every metric.
  std::vector<double> values;
};

/// What a session samples.
struct PmSetup {
  std::string chip;
  std::vector<uint8_t> availability;
  MetricPlan plan;
  uint64_t intervalNs = 0;
};

/// The sampling of one GPU while it runs. Who uses it holds the lock of `PmSamplingApi`.
class PmSession {
 public:
  /// Starts at once on what `cuptiPmSamplingEnable` gave.
  PmSession(const PmSamplingApi& api, pm::Sampling sampling, const PmSetup& setup);
  ~PmSession();
  PmSession(const PmSession&) = delete;
  PmSession& operator=(const PmSession&) = delete;

  /// What kept it from starting, or ended it; without a call where nothing did.
  const CallFailure& failure() const { return failure_; }
  PmClockKind clock() const { return clock_.kind(); }
  /// How often samples were lost, as there was no room for them in the hardware's buffer.
  uint64_t overflows() const { return overflows_; }

  /// Takes the samples that the hardware has made.
  PmSamples decode();
  /// Ends the sampling; samples that were made stay to be decoded. Safe to call twice.
  void stop();

 private:
  bool configure(const PmSetup& setup);
  bool allocate();
  bool clear();
  bool start();
  bool decodeSome(PmSamples& samples, bool& isMore);
  void restart();
  void read(PmSamples& samples);
  void convert(PmSamples& samples);

  const PmSamplingApi& api_;
  const pm::Sampling sampling_;
  const std::vector<std::string> metrics_;
  MetricHost host_;
  PmClock clock_;
  std::vector<uint8_t> config_;
  std::vector<uint8_t> data_;
  CallFailure failure_;
  uint64_t overflows_ = 0;
  bool isRunning_ = false;
};

}  // namespace kernelscope
