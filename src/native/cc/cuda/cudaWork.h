#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cuda/cudaCall.h"

namespace kernelscope {

/// A call that waits for a device, made by another thread than that of JavaScript.
struct CudaWork {
  /// What errors name.
  std::string call;
  CudaPlace place;
  /// What has to live until the call has returned.
  std::vector<std::shared_ptr<CudaResource>> used;
  /// The call, with the context current; what it returns.
  std::function<int()> run;
  /// What the promise is kept with; undefined unless given.
  std::function<napi_value(napi_env)> result;
};

/// Begins the work; a promise of its end.
napi_value beginCudaWork(napi_env env, CudaWork work);

}  // namespace kernelscope
