#include "call.h"

#include <pthread.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <vector>

#include "collection.h"

namespace fake {
namespace {

/// `CUpti_ExternalCorrelationKind` goes from 1 to 5.
constexpr uint32_t kExternalKinds = 6;
constexpr uint32_t kSystemThreadIds = 1;

thread_local Call* innermost = nullptr;
thread_local std::array<std::vector<uint64_t>, kExternalKinds> externalIds;

std::atomic<uint32_t> correlations{0};
std::atomic<uint32_t> threadIds{0};

uint32_t systemThreadId() {
  static thread_local const uint32_t id = static_cast<uint32_t>(syscall(SYS_gettid));
  return id;
}

/// CUPTI puts them before the record of the call, and only where that is recorded; what calls that
/// call has the same correlation, and needs them no more.
void recordExternalIds(uint32_t correlation) {
  Collection& collection = Collection::instance();
  if (!collection.isEnabled(Kind::externalCorrelation)) return;
  const ExternalCorrelationLayout& at = layouts().ExternalCorrelation;
  for (uint32_t kind = 0; kind < kExternalKinds; kind++) {
    if (externalIds[kind].empty()) continue;
    Record record(Kind::externalCorrelation);
    record.put(at.externalKind, kind)
        .put(at.externalId, externalIds[kind].back())
        .put(at.correlationId, correlation);
    collection.add(record);
  }
}

}  // namespace

Call::Call(Api api, uint32_t number)
    : outer_(innermost),
      api_(api),
      number_(number),
      correlation_(outer_ == nullptr ? ++correlations : outer_->correlation_),
      start_(monotonic()) {
  innermost = this;
}

Call::~Call() {
  innermost = outer_;
  Collection& collection = Collection::instance();
  const Kind kind = api_ == Api::driver ? Kind::driver : Kind::runtime;
  if (!collection.isEnabled(kind)) return;
  if (!hasExternalIds_) recordExternalIds(correlation_);
  if (outer_ != nullptr) outer_->hasExternalIds_ = true;
  const APILayout& at = layouts().API;
  Record record(kind);
  record.put(at.cbid, number_)
      .put(at.start, collection.stamp(start_))
      .put(at.end, collection.stamp(monotonic()))
      .put(at.processId, processId())
      .put(at.threadId, threadId())
      .put(at.correlationId, correlation_)
      .put(at.returnValue, static_cast<uint32_t>(result_));
  collection.add(record);
}

Call* Call::current() { return innermost; }

bool pushExternalId(uint32_t kind, uint64_t id) {
  if (kind == 0 || kind >= kExternalKinds) return false;
  externalIds[kind].push_back(id);
  return true;
}

bool popExternalId(uint32_t kind, uint64_t* id) {
  if (kind == 0 || kind >= kExternalKinds || externalIds[kind].empty()) return false;
  if (id != nullptr) *id = externalIds[kind].back();
  externalIds[kind].pop_back();
  return true;
}

void useSystemThreadIds(uint32_t type) { threadIds = type; }

uint32_t threadIdType() { return threadIds; }

uint32_t processId() {
  static const uint32_t id = static_cast<uint32_t>(getpid());
  return id;
}

uint32_t threadId() {
  if (threadIds == kSystemThreadIds) return systemThreadId();
  return static_cast<uint32_t>(pthread_self());
}

}  // namespace fake
