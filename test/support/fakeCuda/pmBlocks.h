#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include "pmChips.h"
#include "settings.h"

// What the parts of CUPTI have in common that sample metrics. Fields of the blocks of parameters
// lie where NVIDIA's headers of 13.0 have them, by numbers of their own, and whoever breaks a rule
// of the interface is answered so.

namespace fake::pm {

constexpr int kInvalidParameter = 1;
constexpr int kInvalidOperation = 7;
constexpr int kOutOfMemory = 8;
constexpr int kNotInitialized = 15;
constexpr int kInvalidMetricName = 17;
constexpr int kNotSupported = 27;
constexpr int kOverlap = 999;

constexpr int32_t kSupported = 3;
constexpr int32_t kUnsupported = 1;
constexpr int32_t kPmSampling = 3;
constexpr int32_t kPmProfiler = 1;
constexpr int32_t kCounterDataFull = 1;
constexpr int32_t kEndOfRecords = 2;
constexpr int32_t kByCycles = 0;

constexpr char kAvailability[] = "availability";
constexpr char kConfigMagic[] = "fake config image";
constexpr char kDataMagic[] = "fake counter data";

inline std::string setting(const char* name, const char* fallback) {
  const char* const value = std::getenv(name);
  return value == nullptr ? fallback : value;
}

inline std::string chip() { return setting("FAKE_GPU_CHIP", "GH100"); }

/// How many metrics a chip counts in one pass.
inline size_t mostMetrics() {
  return std::strtoull(setting("FAKE_GPU_PASS_METRICS", "32").c_str(), nullptr, 10);
}

/// A field of a block.
template <class T>
T& field(void* block, size_t offset) {
  return *reinterpret_cast<T*>(static_cast<char*>(block) + offset);
}

/// Calls of all entry points that must not overlap.
class Entered {
 public:
  Entered() : isAlone_(!isBusy().exchange(true)) {}
  ~Entered() {
    if (isAlone_) isBusy() = false;
  }
  Entered(const Entered&) = delete;
  Entered& operator=(const Entered&) = delete;
  bool isAlone() const { return isAlone_; }

 private:
  static std::atomic<bool>& isBusy() {
    static std::atomic<bool> busy{false};
    return busy;
  }
  const bool isAlone_;
};

/// An entry point with a block of so many bytes; each has a type of `Body` of its own, and with it
/// errors of its own.
template <class Body>
int blockCall(const char* name, void* block, size_t bytes, Body body) {
  static fake::Failure failure(name);
  const Entered entered;
  if (!entered.isAlone()) return kOverlap;
  if (field<size_t>(block, 0) != bytes || field<void*>(block, 8) != nullptr) {
    return kInvalidParameter;
  }
  const int wanted = failure.next();
  return wanted == 0 ? body() : wanted;
}

inline bool isInitialized = false;

/// Knowledge of a chip.
struct Host {
  std::string chip;
  std::vector<int> metrics;

  size_t passes() const {
    size_t most = metrics.empty() ? 0 : (metrics.size() + mostMetrics() - 1) / mostMetrics();
    for (const int metric : metrics) {
      const int passes = fake::passesOf(chip, metric);
      if (static_cast<size_t>(passes) > most) most = static_cast<size_t>(passes);
    }
    return most;
  }
};

/// What lies in an image of a configuration.
struct Config {
  char magic[sizeof kConfigMagic];
  size_t passes;
  size_t count;
};

inline std::set<Host*> hosts;

inline Host* hostIn(void* block, size_t offset) {
  Host* const host = field<Host*>(block, offset);
  return hosts.count(host) == 0 ? nullptr : host;
}

inline bool isGpu(size_t device) {
  return device < static_cast<size_t>(fake::Settings::read().devices);
}

}  // namespace fake::pm
