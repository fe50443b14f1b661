#include "metrics/pmClock.h"

#include <algorithm>

#include "common/monotonicClock.h"

namespace kernelscope {

namespace {

/// By how much a clock may disagree and still be taken for the right one, nanoseconds. Others are
/// off by the time since the machine started.
constexpr int64_t kTolerance = 5'000'000;

/// How often CUPTI's clock is read between two readings of ours; the closest two count.
constexpr int kReadings = 8;

int64_t difference(uint64_t time, uint64_t from) { return static_cast<int64_t>(time - from); }

int64_t realtimeOffset() {
  const uint64_t before = monotonicNow();
  const uint64_t real = nowOf(CLOCK_REALTIME);
  return difference(real, before + (monotonicNow() - before) / 2);
}

}  // namespace

void PmClock::begin(uint64_t now) {
  startedAt_ = now;
  isBounded_ = false;
}

void PmClock::observe(uint64_t first, uint64_t last, uint64_t now) {
  const int64_t least = difference(last, now);
  if (!isBounded_) most_ = difference(first, startedAt_);
  least_ = isBounded_ ? std::max(least_, least) : least;
  isBounded_ = true;
  int64_t offset = 0;
  if (isPossible(0)) {
    kind_ = PmClockKind::monotonic;
    offset_ = 0;
  } else if (cuptiOffset(offset) && isPossible(offset)) {
    kind_ = PmClockKind::cupti;
    offset_ = offset;
  } else if (offset = realtimeOffset(); isPossible(offset)) {
    kind_ = PmClockKind::realtime;
    offset_ = offset;
  } else {
    kind_ = PmClockKind::arrival;
    offset_ = least_ + (most_ - least_) / 2;
  }
}

bool PmClock::isPossible(int64_t offset) const {
  return offset >= least_ - kTolerance && offset <= most_ + kTolerance;
}

bool PmClock::cuptiOffset(int64_t& offset) const {
  uint64_t closest = UINT64_MAX;
  for (int reading = 0; reading < kReadings; reading++) {
    uint64_t time = 0;
    const uint64_t before = monotonicNow();
    if (api_.getTimestamp(&time) != cuptiCode::kSuccess) return false;
    const uint64_t width = monotonicNow() - before;
    if (width >= closest) continue;
    closest = width;
    offset = difference(time, before + width / 2);
  }
  return true;
}

}  // namespace kernelscope
