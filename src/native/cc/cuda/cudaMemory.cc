#include <cstdlib>
#include <new>
#include <utility>

#include "cuda/cudaCall.h"
#include "cuda/cudaWork.h"

// Memory of devices, memory of the host that devices reach, and copies, as JavaScript sees them.

namespace kernelscope {

namespace {

napi_value allocate(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const auto [id, memory] =
      call.cuda.make<CudaMemory>(call.cuda.enter(call.device(0)), call.bytes(1));
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "id", js::number(call.env, id));
  js::set(call.env, result, "address", js::bigint(call.env, memory->address()));
  return result;
}

/// What an ArrayBuffer over pinned memory keeps alive.
struct PinnedView {
  std::shared_ptr<CudaPinned> memory;
  std::weak_ptr<CudaEnvironment> cuda;
};

void finishPinnedView(napi_env, void*, void* hint) {
  const std::unique_ptr<PinnedView> view(static_cast<PinnedView*>(hint));
  if (const auto cuda = view->cuda.lock()) cuda->keepForCapture(view->memory);
}

napi_value allocatePinned(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const auto [id, memory] =
      call.cuda.make<CudaPinned>(call.cuda.enter(call.device(0)), call.bytes(1));
  auto view = std::make_unique<PinnedView>(PinnedView{memory, call.cuda.weak_from_this()});
  napi_value buffer = nullptr;
  if (napi_create_external_arraybuffer(call.env, memory->data(), memory->bytes(),
                                       finishPinnedView, view.get(), &buffer) != napi_ok) {
    call.cuda.release(id);
    throw std::bad_alloc();
  }
  view.release();
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "id", js::number(call.env, id));
  js::set(call.env, result, "buffer", buffer);
  return result;
}

/// Takes the bytes of pinned memory away from JavaScript.
napi_value detach(const CudaCall& call) {
  napi_detach_arraybuffer(call.env, call.arguments[0]);
  return nullptr;
}

/// The pinned memory that the bytes lie in; null, for other memory, where 0 is given.
std::shared_ptr<CudaPinned> pinnedOf(const CudaCall& call, size_t index) {
  const CudaEnvironment::Id id = call.id(index);
  return id == 0 ? nullptr : call.cuda.find<CudaPinned>(id);
}

napi_value upload(const CudaCall& call) {
  const auto pinned = pinnedOf(call, 4);
  if (pinned == nullptr) call.cuda.refuseInCapture();
  const auto memory = call.cuda.find<CudaMemory>(call.id(0));
  const HostBytes source(call.env, call.arguments[2]);
  const CudaAddress target = memory->address() + call.bytes(1);
  const CudaDriver& driver = call.cuda.driver();
  if (source.size == 0) return nullptr;
  if (const auto stream = call.stream(3)) {
    call.cuda.enter(*stream);
    driver.uploadAsync(target, source.data, source.size, stream->handle());
  } else {
    driver.upload(target, source.data, source.size);
  }
  return nullptr;
}

int downloadBytes(const CudaStream* stream, void* target, CudaAddress source, size_t bytes) {
  const CudaDriver& driver = *CudaProcess::instance().driver();
  if (stream == nullptr) return driver.download.attempt(target, source, bytes);
  const int code = driver.downloadAsync.attempt(target, source, bytes, stream->handle());
  return code != cudaError::kSuccess ? code : driver.streamSynchronize.attempt(stream->handle());
}

napi_value download(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const auto memory = call.cuda.find<CudaMemory>(call.id(0));
  const HostBytes target(call.env, call.arguments[2]);
  if (target.size == 0) return nullptr;
  const auto stream = call.stream(3);
  const int code = downloadBytes(stream.get(), target.data, memory->address() + call.bytes(1),
                                 target.size);
  if (code != cudaError::kSuccess) throw CudaFailure{call.cuda.driver().download.name(), code};
  return nullptr;
}

void freeBytes(napi_env, void* data, void*) { std::free(data); }

using Bytes = std::unique_ptr<void, decltype(&std::free)>;

/// An ArrayBuffer that owns the bytes.
napi_value ownedBuffer(napi_env env, Bytes& bytes, size_t size) {
  napi_value buffer = nullptr;
  if (napi_create_external_arraybuffer(env, bytes.get(), size, freeBytes, nullptr, &buffer) !=
      napi_ok) {
    return js::undefined(env);
  }
  bytes.release();
  return buffer;
}

CudaWork downloadWork(const CudaCall& call) {
  CudaWork work;
  work.call = call.cuda.driver().download.name();
  const auto memory = call.cuda.find<CudaMemory>(call.id(0));
  const auto stream = call.stream(3);
  work.place = memory->place();
  work.used = {memory, stream};
  return work;
}

/// Copies on another thread: into pinned memory itself, else into memory of its own, which the
/// promise is kept with.
napi_value downloadLater(const CudaCall& call) {
  call.cuda.refuseInCapture();
  CudaWork work = downloadWork(call);
  const CudaAddress source =
      static_cast<CudaMemory&>(*work.used[0]).address() + call.bytes(1);
  const auto* const stream = static_cast<CudaStream*>(work.used[1].get());
  if (const auto pinned = pinnedOf(call, 4)) {
    const HostBytes target(call.env, call.arguments[2]);
    work.used.push_back(pinned);
    work.run = [=] { return downloadBytes(stream, target.data, source, target.size); };
    return beginCudaWork(call.env, std::move(work));
  }
  const size_t size = call.bytes(2);
  const auto bytes = std::make_shared<Bytes>(std::malloc(size), &std::free);
  if (*bytes == nullptr) throw std::bad_alloc();
  work.run = [=] { return downloadBytes(stream, bytes->get(), source, size); };
  work.result = [=](napi_env env) { return ownedBuffer(env, *bytes, size); };
  return beginCudaWork(call.env, std::move(work));
}

napi_value copy(const CudaCall& call) {
  const auto source = call.cuda.find<CudaMemory>(call.id(0));
  const auto target = call.cuda.find<CudaMemory>(call.id(2));
  const auto stream = call.stream(5);
  const CudaAddress from = source->address() + call.bytes(1);
  const CudaAddress to = target->address() + call.bytes(3);
  const CudaDriver& driver = call.cuda.driver();
  const CudaContext fromContext = source->place().context;
  const CudaContext toContext = target->place().context;
  if (fromContext == toContext) {
    driver.copyAsync(to, from, call.bytes(4), handleOf(stream));
  } else {
    driver.copyPeerAsync(to, toContext, from, fromContext, call.bytes(4), handleOf(stream));
  }
  return nullptr;
}

napi_value fill(const CudaCall& call) {
  const auto memory = call.cuda.find<CudaMemory>(call.id(0));
  const auto stream = call.stream(4);
  const auto value = static_cast<unsigned char>(call.bytes(3));
  call.cuda.driver().fillAsync(memory->address() + call.bytes(1), value, call.bytes(2),
                               handleOf(stream));
  return nullptr;
}

}  // namespace

void addCudaMemory(CudaExports& exports) {
  exports.add("allocate", allocate);
  exports.add("allocatePinned", allocatePinned);
  exports.add("detach", detach);
  exports.add("upload", upload);
  exports.add("download", download);
  exports.add("downloadLater", downloadLater);
  exports.add("copy", copy);
  exports.add("fill", fill);
}

}  // namespace kernelscope
