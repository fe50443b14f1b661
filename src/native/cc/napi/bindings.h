#pragma once

#include <node_api.h>

// What JavaScript sees, one object for each; the files of `src/native` declare them.

namespace kernelscope {

/// NVTX ranges of this process.
napi_value nvtxBinding(napi_env env);
/// What is here of NVIDIA's libraries, and the recording of what GPUs do.
napi_value gpuBinding(napi_env env);
/// Counters and metrics that are sampled while something is recorded.
napi_value gpuSamplingBinding(napi_env env);
/// Memory of this process that the C library keeps.
napi_value memoryBinding(napi_env env);
/// CUDA for programs.
napi_value cudaBinding(napi_env env);

}  // namespace kernelscope
