#pragma once

#include <cstdint>

#include "metrics/pmSamplingApi.h"

namespace kernelscope {

/// How times of samples come to CLOCK_MONOTONIC.
enum class PmClockKind { unknown, monotonic, cupti, realtime, arrival };

/// Brings times of samples to CLOCK_MONOTONIC. CUPTI does not say which clock they are of, and
/// where a program gave CUPTI a clock of its own it may be that one. So the known clocks are held
/// against what is certain: no sample begins before the call that starts the sampling, and none has
/// ended that has not been decoded yet. Where none of them agrees, times lie in the middle of what
/// is possible.
class PmClock {
 public:
  explicit PmClock(const PmSamplingApi& api) : api_(api) {}

  /// Sampling is about to start.
  void begin(uint64_t now);
  /// Samples from `first` to `last`, on their clock, were decoded just now. Finds the offset for
  /// them.
  void observe(uint64_t first, uint64_t last, uint64_t now);

  /// CLOCK_MONOTONIC for a time of the last samples that were observed.
  uint64_t convert(uint64_t time) const {
    return time - static_cast<uint64_t>(offset_);
  }
  PmClockKind kind() const { return kind_; }

 private:
  bool isPossible(int64_t offset) const;
  bool cuptiOffset(int64_t& offset) const;

  const PmSamplingApi& api_;
  uint64_t startedAt_ = 0;
  bool isBounded_ = false;
  /// By how much the clock of the samples may be ahead: at least and at most.
  int64_t least_ = 0;
  int64_t most_ = 0;
  int64_t offset_ = 0;
  PmClockKind kind_ = PmClockKind::unknown;
};

}  // namespace kernelscope
