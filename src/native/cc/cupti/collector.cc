#include "cupti/collector.h"

#include <atomic>
#include <cstdlib>
#include <new>

#include "common/gpuLibraries.h"
#include "common/monotonicClock.h"
#include "cupti/bufferWalk.h"
#include "cupti/externalIds.h"
#include "nvtx/nvtxInjection.h"

namespace kernelscope {
namespace {

/// What CUPTI's threads have to know when they ask for buffers, set before they first do.
std::atomic<const CuptiApi*> walker{nullptr};
std::atomic<uint32_t> cuptiVersion{0};
/// The process is about to end: JavaScript is not called any more.
std::atomic<bool> isEnding{false};

ActivityBuffers::AtLimit atLimit() {
  const bool takesNone = cuptiVersion >= cupti::kTakesNullBuffer;
  return takesNone ? ActivityBuffers::AtLimit::noBuffer : ActivityBuffers::AtLimit::discardedBuffer;
}

void watchForEnd() {
  static std::once_flag once;
  std::call_once(once, [] { std::atexit([] { isEnding = true; }); });
}

}  // namespace

Collector& Collector::instance() {
  // Never destroyed: CUPTI's threads ask for buffers for as long as the process lives.
  static Collector* const collector = new Collector();
  return *collector;
}

Collector::Started Collector::add(const CuptiApi& cupti, uint32_t version,
                                  const ActivityBuffers::Inbox& inbox,
                                  const std::vector<ActivityKind>& kinds) {
  const std::lock_guard<std::mutex> lock(mutex_);
  walker = &cupti;
  cuptiVersion = version;
  watchForEnd();
  if (atLimit() == ActivityBuffers::AtLimit::discardedBuffer) buffers_.keepSpare();
  Started started;
  started.isAmongOthers = subscribers_ > 0;
  const std::optional<CallFailure> failure = prepare(cupti);
  started.clock = clock_;
  subscribers_++;
  buffers_.add(inbox);
  for (const ActivityKind& kind : kinds) {
    if (failure) {
      started.refused.emplace_back(kind, *failure);
    } else {
      enable(cupti, kind, started);
    }
  }
  return started;
}

void Collector::remove(const CuptiApi& cupti, const ActivityBuffers::Inbox& inbox,
                       const std::vector<ActivityKind>& kinds) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const ActivityKind& kind : kinds) disable(cupti, kind);
  buffers_.remove(inbox);
  if (--subscribers_ > 0) return;
  // CUPTI hands over what it still has, which is nobody's.
  if (isPrepared_) cupti.flushAll(cupti::kForcedFlush);
  release(cupti);
}

std::optional<CallFailure> Collector::probe(const CuptiApi& cupti) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (subscribers_ > 0) return std::nullopt;
  std::optional<CallFailure> failure = prepare(cupti);
  if (failure) return failure;
  const int code = cupti.enable(cupti::kConcurrentKernel);
  if (code == cupti::kSuccess) {
    cupti.disable(cupti::kConcurrentKernel);
  } else {
    failure = cupti.failureOf(cupti.enable, code);
  }
  release(cupti);
  return failure;
}

std::optional<CallFailure> Collector::prepare(const CuptiApi& cupti) {
  if (isPrepared_) return std::nullopt;
  int code = cupti.subscribe.exists() ? cupti.subscribe(&subscriber_, onCallback, nullptr) : 0;
  if (code != cupti::kSuccess) {
    subscriber_ = nullptr;
    return cupti.failureOf(cupti.subscribe, code);
  }
  cupti.setThreadIdType(cupti::kSystemThreadIds);
  // Before any kind is enabled, as CUPTI wants it, and never again: ADR 0020.
  if (!hasSetClock_) {
    hasSetClock_ = true;
    const bool readsOurs = cupti.registerTimestamp(readClock) == cupti::kSuccess;
    clock_ = readsOurs ? CuptiClock::Source::monotonic : CuptiClock::Source::converted;
  }
  code = cupti.registerBuffers(onRequested, onCompleted);
  if (code != cupti::kSuccess) {
    release(cupti);
    return cupti.failureOf(cupti.registerBuffers, code);
  }
  isPrepared_ = true;
  // What was dropped until now is not missed by anybody.
  size_t earlier = 0;
  cupti.getDropped(nullptr, 0, &earlier);
  return std::nullopt;
}

