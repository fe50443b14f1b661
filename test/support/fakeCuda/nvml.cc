// The management library. Each reading of a GPU has a value that tells the GPU and the reading.

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <string>
#include <thread>

#include "export.h"
#include "settings.h"

namespace {

constexpr int kInvalidArgument = 2;
constexpr int kNotFound = 6;

/// Numbers of clocks and directions.
constexpr int kSmClock = 1;
constexpr int kMemoryClock = 2;
constexpr int kSent = 0;

constexpr uint64_t kGibibyte = 1ull << 30;

int gpus() { return fake::Settings::read().installed; }

void* handleOf(int gpu) { return reinterpret_cast<void*>(static_cast<uintptr_t>(gpu) + 1); }

unsigned gpuOf(void* handle) {
  return static_cast<unsigned>(reinterpret_cast<uintptr_t>(handle)) - 1;
}

/// An entry point; each has a type of `Body` of its own, and with it errors of its own.
template <class Body>
int nvmlCall(const char* name, Body body) {
  static fake::Failure failure(name, name == std::string("nvmlInit_v2") ? "nvml" : nullptr);
  const int wanted = failure.next();
  return wanted == 0 ? body() : wanted;
}

/// An entry point that reads something of a GPU, once more than before.
template <class Body>
int readingCall(const char* name, void* device, Body body) {
  static std::atomic<unsigned> readings{0};
  return nvmlCall(name, [&]() -> int {
    const unsigned gpu = gpuOf(device);
    if (gpu >= static_cast<unsigned>(gpus())) return kInvalidArgument;
    return body(gpu, readings++);
  });
}

}  // namespace

FAKE_EXPORT int nvmlInit_v2() {
  return nvmlCall("nvmlInit_v2", [] { return 0; });
}

FAKE_EXPORT int nvmlShutdown() { return 0; }

FAKE_EXPORT int nvmlDeviceGetCount_v2(unsigned* count) {
  return nvmlCall("nvmlDeviceGetCount_v2", [&] {
    *count = static_cast<unsigned>(gpus());
    return 0;
  });
}

FAKE_EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  return nvmlCall("nvmlDeviceGetHandleByIndex_v2", [&] {
    if (index >= static_cast<unsigned>(gpus())) return kInvalidArgument;
    *device = handleOf(static_cast<int>(index));
    return 0;
  });
}

FAKE_EXPORT int nvmlDeviceGetHandleByPciBusId_v2(const char* busId, void** device) {
  return nvmlCall("nvmlDeviceGetHandleByPciBusId_v2", [&] {
    for (int gpu = 0; gpu < gpus(); gpu++) {
      char own[32];
      std::snprintf(own, sizeof own, "0000:%02X:00.0", 0x65 + gpu);
      if (std::strcmp(own, busId) != 0) continue;
      *device = handleOf(gpu);
      return 0;
    }
    return kNotFound;
  });
}

FAKE_EXPORT int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  return nvmlCall("nvmlSystemGetDriverVersion", [&] {
    std::snprintf(text, length, "580.65.06");
    return 0;
  });
}

/// 40 % and 50 % of GPU 0, one percent more of each next one.
FAKE_EXPORT int nvmlDeviceGetUtilizationRates(void* device, unsigned* percent) {
  return readingCall("nvmlDeviceGetUtilizationRates", device, [&](unsigned gpu, unsigned) {
    percent[0] = 40 + gpu;
    percent[1] = 50 + gpu;
    return 0;
  });
}

/// One gibibyte of GPU 0, two of GPU 1, and a byte more each time.
FAKE_EXPORT int nvmlDeviceGetMemoryInfo(void* device, uint64_t* bytes) {
  return readingCall("nvmlDeviceGetMemoryInfo", device, [&](unsigned gpu, unsigned reading) {
    bytes[0] = 141 * kGibibyte;
    bytes[2] = (gpu + 1) * kGibibyte + reading;
    bytes[1] = bytes[0] - bytes[2];
    return 0;
  });
}

FAKE_EXPORT int nvmlDeviceGetPowerUsage(void* device, unsigned* milliwatts) {
  return readingCall("nvmlDeviceGetPowerUsage", device, [&](unsigned gpu, unsigned) {
    *milliwatts = 300'500 + 1000 * gpu;
    return 0;
  });
}

FAKE_EXPORT int nvmlDeviceGetTemperature(void* device, int sensor, unsigned* celsius) {
  return readingCall("nvmlDeviceGetTemperature", device, [&](unsigned gpu, unsigned) {
    if (sensor != 0) return kInvalidArgument;
    *celsius = 55 + gpu;
    return 0;
  });
}

FAKE_EXPORT int nvmlDeviceGetClockInfo(void* device, int clock, unsigned* megahertz) {
  return readingCall("nvmlDeviceGetClockInfo", device, [&](unsigned gpu, unsigned) {
    if (clock != kSmClock && clock != kMemoryClock) return kInvalidArgument;
    *megahertz = (clock == kSmClock ? 1'980 : 3'201) - gpu;
    return 0;
  });
}

/// Takes 20 ms, as NVIDIA's does.
FAKE_EXPORT int nvmlDeviceGetPcieThroughput(void* device, int direction, unsigned* kilobytes) {
  return readingCall("nvmlDeviceGetPcieThroughput", device, [&](unsigned gpu, unsigned) {
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    *kilobytes = (direction == kSent ? 1'000 : 2'000) + gpu;
    return 0;
  });
}
