// Records of what there is: devices and contexts.

#include "state.h"

namespace fake {

namespace {

void recordDevice(int device) {
  Collection& collection = Collection::instance();
  if (!collection.isEnabled(Kind::device)) return;
  const DeviceLayout& at = layouts().Device;
  Record record(Kind::device);
  record.put(at.flags, uint32_t{1})
      .put(at.globalMemoryBandwidth, uint64_t{4'022'784'000})
      .put(at.globalMemorySize, kMemoryBytes)
      .put(at.l2CacheSize, uint32_t{62'914'560})
      .put(at.numThreadsPerWarp, uint32_t{32})
      .put(at.coreClockRate, uint32_t{1'980'000})
      .put(at.numMultiprocessors, uint32_t{132})
      .put(at.computeCapabilityMajor, uint32_t{9})
      .put(at.computeCapabilityMinor, uint32_t{0})
      .put(at.id, static_cast<uint32_t>(device))
      .put(at.name, interned("NVIDIA H200"));
  collection.add(record);
}

}  // namespace

void recordContext(const Context& context) {
  Collection& collection = Collection::instance();
  if (!collection.isEnabled(Kind::context)) return;
  const ContextLayout& at = layouts().Context;
  Record record(Kind::context);
  record.put(at.contextId, context.id)
      .put(at.deviceId, static_cast<uint32_t>(context.device))
      .put(at.computeApiKind, uint16_t{1})
      .put(at.nullStreamId, static_cast<uint16_t>(context.defaultStream.id))
      .put(at.parentContextId, uint32_t{0})
      .put(at.isGreenContext, uint8_t{0});
  collection.add(record);
}

void recordDevices() {
  for (int device = 0; device < Settings::read().devices; device++) recordDevice(device);
}

void recordContexts() {
  Machine& machine = Machine::instance();
  const std::lock_guard<std::mutex> lock(machine.mutex());
  for (int device = 0; device < Settings::read().devices; device++) {
    const Context* const context = machine.primary(device);
    if (context->retained > 0) recordContext(*context);
  }
}

}  // namespace fake
