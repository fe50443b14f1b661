#pragma once

#include <time.h>

#include <cstdint>

namespace kernelscope {

/// Nanoseconds of a clock of the system.
inline uint64_t nowOf(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<uint64_t>(now.tv_sec) * 1000000000ull + static_cast<uint64_t>(now.tv_nsec);
}

/// CLOCK_MONOTONIC, nanoseconds: what `process.hrtime.bigint()` reads.
inline uint64_t monotonicNow() { return nowOf(CLOCK_MONOTONIC); }

}  // namespace kernelscope
