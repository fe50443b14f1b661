// The driver: streams, events and waits for them.

#include <algorithm>

#include "export.h"
#include "state.h"

using fake::Call;
using fake::Context;
using fake::contextCall;
using fake::Machine;

namespace {

constexpr unsigned kNonBlocking = 1;
constexpr uint32_t kFirstStream = 13;
constexpr int kCaptureUnsupported = 900;

int createStream(Context& context, fake::Stream** result, unsigned flags, int priority) {
  static uint32_t created = kFirstStream;
  const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
  auto stream = std::make_unique<fake::Stream>();
  stream->id = created++;
  stream->isBlocking = (flags & kNonBlocking) == 0;
  stream->priority = priority;
  *result = stream.get();
  context.streams[*result] = std::move(stream);
  return 0;
}

/// What was queued so far in a whole context.
uint64_t busyUntil(const Context& context) {
  uint64_t until = context.defaultStream.freeAt;
  for (const auto& [handle, stream] : context.streams) until = std::max(until, stream->freeAt);
  return until;
}

fake::Event* eventOf(const Context& context, fake::Event* handle) {
  const auto found = context.events.find(handle);
  return found == context.events.end() ? nullptr : found->second.get();
}

}  // namespace

bool fake::invalidateCaptures(Context& context) {
  bool isAny = false;
  for (const auto& [handle, stream] : context.streams) {
    if (stream->capture == nullptr) continue;
    stream->isCaptureInvalid = true;
    isAny = true;
  }
  return isAny;
}

FAKE_EXPORT int cuStreamCreate(fake::Stream** stream, unsigned flags) {
  return contextCall("cuStreamCreate", [&](Call&, Context& context) {
    return createStream(context, stream, flags, 0);
  });
}

FAKE_EXPORT int cuStreamCreateWithPriority(fake::Stream** stream, unsigned flags, int priority) {
  return contextCall("cuStreamCreateWithPriority", [&](Call&, Context& context) {
    return createStream(context, stream, flags, priority);
  });
}

FAKE_EXPORT int cuStreamDestroy_v2(fake::Stream* stream) {
  return contextCall("cuStreamDestroy_v2", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return context.streams.erase(stream) == 1 ? 0 : static_cast<int>(fake::kInvalidHandle);
  });
}

FAKE_EXPORT int cuStreamQuery(void* handle) {
  return contextCall("cuStreamQuery", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    return stream->freeAt > fake::monotonic() ? fake::kNotReady : fake::kSuccess;
  });
}

FAKE_EXPORT int cuStreamSynchronize(void* handle) {
  return contextCall("cuStreamSynchronize", [&](Call& call, Context& context) -> int {
    std::unique_lock<std::mutex> lock(Machine::instance().mutex());
    const fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    if (stream->capture != nullptr) return kCaptureUnsupported;
    const uint64_t until = stream->freeAt;
    const uint32_t id = stream->id;
    lock.unlock();
    const int error = fake::waitUntil(context, until);
    fake::recordWait(fake::kWaitsForStream, call, context, id, 0);
    return error;
  });
}

FAKE_EXPORT int cuCtxSynchronize() {
  return contextCall("cuCtxSynchronize", [&](Call& call, Context& context) -> int {
    std::unique_lock<std::mutex> lock(Machine::instance().mutex());
    const bool endsCaptures = fake::Settings::read().doesWaitEndCaptures;
    if (endsCaptures && fake::invalidateCaptures(context)) return kCaptureUnsupported;
    const uint64_t until = busyUntil(context);
    lock.unlock();
    const int error = fake::waitUntil(context, until);
    fake::recordWait(fake::kWaitsForContext, call, context, fake::kNoStream, 0);
    return error;
  });
}

FAKE_EXPORT int cuEventCreate(fake::Event** result, unsigned) {
  return contextCall("cuEventCreate", [&](Call&, Context& context) {
    static uint32_t created = 0;
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    auto event = std::make_unique<fake::Event>();
    event->id = ++created;
    *result = event.get();
    context.events[*result] = std::move(event);
    return 0;
  });
}

FAKE_EXPORT int cuEventDestroy_v2(fake::Event* event) {
  return contextCall("cuEventDestroy_v2", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return context.events.erase(event) == 1 ? 0 : static_cast<int>(fake::kInvalidHandle);
  });
}

FAKE_EXPORT int cuEventRecord(fake::Event* handle, void* streamHandle) {
  return contextCall("cuEventRecord", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Stream* const stream = context.stream(streamHandle);
    fake::Event* const event = eventOf(context, handle);
    if (stream == nullptr || event == nullptr) return fake::kInvalidHandle;
    event->doneAt = std::max(fake::monotonic(), stream->freeAt);
    return 0;
  });
}

FAKE_EXPORT int cuEventQuery(fake::Event* handle) {
  return contextCall("cuEventQuery", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Event* const event = eventOf(context, handle);
    if (event == nullptr) return fake::kInvalidHandle;
    return event->doneAt > fake::monotonic() ? fake::kNotReady : fake::kSuccess;
  });
}

FAKE_EXPORT int cuEventSynchronize(fake::Event* handle) {
  return contextCall("cuEventSynchronize", [&](Call& call, Context& context) -> int {
    std::unique_lock<std::mutex> lock(Machine::instance().mutex());
    const fake::Event* const event = eventOf(context, handle);
    if (event == nullptr) return fake::kInvalidHandle;
    const uint64_t until = event->doneAt;
    const uint32_t id = event->id;
    lock.unlock();
    const int error = fake::waitUntil(context, until);
    fake::recordWait(fake::kWaitsForEvent, call, context, fake::kNoStream, id);
    return error;
  });
}

FAKE_EXPORT int cuEventElapsedTime_v2(float* milliseconds, fake::Event* from, fake::Event* to) {
  return contextCall("cuEventElapsedTime_v2", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Event* const first = eventOf(context, from);
    const fake::Event* const last = eventOf(context, to);
    if (first == nullptr || last == nullptr) return fake::kInvalidHandle;
    if (first->doneAt == 0 || last->doneAt == 0) return fake::kInvalidHandle;
    if (std::max(first->doneAt, last->doneAt) > fake::monotonic()) return fake::kNotReady;
    const double nanoseconds =
        static_cast<double>(last->doneAt) - static_cast<double>(first->doneAt);
    *milliseconds = static_cast<float>(nanoseconds / 1e6);
    return 0;
  });
}

FAKE_EXPORT int cuEventElapsedTime(float* milliseconds, fake::Event* from, fake::Event* to) {
  return cuEventElapsedTime_v2(milliseconds, from, to);
}

FAKE_EXPORT int cuStreamWaitEvent(void* streamHandle, fake::Event* handle, unsigned) {
  return contextCall("cuStreamWaitEvent", [&](Call& call, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    fake::Stream* const stream = context.stream(streamHandle);
    const fake::Event* const event = eventOf(context, handle);
    if (stream == nullptr || event == nullptr) return fake::kInvalidHandle;
    stream->freeAt = std::max(stream->freeAt, event->doneAt);
    fake::recordWait(fake::kStreamWaitsForEvent, call, context, stream->id, event->id);
    return 0;
  });
}
