#pragma once

#include <node_api.h>

#include <atomic>
#include <memory>
#include <mutex>

namespace kernelscope {

/// Tells a JavaScript function, on its own thread, that records have arrived: once for many.
class RecordNotice {
 public:
  /// Null where `listener` is no function. It does not keep the process alive.
  static std::shared_ptr<RecordNotice> create(napi_env env, napi_value listener);

  RecordNotice(const RecordNotice&) = delete;
  RecordNotice& operator=(const RecordNotice&) = delete;

  /// May be called on any thread, and after the environment has ended.
  void notify();
  /// The function is not called any more. For the thread of the environment; safe to call twice.
  void close();

 private:
  RecordNotice() = default;
  static void call(napi_env env, napi_value listener, void* notice, void* data);
  static void finalize(napi_env env, void* owner, void* hint);

  /// Held while `function_` is used, as Node destroys it when the environment ends.
  std::mutex mutex_;
  napi_threadsafe_function function_ = nullptr;
  std::atomic<bool> isPending_{false};
};

}  // namespace kernelscope
