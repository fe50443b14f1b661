#pragma once

#include <node_api.h>

#include <deque>
#include <limits>
#include <memory>

#include "common/napiValues.h"
#include "cuda/cudaEnvironment.h"

namespace kernelscope {

/// One call of JavaScript. What it throws of `CudaFailure` and `CudaRefused` becomes an error of
/// JavaScript; nothing is thrown beyond that.
struct CudaCall {
  napi_env env;
  js::Arguments arguments;
  CudaEnvironment& cuda;

  /// A number of a thing, as an argument.
  CudaEnvironment::Id id(size_t index) const { return whole<CudaEnvironment::Id>(index); }
  int device(size_t index) const { return whole<int>(index); }
  size_t bytes(size_t index) const { return whole<size_t>(index); }
  /// The stream of that number; null, for the default stream, where 0 is given.
  std::shared_ptr<CudaStream> stream(size_t index) const;

 private:
  /// @throws CudaRefused for a number that the type does not have.
  template <class Whole>
  Whole whole(size_t index) const {
    const double number = js::numberOf(env, arguments[index]);
    const bool fits = number >= 0 && number < double(std::numeric_limits<Whole>::max());
    if (!fits) throw CudaRefused{CudaRefusal::disposed};
    return static_cast<Whole>(number);
  }
};

inline CudaStreamHandle handleOf(const std::shared_ptr<CudaStream>& stream) {
  return stream == nullptr ? nullptr : stream->handle();
}

/// Bytes of a typed array or an ArrayBuffer, for the time of a call; null data for anything else.
struct HostBytes {
  HostBytes(napi_env env, napi_value value);
  void* data = nullptr;
  size_t size = 0;

 private:
  static size_t elementBytes(napi_typedarray_type type);
};

using CudaHandler = napi_value (*)(const CudaCall& call);

/// The object of functions that one JavaScript thread gets, and what they share. It lives until the
/// thread ends.
class CudaExports {
 public:
  explicit CudaExports(napi_env env);

  /// Adds a function of that name.
  void add(const char* name, CudaHandler handler);
  napi_value object() const { return object_; }
  const std::shared_ptr<CudaEnvironment>& cuda() const { return cuda_; }

 private:
  struct Function {
    CudaHandler handler;
    CudaEnvironment& cuda;
  };
  static napi_value enter(napi_env env, napi_callback_info info);
  static napi_value run(const Function& function, const CudaCall& call);

  napi_env env_;
  napi_value object_;
  std::shared_ptr<CudaEnvironment> cuda_;
  std::deque<Function> functions_;
};

/// The error of JavaScript for a call that failed.
napi_value cudaErrorOf(napi_env env, const CudaFailure& failure);
/// The error of JavaScript for a call that was not made.
napi_value cudaErrorOf(napi_env env, const CudaRefused& refused);

// The functions, file by file.
void addCudaDevices(CudaExports& exports);
void addCudaMemory(CudaExports& exports);
void addCudaStreams(CudaExports& exports);
void addCudaModules(CudaExports& exports);
void addCudaGraphs(CudaExports& exports);
void addCudaCompiler(CudaExports& exports);

}  // namespace kernelscope
