// The management library, as far as the state of the machine needs it.

#include <cstdio>

#include "export.h"
#include "settings.h"

namespace {

constexpr int kInvalidArgument = 2;

int answer(fake::Failure& failure) { return failure.next(); }

}  // namespace

FAKE_EXPORT int nvmlInit_v2() {
  static fake::Failure failure("nvmlInit_v2", "nvml");
  return answer(failure);
}

FAKE_EXPORT int nvmlShutdown() { return 0; }

FAKE_EXPORT int nvmlDeviceGetCount_v2(unsigned* count) {
  static fake::Failure failure("nvmlDeviceGetCount_v2");
  *count = static_cast<unsigned>(fake::Settings::read().devices);
  return answer(failure);
}

FAKE_EXPORT int nvmlDeviceGetHandleByIndex_v2(unsigned index, void** device) {
  static fake::Failure failure("nvmlDeviceGetHandleByIndex_v2");
  if (index >= static_cast<unsigned>(fake::Settings::read().devices)) return kInvalidArgument;
  *device = reinterpret_cast<void*>(static_cast<uintptr_t>(index) + 1);
  return answer(failure);
}

FAKE_EXPORT int nvmlSystemGetDriverVersion(char* text, unsigned length) {
  static fake::Failure failure("nvmlSystemGetDriverVersion");
  std::snprintf(text, length, "580.65.06");
  return answer(failure);
}
