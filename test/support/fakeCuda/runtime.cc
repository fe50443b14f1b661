// Calls as a program makes them through CUDA's runtime, which calls the driver. A test reaches them
// by these names through FFI; in records they have those of the runtime.

#include "export.h"
#include "launch.h"

using fake::Api;
using fake::apiCall;
using fake::Call;

FAKE_EXPORT int cuMemAlloc_v2(uint64_t* address, size_t bytes);
FAKE_EXPORT int cuMemFree_v2(uint64_t address);
FAKE_EXPORT int cuMemcpyHtoD_v2(uint64_t to, const void* from, size_t bytes);
FAKE_EXPORT int cuMemcpyDtoH_v2(void* to, uint64_t from, size_t bytes);
FAKE_EXPORT int cuCtxSynchronize();
FAKE_EXPORT int cuInit(unsigned flags);
FAKE_EXPORT int cuCtxGetCurrent(fake::Context** context);
FAKE_EXPORT int cuCtxSetCurrent(fake::Context* context);
FAKE_EXPORT int cuDevicePrimaryCtxRetain(fake::Context** context, int device);
FAKE_EXPORT int cuStreamCreate(fake::Stream** stream, unsigned flags);
FAKE_EXPORT int cuStreamSynchronize(void* stream);
FAKE_EXPORT int cuLaunchKernel(fake::Function* function, unsigned gridX, unsigned gridY,
                               unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                               unsigned sharedBytes, void* stream, void** arguments, void**);

namespace {

/// The runtime makes the first device's primary context current where none is.
int makeContext() {
  fake::Context* context = nullptr;
  if (const int error = cuInit(0)) return error;
  cuCtxGetCurrent(&context);
  if (context != nullptr) return 0;
  if (const int error = cuDevicePrimaryCtxRetain(&context, 0)) return error;
  return cuCtxSetCurrent(context);
}

/// Runtime functions that a program has launch once: by name, as their module never goes.
fake::Function* functionOf(const char* name) {
  static auto* const functions = new std::map<std::string, fake::Function>();
  const std::lock_guard<std::mutex> lock(fake::Machine::instance().mutex());
  fake::Function& function = (*functions)[name];
  function.name = fake::interned(name);
  function.parameters = fake::parametersOfKnown(function.name);
  return &function;
}

template <class Body>
int runtimeCall(const char* name, Body body) {
  const int error = fake::Machine::instance().current() == nullptr ? makeContext() : 0;
  if (error != 0) return error;
  return apiCall(Api::runtime, name, [&](Call&) { return body(); });
}

}  // namespace

/// Launches the kernel of that name with a grid and blocks of one dimension.
FAKE_EXPORT int fakeRuntimeLaunch(const char* kernel, unsigned grid, unsigned block,
                                  unsigned sharedBytes, void* stream, void** arguments) {
  return runtimeCall("cudaLaunchKernel_v7000", [&] {
    return cuLaunchKernel(functionOf(kernel), grid, 1, 1, block, 1, 1, sharedBytes, stream,
                          arguments, nullptr);
  });
}

/// Launches a kernel without arguments so many times.
FAKE_EXPORT int fakeRuntimeLaunchMany(const char* kernel, unsigned times) {
  int error = 0;
  for (unsigned done = 0; done < times && error == 0; done++) {
    error = fakeRuntimeLaunch(kernel, 1, 32, 0, nullptr, nullptr);
  }
  return error;
}

FAKE_EXPORT int fakeRuntimeMalloc(uint64_t* address, size_t bytes) {
  return runtimeCall("cudaMalloc_v3020", [&] { return cuMemAlloc_v2(address, bytes); });
}

FAKE_EXPORT int fakeRuntimeFree(uint64_t address) {
  return runtimeCall("cudaFree_v3020", [&] { return cuMemFree_v2(address); });
}

FAKE_EXPORT int fakeRuntimeCopyToDevice(uint64_t to, const void* from, size_t bytes) {
  return runtimeCall("cudaMemcpy_v3020", [&] { return cuMemcpyHtoD_v2(to, from, bytes); });
}

FAKE_EXPORT int fakeRuntimeCopyToHost(void* to, uint64_t from, size_t bytes) {
  return runtimeCall("cudaMemcpy_v3020", [&] { return cuMemcpyDtoH_v2(to, from, bytes); });
}

FAKE_EXPORT int fakeRuntimeCreateStream(fake::Stream** stream) {
  return runtimeCall("cudaStreamCreate_v3020", [&] { return cuStreamCreate(stream, 0); });
}

FAKE_EXPORT int fakeRuntimeSynchronizeStream(void* stream) {
  return runtimeCall("cudaStreamSynchronize_v3020", [&] { return cuStreamSynchronize(stream); });
}

FAKE_EXPORT int fakeRuntimeSynchronize() {
  return runtimeCall("cudaDeviceSynchronize_v3020", [] { return cuCtxSynchronize(); });
}
