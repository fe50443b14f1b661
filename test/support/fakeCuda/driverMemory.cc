// The driver: memory of the device, copies and fills.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "export.h"
#include "state.h"

using fake::Call;
using fake::Collection;
using fake::Context;
using fake::contextCall;
using fake::Machine;
using fake::MemoryKind;

namespace {

using Address = uint64_t;

/// What a link and a memory of the sort move in a nanosecond, bytes; and what each copy takes at least.
constexpr uint64_t kLinkBytesPerNs = 50;
constexpr uint64_t kMemoryBytesPerNs = 2000;
constexpr uint64_t kLeastNs = 1200;

constexpr uint32_t kAllocated = 1;
constexpr uint32_t kReleased = 2;

/// `CUpti_ActivityMemcpyKind`.
enum class Direction : uint8_t { toDevice = 1, toHost = 2, onDevice = 8 };

struct Copy {
  Direction direction;
  void* to;
  const void* from;
  uint64_t bytes;
};

enum class Waits { yes, no };

void recordMemory(const Call& call, const Context& context, Address address,
                  const fake::Allocation& allocation, uint32_t operation) {
  Collection& collection = Collection::instance();
  if (!collection.isEnabled(fake::Kind::memory)) return;
  const fake::MemoryLayout& at = fake::layouts().Memory;
  fake::Record record(fake::Kind::memory);
  record.put(at.memoryOperationType, operation)
      .put(at.memoryKind, static_cast<uint32_t>(allocation.kind))
      .put(at.correlationId, call.correlation())
      .put(at.address, address)
      .put(at.bytes, allocation.bytes)
      .put(at.timestamp, collection.stamp(fake::monotonic()))
      .put(at.PC, uint64_t{0})
      .put(at.processId, uint32_t{0})
      .put(at.deviceId, static_cast<uint32_t>(allocation.device))
      .put(at.contextId, context.id)
      .put(at.streamId, fake::kNoStream)
      .put(at.name, static_cast<const char*>(nullptr))
      .put(at.isAsync, uint32_t{0})
      .put(at.memoryPoolConfig, uint32_t{0});
  collection.add(record);
}

MemoryKind kindOf(const void* address) {
  const Machine& machine = Machine::instance();
  const fake::Allocation* const found = machine.find(reinterpret_cast<Address>(address), 1);
  return found == nullptr ? MemoryKind::pageable : found->kind;
}

void recordCopy(const Call& call, const Context& context, const fake::Stream& stream,
                const Copy& copy, fake::Span span, Waits waits) {
  Collection& collection = Collection::instance();
  if (!collection.isEnabled(fake::Kind::memcpy)) return;
  const fake::MemcpyLayout& at = fake::layouts().Memcpy;
  fake::Record record(fake::Kind::memcpy);
  record.put(at.copyKind, static_cast<uint8_t>(copy.direction))
      .put(at.srcKind, static_cast<uint8_t>(kindOf(copy.from)))
      .put(at.dstKind, static_cast<uint8_t>(kindOf(copy.to)))
      .put(at.flags, static_cast<uint8_t>(waits == Waits::no))
      .put(at.bytes, copy.bytes)
      .put(at.start, collection.stamp(span.start))
      .put(at.end, collection.stamp(span.end))
      .put(at.deviceId, static_cast<uint32_t>(context.device))
      .put(at.contextId, context.id)
      .put(at.streamId, stream.id)
      .put(at.correlationId, call.correlation())
      .put(at.runtimeCorrelationId, uint32_t{0})
      .put(at.graphNodeId, uint64_t{0})
      .put(at.graphId, uint32_t{0})
      .put(at.copyCount, uint64_t{1});
  collection.addWork(record, span.end, at.end);
}

bool isOnDevice(const void* address, uint64_t bytes) {
  return Machine::instance().find(reinterpret_cast<Address>(address), bytes) != nullptr;
}

int copyMemory(const Call& call, Context& context, const Copy& copy, void* handle, Waits waits) {
  Machine& machine = Machine::instance();
  std::unique_lock<std::mutex> lock(machine.mutex());
  fake::Stream* const stream = context.stream(handle);
  if (stream == nullptr) return fake::kInvalidHandle;
  const bool mustFrom = copy.direction != Direction::toDevice;
  const bool mustTo = copy.direction != Direction::toHost;
  if (mustFrom && !isOnDevice(copy.from, copy.bytes)) return fake::kInvalidValue;
  if (mustTo && !isOnDevice(copy.to, copy.bytes)) return fake::kInvalidValue;
  const uint64_t rate =
      copy.direction == Direction::onDevice ? kMemoryBytesPerNs : kLinkBytesPerNs;
  const fake::Span span =
      fake::schedule(context, *stream, call.start(), std::max(kLeastNs, copy.bytes / rate));
  std::memmove(copy.to, copy.from, copy.bytes);
  recordCopy(call, context, *stream, copy, span, waits);
  lock.unlock();
  return waits == Waits::yes ? fake::waitUntil(context, span.end) : 0;
}

void* host(Address address) { return reinterpret_cast<void*>(address); }

template <class Value>
int fill(const Call& call, Context& context, Address to, Value value, size_t count, void* handle) {
  Machine& machine = Machine::instance();
  const std::lock_guard<std::mutex> lock(machine.mutex());
  fake::Stream* const stream = context.stream(handle);
  if (stream == nullptr) return fake::kInvalidHandle;
  const uint64_t bytes = count * sizeof(Value);
  if (!isOnDevice(host(to), bytes)) return fake::kInvalidValue;
  const fake::Span span = fake::schedule(context, *stream, call.start(),
                                         std::max(kLeastNs, bytes / kMemoryBytesPerNs));
  std::fill_n(static_cast<Value*>(host(to)), count, value);
  Collection& collection = Collection::instance();
  const fake::MemsetLayout& at = fake::layouts().Memset;
  fake::Record record(fake::Kind::memset);
  record.put(at.value, static_cast<uint32_t>(value))
      .put(at.bytes, bytes)
      .put(at.start, collection.stamp(span.start))
      .put(at.end, collection.stamp(span.end))
      .put(at.deviceId, static_cast<uint32_t>(context.device))
      .put(at.contextId, context.id)
      .put(at.streamId, stream->id)
      .put(at.correlationId, call.correlation())
      .put(at.flags, uint16_t{1})
      .put(at.memoryKind, static_cast<uint16_t>(kindOf(host(to))))
      .put(at.graphNodeId, uint64_t{0})
      .put(at.graphId, uint32_t{0});
  collection.addWork(record, span.end, at.end);
  return 0;
}

}  // namespace

