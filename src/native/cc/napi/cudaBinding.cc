#include <memory>

#include "cuda/cudaCall.h"
#include "napi/bindings.h"

namespace kernelscope {

namespace {

/// Frees what the thread of JavaScript still has, before its context may go.
void endCuda(void* data) {
  const std::unique_ptr<CudaExports> exports(static_cast<CudaExports*>(data));
  exports->cuda()->closeAll();
}

}  // namespace

napi_value cudaBinding(napi_env env) {
  auto* const exports = new CudaExports(env);
  addCudaDevices(*exports);
  addCudaMemory(*exports);
  addCudaStreams(*exports);
  addCudaModules(*exports);
  addCudaGraphs(*exports);
  addCudaCompiler(*exports);
  napi_add_env_cleanup_hook(env, endCuda, exports);
  return exports->object();
}

}  // namespace kernelscope
