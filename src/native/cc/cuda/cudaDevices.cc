#include "cuda/cudaCall.h"

// Devices and their contexts as JavaScript sees them.

namespace kernelscope {

namespace {

struct Fact {
  const char* name;
  /// The driver's number of the attribute.
  int attribute;
};

constexpr Fact kFacts[] = {
    {"maxThreadsPerBlock", 1},
    {"maxBlockX", 2},
    {"maxBlockY", 3},
    {"maxBlockZ", 4},
    {"maxGridX", 5},
    {"maxGridY", 6},
    {"maxGridZ", 7},
    {"sharedBytesPerBlock", 8},
    {"warpSize", 10},
    {"multiprocessors", 16},
    {"computeMajor", 75},
    {"computeMinor", 76},
    {"sharedBytesPerBlockOnRequest", 97},
};

const char* nameOf(CudaState state) {
  switch (state) {
    case CudaState::ready:
      return "ready";
    case CudaState::noDriver:
      return "no-driver";
    case CudaState::driverTooOld:
      return "driver-too-old";
    case CudaState::driverError:
      return "driver-error";
    case CudaState::noDevice:
      return "no-device";
  }
  return "driver-error";
}

napi_value start(const CudaCall& call) {
  CudaProcess& process = CudaProcess::instance();
  const CudaState state = process.start();
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "state", js::text(call.env, nameOf(state)));
  const double devices = state == CudaState::ready ? double(process.deviceCount()) : 0;
  js::set(call.env, result, "devices", js::number(call.env, devices));
  const int code = process.startCode();
  const std::string name = process.driver() == nullptr ? "" : process.driver()->nameOf(code);
  js::set(call.env, result, "status", js::number(call.env, code));
  js::set(call.env, result, "statusName", js::text(call.env, name));
  return result;
}

napi_value deviceFacts(const CudaCall& call) {
  const CudaDriver& driver = call.cuda.driver();
  int device = 0;
  driver.deviceGet(&device, call.device(0));
  char name[256] = {};
  driver.deviceGetName(name, sizeof name, device);
  size_t bytes = 0;
  driver.deviceTotalMem(&bytes, device);
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "name", js::text(call.env, name));
  js::set(call.env, result, "memoryBytes", js::number(call.env, double(bytes)));
  for (const Fact& fact : kFacts) {
    int value = 0;
    driver.deviceGetAttribute.attempt(&value, fact.attribute, device);
    js::set(call.env, result, fact.name, js::number(call.env, value));
  }
  return result;
}

napi_value memory(const CudaCall& call) {
  call.cuda.enter(call.device(0));
  size_t freeBytes = 0;
  size_t totalBytes = 0;
  call.cuda.driver().memGetInfo(&freeBytes, &totalBytes);
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "freeBytes", js::number(call.env, double(freeBytes)));
  js::set(call.env, result, "totalBytes", js::number(call.env, double(totalBytes)));
  return result;
}

napi_value reset(const CudaCall& call) {
  call.cuda.reset(call.device(0));
  return nullptr;
}

napi_value profilerStart(const CudaCall& call) {
  call.cuda.enter(call.device(0));
  call.cuda.driver().profilerStart();
  return nullptr;
}

napi_value profilerStop(const CudaCall& call) {
  call.cuda.enter(call.device(0));
  call.cuda.driver().profilerStop();
  return nullptr;
}

napi_value release(const CudaCall& call) {
  call.cuda.release(call.id(0));
  return nullptr;
}

}  // namespace

void addCudaDevices(CudaExports& exports) {
  exports.add("start", start);
  exports.add("deviceFacts", deviceFacts);
  exports.add("memory", memory);
  exports.add("reset", reset);
  exports.add("profilerStart", profilerStart);
  exports.add("profilerStop", profilerStop);
  exports.add("release", release);
}

}  // namespace kernelscope
