// The driver: how it starts, devices, primary contexts, error texts.

#include <cstdio>
#include <cstdlib>
#include <map>

#include "export.h"
#include "state.h"

using fake::Call;
using fake::contextCall;
using fake::driverCall;
using fake::Machine;

namespace {

/// `CUdevice_attribute` of an H200; what is not here is 0.
const std::map<int, int>& attributes() {
  static const auto* const values = new std::map<int, int>{
      {1, 1024},      // threads of a block
      {2, 1024},      // block x
      {3, 1024},      // block y
      {4, 64},        // block z
      {5, 2147483647},  // grid x
      {6, 65535},     // grid y
      {7, 65535},     // grid z
      {8, 49152},     // shared memory of a block, bytes
      {10, 32},       // threads of a warp
      {12, 65536},    // registers of a block
      {13, 1980000},  // clock, kHz
      {16, 132},      // multiprocessors
      {33, 0x65},     // PCI bus
      {34, 0},        // PCI device
      {36, 2619000},  // clock of memory, kHz
      {37, 6144},     // width of the memory bus, bits
      {38, 62914560},  // L2 cache, bytes
      {39, 2048},     // threads of a multiprocessor
      {40, 3},        // copy engines
      {41, 1},        // unified addressing
      {50, 0},        // PCI domain
      {75, 9},        // compute capability, major
      {76, 0},        // and minor
      {81, 233472},   // shared memory of a multiprocessor, bytes
      {82, 65536},    // registers of a multiprocessor
      {83, 1},        // managed memory
      {97, 232448},   // most shared memory that a block may ask for, bytes
      {106, 32},      // blocks of a multiprocessor
      {111, 1024},    // shared memory that the driver takes of each block, bytes
      {115, 1},       // memory pools
      {120, 1},       // clusters
  };
  return *values;
}

/// Everything that was made in a context is gone, and so is its error if it `recovers`; else nothing
/// brings it back any more.
void reset(fake::Context& context, bool recovers) {
  auto& allocations = Machine::instance().allocations;
  for (auto at = allocations.begin(); at != allocations.end();) {
    const auto [address, allocation] = *at;
    const bool isHere = allocation.device == context.device;
    if (isHere && allocation.kind == fake::MemoryKind::device) {
      std::free(reinterpret_cast<void*>(address));
    }
    at = isHere ? allocations.erase(at) : std::next(at);
  }
  context.isLostForGood = context.isLostForGood || (context.error != 0 && !recovers);
  if (!context.isLostForGood) context.error = 0;
  context.defaultStream.freeAt = 0;
  context.streams.clear();
  context.events.clear();
  context.modules.clear();
}

}  // namespace

FAKE_EXPORT int cuInit(unsigned) {
  return driverCall("cuInit", [](Call&) -> int {
    Machine& machine = Machine::instance();
    if (fake::Settings::read().devices == 0) return fake::kNoDevice;
    machine.isInitialized = true;
    return 0;
  });
}

FAKE_EXPORT int cuDriverGetVersion(int* version) {
  return driverCall("cuDriverGetVersion", [&](Call&) {
    *version = fake::Settings::read().driverVersion;
    return 0;
  });
}

FAKE_EXPORT int cuDeviceGetCount(int* count) {
  return driverCall("cuDeviceGetCount", [&](Call&) -> int {
    if (!Machine::instance().isInitialized) return fake::kNotInitialized;
    *count = fake::Settings::read().devices;
    return 0;
  });
}

FAKE_EXPORT int cuDeviceGet(int* device, int ordinal) {
  return driverCall("cuDeviceGet", [&](Call&) -> int {
    if (Machine::instance().primary(ordinal) == nullptr) return fake::kInvalidDevice;
    *device = ordinal;
    return 0;
  });
}

FAKE_EXPORT int cuDeviceGetName(char* name, int length, int) {
  return driverCall("cuDeviceGetName", [&](Call&) {
    std::snprintf(name, static_cast<size_t>(length), "NVIDIA H200");
    return 0;
  });
}

