#pragma once

#include <node_api.h>

#include <optional>
#include <string>
#include <vector>

#include "common/gpuFailure.h"
#include "common/library.h"
#include "cupti/cuptiApi.h"
#include "driver/driverInfo.h"

namespace kernelscope {

/// As `GpuState` of `src/native/gpuAddon.ts`.
enum class GpuState {
  noDriver,
  driverTooOld,
  driverError,
  noDevice,
  noCupti,
  unknownCupti,
  cuptiNewerThanDriver,
  noPermission,
  busy,
  cuptiError,
  ready,
};

struct LibraryFacts {
  std::string path;
  std::string error;
  uint32_t version = 0;
};

/// What is here to record what GPUs do.
struct GpuStatus {
  GpuState state = GpuState::ready;
  std::optional<CallFailure> failure;
  LibraryFacts driver;
  LibraryFacts cupti;
  LibraryFacts nvml;
  LibraryFacts nvrtc;
  std::vector<DeviceFacts> devices;
};

/// Looks at the driver, then at its GPUs, then at CUPTI, which must not be asked without a driver.
/// Nothing is recorded for it, so that neither permission nor other profilers are found out.
GpuStatus checkGpus();

/// Fills in the libraries that the state did not depend on.
void describeLibraries(GpuStatus& status);

/// The state that a failure of CUPTI means, for a driver and a CUPTI of these versions.
GpuState stateOfFailure(const CallFailure& failure, const GpuStatus& status);

/// CUPTI of this process; null until `checkGpus` has found it with a version that is known.
const CuptiApi* foundCupti();
/// The driver of this process; null until `checkGpus` has started it.
const DriverInfo* startedDriver();

napi_value gpuStatusValue(napi_env env, const GpuStatus& status);

}  // namespace kernelscope
