#include <utility>

#include "cuda/cudaCall.h"
#include "cuda/cudaWork.h"

// Streams and events as JavaScript sees them.

namespace kernelscope {

namespace {

napi_value createStream(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const CudaPlace place = call.cuda.enter(call.device(0));
  return js::number(call.env, call.cuda.make<CudaStream>(place).first);
}

napi_value createEvent(const CudaCall& call) {
  const CudaPlace place = call.cuda.enter(call.device(0));
  return js::number(call.env, call.cuda.make<CudaEvent>(place).first);
}

napi_value synchronizeNow(const CudaCall& call) {
  call.cuda.refuseInCapture();
  call.cuda.enter(call.device(0));
  call.cuda.driver().synchronize();
  return nullptr;
}

napi_value synchronize(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const CudaDriver& driver = call.cuda.driver();
  CudaWork work;
  work.call = driver.synchronize.name();
  work.place = call.cuda.enter(call.device(0));
  work.run = [&driver] { return driver.synchronize.attempt(); };
  return beginCudaWork(call.env, std::move(work));
}

napi_value synchronizeStreamNow(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const auto stream = call.cuda.find<CudaStream>(call.id(0));
  call.cuda.driver().streamSynchronize(stream->handle());
  return nullptr;
}

/// Waits for the stream or event that is the first argument, by `function`, on another thread.
template <class Resource, class Function>
napi_value waitLater(const CudaCall& call, const Function& function) {
  call.cuda.refuseInCapture();
  const auto resource = call.cuda.find<Resource>(call.id(0));
  CudaWork work;
  work.call = function.name();
  work.place = resource->place();
  work.used = {resource};
  work.run = [&function, handle = resource->handle()] { return function.attempt(handle); };
  return beginCudaWork(call.env, std::move(work));
}

napi_value synchronizeStream(const CudaCall& call) {
  return waitLater<CudaStream>(call, call.cuda.driver().streamSynchronize);
}

napi_value isStreamDone(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const auto stream = call.cuda.find<CudaStream>(call.id(0));
  const CudaDriver& driver = call.cuda.driver();
  const int code = driver.streamQuery.attempt(stream->handle());
  if (code == cudaError::kNotReady) return js::boolean(call.env, false);
  if (code != cudaError::kSuccess) throw CudaFailure{driver.streamQuery.name(), code};
  return js::boolean(call.env, true);
}

napi_value waitForEvent(const CudaCall& call) {
  const auto event = call.cuda.find<CudaEvent>(call.id(1));
  const auto stream = call.cuda.find<CudaStream>(call.id(0));
  call.cuda.driver().streamWaitEvent(stream->handle(), event->handle(), 0);
  return nullptr;
}

napi_value recordEvent(const CudaCall& call) {
  const auto event = call.cuda.find<CudaEvent>(call.id(0));
  call.cuda.driver().eventRecord(event->handle(), handleOf(call.stream(1)));
  return nullptr;
}

napi_value synchronizeEvent(const CudaCall& call) {
  return waitLater<CudaEvent>(call, call.cuda.driver().eventSynchronize);
}

napi_value elapsedMs(const CudaCall& call) {
  const auto start = call.cuda.find<CudaEvent>(call.id(0));
  const auto end = call.cuda.find<CudaEvent>(call.id(1));
  float milliseconds = 0;
  call.cuda.driver().eventElapsedTime(&milliseconds, start->handle(), end->handle());
  return js::number(call.env, double(milliseconds));
}

}  // namespace

void addCudaStreams(CudaExports& exports) {
  exports.add("createStream", createStream);
  exports.add("createEvent", createEvent);
  exports.add("synchronizeNow", synchronizeNow);
  exports.add("synchronize", synchronize);
  exports.add("synchronizeStreamNow", synchronizeStreamNow);
  exports.add("synchronizeStream", synchronizeStream);
  exports.add("isStreamDone", isStreamDone);
  exports.add("waitForEvent", waitForEvent);
  exports.add("recordEvent", recordEvent);
  exports.add("synchronizeEvent", synchronizeEvent);
  exports.add("elapsedMs", elapsedMs);
}

}  // namespace kernelscope