FAKE_EXPORT int cuMemAlloc_v2(Address* address, size_t bytes) {
  return contextCall("cuMemAlloc_v2", [&](Call& call, Context& context) -> int {
    if (bytes == 0) return fake::kInvalidValue;
    void* const memory = std::calloc(1, bytes);
    if (memory == nullptr) return fake::kOutOfMemory;
    *address = reinterpret_cast<Address>(memory);
    const fake::Allocation allocation{bytes, MemoryKind::device, context.device};
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    Machine::instance().allocations[*address] = allocation;
    recordMemory(call, context, *address, allocation, kAllocated);
    return 0;
  });
}

FAKE_EXPORT int cuMemFree_v2(Address address) {
  return contextCall("cuMemFree_v2", [&](Call& call, Context& context) -> int {
    if (address == 0) return 0;
    Machine& machine = Machine::instance();
    const std::lock_guard<std::mutex> lock(machine.mutex());
    const auto found = machine.allocations.find(address);
    if (found == machine.allocations.end()) return fake::kInvalidValue;
    recordMemory(call, context, address, found->second, kReleased);
    machine.allocations.erase(found);
    std::free(host(address));
    return 0;
  });
}

FAKE_EXPORT int cuMemcpyHtoD_v2(Address to, const void* from, size_t bytes) {
  return contextCall("cuMemcpyHtoD_v2", [&](Call& call, Context& context) {
    const Copy copy{Direction::toDevice, host(to), from, bytes};
    return copyMemory(call, context, copy, nullptr, Waits::yes);
  });
}

FAKE_EXPORT int cuMemcpyDtoH_v2(void* to, Address from, size_t bytes) {
  return contextCall("cuMemcpyDtoH_v2", [&](Call& call, Context& context) {
    const Copy copy{Direction::toHost, to, host(from), bytes};
    return copyMemory(call, context, copy, nullptr, Waits::yes);
  });
}

FAKE_EXPORT int cuMemcpyDtoD_v2(Address to, Address from, size_t bytes) {
  return contextCall("cuMemcpyDtoD_v2", [&](Call& call, Context& context) {
    const Copy copy{Direction::onDevice, host(to), host(from), bytes};
    return copyMemory(call, context, copy, nullptr, Waits::no);
  });
}

FAKE_EXPORT int cuMemcpyHtoDAsync_v2(Address to, const void* from, size_t bytes, void* stream) {
  return contextCall("cuMemcpyHtoDAsync_v2", [&](Call& call, Context& context) {
    const Copy copy{Direction::toDevice, host(to), from, bytes};
    return copyMemory(call, context, copy, stream, Waits::no);
  });
}

FAKE_EXPORT int cuMemcpyDtoHAsync_v2(void* to, Address from, size_t bytes, void* stream) {
  return contextCall("cuMemcpyDtoHAsync_v2", [&](Call& call, Context& context) {
    const Copy copy{Direction::toHost, to, host(from), bytes};
    return copyMemory(call, context, copy, stream, Waits::no);
  });
}

FAKE_EXPORT int cuMemcpyDtoDAsync_v2(Address to, Address from, size_t bytes, void* stream) {
  return contextCall("cuMemcpyDtoDAsync_v2", [&](Call& call, Context& context) {
    const Copy copy{Direction::onDevice, host(to), host(from), bytes};
    return copyMemory(call, context, copy, stream, Waits::no);
  });
}

FAKE_EXPORT int cuMemsetD8_v2(Address to, unsigned char value, size_t count) {
  return contextCall("cuMemsetD8_v2", [&](Call& call, Context& context) {
    return fill(call, context, to, value, count, nullptr);
  });
}

FAKE_EXPORT int cuMemsetD32_v2(Address to, unsigned value, size_t count) {
  return contextCall("cuMemsetD32_v2", [&](Call& call, Context& context) {
    return fill(call, context, to, value, count, nullptr);
  });
}

FAKE_EXPORT int cuMemsetD8Async(Address to, unsigned char value, size_t count, void* stream) {
  return contextCall("cuMemsetD8Async", [&](Call& call, Context& context) {
    return fill(call, context, to, value, count, stream);
  });
}

FAKE_EXPORT int cuMemsetD32Async(Address to, unsigned value, size_t count, void* stream) {
  return contextCall("cuMemsetD32Async", [&](Call& call, Context& context) {
    return fill(call, context, to, value, count, stream);
  });
}
