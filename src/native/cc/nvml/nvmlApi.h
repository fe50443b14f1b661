#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <string>

#include "common/gpuFailure.h"
#include "common/library.h"

namespace kernelscope {

/// A GPU as NVML refers to it.
using NvmlDevice = void*;

/// The numbers of NVML that are told apart here.
namespace nvmlCode {
constexpr int kSuccess = 0;
constexpr int kInvalidArgument = 2;
constexpr int kNotSupported = 3;
constexpr int kNoPermission = 4;
constexpr int kNotFound = 6;
constexpr int kFunctionNotFound = 13;
constexpr int kGpuIsLost = 15;
}  // namespace nvmlCode

/// The one caller of NVML. It is started once for a process and stays so. All of it may be called
/// by any thread.
class NvmlApi {
 public:
  static NvmlApi& instance();

  NvmlApi(const NvmlApi&) = delete;
  NvmlApi& operator=(const NvmlApi&) = delete;

  /// Starts NVML where that is still to be done; false where it cannot be, with the reason.
  bool start(CallFailure& failure);

  /// The GPU at an address of the bus such as `0000:65:00.0`, or else of a UUID.
  bool find(const std::string& pciBusId, const std::string& uuid, NvmlDevice& device,
            CallFailure& failure);

  /// Each of these returns NVML's code and writes values on success alone.
  /// Percent of time in which a kernel ran, and in which memory was at work.
  int utilization(NvmlDevice device, double* values) const;
  /// Bytes in use by all processes.
  int memoryUsed(NvmlDevice device, double* values) const;
  /// Watts.
  int power(NvmlDevice device, double* values) const;
  /// Degrees Celsius.
  int temperature(NvmlDevice device, double* values) const;
  /// Hertz.
  int smClock(NvmlDevice device, double* values) const;
  int memoryClock(NvmlDevice device, double* values) const;
  /// Bytes a second; each takes 20 ms.
  int pcieSent(NvmlDevice device, double* values) const;
  int pcieReceived(NvmlDevice device, double* values) const;

 private:
  NvmlApi() = default;
  void bind(const Library& library);
  int clock(NvmlDevice device, int which, double* values) const;
  int throughput(NvmlDevice device, int which, double* values) const;

  using One = int (*)(NvmlDevice, void*);
  using Chosen = int (*)(NvmlDevice, int, void*);
  using Lookup = int (*)(const char*, NvmlDevice*);

  std::mutex mutex_;
  bool isStarted_ = false;
  Lookup byBusId_ = nullptr;
  Lookup byUuid_ = nullptr;
  One utilization_ = nullptr;
  One memory_ = nullptr;
  One power_ = nullptr;
  Chosen temperature_ = nullptr;
  Chosen clock_ = nullptr;
  Chosen throughput_ = nullptr;
};

/// What a call of NVML returned, with the name that NVML's manual has for the code.
CallFailure nvmlFailure(const char* call, int code);

}  // namespace kernelscope
