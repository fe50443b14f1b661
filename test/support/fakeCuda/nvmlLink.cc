// The management library: the PCIe link of each GPU, of the fifth generation with 16 lanes.

#include "export.h"
#include "settings.h"

FAKE_EXPORT int nvmlDeviceGetMaxPcieLinkGeneration(void*, unsigned* generation) {
  static fake::Failure failure("nvmlDeviceGetMaxPcieLinkGeneration");
  *generation = 5;
  return failure.next();
}

FAKE_EXPORT int nvmlDeviceGetMaxPcieLinkWidth(void*, unsigned* lanes) {
  static fake::Failure failure("nvmlDeviceGetMaxPcieLinkWidth");
  *lanes = 16;
  return failure.next();
}
