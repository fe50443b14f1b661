#include "nvml/nvmlApi.h"

#include <iterator>

#include "common/gpuLibraries.h"

namespace kernelscope {

namespace {

constexpr double kPerMilli = 1e-3;
constexpr double kHertzPerMegahertz = 1e6;
constexpr double kBytesPerKilobyte = 1e3;

/// Numbers by which NVML tells apart what one function reads.
constexpr int kTemperatureOfGpu = 0;
constexpr int kSmClock = 1;
constexpr int kMemoryClock = 2;
constexpr int kPcieSent = 0;
constexpr int kPcieReceived = 1;

/// Percent, as NVML fills it in.
struct Utilization {
  uint32_t gpu;
  uint32_t memory;
};

/// Bytes, as NVML fills it in.
struct Memory {
  uint64_t total;
  uint64_t free;
  uint64_t used;
};

/// By number; those in between are not in use.
constexpr const char* kNames[] = {"NVML_SUCCESS",
                                  "NVML_ERROR_UNINITIALIZED",
                                  "NVML_ERROR_INVALID_ARGUMENT",
                                  "NVML_ERROR_NOT_SUPPORTED",
                                  "NVML_ERROR_NO_PERMISSION",
                                  "NVML_ERROR_ALREADY_INITIALIZED",
                                  "NVML_ERROR_NOT_FOUND",
                                  "NVML_ERROR_INSUFFICIENT_SIZE",
                                  "NVML_ERROR_INSUFFICIENT_POWER",
                                  "NVML_ERROR_DRIVER_NOT_LOADED",
                                  "NVML_ERROR_TIMEOUT",
                                  "NVML_ERROR_IRQ_ISSUE",
                                  "NVML_ERROR_LIBRARY_NOT_FOUND",
                                  "NVML_ERROR_FUNCTION_NOT_FOUND",
                                  "NVML_ERROR_CORRUPTED_INFOROM",
                                  "NVML_ERROR_GPU_IS_LOST",
                                  "NVML_ERROR_RESET_REQUIRED",
                                  "NVML_ERROR_OPERATING_SYSTEM",
                                  "NVML_ERROR_LIB_RM_VERSION_MISMATCH",
                                  "NVML_ERROR_IN_USE",
                                  "NVML_ERROR_MEMORY",
                                  "NVML_ERROR_NO_DATA"};
constexpr int kUnknown = 999;

std::string nameOf(int code) {
  if (code == kUnknown) return "NVML_ERROR_UNKNOWN";
  if (code < 0 || static_cast<size_t>(code) >= std::size(kNames)) return {};
  return kNames[code];
}

}  // namespace

CallFailure nvmlFailure(const char* call, int code) {
  return {call, static_cast<uint32_t>(code), nameOf(code)};
}

NvmlApi& NvmlApi::instance() {
  // Never destroyed: threads that sample may outlive the static objects of this library.
  static NvmlApi* const api = new NvmlApi();
  return *api;
}

bool NvmlApi::start(CallFailure& failure) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (isStarted_) return true;
  const Library& library = GpuLibraries::instance().nvml();
  if (!library.isLoaded()) {
    failure = {"dlopen", 0, library.error()};
    return false;
  }
  const auto init = library.symbol<int (*)()>("nvmlInit_v2");
  const int code = init == nullptr ? nvmlCode::kFunctionNotFound : init();
  if (code != nvmlCode::kSuccess) {
    failure = nvmlFailure("nvmlInit", code);
    return false;
  }
  bind(library);
  isStarted_ = true;
  return true;
}

void NvmlApi::bind(const Library& library) {
  byBusId_ = library.symbol<Lookup>("nvmlDeviceGetHandleByPciBusId_v2");
  byUuid_ = library.symbol<Lookup>("nvmlDeviceGetHandleByUUID");
  utilization_ = library.symbol<One>("nvmlDeviceGetUtilizationRates");
  memory_ = library.symbol<One>("nvmlDeviceGetMemoryInfo");
  power_ = library.symbol<One>("nvmlDeviceGetPowerUsage");
  temperature_ = library.symbol<Chosen>("nvmlDeviceGetTemperature");
  clock_ = library.symbol<Chosen>("nvmlDeviceGetClockInfo");
  throughput_ = library.symbol<Chosen>("nvmlDeviceGetPcieThroughput");
}

bool NvmlApi::find(const std::string& pciBusId, const std::string& uuid, NvmlDevice& device,
                   CallFailure& failure) {
  int code = nvmlCode::kNotFound;
  if (!pciBusId.empty() && byBusId_ != nullptr) code = byBusId_(pciBusId.c_str(), &device);
  if (code == nvmlCode::kSuccess) return true;
  if (!uuid.empty() && byUuid_ != nullptr && byUuid_(uuid.c_str(), &device) == nvmlCode::kSuccess) {
    return true;
  }
  failure = nvmlFailure("nvmlDeviceGetHandleByPciBusId", code);
  return false;
}

int NvmlApi::utilization(NvmlDevice device, double* values) const {
  if (utilization_ == nullptr) return nvmlCode::kFunctionNotFound;
  Utilization read{};
  const int code = utilization_(device, &read);
  if (code != nvmlCode::kSuccess) return code;
  values[0] = read.gpu;
  values[1] = read.memory;
  return code;
}

int NvmlApi::memoryUsed(NvmlDevice device, double* values) const {
  if (memory_ == nullptr) return nvmlCode::kFunctionNotFound;
  Memory read{};
  const int code = memory_(device, &read);
  if (code == nvmlCode::kSuccess) values[0] = static_cast<double>(read.used);
  return code;
}

int NvmlApi::power(NvmlDevice device, double* values) const {
  if (power_ == nullptr) return nvmlCode::kFunctionNotFound;
  uint32_t milliwatts = 0;
  const int code = power_(device, &milliwatts);
  if (code == nvmlCode::kSuccess) values[0] = milliwatts * kPerMilli;
  return code;
}

int NvmlApi::temperature(NvmlDevice device, double* values) const {
  if (temperature_ == nullptr) return nvmlCode::kFunctionNotFound;
  uint32_t celsius = 0;
  const int code = temperature_(device, kTemperatureOfGpu, &celsius);
  if (code == nvmlCode::kSuccess) values[0] = celsius;
  return code;
}

int NvmlApi::smClock(NvmlDevice device, double* values) const {
  return clock(device, kSmClock, values);
}

int NvmlApi::memoryClock(NvmlDevice device, double* values) const {
  return clock(device, kMemoryClock, values);
}

int NvmlApi::clock(NvmlDevice device, int which, double* values) const {
  if (clock_ == nullptr) return nvmlCode::kFunctionNotFound;
  uint32_t megahertz = 0;
  const int code = clock_(device, which, &megahertz);
  if (code == nvmlCode::kSuccess) values[0] = megahertz * kHertzPerMegahertz;
  return code;
}

int NvmlApi::pcieSent(NvmlDevice device, double* values) const {
  return throughput(device, kPcieSent, values);
}

int NvmlApi::pcieReceived(NvmlDevice device, double* values) const {
  return throughput(device, kPcieReceived, values);
}

int NvmlApi::throughput(NvmlDevice device, int which, double* values) const {
  if (throughput_ == nullptr) return nvmlCode::kFunctionNotFound;
  uint32_t kilobytes = 0;
  const int code = throughput_(device, which, &kilobytes);
  if (code == nvmlCode::kSuccess) values[0] = kilobytes * kBytesPerKilobyte;
  return code;
}

}  // namespace kernelscope
