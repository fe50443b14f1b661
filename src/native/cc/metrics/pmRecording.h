#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/gpuFailure.h"
#include "common/sampleRows.h"
#include "metrics/pmClock.h"
#include "metrics/pmPlan.h"

namespace kernelscope {

/// What a recording wants to have of one GPU.
struct PmRequest {
  uint32_t device = 0;
  uint64_t intervalNs = 0;
  MetricColumns columns;
  /// CLOCK_MONOTONIC from which its times count.
  uint64_t originNs = 0;
};

/// What became of it.
struct PmAnswer {
  std::string chip;
  std::vector<PlannedMetric> sampled;
  std::vector<RefusedMetric> refused;
  /// Why nothing is sampled; without a call where something is.
  CallFailure failure;
};

/// What one recording has of the sampling of a GPU that is going on.
struct PmState {
  PmClockKind clock = PmClockKind::unknown;
  uint64_t overflows = 0;
  CallFailure failure;
};

class PmDevice;

/// One recording's share in the metrics of one GPU. A process samples a GPU but once: the first
/// recording says which metrics and how often, later ones take what they find.
class PmRecording {
 public:
  explicit PmRecording(const PmRequest& request);
  ~PmRecording();
  PmRecording(const PmRecording&) = delete;
  PmRecording& operator=(const PmRecording&) = delete;

  uint32_t device() const { return request_.device; }
  const PmAnswer& answer() const { return answer_; }
  PmState state() const;

  /// Takes the last samples and gives up the share; the last one ends the sampling. Safe to call
  /// twice.
  void finish();
  /// Rows with start and end, then the metrics in the order of the answer.
  DrainedRows drain() { return rows_->drain(); }

 private:
  friend class PmDevice;

  /// Makes room for rows of the metrics that were found.
  void makeRows();
  void take(uint64_t start, uint64_t end, const double* values);

  const PmRequest request_;
  PmAnswer answer_;
  PmState state_;
  /// For each metric its place among those of the GPU.
  std::vector<size_t> places_;
  std::vector<double> row_;
  std::unique_ptr<SampleRows> rows_;
  PmDevice& gpu_;
};

}  // namespace kernelscope
