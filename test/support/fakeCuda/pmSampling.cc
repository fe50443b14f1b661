// CUPTI: sampled metrics. Fields of the blocks of parameters lie where NVIDIA's headers of 13.0 have
// them, by numbers of their own, and whoever breaks a rule of the interface is answered so.

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "collection.h"
#include "export.h"
#include "pmChips.h"
#include "settings.h"
#include "state.h"

namespace {

constexpr int kInvalidParameter = 1;
constexpr int kInvalidOperation = 7;
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

std::string setting(const char* name, const char* fallback) {
  const char* const value = std::getenv(name);
  return value == nullptr ? fallback : value;
}

std::string chip() { return setting("FAKE_GPU_CHIP", "GH100"); }

/// How many metrics a chip counts in one pass.
size_t mostMetrics() {
  return std::strtoull(setting("FAKE_GPU_PASS_METRICS", "32").c_str(), nullptr, 10);
}

/// The clock of samples: that of the calendar, of the machine, the one that CUPTI was given, or one
/// that nobody knows.
uint64_t sampleTime(uint64_t monotonic) {
  static const std::string clock = setting("FAKE_GPU_SAMPLE_CLOCK", "realtime");
  if (clock == "monotonic") return monotonic;
  if (clock == "cupti") return fake::Collection::instance().stamp(monotonic);
  if (clock == "other") return monotonic + 86'400'000'000'000ull;
  timespec real{};
  clock_gettime(CLOCK_REALTIME, &real);
  const uint64_t now = fake::monotonic();
  const uint64_t ns = static_cast<uint64_t>(real.tv_sec) * 1'000'000'000ull + real.tv_nsec;
  return ns - (now - monotonic);
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

bool isInitialized = false;

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

/// The sampling of a GPU.
struct Sampling {
  size_t device = 0;
  std::vector<int> metrics;
  uint64_t intervalNs = 0;
  bool isRunning = false;
  /// Of samples, by the number of the next one to decode and the one after the last.
  uint64_t startedAt = 0;
  uint64_t stoppedAt = 0;
  uint64_t next = 0;
};

/// What lies in an image of a configuration.
struct Config {
  char magic[sizeof kConfigMagic];
  size_t passes;
  size_t count;
};

/// What an image of samples begins with; the numbers of samples follow.
struct Data {
  char magic[sizeof kDataMagic];
  Sampling* sampling;
  uint32_t most;
  uint32_t count;
  uint64_t first;
};

std::set<Host*> hosts;
std::map<size_t, Sampling*> samplings;

Host* hostIn(void* block, size_t offset) {
  Host* const host = field<Host*>(block, offset);
  return hosts.count(host) == 0 ? nullptr : host;
}

Sampling* samplingIn(void* block) {
  Sampling* const sampling = field<Sampling*>(block, 16);
  for (const auto& [device, known] : samplings) {
    if (known == sampling) return sampling;
  }
  return nullptr;
}

bool isGpu(size_t device) {
  return device < static_cast<size_t>(fake::Settings::read().devices);
}

Data* dataIn(void* block, size_t image, size_t bytes) {
  Data* const data = field<Data*>(block, image);
  if (data == nullptr || field<size_t>(block, bytes) < sizeof(Data)) return nullptr;
  return std::memcmp(data->magic, kDataMagic, sizeof kDataMagic) == 0 ? data : nullptr;
}

/// Full samples that the hardware has made so far.
uint64_t samplesOf(const Sampling& sampling) {
  const uint64_t until = sampling.isRunning ? fake::monotonic() : sampling.stoppedAt;
  return (until - sampling.startedAt) / sampling.intervalNs;
}

/// What some versions of CUPTI do as they disable the sampling.
void endActivities() {
  for (uint32_t kind = 0; kind < fake::kKinds; kind++) {
    fake::Collection::instance().disable(static_cast<fake::Kind>(kind));
  }
}

}  // namespace

FAKE_EXPORT int cuptiProfilerInitialize(void* block) {
  return blockCall("cuptiProfilerInitialize", block, 16, [&]() -> int {
    if (!fake::Machine::instance().isInitialized) return kNotInitialized;
    isInitialized = true;
    return 0;
  });
}

FAKE_EXPORT int cuptiDeviceGetChipName(void* block) {
  return blockCall("cuptiDeviceGetChipName", block, 32, [&]() -> int {
    if (!isInitialized) return kNotInitialized;
    if (!isGpu(field<size_t>(block, 16))) return kInvalidParameter;
    static const std::string* const name = new std::string(chip());
    field<const char*>(block, 24) = name->c_str();
    return 0;
  });
}

/// `FAKE_GPU_UNSUPPORTED=32` says no to the field at that place, such as that of virtual GPUs.
FAKE_EXPORT int cuptiProfilerDeviceSupported(void* block) {
  return blockCall("cuptiProfilerDeviceSupported", block, 52, [&]() -> int {
    if (!isInitialized) return kNotInitialized;
    const bool isRight = isGpu(static_cast<size_t>(field<int32_t>(block, 16))) &&
                         field<int32_t>(block, 48) == kPmSampling;
    if (!isRight) return kInvalidParameter;
    const size_t bad = std::strtoull(setting("FAKE_GPU_UNSUPPORTED", "0").c_str(), nullptr, 10);
    for (size_t at = 20; at < 48; at += 4) field<int32_t>(block, at) = kSupported;
    if (bad == 0) return 0;
    field<int32_t>(block, 20) = kUnsupported;
    field<int32_t>(block, bad) = kUnsupported;
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingGetCounterAvailability(void* block) {
  return blockCall("cuptiPmSamplingGetCounterAvailability", block, 40, [&]() -> int {
    if (!isInitialized) return kNotInitialized;
    if (!isGpu(field<size_t>(block, 16))) return kInvalidParameter;
    char* const image = field<char*>(block, 32);
    if (image != nullptr && field<size_t>(block, 24) < sizeof kAvailability) {
      return kInvalidParameter;
    }
    if (image != nullptr) std::memcpy(image, kAvailability, sizeof kAvailability);
    field<size_t>(block, 24) = sizeof kAvailability;
    return 0;
  });
}

FAKE_EXPORT int cuptiProfilerHostInitialize(void* block) {
  return blockCall("cuptiProfilerHostInitialize", block, 48, [&]() -> int {
    const char* const availability = field<const char*>(block, 32);
    const bool isRight = field<int32_t>(block, 16) == kPmProfiler && availability != nullptr &&
                         std::memcmp(availability, kAvailability, sizeof kAvailability) == 0;
    if (!isRight || chip() != field<const char*>(block, 24)) return kInvalidParameter;
    Host* const host = new Host{chip(), {}};
    hosts.insert(host);
    field<Host*>(block, 40) = host;
    return 0;
  });
}

FAKE_EXPORT int cuptiProfilerHostDeinitialize(void* block) {
  return blockCall("cuptiProfilerHostDeinitialize", block, 24, [&]() -> int {
    Host* const host = hostIn(block, 16);
    if (host == nullptr) return kInvalidParameter;
    hosts.erase(host);
    delete host;
    return 0;
  });
}

FAKE_EXPORT int cuptiProfilerHostConfigAddMetrics(void* block) {
  return blockCall("cuptiProfilerHostConfigAddMetrics", block, 40, [&]() -> int {
    Host* const host = hostIn(block, 16);
    if (host == nullptr) return kInvalidParameter;
    const char** const names = field<const char**>(block, 24);
    for (size_t at = 0; at < field<size_t>(block, 32); at++) {
      const int metric = fake::metricNumber(names[at]);
      if (metric < 0 || fake::passesOf(host->chip, metric) == 0) return kInvalidMetricName;
      host->metrics.push_back(metric);
    }
    return 0;
  });
}

FAKE_EXPORT int cuptiProfilerHostGetConfigImageSize(void* block) {
  return blockCall("cuptiProfilerHostGetConfigImageSize", block, 32, [&]() -> int {
    const Host* const host = hostIn(block, 16);
    if (host == nullptr || host->metrics.empty()) return kInvalidParameter;
    field<size_t>(block, 24) = sizeof(Config) + host->metrics.size() * sizeof(int);
    return 0;
  });
}

FAKE_EXPORT int cuptiProfilerHostGetConfigImage(void* block) {
  return blockCall("cuptiProfilerHostGetConfigImage", block, 40, [&]() -> int {
    const Host* const host = hostIn(block, 16);
    if (host == nullptr) return kInvalidParameter;
    const size_t bytes = host->metrics.size() * sizeof(int);
    char* const image = field<char*>(block, 32);
    if (image == nullptr || field<size_t>(block, 24) < sizeof(Config) + bytes) {
      return kInvalidParameter;
    }
    Config config{};
    std::memcpy(config.magic, kConfigMagic, sizeof kConfigMagic);
    config.passes = host->passes();
    config.count = host->metrics.size();
    std::memcpy(image, &config, sizeof config);
    std::memcpy(image + sizeof config, host->metrics.data(), bytes);
    return 0;
  });
}

FAKE_EXPORT int cuptiProfilerHostGetNumOfPasses(void* block) {
  return blockCall("cuptiProfilerHostGetNumOfPasses", block, 40, [&]() -> int {
    Config config{};
    if (field<size_t>(block, 16) < sizeof config) return kInvalidParameter;
    std::memcpy(&config, field<const void*>(block, 24), sizeof config);
    if (std::memcmp(config.magic, kConfigMagic, sizeof kConfigMagic) != 0) {
      return kInvalidParameter;
    }
    field<size_t>(block, 32) = config.passes;
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingEnable(void* block) {
  return blockCall("cuptiPmSamplingEnable", block, 32, [&]() -> int {
    const size_t device = field<size_t>(block, 16);
    if (!isInitialized || !isGpu(device)) return kInvalidParameter;
    if (samplings.count(device) != 0) return kInvalidOperation;
    samplings[device] = new Sampling();
    samplings[device]->device = device;
    field<Sampling*>(block, 24) = samplings[device];
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingDisable(void* block) {
  return blockCall("cuptiPmSamplingDisable", block, 24, [&]() -> int {
    Sampling* const sampling = samplingIn(block);
    if (sampling == nullptr || sampling->isRunning) return kInvalidParameter;
    samplings.erase(sampling->device);
    delete sampling;
    if (setting("FAKE_GPU_DISABLE_ENDS", "0") == "1") endActivities();
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingSetConfig(void* block) {
  return blockCall("cuptiPmSamplingSetConfig", block, 64, [&]() -> int {
    Sampling* const sampling = samplingIn(block);
    Config config{};
    const char* const image = field<const char*>(block, 32);
    if (sampling == nullptr || sampling->isRunning || image == nullptr) return kInvalidParameter;
    std::memcpy(&config, image, sizeof config);
    const size_t bytes = config.count * sizeof(int);
    if (field<size_t>(block, 24) != sizeof config + bytes) return kInvalidParameter;
    if (field<size_t>(block, 40) == 0 || field<uint64_t>(block, 48) == 0) return kInvalidParameter;
    if (config.passes != 1) return kNotSupported;
    // GA100 can count cycles alone.
    if ((chip() == "GA100") != (field<int32_t>(block, 56) == kByCycles)) return kNotSupported;
    sampling->metrics.resize(config.count);
    std::memcpy(sampling->metrics.data(), image + sizeof config, bytes);
    sampling->intervalNs = field<uint64_t>(block, 48);
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingGetCounterDataSize(void* block) {
  return blockCall("cuptiPmSamplingGetCounterDataSize", block, 56, [&]() -> int {
    const Sampling* const sampling = samplingIn(block);
    if (sampling == nullptr || sampling->metrics.size() != field<size_t>(block, 32)) {
      return kInvalidParameter;
    }
    field<size_t>(block, 48) = sizeof(Data) + field<uint32_t>(block, 40) * sizeof(uint64_t);
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingCounterDataImageInitialize(void* block) {
  return blockCall("cuptiPmSamplingCounterDataImageInitialize", block, 40, [&]() -> int {
    Sampling* const sampling = samplingIn(block);
    const size_t bytes = field<size_t>(block, 24);
    Data* const data = field<Data*>(block, 32);
    if (sampling == nullptr || data == nullptr || bytes <= sizeof(Data)) return kInvalidParameter;
    Data fresh{};
    std::memcpy(fresh.magic, kDataMagic, sizeof kDataMagic);
    fresh.sampling = sampling;
    fresh.most = static_cast<uint32_t>((bytes - sizeof(Data)) / sizeof(uint64_t));
    std::memcpy(data, &fresh, sizeof fresh);
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingStart(void* block) {
  return blockCall("cuptiPmSamplingStart", block, 24, [&]() -> int {
    Sampling* const sampling = samplingIn(block);
    if (sampling == nullptr || sampling->metrics.empty()) return kInvalidParameter;
    if (sampling->isRunning) return kInvalidOperation;
    sampling->isRunning = true;
    sampling->startedAt = fake::monotonic();
    sampling->next = 0;
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingStop(void* block) {
  return blockCall("cuptiPmSamplingStop", block, 24, [&]() -> int {
    Sampling* const sampling = samplingIn(block);
    if (sampling == nullptr) return kInvalidParameter;
    if (!sampling->isRunning) return kInvalidOperation;
    sampling->isRunning = false;
    sampling->stoppedAt = fake::monotonic();
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingDecodeData(void* block) {
  return blockCall("cuptiPmSamplingDecodeData", block, 45, [&]() -> int {
    Sampling* const sampling = samplingIn(block);
    Data* const data = dataIn(block, 24, 32);
    if (sampling == nullptr || data == nullptr || data->count != 0) return kInvalidParameter;
    const uint64_t waiting = samplesOf(*sampling) - sampling->next;
    data->first = sampling->next;
    data->count = static_cast<uint32_t>(waiting < data->most ? waiting : data->most);
    sampling->next += data->count;
    field<int32_t>(block, 40) = waiting > data->most ? kCounterDataFull : kEndOfRecords;
    field<uint8_t>(block, 44) = 0;
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingGetCounterDataInfo(void* block) {
  return blockCall("cuptiPmSamplingGetCounterDataInfo", block, 56, [&]() -> int {
    const Data* const data = dataIn(block, 16, 24);
    if (data == nullptr) return kInvalidParameter;
    field<size_t>(block, 32) = data->most;
    field<size_t>(block, 40) = data->count;
    field<size_t>(block, 48) = data->count;
    return 0;
  });
}

FAKE_EXPORT int cuptiPmSamplingCounterDataGetSampleInfo(void* block) {
  return blockCall("cuptiPmSamplingCounterDataGetSampleInfo", block, 64, [&]() -> int {
    const Data* const data = dataIn(block, 24, 32);
    const size_t index = field<size_t>(block, 40);
    if (data == nullptr || samplingIn(block) == nullptr || index >= data->count) {
      return kInvalidParameter;
    }
    const Sampling& sampling = *data->sampling;
    const uint64_t start = sampling.startedAt + (data->first + index) * sampling.intervalNs;
    field<uint64_t>(block, 48) = sampleTime(start);
    field<uint64_t>(block, 56) = sampleTime(start + sampling.intervalNs);
    return 0;
  });
}

/// A metric has its number and one for its value, and 25, 50 or 75 hundredths with the sample; rates
/// are in 10⁹.
FAKE_EXPORT int cuptiProfilerHostEvaluateToGpuValues(void* block) {
  return blockCall("cuptiProfilerHostEvaluateToGpuValues", block, 72, [&]() -> int {
    const Host* const host = hostIn(block, 16);
    const Data* const data = dataIn(block, 24, 32);
    const size_t index = field<size_t>(block, 40);
    if (host == nullptr || data == nullptr || index >= data->count) return kInvalidParameter;
    const char** const names = field<const char**>(block, 48);
    const size_t count = field<size_t>(block, 56);
    if (count != host->metrics.size()) return kInvalidParameter;
    for (size_t at = 0; at < count; at++) {
      const int metric = fake::metricNumber(names[at]);
      if (metric != host->metrics[at]) return kInvalidMetricName;
      const double value = metric + 1 + 0.25 * static_cast<double>((data->first + index) % 4);
      field<double*>(block, 64)[at] = value * (fake::isRate(metric) ? 1e9 : 1);
    }
    return 0;
  });
}
