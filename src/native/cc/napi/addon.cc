#include <node_api.h>

#include "common/napiValues.h"
#include "napi/bindings.h"

NAPI_MODULE_INIT() {
  namespace js = kernelscope::js;
  js::set(env, exports, "nvtx", kernelscope::nvtxBinding(env));
  js::set(env, exports, "gpu", kernelscope::gpuBinding(env));
  js::set(env, exports, "gpuSampling", kernelscope::gpuSamplingBinding(env));
  js::set(env, exports, "cuda", kernelscope::cudaBinding(env));
  js::set(env, exports, "memory", kernelscope::memoryBinding(env));
  return exports;
}
