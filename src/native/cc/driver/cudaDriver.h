#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/library.h"

namespace kernelscope {

/// A call of NVIDIA's driver that returned something else than success.
struct CudaFailure {
  std::string call;
  int code = 0;
};

/// Errors of the driver that are told apart here, by its numbers.
namespace cudaError {
constexpr int kSuccess = 0;
constexpr int kInvalidValue = 1;
constexpr int kInvalidContext = 201;
constexpr int kNotFound = 500;
constexpr int kNotReady = 600;
}  // namespace cudaError

/// Whether every later call in the same context fails as well, until that is reset.
bool losesContext(int code);

/// A function of the driver. What an older driver does not have fails as a name that is not found.
template <class... Parameters>
class DriverFunction {
 public:
  DriverFunction(const Library& library, const char* symbol)
      : symbol_(symbol), function_(library.symbol<int (*)(Parameters...)>(symbol)) {}

  bool exists() const { return function_ != nullptr; }

  /// What the function returns.
  int attempt(Parameters... parameters) const {
    return function_ == nullptr ? cudaError::kNotFound : function_(parameters...);
  }

  /// @throws CudaFailure
  void operator()(Parameters... parameters) const {
    const int code = attempt(parameters...);
    if (code != cudaError::kSuccess) throw CudaFailure{name(), code};
  }

  /// The name as manuals have it: without the version of the symbol.
  std::string name() const {
    const std::string symbol(symbol_);
    const size_t version = symbol.rfind("_v");
    return version == std::string::npos ? symbol : symbol.substr(0, version);
  }

 private:
  const char* symbol_;
  int (*function_)(Parameters...);
};

// Handles of the driver, as it declares them: pointers to what it alone knows.
using CudaContext = void*;
using CudaStreamHandle = void*;
using CudaEventHandle = void*;
using CudaModuleHandle = void*;
using CudaFunctionHandle = void*;
using CudaGraphHandle = void*;
using CudaAddress = uint64_t;

/// The functions of `libcuda.so.1` that programs use here.
class CudaDriver {
 public:
  explicit CudaDriver(const Library& library) : library_(library) {}

  /// Such as `CUDA_ERROR_ILLEGAL_ADDRESS`; empty for a number without a name.
  std::string nameOf(int code) const { return textOf(getErrorName, code); }
  /// What the driver says of the number.
  std::string descriptionOf(int code) const { return textOf(getErrorString, code); }

 private:
  using ErrorText = DriverFunction<int, const char**>;
  static std::string textOf(const ErrorText& function, int code);
  const Library& library_;

 public:
  template <class... Parameters>
  using Function = DriverFunction<Parameters...>;

  const ErrorText getErrorName{library_, "cuGetErrorName"};
  const ErrorText getErrorString{library_, "cuGetErrorString"};
  const Function<unsigned> init{library_, "cuInit"};
  const Function<int*> driverGetVersion{library_, "cuDriverGetVersion"};

  const Function<int*> deviceGetCount{library_, "cuDeviceGetCount"};
  const Function<int*, int> deviceGet{library_, "cuDeviceGet"};
  const Function<char*, int, int> deviceGetName{library_, "cuDeviceGetName"};
  const Function<size_t*, int> deviceTotalMem{library_, "cuDeviceTotalMem_v2"};
  const Function<int*, int, int> deviceGetAttribute{library_, "cuDeviceGetAttribute"};

  const Function<CudaContext*, int> primaryRetain{library_, "cuDevicePrimaryCtxRetain"};
  const Function<int> primaryRelease{library_, "cuDevicePrimaryCtxRelease_v2"};
  const Function<int> primaryReset{library_, "cuDevicePrimaryCtxReset_v2"};
  const Function<CudaContext> setCurrent{library_, "cuCtxSetCurrent"};
  const Function<> synchronize{library_, "cuCtxSynchronize"};

