// The driver: copies and fills.

#include <algorithm>
#include <cstring>

#include "export.h"
#include "graphs.h"

using fake::Call;
using fake::Collection;
using fake::Context;
using fake::contextCall;
using fake::GraphPlace;
using fake::Machine;
using fake::MemoryKind;
using fake::Stream;

namespace {

using Address = uint64_t;

/// What a link and a memory of the sort move in a nanosecond, bytes; and what each takes at least.
constexpr uint64_t kLinkBytesPerNs = 50;
constexpr uint64_t kMemoryBytesPerNs = 2000;
constexpr uint64_t kLeastNs = 1200;

/// `CUpti_ActivityMemcpyKind`.
enum class Direction : uint8_t { toDevice = 1, toHost = 2, onDevice = 8, toPeer = 10 };

struct Copy {
  Direction direction;
  void* to;
  const void* from;
  uint64_t bytes;
};

struct Fill {
  void* to;
  uint32_t value;
  uint64_t valueBytes;
  uint64_t count;
};

enum class Waits { yes, no };

void* host(Address address) { return reinterpret_cast<void*>(address); }

const fake::Allocation* allocationOf(const void* address, uint64_t bytes) {
  return Machine::instance().find(reinterpret_cast<Address>(address), bytes);
}

MemoryKind kindOf(const void* address) {
  const fake::Allocation* const found = allocationOf(address, 1);
  return found == nullptr ? MemoryKind::pageable : found->kind;
}

uint32_t deviceOf(const void* address) {
  return static_cast<uint32_t>(allocationOf(address, 1)->device);
}

void recordPeerCopy(const Call& call, const Context& context, const Stream& stream,
                    const Copy& copy, fake::Span span, GraphPlace place) {
  Collection& collection = Collection::instance();
  const fake::MemcpyPtoPLayout& at = fake::layouts().MemcpyPtoP;
  fake::Record record(fake::Kind::memcpyPeer);
  record.put(at.copyKind, static_cast<uint8_t>(copy.direction))
      .put(at.srcKind, static_cast<uint8_t>(kindOf(copy.from)))
      .put(at.dstKind, static_cast<uint8_t>(kindOf(copy.to)))
      .put(at.flags, uint8_t{1})
      .put(at.bytes, copy.bytes)
      .put(at.start, collection.stamp(span.start))
      .put(at.end, collection.stamp(span.end))
      .put(at.deviceId, static_cast<uint32_t>(context.device))
      .put(at.contextId, context.id)
      .put(at.streamId, stream.id)
      .put(at.srcDeviceId, deviceOf(copy.from))
      .put(at.srcContextId, deviceOf(copy.from) + 1)
      .put(at.dstDeviceId, deviceOf(copy.to))
      .put(at.dstContextId, deviceOf(copy.to) + 1)
      .put(at.correlationId, call.correlation())
      .put(at.graphNodeId, place.node)
      .put(at.graphId, place.graph);
  collection.addWork(record, span.end, at.end);
}

void recordCopy(const Call& call, const Context& context, const Stream& stream, const Copy& copy,
                fake::Span span, GraphPlace place, Waits waits) {
  Collection& collection = Collection::instance();
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
      .put(at.graphNodeId, place.node)
      .put(at.graphId, place.graph)
      .put(at.channelID, uint32_t{12})
      .put(at.channelType, uint32_t{2})
      .put(at.copyCount, uint64_t{1});
  collection.addWork(record, span.end, at.end);
}

void recordFill(const Call& call, const Context& context, const Stream& stream, const Fill& fill,
                fake::Span span, GraphPlace place) {
  Collection& collection = Collection::instance();
  const fake::MemsetLayout& at = fake::layouts().Memset;
  fake::Record record(fake::Kind::memset);
  record.put(at.value, fill.value)
      .put(at.bytes, fill.count * fill.valueBytes)
      .put(at.start, collection.stamp(span.start))
      .put(at.end, collection.stamp(span.end))
      .put(at.deviceId, static_cast<uint32_t>(context.device))
      .put(at.contextId, context.id)
      .put(at.streamId, stream.id)
      .put(at.correlationId, call.correlation())
      .put(at.flags, uint16_t{1})
      .put(at.memoryKind, static_cast<uint16_t>(kindOf(fill.to)))
      .put(at.graphNodeId, place.node)
      .put(at.graphId, place.graph)
      .put(at.channelID, uint32_t{8})
      .put(at.channelType, uint32_t{1});
  collection.addWork(record, span.end, at.end);
}

/// Whether both ends are where the direction says.
bool isAllowed(const Copy& copy) {
  const bool mustFrom = copy.direction != Direction::toDevice;
  const bool mustTo = copy.direction != Direction::toHost;
  if (mustFrom && allocationOf(copy.from, copy.bytes) == nullptr) return false;
  return !mustTo || allocationOf(copy.to, copy.bytes) != nullptr;
}

uint64_t durationOf(const Copy& copy) {
  const bool isOnDevice = copy.direction == Direction::onDevice;
  return std::max(kLeastNs, copy.bytes / (isOnDevice ? kMemoryBytesPerNs : kLinkBytesPerNs));
}

/// Copies, puts the copy on the time line, and returns when it is done. The machine is locked.
uint64_t doCopy(const Call& call, Context& context, Stream& stream, const Copy& copy,
                GraphPlace place, Waits waits) {
  const fake::Span span = fake::schedule(context, stream, call.start(), durationOf(copy));
  std::memmove(copy.to, copy.from, copy.bytes);
  if (!place.isWhole && copy.direction == Direction::toPeer) {
    recordPeerCopy(call, context, stream, copy, span, place);
  } else if (!place.isWhole) {
    recordCopy(call, context, stream, copy, span, place, waits);
  }
  return span.end;
}

void doFill(const Call& call, Context& context, Stream& stream, const Fill& fill,
            GraphPlace place) {
  const uint64_t bytes = fill.count * fill.valueBytes;
  const fake::Span span =
      fake::schedule(context, stream, call.start(), std::max(kLeastNs, bytes / kMemoryBytesPerNs));
  auto* to = static_cast<unsigned char*>(fill.to);
  for (uint64_t at = 0; at < fill.count; at++, to += fill.valueBytes) {
    std::memcpy(to, &fill.value, fill.valueBytes);
  }
  if (!place.isWhole) recordFill(call, context, stream, fill, span, place);
}

int copyMemory(const Call& call, Context& context, const Copy& copy, void* handle, Waits waits) {
  std::unique_lock<std::mutex> lock(Machine::instance().mutex());
  Stream* const stream = context.stream(handle);
  if (stream == nullptr) return fake::kInvalidHandle;
  if (!isAllowed(copy)) return fake::kInvalidValue;
  if (stream->capture != nullptr) {
    stream->capture->nodes.push_back([copy](const Call& launch, Context& one, Stream& on,
                                            GraphPlace place) {
      doCopy(launch, one, on, copy, place, Waits::no);
      return 0;
    });
    return 0;
  }
  const uint64_t doneAt = doCopy(call, context, *stream, copy, {}, waits);
  lock.unlock();
  return waits == Waits::yes ? fake::waitUntil(context, doneAt) : 0;
}

int fillMemory(const Call& call, Context& context, const Fill& fill, void* handle) {
  const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
  Stream* const stream = context.stream(handle);
  if (stream == nullptr) return fake::kInvalidHandle;
  if (allocationOf(fill.to, fill.count * fill.valueBytes) == nullptr) return fake::kInvalidValue;
  if (stream->capture == nullptr) {
    doFill(call, context, *stream, fill, {});
    return 0;
  }
  stream->capture->nodes.push_back(
      [fill](const Call& launch, Context& one, Stream& on, GraphPlace place) {
        doFill(launch, one, on, fill, place);
        return 0;
      });
  return 0;
}

}  // namespace

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

