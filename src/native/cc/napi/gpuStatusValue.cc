#include "common/napiValues.h"
#include "cupti/gpuStatus.h"

namespace kernelscope {
namespace {

const char* nameOf(GpuState state) {
  switch (state) {
    case GpuState::noDriver:
      return "no-driver";
    case GpuState::driverTooOld:
      return "driver-too-old";
    case GpuState::driverError:
      return "driver-error";
    case GpuState::noDevice:
      return "no-device";
    case GpuState::noCupti:
      return "no-cupti";
    case GpuState::unknownCupti:
      return "unknown-cupti";
    case GpuState::cuptiNewerThanDriver:
      return "cupti-newer-than-driver";
    case GpuState::noPermission:
      return "no-permission";
    case GpuState::busy:
      return "busy";
    case GpuState::cuptiError:
      return "cupti-error";
    case GpuState::ready:
      return "ready";
  }
  return "cupti-error";
}

napi_value libraryValue(napi_env env, const LibraryFacts& library) {
  napi_value result = js::object(env);
  js::set(env, result, "path", js::textOrNull(env, library.path));
  js::set(env, result, "error", js::textOrNull(env, library.error));
  js::set(env, result, "version", js::number(env, library.version));
  return result;
}

napi_value deviceValue(napi_env env, const DeviceFacts& facts) {
  napi_value result = js::object(env);
  const auto setText = [&](const char* name, const std::string& text) {
    js::set(env, result, name, js::text(env, text));
  };
  const auto setNumber = [&](const char* name, double number) {
    js::set(env, result, name, js::number(env, number));
  };
  setNumber("device", facts.device);
  setText("name", facts.name);
  setText("uuid", facts.uuid);
  setText("pciBusId", facts.pciBusId);
  setText("computeCapability", facts.computeCapability);
  setNumber("multiprocessors", facts.multiprocessors);
  setNumber("warpSize", facts.warpSize);
  setNumber("maxThreadsPerMultiprocessor", facts.maxThreadsPerMultiprocessor);
  setNumber("maxBlocksPerMultiprocessor", facts.maxBlocksPerMultiprocessor);
  setNumber("registersPerMultiprocessor", facts.registersPerMultiprocessor);
  setNumber("sharedBytesPerMultiprocessor", facts.sharedBytesPerMultiprocessor);
  setNumber("reservedSharedBytesPerBlock", facts.reservedSharedBytesPerBlock);
  setNumber("memoryBytes", facts.memoryBytes);
  setNumber("memoryBytesPerSecond", facts.memoryBytesPerSecond);
  setNumber("l2Bytes", facts.l2Bytes);
  setNumber("linkBytesPerSecond", facts.linkBytesPerSecond);
  return result;
}

}  // namespace

napi_value gpuStatusValue(napi_env env, const GpuStatus& status) {
  napi_value result = js::object(env);
  const bool hasFailed = status.failure.has_value();
  js::set(env, result, "state", js::text(env, nameOf(status.state)));
  js::set(env, result, "failure",
          hasFailed ? callFailureValue(env, *status.failure) : js::textOrNull(env, {}));
  js::set(env, result, "driver", libraryValue(env, status.driver));
  js::set(env, result, "cupti", libraryValue(env, status.cupti));
  js::set(env, result, "nvml", libraryValue(env, status.nvml));
  js::set(env, result, "nvrtc", libraryValue(env, status.nvrtc));
  napi_value devices = js::array(env);
  for (const DeviceFacts& facts : status.devices) js::append(env, devices, deviceValue(env, facts));
  js::set(env, result, "devices", devices);
  return result;
}

}  // namespace kernelscope
