// Compiled against NVIDIA's headers: what the addon declares of the driver is what these declare.

#include <cuda.h>

#include <type_traits>

#include "driver/cudaDriver.h"

namespace {

/// Two types that a call passes alike: pointers for pointers, and whole numbers of one size.
template <class A, class B>
constexpr bool areAlike() {
  if (std::is_pointer_v<A> || std::is_pointer_v<B>) {
    return std::is_pointer_v<A> && std::is_pointer_v<B>;
  }
  constexpr bool areWhole = (std::is_integral_v<A> || std::is_enum_v<A>) &&
                            (std::is_integral_v<B> || std::is_enum_v<B>);
  return areWhole && sizeof(A) == sizeof(B);
}

template <class Own, class Theirs>
struct Same : std::false_type {};

template <class... A, class... B>
struct Same<const kernelscope::DriverFunction<A...>, CUresult (*)(B...)> {
  static constexpr bool check() {
    if constexpr (sizeof...(A) != sizeof...(B)) {
      return false;
    } else {
      return (areAlike<A, B>() && ...);
    }
  }
  static constexpr bool value = check();
};

using Driver = kernelscope::CudaDriver;

#define SAME(member, function) \
  static_assert(Same<decltype(Driver::member), decltype(&function)>::value, #function)

SAME(getErrorName, cuGetErrorName);
SAME(getErrorString, cuGetErrorString);
SAME(init, cuInit);
SAME(driverGetVersion, cuDriverGetVersion);
SAME(deviceGetCount, cuDeviceGetCount);
SAME(deviceGet, cuDeviceGet);
SAME(deviceGetName, cuDeviceGetName);
SAME(deviceTotalMem, cuDeviceTotalMem);
SAME(deviceGetAttribute, cuDeviceGetAttribute);
SAME(primaryRetain, cuDevicePrimaryCtxRetain);
SAME(primaryRelease, cuDevicePrimaryCtxRelease);
SAME(primaryReset, cuDevicePrimaryCtxReset);
SAME(setCurrent, cuCtxSetCurrent);
SAME(synchronize, cuCtxSynchronize);
SAME(memGetInfo, cuMemGetInfo);
SAME(memAlloc, cuMemAlloc);
SAME(memFree, cuMemFree);
SAME(hostRegister, cuMemHostRegister);
SAME(hostUnregister, cuMemHostUnregister);
SAME(upload, cuMemcpyHtoD);
SAME(uploadAsync, cuMemcpyHtoDAsync);
SAME(download, cuMemcpyDtoH);
SAME(downloadAsync, cuMemcpyDtoHAsync);
SAME(copyAsync, cuMemcpyDtoDAsync);
SAME(copyPeerAsync, cuMemcpyPeerAsync);
SAME(fillAsync, cuMemsetD8Async);
SAME(streamCreate, cuStreamCreate);
SAME(streamDestroy, cuStreamDestroy);
SAME(streamSynchronize, cuStreamSynchronize);
SAME(streamQuery, cuStreamQuery);
SAME(streamWaitEvent, cuStreamWaitEvent);
SAME(eventCreate, cuEventCreate);
SAME(eventRecord, cuEventRecord);
SAME(eventSynchronize, cuEventSynchronize);
SAME(eventElapsedTime, cuEventElapsedTime);
SAME(eventDestroy, cuEventDestroy);
SAME(moduleLoadData, cuModuleLoadData);
SAME(moduleUnload, cuModuleUnload);
SAME(moduleGetFunction, cuModuleGetFunction);
SAME(funcGetAttribute, cuFuncGetAttribute);
SAME(funcSetAttribute, cuFuncSetAttribute);
SAME(funcGetParamInfo, cuFuncGetParamInfo);
SAME(launchKernel, cuLaunchKernel);
SAME(beginCapture, cuStreamBeginCapture);
SAME(endCapture, cuStreamEndCapture);
SAME(graphGetNodes, cuGraphGetNodes);
SAME(graphInstantiate, cuGraphInstantiateWithFlags);
SAME(graphLaunch, cuGraphLaunch);
SAME(graphDestroy, cuGraphDestroy);
SAME(graphExecDestroy, cuGraphExecDestroy);

}  // namespace