FAKE_EXPORT int cuMemcpyPeerAsync(Address to, const Context*, Address from, const Context*,
                                  size_t bytes, void* stream) {
  return contextCall("cuMemcpyPeerAsync", [&](Call& call, Context& context) {
    const Copy copy{Direction::toPeer, host(to), host(from), bytes};
    return copyMemory(call, context, copy, stream, Waits::no);
  });
}

FAKE_EXPORT int cuMemsetD8_v2(Address to, unsigned char value, size_t count) {
  return contextCall("cuMemsetD8_v2", [&](Call& call, Context& context) {
    return fillMemory(call, context, {host(to), value, 1, count}, nullptr);
  });
}

FAKE_EXPORT int cuMemsetD32_v2(Address to, unsigned value, size_t count) {
  return contextCall("cuMemsetD32_v2", [&](Call& call, Context& context) {
    return fillMemory(call, context, {host(to), value, 4, count}, nullptr);
  });
}

FAKE_EXPORT int cuMemsetD8Async(Address to, unsigned char value, size_t count, void* stream) {
  return contextCall("cuMemsetD8Async", [&](Call& call, Context& context) {
    return fillMemory(call, context, {host(to), value, 1, count}, stream);
  });
}

FAKE_EXPORT int cuMemsetD32Async(Address to, unsigned value, size_t count, void* stream) {
  return contextCall("cuMemsetD32Async", [&](Call& call, Context& context) {
    return fillMemory(call, context, {host(to), value, 4, count}, stream);
  });
}
