// The driver: contexts that a thread pushes, and whether a primary one is in use.

#include <vector>

#include "export.h"
#include "state.h"

using fake::Call;
using fake::driverCall;
using fake::Machine;

namespace {

/// What was current on this thread before each push.
thread_local std::vector<fake::Context*> below;

}  // namespace

FAKE_EXPORT int cuDevicePrimaryCtxGetState(int device, unsigned* flags, int* isActive) {
  return driverCall("cuDevicePrimaryCtxGetState", [&](Call&) -> int {
    Machine& machine = Machine::instance();
    fake::Context* const context = machine.primary(device);
    if (context == nullptr) return fake::kInvalidDevice;
    const std::lock_guard<std::mutex> lock(machine.mutex());
    *flags = 0;
    *isActive = context->retained > 0 ? 1 : 0;
    return 0;
  });
}

FAKE_EXPORT int cuCtxPushCurrent_v2(fake::Context* context) {
  return driverCall("cuCtxPushCurrent_v2", [&](Call&) -> int {
    if (context == nullptr) return fake::kInvalidContext;
    below.push_back(Machine::instance().current());
    Machine::instance().setCurrent(context);
    return 0;
  });
}

FAKE_EXPORT int cuCtxPopCurrent_v2(fake::Context** context) {
  return driverCall("cuCtxPopCurrent_v2", [&](Call&) -> int {
    if (below.empty()) return fake::kInvalidContext;
    *context = Machine::instance().current();
    Machine::instance().setCurrent(below.back());
    below.pop_back();
    return 0;
  });
}
