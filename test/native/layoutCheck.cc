// Holds the numbers that the addon reads CUPTI's records by against NVIDIA's own headers. Nothing
// is run: what is wrong does not compile. The newest structure of each kind is named by the build,
// such as -DKERNEL=CUpti_ActivityKernel10.

#include <cuda.h>
#include <cupti.h>

#include <cstddef>

#include "cupti/cuptiApi.h"
#include "cupti/cuptiLayout.h"
#include "driver/driverAttributes.h"
#include "driver/driverInfo.h"

namespace at = kernelscope::cupti::at;
namespace ours = kernelscope::cupti;
namespace driver = kernelscope::driver;

#define FIELD(type, field, place) \
  static_assert(offsetof(type, field) == (place), #type "." #field)
#define WIDTH(type, field, bytes) \
  static_assert(sizeof(type::field) == (bytes), "bytes of " #type "." #field)
#define FITS(type, needed) static_assert(sizeof(type) >= (needed), "bytes of " #type)
#define NUMBER(theirs, mine) \
  static_assert(static_cast<long long>(theirs) == static_cast<long long>(mine), #theirs)

NUMBER(CUPTI_SUCCESS, ours::kSuccess);
NUMBER(CUPTI_ERROR_API_NOT_IMPLEMENTED, ours::kNotImplemented);
NUMBER(CUPTI_ERROR_MAX_LIMIT_REACHED, ours::kMaxLimitReached);
NUMBER(CUPTI_ERROR_NOT_INITIALIZED, ours::kNotInitialized);
NUMBER(CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, ours::kInsufficientPrivileges);
NUMBER(CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, ours::kMultipleSubscribers);
NUMBER(CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES,
       ours::kVirtualizedInsufficientPrivileges);

NUMBER(CUPTI_ACTIVITY_KIND_MEMCPY, ours::kMemcpy);
NUMBER(CUPTI_ACTIVITY_KIND_MEMSET, ours::kMemset);
NUMBER(CUPTI_ACTIVITY_KIND_DRIVER, ours::kDriver);
NUMBER(CUPTI_ACTIVITY_KIND_RUNTIME, ours::kRuntime);
NUMBER(CUPTI_ACTIVITY_KIND_DEVICE, ours::kDevice);
NUMBER(CUPTI_ACTIVITY_KIND_CONTEXT, ours::kContext);
NUMBER(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL, ours::kConcurrentKernel);
NUMBER(CUPTI_ACTIVITY_KIND_MARKER, ours::kMarker);
NUMBER(CUPTI_ACTIVITY_KIND_OVERHEAD, ours::kOverhead);
NUMBER(CUPTI_ACTIVITY_KIND_MEMCPY2, ours::kMemcpyPeer);
NUMBER(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION, ours::kSynchronization);
NUMBER(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION, ours::kExternalCorrelation);
NUMBER(CUPTI_ACTIVITY_KIND_MEMORY2, ours::kMemory);
NUMBER(CUPTI_ACTIVITY_KIND_MEMORY_POOL, ours::kMemoryPool);
NUMBER(CUPTI_ACTIVITY_KIND_GRAPH_TRACE, ours::kGraphTrace);

NUMBER(CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0, ours::kExternalKind);
NUMBER(CUPTI_CB_DOMAIN_DRIVER_API, ours::kDriverDomain);
NUMBER(CUPTI_CB_DOMAIN_RUNTIME_API, ours::kRuntimeDomain);
NUMBER(CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM, ours::kSystemThreadIds);
NUMBER(CUPTI_ACTIVITY_OBJECT_THREAD, ours::kThreadObject);
NUMBER(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED, ours::kForcedFlush);

FIELD(KERNEL, kind, 0);
FIELD(KERNEL, registersPerThread, at::kernel::registers);
WIDTH(KERNEL, registersPerThread, 2);
FIELD(KERNEL, start, at::kernel::start);
FIELD(KERNEL, end, at::kernel::end);
FIELD(KERNEL, deviceId, at::kernel::device);
FIELD(KERNEL, contextId, at::kernel::context);
FIELD(KERNEL, streamId, at::kernel::stream);
FIELD(KERNEL, gridX, at::kernel::gridX);
FIELD(KERNEL, gridY, at::kernel::gridY);
FIELD(KERNEL, gridZ, at::kernel::gridZ);
FIELD(KERNEL, blockX, at::kernel::blockX);
FIELD(KERNEL, blockY, at::kernel::blockY);
FIELD(KERNEL, blockZ, at::kernel::blockZ);
FIELD(KERNEL, staticSharedMemory, at::kernel::staticShared);
FIELD(KERNEL, dynamicSharedMemory, at::kernel::dynamicShared);
FIELD(KERNEL, localMemoryPerThread, at::kernel::localPerThread);
FIELD(KERNEL, correlationId, at::kernel::correlation);
FIELD(KERNEL, name, at::kernel::name);
FIELD(KERNEL, queued, at::kernel::queued);
FIELD(KERNEL, submitted, at::kernel::submitted);
FIELD(KERNEL, sharedMemoryExecuted, at::kernel::sharedExecuted);
FIELD(KERNEL, graphNodeId, at::kernel::graphNode);
WIDTH(KERNEL, graphNodeId, 8);
FIELD(KERNEL, graphId, at::kernel::graph);
FIELD(KERNEL, clusterX, at::kernel::clusterX);
FIELD(KERNEL, clusterY, at::kernel::clusterY);
FIELD(KERNEL, clusterZ, at::kernel::clusterZ);
FIELD(KERNEL, localMemoryTotal_v2, at::kernel::localTotal);
WIDTH(KERNEL, localMemoryTotal_v2, 8);
FITS(KERNEL, at::kernel::kNeeded);

FIELD(MEMCPY, copyKind, at::memcpy::copyKind);
WIDTH(MEMCPY, copyKind, 1);
FIELD(MEMCPY, srcKind, at::memcpy::fromKind);
FIELD(MEMCPY, dstKind, at::memcpy::toKind);
FIELD(MEMCPY, flags, at::memcpy::flags);
WIDTH(MEMCPY, flags, 1);
FIELD(MEMCPY, bytes, at::memcpy::bytes);
FIELD(MEMCPY, start, at::memcpy::start);
FIELD(MEMCPY, end, at::memcpy::end);
FIELD(MEMCPY, deviceId, at::memcpy::device);
FIELD(MEMCPY, contextId, at::memcpy::context);
FIELD(MEMCPY, streamId, at::memcpy::stream);
FIELD(MEMCPY, correlationId, at::memcpy::correlation);
FIELD(MEMCPY, graphNodeId, at::memcpy::graphNode);
FIELD(MEMCPY, graphId, at::memcpy::graph);
FITS(MEMCPY, at::memcpy::kNeeded);

FIELD(MEMCPYPTOP, copyKind, at::memcpyPeer::copyKind);
FIELD(MEMCPYPTOP, srcKind, at::memcpyPeer::fromKind);
FIELD(MEMCPYPTOP, dstKind, at::memcpyPeer::toKind);
FIELD(MEMCPYPTOP, flags, at::memcpyPeer::flags);
FIELD(MEMCPYPTOP, bytes, at::memcpyPeer::bytes);
FIELD(MEMCPYPTOP, start, at::memcpyPeer::start);
FIELD(MEMCPYPTOP, end, at::memcpyPeer::end);
FIELD(MEMCPYPTOP, deviceId, at::memcpyPeer::device);
FIELD(MEMCPYPTOP, contextId, at::memcpyPeer::context);
FIELD(MEMCPYPTOP, streamId, at::memcpyPeer::stream);
FIELD(MEMCPYPTOP, srcDeviceId, at::memcpyPeer::fromDevice);
FIELD(MEMCPYPTOP, dstDeviceId, at::memcpyPeer::toDevice);
FIELD(MEMCPYPTOP, correlationId, at::memcpyPeer::correlation);
FIELD(MEMCPYPTOP, graphNodeId, at::memcpyPeer::graphNode);
FIELD(MEMCPYPTOP, graphId, at::memcpyPeer::graph);
FITS(MEMCPYPTOP, at::memcpyPeer::kNeeded);

FIELD(MEMSET, value, at::memset::value);
FIELD(MEMSET, bytes, at::memset::bytes);
FIELD(MEMSET, start, at::memset::start);
FIELD(MEMSET, end, at::memset::end);
FIELD(MEMSET, deviceId, at::memset::device);
FIELD(MEMSET, contextId, at::memset::context);
FIELD(MEMSET, streamId, at::memset::stream);
FIELD(MEMSET, correlationId, at::memset::correlation);
FIELD(MEMSET, flags, at::memset::flags);
WIDTH(MEMSET, flags, 2);
FIELD(MEMSET, memoryKind, at::memset::memoryKind);
WIDTH(MEMSET, memoryKind, 2);
FIELD(MEMSET, graphNodeId, at::memset::graphNode);
FIELD(MEMSET, graphId, at::memset::graph);
FITS(MEMSET, at::memset::kNeeded);

FIELD(GRAPHTRACE, correlationId, at::graphTrace::correlation);
FIELD(GRAPHTRACE, start, at::graphTrace::start);
FIELD(GRAPHTRACE, end, at::graphTrace::end);
FIELD(GRAPHTRACE, deviceId, at::graphTrace::device);
FIELD(GRAPHTRACE, graphId, at::graphTrace::graph);
FIELD(GRAPHTRACE, contextId, at::graphTrace::context);
FIELD(GRAPHTRACE, streamId, at::graphTrace::stream);
FITS(GRAPHTRACE, at::graphTrace::kNeeded);

FIELD(API, cbid, at::call::callback);
FIELD(API, start, at::call::start);
FIELD(API, end, at::call::end);
FIELD(API, processId, at::call::process);
FIELD(API, threadId, at::call::thread);
FIELD(API, correlationId, at::call::correlation);
FIELD(API, returnValue, at::call::status);
FITS(API, at::call::kNeeded);

FIELD(EXTERNALCORRELATION, externalKind, at::externalCorrelation::kind);
FIELD(EXTERNALCORRELATION, externalId, at::externalCorrelation::id);
FIELD(EXTERNALCORRELATION, correlationId, at::externalCorrelation::correlation);
FITS(EXTERNALCORRELATION, at::externalCorrelation::kNeeded);

FIELD(MARKER, flags, at::marker::flags);
FIELD(MARKER, timestamp, at::marker::timestamp);
FIELD(MARKER, id, at::marker::id);
FIELD(MARKER, objectKind, at::marker::objectKind);
FIELD(MARKER, objectId.pt.processId, at::marker::process);
FIELD(MARKER, objectId.pt.threadId, at::marker::thread);
FIELD(MARKER, name, at::marker::name);
FIELD(MARKER, domain, at::marker::domain);
FITS(MARKER, at::marker::kNeeded);

FIELD(SYNCHRONIZATION, type, at::synchronization::type);
FIELD(SYNCHRONIZATION, start, at::synchronization::start);
FIELD(SYNCHRONIZATION, end, at::synchronization::end);
FIELD(SYNCHRONIZATION, correlationId, at::synchronization::correlation);
FIELD(SYNCHRONIZATION, contextId, at::synchronization::context);
FIELD(SYNCHRONIZATION, streamId, at::synchronization::stream);
FIELD(SYNCHRONIZATION, cudaEventId, at::synchronization::event);
FITS(SYNCHRONIZATION, at::synchronization::kNeeded);

FIELD(OVERHEAD, overheadKind, at::overhead::kind);
FIELD(OVERHEAD, objectKind, at::overhead::objectKind);
FIELD(OVERHEAD, objectId.pt.threadId, at::overhead::thread);
FIELD(OVERHEAD, start, at::overhead::start);
FIELD(OVERHEAD, end, at::overhead::end);
FITS(OVERHEAD, at::overhead::kNeeded);
#ifdef OVERHEAD_HAS_CORRELATION
static_assert(CUPTI_API_VERSION >= ours::kOverheadHasCorrelation, "version of OVERHEAD");
FIELD(OVERHEAD, correlationId, at::overhead::correlation);
FITS(OVERHEAD, at::overhead::kNeededWithCorrelation);
#else
static_assert(CUPTI_API_VERSION < ours::kOverheadHasCorrelation, "version of OVERHEAD");
#endif

FIELD(MEMORY, memoryOperationType, at::memory::operation);
FIELD(MEMORY, memoryKind, at::memory::memoryKind);
FIELD(MEMORY, correlationId, at::memory::correlation);
FIELD(MEMORY, address, at::memory::address);
FIELD(MEMORY, bytes, at::memory::bytes);
FIELD(MEMORY, timestamp, at::memory::timestamp);
FIELD(MEMORY, deviceId, at::memory::device);
FIELD(MEMORY, contextId, at::memory::context);
FIELD(MEMORY, streamId, at::memory::stream);
FITS(MEMORY, at::memory::kNeeded);

FIELD(MEMORYPOOL, memoryPoolOperationType, at::memoryPool::operation);
FIELD(MEMORYPOOL, deviceId, at::memoryPool::device);
FIELD(MEMORYPOOL, address, at::memoryPool::address);
FIELD(MEMORYPOOL, size, at::memoryPool::size);
FIELD(MEMORYPOOL, timestamp, at::memoryPool::timestamp);
FIELD(MEMORYPOOL, utilizedSize, at::memoryPool::utilized);
FITS(MEMORYPOOL, at::memoryPool::kNeeded);

FIELD(DEVICE, globalMemoryBandwidth, at::device::memoryBandwidth);
FIELD(DEVICE, globalMemorySize, at::device::memoryBytes);
FIELD(DEVICE, numMultiprocessors, at::device::multiprocessors);
FIELD(DEVICE, id, at::device::id);
FIELD(DEVICE, name, at::device::name);
FITS(DEVICE, at::device::kNeeded);

FIELD(CONTEXT, contextId, at::context::context);
FIELD(CONTEXT, deviceId, at::context::device);
FIELD(CONTEXT, nullStreamId, at::context::nullStream);
WIDTH(CONTEXT, nullStreamId, 2);
FITS(CONTEXT, at::context::kNeeded);

NUMBER(CU_DEVICE_ATTRIBUTE_WARP_SIZE, driver::kWarpSize);
NUMBER(CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT, driver::kMultiprocessors);
NUMBER(CU_DEVICE_ATTRIBUTE_MEMORY_CLOCK_RATE, driver::kMemoryKilohertz);
NUMBER(CU_DEVICE_ATTRIBUTE_GLOBAL_MEMORY_BUS_WIDTH, driver::kMemoryBusBits);
NUMBER(CU_DEVICE_ATTRIBUTE_L2_CACHE_SIZE, driver::kL2Bytes);
NUMBER(CU_DEVICE_ATTRIBUTE_MAX_THREADS_PER_MULTIPROCESSOR, driver::kMaxThreadsPerMultiprocessor);
NUMBER(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, driver::kComputeMajor);
NUMBER(CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR, driver::kComputeMinor);
NUMBER(CU_DEVICE_ATTRIBUTE_MAX_SHARED_MEMORY_PER_MULTIPROCESSOR,
       driver::kSharedBytesPerMultiprocessor);
NUMBER(CU_DEVICE_ATTRIBUTE_MAX_REGISTERS_PER_MULTIPROCESSOR, driver::kRegistersPerMultiprocessor);
NUMBER(CU_DEVICE_ATTRIBUTE_MAX_BLOCKS_PER_MULTIPROCESSOR, driver::kMaxBlocksPerMultiprocessor);
NUMBER(CU_DEVICE_ATTRIBUTE_RESERVED_SHARED_MEMORY_PER_BLOCK, driver::kReservedSharedBytesPerBlock);

// Calls: as many arguments as NVIDIA's function has, each as wide.

template <class Result, class... Theirs, class... Ours>
constexpr bool isCalledAlike(Result (*)(Theirs...),
                             const kernelscope::LibraryFunction<Ours...>*) {
  if constexpr (sizeof...(Theirs) != sizeof...(Ours)) {
    return false;
  } else {
    return sizeof(Result) == sizeof(int) && ((sizeof(Theirs) == sizeof(Ours)) && ...);
  }
}

#define CALL(theirs, owner, member)                                                          \
  static_assert(isCalledAlike(&theirs, static_cast<decltype(kernelscope::owner::member)*>( \
                                           nullptr)),                                        \
                #theirs)

CALL(cuptiGetVersion, CuptiApi, getVersion);
CALL(cuptiGetTimestamp, CuptiApi, getTimestamp);
CALL(cuptiSubscribe, CuptiApi, subscribe);
CALL(cuptiUnsubscribe, CuptiApi, unsubscribe);
CALL(cuptiSetThreadIdType, CuptiApi, setThreadIdType);
CALL(cuptiActivityRegisterTimestampCallback, CuptiApi, registerTimestamp);
CALL(cuptiActivityRegisterCallbacks, CuptiApi, registerBuffers);
CALL(cuptiActivityEnable, CuptiApi, enable);
CALL(cuptiActivityDisable, CuptiApi, disable);
CALL(cuptiActivityFlushAll, CuptiApi, flushAll);
CALL(cuptiActivityGetNextRecord, CuptiApi, getNextRecord);
CALL(cuptiActivityGetNumDroppedRecords, CuptiApi, getDropped);
CALL(cuptiActivityPushExternalCorrelationId, CuptiApi, pushExternalId);
CALL(cuptiActivityPopExternalCorrelationId, CuptiApi, popExternalId);

CALL(cuInit, DriverInfo, init);
CALL(cuDriverGetVersion, DriverInfo, getVersion);
CALL(cuDeviceGetCount, DriverInfo, getDeviceCount);
CALL(cuDeviceGet, DriverInfo, getDevice);
CALL(cuDeviceGetName, DriverInfo, getName);
CALL(cuDeviceGetUuid, DriverInfo, getPartUuid);
CALL(cuDeviceGetPCIBusId, DriverInfo, getPciBusId);
CALL(cuDeviceTotalMem, DriverInfo, getTotalMemory);
CALL(cuDeviceGetAttribute, DriverInfo, getAttribute);
CALL(cuDevicePrimaryCtxGetState, DriverInfo, getPrimaryState);
CALL(cuDevicePrimaryCtxRetain, DriverInfo, retainPrimary);
CALL(cuDevicePrimaryCtxRelease, DriverInfo, releasePrimary);
CALL(cuCtxPushCurrent, DriverInfo, pushContext);
CALL(cuCtxPopCurrent, DriverInfo, popContext);
CALL(cuCtxSynchronize, DriverInfo, synchronizeContext);
