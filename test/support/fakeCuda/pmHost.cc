// CUPTI: what it knows of chips and their metrics.

#include "export.h"
#include "pmBlocks.h"
#include "state.h"

using namespace fake::pm;

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