  const Function<size_t*, size_t*> memGetInfo{library_, "cuMemGetInfo_v2"};
  const Function<CudaAddress*, size_t> memAlloc{library_, "cuMemAlloc_v2"};
  const Function<CudaAddress> memFree{library_, "cuMemFree_v2"};
  const Function<void*, size_t, unsigned> hostRegister{library_, "cuMemHostRegister_v2"};
  const Function<void*> hostUnregister{library_, "cuMemHostUnregister"};
  const Function<CudaAddress, const void*, size_t> upload{library_, "cuMemcpyHtoD_v2"};
  const Function<CudaAddress, const void*, size_t, CudaStreamHandle> uploadAsync{
      library_, "cuMemcpyHtoDAsync_v2"};
  const Function<void*, CudaAddress, size_t> download{library_, "cuMemcpyDtoH_v2"};
  const Function<void*, CudaAddress, size_t, CudaStreamHandle> downloadAsync{
      library_, "cuMemcpyDtoHAsync_v2"};
  const Function<CudaAddress, CudaAddress, size_t, CudaStreamHandle> copyAsync{
      library_, "cuMemcpyDtoDAsync_v2"};
  const Function<CudaAddress, CudaContext, CudaAddress, CudaContext, size_t, CudaStreamHandle>
      copyPeerAsync{library_, "cuMemcpyPeerAsync"};
  const Function<CudaAddress, unsigned char, size_t, CudaStreamHandle> fillAsync{
      library_, "cuMemsetD8Async"};

  const Function<CudaStreamHandle*, unsigned> streamCreate{library_, "cuStreamCreate"};
  const Function<CudaStreamHandle> streamDestroy{library_, "cuStreamDestroy_v2"};
  const Function<CudaStreamHandle> streamSynchronize{library_, "cuStreamSynchronize"};
  const Function<CudaStreamHandle> streamQuery{library_, "cuStreamQuery"};
  const Function<CudaStreamHandle, CudaEventHandle, unsigned> streamWaitEvent{
      library_, "cuStreamWaitEvent"};
  const Function<CudaEventHandle*, unsigned> eventCreate{library_, "cuEventCreate"};
  const Function<CudaEventHandle, CudaStreamHandle> eventRecord{library_, "cuEventRecord"};
  const Function<CudaEventHandle> eventSynchronize{library_, "cuEventSynchronize"};
  const Function<float*, CudaEventHandle, CudaEventHandle> eventElapsedTime{
      library_, "cuEventElapsedTime"};
  const Function<CudaEventHandle> eventDestroy{library_, "cuEventDestroy_v2"};

  const Function<CudaModuleHandle*, const void*> moduleLoadData{library_, "cuModuleLoadData"};
  const Function<CudaModuleHandle> moduleUnload{library_, "cuModuleUnload"};
  const Function<CudaFunctionHandle*, CudaModuleHandle, const char*> moduleGetFunction{
      library_, "cuModuleGetFunction"};
  const Function<int*, int, CudaFunctionHandle> funcGetAttribute{library_, "cuFuncGetAttribute"};
  const Function<CudaFunctionHandle, int, int> funcSetAttribute{library_, "cuFuncSetAttribute"};
  /// Of drivers for CUDA 12.4 and later.
  const Function<CudaFunctionHandle, size_t, size_t*, size_t*> funcGetParamInfo{
      library_, "cuFuncGetParamInfo"};
  const Function<CudaFunctionHandle, unsigned, unsigned, unsigned, unsigned, unsigned, unsigned,
                 unsigned, CudaStreamHandle, void**, void**>
      launchKernel{library_, "cuLaunchKernel"};

  const Function<CudaStreamHandle, int> beginCapture{library_, "cuStreamBeginCapture_v2"};
  const Function<CudaStreamHandle, CudaGraphHandle*> endCapture{library_, "cuStreamEndCapture"};
  const Function<CudaGraphHandle, void*, size_t*> graphGetNodes{library_, "cuGraphGetNodes"};
  const Function<CudaGraphHandle*, CudaGraphHandle, unsigned long long> graphInstantiate{
      library_, "cuGraphInstantiateWithFlags"};
  const Function<CudaGraphHandle, CudaStreamHandle> graphLaunch{library_, "cuGraphLaunch"};
  const Function<CudaGraphHandle> graphDestroy{library_, "cuGraphDestroy"};
  const Function<CudaGraphHandle> graphExecDestroy{library_, "cuGraphExecDestroy"};

  const Function<> profilerStart{library_, "cuProfilerStart"};
  const Function<> profilerStop{library_, "cuProfilerStop"};
};

}  // namespace kernelscope
