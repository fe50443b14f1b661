#include "driver/driverInfo.h"

#include <array>
#include <cstdio>

#include "driver/driverAttributes.h"

namespace kernelscope {
namespace {

using driver::Attribute;
using Uuid = std::array<uint8_t, 16>;

/// Sixteen bytes as `GPU-01234567-89ab-cdef-0123-456789abcdef`.
std::string uuidText(const Uuid& bytes) {
  std::string text = "GPU";
  for (size_t index = 0; index < bytes.size(); index++) {
    const bool beginsGroup = index == 0 || index == 4 || index == 6 || index == 8 || index == 10;
    if (beginsGroup) text += '-';
    char digits[3];
    std::snprintf(digits, sizeof digits, "%02x", bytes[index]);
    text += digits;
  }
  return text;
}

std::string uuidOf(const DriverInfo& driver, int device) {
  Uuid bytes{};
  const auto& get = driver.getPartUuid.exists() ? driver.getPartUuid : driver.getUuid;
  return get(bytes.data(), device) == 0 ? uuidText(bytes) : "";
}

class Attributes {
 public:
  Attributes(const DriverInfo& driver, int device) : driver_(driver), device_(device) {}

  int operator[](Attribute attribute) const {
    int value = 0;
    return driver_.getAttribute(&value, attribute, device_) == 0 ? value : 0;
  }

 private:
  const DriverInfo& driver_;
  int device_;
};

/// The memory moves a bit of each line of its bus at both edges of its clock.
double memoryRate(const Attributes& of) {
  const double hertz = of[driver::kMemoryKilohertz] * 1e3;
  return 2 * hertz * of[driver::kMemoryBusBits] / 8;
}

template <size_t kBytes, class Get>
std::string textOf(const Get& get, int device) {
  std::array<char, kBytes> text{};
  const bool isGot = get(text.data(), static_cast<int>(kBytes), device) == 0;
  return isGot ? text.data() : "";
}

}  // namespace

CallFailure DriverInfo::failureOf(const char* call, int code) const {
  const char* name = nullptr;
  const bool isNamed = getErrorName_(code, &name) == 0 && name != nullptr;
  return {call, static_cast<uint32_t>(code), isNamed ? name : ""};
}

DeviceFacts describeDevice(const DriverInfo& driver, int ordinal) {
  DeviceFacts facts;
  facts.device = ordinal;
  int device = ordinal;
  if (driver.getDevice(&device, ordinal) != 0) device = ordinal;
  const Attributes of(driver, device);
  facts.name = textOf<256>(driver.getName, device);
  facts.uuid = uuidOf(driver, device);
  facts.pciBusId = textOf<32>(driver.getPciBusId, device);
  facts.computeCapability =
      std::to_string(of[driver::kComputeMajor]) + "." + std::to_string(of[driver::kComputeMinor]);
  facts.multiprocessors = of[driver::kMultiprocessors];
  facts.warpSize = of[driver::kWarpSize];
  facts.maxThreadsPerMultiprocessor = of[driver::kMaxThreadsPerMultiprocessor];
  facts.maxBlocksPerMultiprocessor = of[driver::kMaxBlocksPerMultiprocessor];
  facts.registersPerMultiprocessor = of[driver::kRegistersPerMultiprocessor];
  facts.sharedBytesPerMultiprocessor = of[driver::kSharedBytesPerMultiprocessor];
  facts.reservedSharedBytesPerBlock = of[driver::kReservedSharedBytesPerBlock];
  size_t bytes = 0;
  if (driver.getTotalMemory(&bytes, device) == 0) facts.memoryBytes = static_cast<double>(bytes);
  facts.memoryBytesPerSecond = memoryRate(of);
  facts.l2Bytes = of[driver::kL2Bytes];
  return facts;
}

}  // namespace kernelscope
