// CUPTI: sampled metrics.

#include <map>

#include "collection.h"
#include "export.h"
#include "pmBlocks.h"

using namespace fake::pm;

namespace {

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

/// The sampling of a GPU.
struct Sampling {
  size_t device = 0;
  std::vector<int> metrics;
  uint64_t intervalNs = 0;
  /// Of the hardware's buffer.
  uint64_t bufferMib = 0;
  bool isRunning = false;
  /// CLOCK_MONOTONIC.
  uint64_t startedAt = 0;
  uint64_t stoppedAt = 0;
  /// Number of the first sample that was not decoded.
  uint64_t next = 0;
};

/// What an image of samples begins with; the numbers of samples follow.
struct Data {
  char magic[sizeof kDataMagic];
  Sampling* sampling;
  uint32_t most;
  uint32_t count;
  uint64_t first;
};

// Never destroyed: threads may sample until the process has ended.
std::map<size_t, Sampling*>& samplings = *new std::map<size_t, Sampling*>();

Sampling* samplingIn(void* block) {
  Sampling* const sampling = field<Sampling*>(block, 16);
  for (const auto& [device, known] : samplings) {
    if (known == sampling) return sampling;
  }
  return nullptr;
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
    sampling->bufferMib = field<size_t>(block, 40) >> 20;
    const uint64_t most = fake::Settings::read().mostMetricMib;
    if (most != 0 && sampling->bufferMib > most) return kOutOfMemory;
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
    if (sampling->bufferMib < fake::Settings::read().leastMetricMib) return kOutOfMemory;
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

/// A metric has its number and one for its value, and 25, 50 or 75 hundredths with the sample;
/// rates are in 10⁹.
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
