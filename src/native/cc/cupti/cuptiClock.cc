#include "cupti/cuptiClock.h"

#include "common/monotonicClock.h"

namespace kernelscope {
namespace {

/// Of so many readings the one is kept whose bracket is the narrowest.
constexpr int kTries = 16;

}  // namespace

CuptiClock::CuptiClock(Source source, uint64_t originNs, const CuptiApi& cupti)
    : source_(source), zero_(originNs) {
  if (source == Source::monotonic) return;
  first_ = readBoth(cupti);
  zero_ = first_.cupti;
  shift_ = static_cast<double>(static_cast<int64_t>(first_.monotonic - originNs));
}

void CuptiClock::update(const CuptiApi& cupti) {
  if (source_ == Source::monotonic) return;
  const Reading now = readBoth(cupti);
  if (now.cupti <= first_.cupti || now.monotonic <= first_.monotonic) return;
  rate_ = static_cast<double>(now.monotonic - first_.monotonic) /
          static_cast<double>(now.cupti - first_.cupti);
}

CuptiClock::Reading CuptiClock::readBoth(const CuptiApi& cupti) {
  Reading best;
  uint64_t narrowest = UINT64_MAX;
  for (int tries = 0; tries < kTries; tries++) {
    Reading reading;
    const uint64_t before = monotonicNow();
    const int code = cupti.getTimestamp(&reading.cupti);
    const uint64_t width = monotonicNow() - before;
    if (code != cupti::kSuccess || width >= narrowest) continue;
    narrowest = width;
    reading.monotonic = before + width / 2;
    best = reading;
  }
  return best;
}

}  // namespace kernelscope