FAKE_EXPORT int cuDeviceGetUuid_v2(unsigned char* uuid, int device) {
  return driverCall("cuDeviceGetUuid_v2", [&](Call&) -> int {
    const std::vector<int>& visible = fake::Settings::read().visible;
    if (device < 0 || static_cast<size_t>(device) >= visible.size()) return fake::kInvalidDevice;
    const int installed = visible[static_cast<size_t>(device)];
    for (int at = 0; at < 16; at++) uuid[at] = static_cast<unsigned char>(at * 16 + installed);
    return 0;
  });
}

FAKE_EXPORT int cuDeviceGetPCIBusId(char* text, int length, int device) {
  return driverCall("cuDeviceGetPCIBusId", [&](Call&) -> int {
    const std::vector<int>& visible = fake::Settings::read().visible;
    if (device < 0 || static_cast<size_t>(device) >= visible.size()) return fake::kInvalidDevice;
    const int installed = visible[static_cast<size_t>(device)];
    std::snprintf(text, static_cast<size_t>(length), "0000:%02X:00.0", 0x65 + installed);
    return 0;
  });
}

FAKE_EXPORT int cuDeviceTotalMem_v2(size_t* bytes, int) {
  return driverCall("cuDeviceTotalMem_v2", [&](Call&) {
    *bytes = fake::kMemoryBytes;
    return 0;
  });
}

FAKE_EXPORT int cuDeviceGetAttribute(int* value, int attribute, int device) {
  return driverCall("cuDeviceGetAttribute", [&](Call&) -> int {
    if (Machine::instance().primary(device) == nullptr) return fake::kInvalidDevice;
    const auto found = attributes().find(attribute);
    *value = found == attributes().end() ? 0 : found->second;
    return 0;
  });
}

FAKE_EXPORT int cuDevicePrimaryCtxRetain(fake::Context** result, int device) {
  return driverCall("cuDevicePrimaryCtxRetain", [&](Call&) -> int {
    Machine& machine = Machine::instance();
    if (!machine.isInitialized) return fake::kNotInitialized;
    fake::Context* const context = machine.primary(device);
    if (context == nullptr) return fake::kInvalidDevice;
    const std::lock_guard<std::mutex> lock(machine.mutex());
    if (context->retained++ == 0) fake::recordContext(*context);
    *result = context;
    return 0;
  });
}

FAKE_EXPORT int cuDevicePrimaryCtxRelease_v2(int device) {
  return driverCall("cuDevicePrimaryCtxRelease_v2", [&](Call&) -> int {
    Machine& machine = Machine::instance();
    fake::Context* const context = machine.primary(device);
    if (context == nullptr) return fake::kInvalidDevice;
    const std::lock_guard<std::mutex> lock(machine.mutex());
    if (context->retained == 0) return fake::kInvalidContext;
    const bool recovers = fake::Settings::read().doesReleaseRecover;
    if (--context->retained == 0) reset(*context, recovers);
    return 0;
  });
}

FAKE_EXPORT int cuDevicePrimaryCtxReset_v2(int device) {
  return driverCall("cuDevicePrimaryCtxReset_v2", [&](Call&) -> int {
    Machine& machine = Machine::instance();
    fake::Context* const context = machine.primary(device);
    if (context == nullptr) return fake::kInvalidDevice;
    const std::lock_guard<std::mutex> lock(machine.mutex());
    reset(*context, fake::Settings::read().doesResetRecover);
    return 0;
  });
}

FAKE_EXPORT int cuCtxSetCurrent(fake::Context* context) {
  return driverCall("cuCtxSetCurrent", [&](Call&) {
    Machine::instance().setCurrent(context);
    return 0;
  });
}

FAKE_EXPORT int cuCtxGetCurrent(fake::Context** context) {
  return driverCall("cuCtxGetCurrent", [&](Call&) {
    *context = Machine::instance().current();
    return 0;
  });
}

FAKE_EXPORT int cuCtxGetDevice(int* device) {
  return contextCall("cuCtxGetDevice", [&](Call&, fake::Context& context) {
    *device = context.device;
    return 0;
  });
}
