// CUPTI as a tool that takes NVTX ranges: they become records of markers.

#include <atomic>
#include <map>
#include <mutex>
#include <vector>

#include "call.h"
#include "collection.h"
#include "export.h"

namespace {

using fake::Collection;

// What NVTX 3 and its tools agreed on.
using Function = void (*)();
using FunctionTable = Function**;

struct CallbacksTable {
  size_t size;
  int (*moduleTable)(int, FunctionTable*, unsigned*);
};

constexpr uint32_t kCallbacksTable = 1;
constexpr int kCoreModule = 1;
constexpr unsigned kFunctionsOfCore = 16;

/// Places in the table of the core module.
enum CoreFunction : unsigned {
  kMarkA = 2,
  kRangeStartA = 5,
  kRangeEnd = 7,
  kRangePushA = 9,
  kRangePop = 11,
};

/// `CUpti_ActivityFlag` and `CUpti_ActivityObjectKind`.
constexpr uint32_t kMoment = 1;
constexpr uint32_t kStart = 2;
constexpr uint32_t kEnd = 4;
constexpr uint32_t kProcess = 1;
constexpr uint32_t kThread = 2;

std::atomic<uint32_t> markers{0};
thread_local std::vector<uint32_t> open;

void recordMarker(uint32_t id, uint32_t flags, uint32_t object, const char* name) {
  Collection& collection = Collection::instance();
  if (!collection.isEnabled(fake::Kind::marker)) return;
  const fake::MarkerLayout& at = fake::layouts().Marker;
  fake::Record record(fake::Kind::marker);
  record.put(at.flags, flags)
      .put(at.timestamp, collection.stamp(fake::monotonic()))
      .put(at.id, id)
      .put(at.objectKind, object)
      .put(at.objectId, fake::processId())
      .put(at.name, name == nullptr ? nullptr : fake::interned(name))
      .put(at.domain, static_cast<const char*>(nullptr));
  if (object == kThread) record.put(at.objectId + 4, fake::threadId());
  collection.add(record);
}

void mark(const char* name) { recordMarker(++markers, kMoment, kThread, name); }

int push(const char* name) {
  open.push_back(++markers);
  recordMarker(open.back(), kStart, kThread, name);
  return static_cast<int>(open.size()) - 1;
}

int pop() {
  if (open.empty()) return -1;
  recordMarker(open.back(), kEnd, kThread, nullptr);
  open.pop_back();
  return static_cast<int>(open.size());
}

uint64_t start(const char* name) {
  const uint32_t id = ++markers;
  recordMarker(id, kStart, kProcess, name);
  return id;
}

void end(uint64_t range) {
  recordMarker(static_cast<uint32_t>(range), kEnd, kProcess, nullptr);
}

template <class Signature>
void fill(FunctionTable table, CoreFunction place, Signature* function) {
  *table[place] = reinterpret_cast<Function>(function);
}

}  // namespace

FAKE_EXPORT int InitializeInjectionNvtx2(const void* (*exportTable)(uint32_t)) {
  const auto* callbacks = static_cast<const CallbacksTable*>(exportTable(kCallbacksTable));
  FunctionTable core = nullptr;
  unsigned size = 0;
  if (callbacks == nullptr || callbacks->moduleTable(kCoreModule, &core, &size) == 0) return 0;
  if (size < kFunctionsOfCore) return 0;
  fill(core, kMarkA, mark);
  fill(core, kRangePushA, push);
  fill(core, kRangePop, pop);
  fill(core, kRangeStartA, start);
  fill(core, kRangeEnd, end);
  return 1;
}
