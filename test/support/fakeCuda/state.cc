#include "state.h"

#include <algorithm>
#include <chrono>
#include <thread>

namespace fake {
namespace {

/// As CUPTI numbers the default stream of the first context, and the first stream after it.
constexpr uint32_t kDefaultStream = 7;
/// Between one piece of work and the next on a stream.
constexpr uint64_t kGapNs = 500;
constexpr auto kNap = std::chrono::microseconds(5);

thread_local Context* currentContext = nullptr;

}  // namespace

Stream* Context::stream(void* handle) {
  // 0, 1 and 2 stand for the default stream, as CUDA has it.
  if (reinterpret_cast<uintptr_t>(handle) <= 2) return &defaultStream;
  const auto found = streams.find(static_cast<Stream*>(handle));
  return found == streams.end() ? nullptr : found->second.get();
}

Machine& Machine::instance() {
  static Machine* const machine = new Machine();
  return *machine;
}

Machine::Machine() {
  for (int device = 0; device < Settings::read().devices; device++) {
    auto context = std::make_unique<Context>();
    context->id = static_cast<uint32_t>(device) + 1;
    context->device = device;
    context->defaultStream.id = kDefaultStream;
    primaries_.push_back(std::move(context));
  }
}

Context* Machine::primary(int device) {
  const bool isThere = device >= 0 && device < static_cast<int>(primaries_.size());
  return isThere ? primaries_[static_cast<size_t>(device)].get() : nullptr;
}

Context* Machine::current() const { return currentContext; }

void Machine::setCurrent(Context* context) { currentContext = context; }

const Allocation* Machine::find(uint64_t address, uint64_t bytes) const {
  auto after = allocations.upper_bound(address);
  if (after == allocations.begin()) return nullptr;
  const auto& [begin, allocation] = *--after;
  return address + bytes <= begin + allocation.bytes ? &allocation : nullptr;
}

Span schedule(Context& context, Stream& stream, uint64_t calledAt, uint64_t durationNs) {
  const Settings& settings = Settings::read();
  uint64_t start = std::max(calledAt + settings.launchNs, stream.freeAt + kGapNs);
  if (&stream == &context.defaultStream) {
    for (const auto& [handle, other] : context.streams) {
      if (other->isBlocking) start = std::max(start, other->freeAt);
    }
  } else if (stream.isBlocking) {
    start = std::max(start, context.defaultStream.freeAt);
  }
  stream.freeAt = start + durationNs;
  return {start - settings.earlyNs, stream.freeAt};
}

int waitUntil(Context& context, uint64_t time) {
  while (context.error == 0 && monotonic() < time) std::this_thread::sleep_for(kNap);
  return context.error;
}

void recordWait(uint32_t type, const Call& call, const Context& context, uint32_t stream,
                uint32_t event) {
  Collection& collection = Collection::instance();
  if (!collection.isEnabled(Kind::synchronization)) return;
  const SynchronizationLayout& at = layouts().Synchronization;
  Record record(Kind::synchronization);
  record.put(at.type, type)
      .put(at.start, collection.stamp(call.start()))
      .put(at.end, collection.stamp(monotonic()))
      .put(at.correlationId, call.correlation())
      .put(at.contextId, context.id)
      .put(at.streamId, stream)
      .put(at.cudaEventId, event)
      .put(at.cudaEventSyncId, uint64_t{event})
      .put(at.returnValue, uint32_t{0});
  collection.add(record);
}

}  // namespace fake
