#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace kernelscope {

/** V8 samples at so many times the shortest interval at most: of what it samples at more, one of several is kept. */
constexpr int MOST_MULTIPLE = 16;

/**
 * Whether a thread has done next to nothing for long. A sample wakes a thread that waits for events, and two more, which
 * in an hour of a server without requests is most of what recording it costs.
 */
class IdleThread {
 public:
  /** So many times the shortest interval lie between samples at least. */
  int multiple() const { return quiet_ >= QUIET_PIECES ? IDLE_MULTIPLE : 1; }

  /** Tells of a piece in which the thread ran for `ranNs` of `wallNs`. */
  void add(int64_t ranNs, int64_t wallNs) {
    quiet_ = ranNs * BUSY_PART < wallNs ? quiet_ + 1 : 0;
  }

  /** Has it taken for busy. */
  void forget() { quiet_ = 0; }

 private:
  /** Of ten seconds. */
  static constexpr int QUIET_PIECES = 20;
  static constexpr int IDLE_MULTIPLE = 8;
  /** A thread that runs for a tenth of the time is busy. */
  static constexpr int BUSY_PART = 10;

  int quiet_ = 0;
};

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

  /** The same on a thread that may be idle: one that is always sampled as often is so then, too. */
  int multipleOn(const IdleThread& thread) const {
    return samples_ == 0 ? multiple_ : std::max(multiple_, thread.multiple());
  }

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
