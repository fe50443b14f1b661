#pragma once

#include <cstdint>

#include "cupti/cuptiApi.h"

namespace kernelscope {

/// Brings times of CUPTI's records to CLOCK_MONOTONIC, as nanoseconds from an origin.
class CuptiClock {
 public:
  enum class Source {
    /// CUPTI reads CLOCK_MONOTONIC itself.
    monotonic,
    /// Times of CUPTI's own clock, of which two readings tell how it runs.
    converted
  };

  CuptiClock() = default;
  CuptiClock(Source source, uint64_t originNs, const CuptiApi& cupti);

  /// Reads both clocks again, where they differ.
  void update(const CuptiApi& cupti);

  /// hot
  double fromOrigin(uint64_t time) const {
    return static_cast<double>(static_cast<int64_t>(time - zero_)) * rate_ + shift_;
  }

 private:
  /// Both clocks at one moment.
  struct Reading {
    uint64_t monotonic = 0;
    uint64_t cupti = 0;
  };
  static Reading readBoth(const CuptiApi& cupti);

  Source source_ = Source::monotonic;
  Reading first_;
  uint64_t zero_ = 0;
  double rate_ = 1;
  double shift_ = 0;
};

}  // namespace kernelscope
