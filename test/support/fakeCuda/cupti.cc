// CUPTI: what the addon calls to have activities recorded.

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "collection.h"
#include "export.h"
#include "replay.h"
#include "settings.h"
#include "state.h"

using fake::Collection;
using fake::Failure;
using fake::Kind;

namespace {

/// `CUptiResult`.
constexpr int kInvalidParameter = 1;
constexpr int kMaxLimitReached = 12;
constexpr int kNotInitialized = 15;
constexpr int kQueueEmpty = 18;
constexpr int kInvalidKind = 21;
constexpr int kMultipleSubscribers = 39;
constexpr int kUnknown = 999;

/// `CUpti_CallbackDomain`.
constexpr uint32_t kDriverDomain = 1;
constexpr uint32_t kRuntimeDomain = 2;

constexpr uint32_t kFlushForced = 1;

/// From this version on, CUPTI wants a driver even to tell its version.
constexpr uint32_t kNeedsDriver = 130500;

/// CUPTI has room for one.
std::atomic<bool> isSubscribed{false};

/// The major number of CUDA that a version of CUPTI belongs to.
int majorOf(uint32_t version) {
  if (version >= 10000) return static_cast<int>(version / 10000);
  return version >= 19 ? 12 : 11;
}

/// CUPTI does not work with a driver for an older CUDA.
int checkDriver() {
  const fake::Settings& settings = fake::Settings::read();
  const bool isOld = majorOf(settings.cuptiVersion) > settings.driverVersion / 1000;
  return isOld ? kNotInitialized : 0;
}

/// Those of all devices.
void endCaptures() {
  fake::Machine& machine = fake::Machine::instance();
  const std::lock_guard<std::mutex> lock(machine.mutex());
  for (int device = 0; device < fake::Settings::read().devices; device++) {
    fake::invalidateCaptures(*machine.primary(device));
  }
}

/// Each entry point has a type of `Body` of its own, and with it a failure of its own.
template <class Body>
int cuptiCall(const char* name, const char* alias, Body body) {
  static Failure& failure = *new Failure(name, alias);
  const int wanted = failure.next();
  return wanted == 0 ? body() : wanted;
}

/// The failure that the environment wants for one kind, such as `enable10=35`.
int kindFailure(uint32_t kind) {
  static Failure* const failures = [] {
    auto* const all = static_cast<Failure*>(operator new(sizeof(Failure) * fake::kKinds));
    for (uint32_t one = 0; one < fake::kKinds; one++) {
      new (all + one) Failure(("enable" + std::to_string(one)).c_str());
    }
    return all;
  }();
  return failures[kind].next();
}

}  // namespace

FAKE_EXPORT int cuptiGetVersion(uint32_t* version) {
  return cuptiCall("cuptiGetVersion", "version", [&]() -> int {
    const uint32_t mine = fake::Settings::read().cuptiVersion;
    if (mine >= kNeedsDriver && !fake::Machine::instance().isInitialized) return kUnknown;
    *version = mine;
    return 0;
  });
}

