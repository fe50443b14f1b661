#pragma once

#include <cstddef>
#include <cstdint>

// The blocks of parameters through which CUPTI is asked to sample metrics, as versions 12.6 and
// later lay them out. `kBytes` is where the last field ends: CUPTI takes it for the version of the
// block. A test compares all of it with NVIDIA's headers where they are installed.

namespace kernelscope::pm {

/// What CUPTI knows a sampling, and the knowledge of a chip, by.
using Sampling = void*;
using Host = void*;

/// Numbers that CUPTI has for what is chosen here.
constexpr int32_t kPmSamplingProfiler = 1;
constexpr int32_t kPmSamplingApi = 3;
constexpr int32_t kSupported = 3;
constexpr int32_t kTriggerBySystemClock = 0;
constexpr int32_t kTriggerByTime = 1;
constexpr int32_t kKeepOldest = 0;
constexpr int32_t kCounterDataFull = 1;

/// What all blocks begin with.
template <size_t Bytes>
struct Block {
  static constexpr size_t kBytes = Bytes;
  size_t size = Bytes;
  void* reserved = nullptr;
};

struct Initialize : Block<16> {};

struct ChipName : Block<32> {
  size_t device = 0;
  const char* name = nullptr;
};

struct DeviceSupported : Block<52> {
  int32_t device = 0;
  int32_t isSupported = 0;
  int32_t architecture = 0;
  int32_t sli = 0;
  int32_t virtualGpu = 0;
  int32_t confidentialCompute = 0;
  int32_t miningProcessor = 0;
  int32_t windowsSubsystem = 0;
  int32_t api = kPmSamplingApi;
};

struct CounterAvailability : Block<40> {
  size_t device = 0;
  size_t imageSize = 0;
  uint8_t* image = nullptr;
};

struct HostInitialize : Block<48> {
  int32_t profiler = kPmSamplingProfiler;
  const char* chip = nullptr;
  const uint8_t* availability = nullptr;
  Host host = nullptr;
};

struct HostDeinitialize : Block<24> {
  Host host = nullptr;
};

struct AddMetrics : Block<40> {
  Host host = nullptr;
  const char** names = nullptr;
  size_t count = 0;
};

struct ConfigImageSize : Block<32> {
  Host host = nullptr;
  size_t imageSize = 0;
};

struct ConfigImage : Block<40> {
  Host host = nullptr;
  size_t imageSize = 0;
  uint8_t* image = nullptr;
};

struct PassCount : Block<40> {
  size_t imageSize = 0;
  uint8_t* image = nullptr;
  size_t passes = 0;
};

struct Evaluate : Block<72> {
  Host host = nullptr;
  const uint8_t* data = nullptr;
  size_t dataSize = 0;
  size_t sample = 0;
  const char** names = nullptr;
  size_t count = 0;
  double* values = nullptr;
};

struct Enable : Block<32> {
  size_t device = 0;
  Sampling sampling = nullptr;
};

struct OfSampling : Block<24> {
  Sampling sampling = nullptr;
};

struct SetConfig : Block<64> {
  Sampling sampling = nullptr;
  size_t configSize = 0;
  const uint8_t* config = nullptr;
  size_t bufferSize = 0;
  uint64_t interval = 0;
  int32_t trigger = kTriggerByTime;
  int32_t append = kKeepOldest;
};

struct CounterDataSize : Block<56> {
  Sampling sampling = nullptr;
  const char** names = nullptr;
  size_t count = 0;
  uint32_t samples = 0;
  size_t dataSize = 0;
};

struct CounterDataInitialize : Block<40> {
  Sampling sampling = nullptr;
  size_t dataSize = 0;
  uint8_t* data = nullptr;
};

struct Decode : Block<45> {
  Sampling sampling = nullptr;
  uint8_t* data = nullptr;
  size_t dataSize = 0;
  int32_t stopReason = 0;
  uint8_t overflow = 0;
};

struct CounterDataInfo : Block<56> {
  const uint8_t* data = nullptr;
  size_t dataSize = 0;
  size_t total = 0;
  size_t populated = 0;
  size_t completed = 0;
};

struct SampleInfo : Block<64> {
  Sampling sampling = nullptr;
  const uint8_t* data = nullptr;
  size_t dataSize = 0;
  size_t sample = 0;
  uint64_t start = 0;
  uint64_t end = 0;
};

}  // namespace kernelscope::pm
