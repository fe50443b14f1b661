#include "common/recordNotice.h"

#include "common/napiValues.h"

namespace kernelscope {

std::shared_ptr<RecordNotice> RecordNotice::create(napi_env env, napi_value listener) {
  napi_valuetype type = napi_undefined;
  if (listener == nullptr || napi_typeof(env, listener, &type) != napi_ok) return nullptr;
  if (type != napi_function) return nullptr;
  std::shared_ptr<RecordNotice> notice(new RecordNotice());
  auto* const owner = new std::shared_ptr<RecordNotice>(notice);
  const napi_status status = napi_create_threadsafe_function(
      env, listener, nullptr, js::text(env, "kernelscope.onRecords"), 0, 1, owner, finalize,
      notice.get(), call, &notice->function_);
  if (status != napi_ok) {
    delete owner;
    return nullptr;
  }
  napi_unref_threadsafe_function(env, notice->function_);
  return notice;
}

void RecordNotice::notify() {
  if (isPending_.exchange(true)) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  if (function_ == nullptr) return;
  const napi_status status =
      napi_call_threadsafe_function(function_, nullptr, napi_tsfn_nonblocking);
  // Whoever is told that it closes must not use it again.
  if (status == napi_closing) function_ = nullptr;
}

void RecordNotice::close() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (function_ != nullptr) napi_release_threadsafe_function(function_, napi_tsfn_abort);
  function_ = nullptr;
}

void RecordNotice::call(napi_env env, napi_value listener, void* notice, void*) {
  // Node empties the queue once more when the environment ends, after the notice was let go.
  if (env == nullptr || listener == nullptr) return;
  static_cast<RecordNotice*>(notice)->isPending_ = false;
  napi_call_function(env, js::undefined(env), listener, 0, nullptr, nullptr);
}

void RecordNotice::finalize(napi_env, void* owner, void*) {
  auto* const notice = static_cast<std::shared_ptr<RecordNotice>*>(owner);
  {
    const std::lock_guard<std::mutex> lock((*notice)->mutex_);
    (*notice)->function_ = nullptr;
  }
  delete notice;
}

}  // namespace kernelscope