FAKE_EXPORT int cuptiGetTimestamp(uint64_t* time) {
  return cuptiCall("cuptiGetTimestamp", "timestamp", [&] {
    *time = Collection::instance().stamp(fake::monotonic());
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityRegisterCallbacks(fake::BufferRequested requested,
                                               fake::BufferCompleted completed) {
  return cuptiCall("cuptiActivityRegisterCallbacks", "callbacks", [&]() -> int {
    if (requested == nullptr || completed == nullptr) return kInvalidParameter;
    if (const int error = checkDriver()) return error;
    Collection::instance().setCallbacks(requested, completed);
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityRegisterTimestampCallback(fake::TimestampCallback callback) {
  return cuptiCall("cuptiActivityRegisterTimestampCallback", "timestampCallback", [&] {
    Collection::instance().setClock(callback);
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityEnable(uint32_t kind) {
  return cuptiCall("cuptiActivityEnable", "enable", [&]() -> int {
    if (kind >= fake::kKinds || fake::sizeOf(static_cast<Kind>(kind)) == 0) return kInvalidKind;
    if (const int error = kindFailure(kind)) return error;
    if (const int error = checkDriver()) return error;
    Collection::instance().enable(static_cast<Kind>(kind));
    if (static_cast<Kind>(kind) == Kind::device) fake::recordDevices();
    if (static_cast<Kind>(kind) == Kind::context) fake::recordContexts();
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityDisable(uint32_t kind) {
  return cuptiCall("cuptiActivityDisable", "disable", [&]() -> int {
    if (kind >= fake::kKinds) return kInvalidKind;
    Collection::instance().disable(static_cast<Kind>(kind));
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityFlushAll(uint32_t flags) {
  return cuptiCall("cuptiActivityFlushAll", "flush", [&]() -> int {
    Collection& collection = Collection::instance();
    if (!collection.hasCallbacks()) return kInvalidParameter;
    fake::replayOnce();
    if (fake::Settings::read().doesFlushEndCaptures) endCaptures();
    const bool isForced = (flags & kFlushForced) != 0;
    collection.flush(isForced ? Collection::Flush::forced : Collection::Flush::complete);
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityFlushPeriod(uint32_t milliseconds) {
  return cuptiCall("cuptiActivityFlushPeriod", "flushPeriod", [&] {
    Collection::instance().setPeriod(milliseconds);
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityEnableLatencyTimestamps(uint8_t enable) {
  return cuptiCall("cuptiActivityEnableLatencyTimestamps", "latency", [&] {
    Collection::instance().setLatency(enable);
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityGetNextRecord(uint8_t* buffer, size_t validSize, uint8_t** record) {
  return cuptiCall("cuptiActivityGetNextRecord", "next", [&]() -> int {
    if (buffer == nullptr || record == nullptr) return kInvalidParameter;
    uint8_t* next = *record == nullptr ? buffer : *record + fake::storedSize(*record);
    const uint8_t* const end = buffer + validSize;
    if (next >= end) return kMaxLimitReached;
    const size_t left = static_cast<size_t>(end - next);
    if (left < sizeof(uint32_t)) return kInvalidKind;
    const uint32_t size = fake::storedSize(next);
    if (size == 0 || size > left) return kInvalidKind;
    *record = next;
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityGetNumDroppedRecords(void*, uint32_t, size_t* dropped) {
  return cuptiCall("cuptiActivityGetNumDroppedRecords", "dropped", [&] {
    *dropped = Collection::instance().takeDropped() + fake::Settings::read().dropped;
    return 0;
  });
}

FAKE_EXPORT int cuptiActivityPushExternalCorrelationId(uint32_t kind, uint64_t id) {
  return cuptiCall("cuptiActivityPushExternalCorrelationId", "push",
                   [&] { return fake::pushExternalId(kind, id) ? 0 : kInvalidParameter; });
}

FAKE_EXPORT int cuptiActivityPopExternalCorrelationId(uint32_t kind, uint64_t* id) {
  return cuptiCall("cuptiActivityPopExternalCorrelationId", "pop",
                   [&] { return fake::popExternalId(kind, id) ? 0 : kQueueEmpty; });
}

FAKE_EXPORT int cuptiGetCallbackName(uint32_t domain, uint32_t number, const char** name) {
  return cuptiCall("cuptiGetCallbackName", "callbackName", [&]() -> int {
    if (domain != kDriverDomain && domain != kRuntimeDomain) return kInvalidParameter;
    const char* const replayed = fake::replayedName(domain, number);
    const fake::Api api = domain == kDriverDomain ? fake::Api::driver : fake::Api::runtime;
    *name = replayed == nullptr ? fake::callbackName(api, number) : replayed;
    return *name == nullptr ? kInvalidParameter : 0;
  });
}

FAKE_EXPORT int cuptiSetThreadIdType(uint32_t type) {
  return cuptiCall("cuptiSetThreadIdType", "threadIdType", [&] {
    fake::useSystemThreadIds(type);
    return 0;
  });
}

FAKE_EXPORT int cuptiGetThreadIdType(uint32_t* type) {
  return cuptiCall("cuptiGetThreadIdType", nullptr, [&] {
    *type = fake::threadIdType();
    return 0;
  });
}

FAKE_EXPORT int cuptiSubscribe(void** subscriber, const void*, void*) {
  return cuptiCall("cuptiSubscribe", "subscribe", [&]() -> int {
    if (isSubscribed.exchange(true)) return kMultipleSubscribers;
    *subscriber = &isSubscribed;
    return 0;
  });
}

FAKE_EXPORT int cuptiUnsubscribe(const void* subscriber) {
  return cuptiCall("cuptiUnsubscribe", "unsubscribe", [&]() -> int {
    if (subscriber != &isSubscribed) return kInvalidParameter;
    isSubscribed = false;
    return 0;
  });
}

FAKE_EXPORT int cuptiFinalize() {
  std::fputs("cuptiFinalize races with calls of other threads, and must not be called\n", stderr);
  std::abort();
}