/// Lets others subscribe.
void Collector::release(const CuptiApi& cupti) {
  if (subscriber_ != nullptr) cupti.unsubscribe(subscriber_);
  subscriber_ = nullptr;
  isPrepared_ = false;
}

void Collector::enable(const CuptiApi& cupti, const ActivityKind& kind, Started& started) {
  if (users_[kind.kind] == 0) {
    const int code = cupti.enable(kind.kind);
    if (code != cupti::kSuccess) {
      started.refused.emplace_back(kind, cupti.failureOf(cupti.enable, code));
      return;
    }
  }
  users_[kind.kind]++;
  started.kinds.push_back(kind);
  if (kind.kind == cupti::kExternalCorrelation) ExternalIds::setRecorder(&cupti);
  if (kind.kind == cupti::kMarker) NvtxInjection::instance().begin(cupti.path());
}

void Collector::disable(const CuptiApi& cupti, const ActivityKind& kind) {
  if (--users_[kind.kind] > 0) return;
  if (kind.kind == cupti::kExternalCorrelation) ExternalIds::setRecorder(nullptr);
  if (kind.kind == cupti::kMarker) NvtxInjection::instance().end();
  cupti.disable(kind.kind);
}

bool Collector::runIfIdle(const std::function<void()>& end) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (subscribers_ > 0) return false;
  end();
  return true;
}

std::vector<CallFailure> Collector::flush(const CuptiApi& cupti, Flush how) {
  std::vector<CallFailure> failures;
  int code = cupti.flushAll(how == Flush::all ? cupti::kForcedFlush : 0);
  if (code != cupti::kSuccess) failures.push_back(cupti.failureOf(cupti.flushAll, code));
  size_t dropped = 0;
  code = cupti.getDropped(nullptr, 0, &dropped);
  if (code != cupti::kSuccess) failures.push_back(cupti.failureOf(cupti.getDropped, code));
  if (code == cupti::kSuccess && dropped > 0) buffers_.addDropped(dropped);
  return failures;
}

uint64_t Collector::readClock() { return monotonicNow(); }

void Collector::onRequested(uint8_t** buffer, size_t* size, size_t* maxRecords) {
  *maxRecords = 0;
  try {
    *buffer = instance().buffers_.request(atLimit(), size);
  } catch (const std::bad_alloc&) {
    *buffer = nullptr;
    *size = 0;
  }
}

void Collector::onCompleted(void*, uint32_t, uint8_t* buffer, size_t, size_t validSize) {
  try {
    instance().takeCompleted(buffer, validSize);
  } catch (const std::bad_alloc&) {
    // Its records are lost; there is no memory to say so.
  }
}

void Collector::takeCompleted(uint8_t* buffer, size_t valid) {
  ActivityBuffers::Completed completed = buffers_.complete(buffer, valid);
  if (completed.discarded != nullptr) {
    uint64_t records = 0;
    forEachRecord(*walker.load(), *completed.discarded, [&](const uint8_t*, size_t) { records++; });
    buffers_.addDropped(records);
    completed.discarded.reset();
  }
  if (atLimit() == ActivityBuffers::AtLimit::discardedBuffer) buffers_.keepSpare();
  if (isEnding) return;
  for (const auto& notice : completed.notices) notice->notify();
}

/// No callbacks are enabled: to subscribe is to hold CUPTI.
void Collector::onCallback(void*, uint32_t, uint32_t, const void*) {}

}  // namespace kernelscope
