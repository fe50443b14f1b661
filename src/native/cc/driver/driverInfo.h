#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "common/gpuFailure.h"
#include "common/libraryFunction.h"

namespace kernelscope {

/// What is asked of the driver about itself and about its GPUs.
class DriverInfo {
 public:
  explicit DriverInfo(const Library& library) : library_(library) {}

  DriverInfo(const DriverInfo&) = delete;
  DriverInfo& operator=(const DriverInfo&) = delete;

  CallFailure failureOf(const char* call, int code) const;

 private:
  static constexpr int kNotFound = 500;

  template <class... Parameters>
  struct Function : LibraryFunction<Parameters...> {
    Function(const Library& library, const char* name)
        : LibraryFunction<Parameters...>(library, name, kNotFound) {}
  };

  const Library& library_;
  const Function<int, const char**> getErrorName_{library_, "cuGetErrorName"};

 public:
  const Function<unsigned> init{library_, "cuInit"};
  const Function<int*> getVersion{library_, "cuDriverGetVersion"};
  const Function<int*> getDeviceCount{library_, "cuDeviceGetCount"};
  const Function<int*, int> getDevice{library_, "cuDeviceGet"};
  const Function<char*, int, int> getName{library_, "cuDeviceGetName"};
  const Function<uint8_t*, int> getUuid{library_, "cuDeviceGetUuid"};
  /// Of drivers for CUDA 11.4 and later: the number of the part, where a GPU is divided.
  const Function<uint8_t*, int> getPartUuid{library_, "cuDeviceGetUuid_v2"};
  const Function<char*, int, int> getPciBusId{library_, "cuDeviceGetPCIBusId"};
  const Function<size_t*, int> getTotalMemory{library_, "cuDeviceTotalMem_v2"};
  const Function<int*, int, int> getAttribute{library_, "cuDeviceGetAttribute"};

  const Function<int, unsigned*, int*> getPrimaryState{library_, "cuDevicePrimaryCtxGetState"};
  const Function<void**, int> retainPrimary{library_, "cuDevicePrimaryCtxRetain"};
  const Function<int> releasePrimary{library_, "cuDevicePrimaryCtxRelease_v2"};
  const Function<void*> pushContext{library_, "cuCtxPushCurrent_v2"};
  const Function<void**> popContext{library_, "cuCtxPopCurrent_v2"};
  const Function<> synchronizeContext{library_, "cuCtxSynchronize"};
};

/// The facts of one GPU; 0 and empty texts stand for what the driver does not say.
struct DeviceFacts {
  int device = 0;
  std::string name;
  std::string uuid;
  std::string pciBusId;
  std::string computeCapability;
  int multiprocessors = 0;
  int warpSize = 0;
  int maxThreadsPerMultiprocessor = 0;
  int maxBlocksPerMultiprocessor = 0;
  int registersPerMultiprocessor = 0;
  int sharedBytesPerMultiprocessor = 0;
  int reservedSharedBytesPerBlock = 0;
  double memoryBytes = 0;
  double memoryBytesPerSecond = 0;
  int l2Bytes = 0;
  double linkBytesPerSecond = 0;
};

/// The facts of the GPU that CUDA gives the number `ordinal`, but the rate of its link.
DeviceFacts describeDevice(const DriverInfo& driver, int ordinal);

}  // namespace kernelscope
