#include "cuda/cudaWork.h"

#include <utility>

namespace kernelscope {

namespace {

struct Begun {
  CudaWork work;
  int code = 0;
  napi_deferred promise = nullptr;
  napi_async_work handle = nullptr;
};

void execute(napi_env, void* data) {
  Begun& begun = *static_cast<Begun*>(data);
  try {
    // The thread is shared with other work, and what it had last may have been reset since.
    CudaProcess::forgetCurrent();
    CudaProcess::instance().makeCurrent(begun.work.place.context);
    begun.code = begun.work.run();
  } catch (const CudaFailure& failure) {
    begun.code = failure.code;
  }
}

void complete(napi_env env, napi_status status, void* data) {
  const std::unique_ptr<Begun> begun(static_cast<Begun*>(data));
  napi_delete_async_work(env, begun->handle);
  if (status == napi_cancelled) return;
  const CudaWork& work = begun->work;
  if (begun->code != cudaError::kSuccess) {
    work.place.primary().note(begun->code);
    napi_reject_deferred(env, begun->promise, cudaErrorOf(env, {work.call, begun->code}));
    return;
  }
  const napi_value result = work.result ? work.result(env) : js::undefined(env);
  napi_resolve_deferred(env, begun->promise, result);
}

}  // namespace

napi_value beginCudaWork(napi_env env, CudaWork work) {
  auto begun = std::make_unique<Begun>();
  begun->work = std::move(work);
  napi_value promise = nullptr;
  const napi_value name = js::text(env, "kernelscope.cuda");
  if (napi_create_promise(env, &begun->promise, &promise) != napi_ok ||
      napi_create_async_work(env, nullptr, name, execute, complete, begun.get(),
                             &begun->handle) != napi_ok ||
      napi_queue_async_work(env, begun->handle) != napi_ok) {
    return js::fail(env, "CUDA_INTERNAL", "The thread is ending.");
  }
  begun.release();
  return promise;
}

}  // namespace kernelscope
