#pragma once

#include <node_api.h>

#include <cstdint>
#include <string>

namespace kernelscope {

/// A call of one of NVIDIA's libraries that failed.
struct CallFailure {
  std::string call;
  /// What it returned.
  uint32_t code = 0;
  /// What the library calls the number; empty where it does not say.
  std::string name;
};

/// As `GpuFailure` of `src/native/gpuFailure.ts`.
napi_value callFailureValue(napi_env env, const CallFailure& failure);

}  // namespace kernelscope
