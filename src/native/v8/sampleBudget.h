#pragma once

#include <cstddef>
#include <cstdint>

namespace kernelscope {

/** V8 samples at so many times the shortest interval at most: of what it samples at more, one of several is kept. */
constexpr int MOST_MULTIPLE = 16;

/**
 * How often a recording is sampled: after so many samples half as often as before, so that a long one has few more than
 * a short one.
 */
class SampleBudget {
 public:
  /** 0 for a recording that is always sampled as often. */
  explicit SampleBudget(uint32_t samples) : samples_(samples) {}

  /** So many times the shortest interval lies between samples. */
  int multiple() const { return multiple_; }

  /** Counts samples that were kept of a piece which was begun at that multiple. */
  void spend(size_t samples, int multiple) {
    if (samples_ == 0 || multiple < multiple_) return;
    spent_ += samples;
    if (spent_ < samples_ || multiple_ == LONGEST) return;
    multiple_ *= 2;
    spent_ = 0;
  }

 private:
  static constexpr int LONGEST = 1 << 20;

  size_t samples_;
  size_t spent_ = 0;
  int multiple_ = 1;
};

}  // namespace kernelscope
