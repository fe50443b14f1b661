// An oracle: writes a recorded stream (test/support/fakeCuda/recordedStreams.md) through the
// structures of NVIDIA's own headers, and, as JSON, the values that it put into them. The newest
// structure of each kind is named by the build: -DKERNEL=CUpti_ActivityKernel10 and so on.
//
// Usage: nvidiaStructs STREAM > VALUES

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include "oracleStream.h"

namespace {

using oracle::blank;
using oracle::kOrigin;
using oracle::Row;
using oracle::Text;
using oracle::write;

/// What records of all work have in common.
template <class T>
void fillWork(T& record, Row& row, uint32_t seed) {
  record.start = kOrigin + seed * 1000;
  record.end = kOrigin + seed * 1000 + 777;
  record.deviceId = seed % 8;
  record.contextId = seed + 1;
  record.streamId = seed + 2;
  record.correlationId = seed + 3;
  row.isTime("start", record.start).isTime("end", record.end);
  row.is("device", record.deviceId).is("context", record.contextId);
  row.is("stream", record.streamId).is("correlation", record.correlationId);
}

template <class T>
void fillGraph(T& record, Row& row, uint32_t seed) {
  record.graphId = seed + 4;
  record.graphNodeId = (uint64_t{seed} << 32) + 9'007'199'254'740'993;
  row.is("graph", record.graphId).isExactly("graphNode", record.graphNodeId);
}

void fillShape(KERNEL& record, Row& row, int32_t seed) {
  record.gridX = 2'000'000'000;
  record.gridY = seed + 11;
  record.gridZ = seed + 12;
  record.blockX = seed + 13;
  record.blockY = seed + 14;
  record.blockZ = seed + 15;
  row.is("gridX", record.gridX).is("gridY", record.gridY).is("gridZ", record.gridZ);
  row.is("blockX", record.blockX).is("blockY", record.blockY).is("blockZ", record.blockZ);
}

void writeKernel(uint32_t seed, const char* name) {
  auto record = blank<KERNEL>(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
  Row row("kernels");
  fillWork(record, row, seed);
  fillGraph(record, row, seed);
  record.queued = kOrigin + seed * 1000 - 500;
  record.submitted = kOrigin + seed * 1000 - 300;
  fillShape(record, row, static_cast<int32_t>(seed));
  record.clusterX = seed + 16;
  record.clusterY = seed + 17;
  record.clusterZ = seed + 18;
  record.registersPerThread = static_cast<uint16_t>(seed + 19);
  record.staticSharedMemory = static_cast<int32_t>(seed) + 20;
  record.dynamicSharedMemory = static_cast<int32_t>(seed) + 21;
  record.sharedMemoryExecuted = seed + 22;
  record.localMemoryPerThread = seed + 23;
  record.localMemoryTotal_v2 = (uint64_t{1} << 40) + seed;
  record.name = name;
  write(record, {{offsetof(KERNEL, name), name}});
  row.isTime("queued", record.queued).isTime("submitted", record.submitted);
  row.is("clusterX", record.clusterX).is("clusterY", record.clusterY);
  row.is("clusterZ", record.clusterZ).is("registers", record.registersPerThread);
  row.is("staticShared", record.staticSharedMemory).is("dynamicShared", record.dynamicSharedMemory);
  row.is("sharedExecuted", record.sharedMemoryExecuted);
  row.is("localPerThread", record.localMemoryPerThread);
  row.is("localTotal", record.localMemoryTotal_v2).isText("name", name);
}

void writeMemcpy(uint32_t seed) {
  auto record = blank<MEMCPY>(CUPTI_ACTIVITY_KIND_MEMCPY);
  Row row("copies");
  fillWork(record, row, seed);
  fillGraph(record, row, seed);
  record.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_DTOH;
  record.srcKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  record.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_PINNED;
  record.flags = CUPTI_ACTIVITY_FLAG_MEMCPY_ASYNC;
  record.bytes = (uint64_t{1} << 33) + seed;
  write(record);
  row.is("bytes", record.bytes).is("copyKind", record.copyKind).is("fromKind", record.srcKind);
  row.is("toKind", record.dstKind).is("flags", record.flags);
  row.is("fromDevice", record.deviceId).is("toDevice", record.deviceId);
}

void writePeerCopy(uint32_t seed) {
  auto record = blank<MEMCPYPTOP>(CUPTI_ACTIVITY_KIND_MEMCPY2);
  Row row("peerCopies");
  fillWork(record, row, seed);
  fillGraph(record, row, seed);
  record.copyKind = CUPTI_ACTIVITY_MEMCPY_KIND_PTOP;
  record.srcKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  record.dstKind = CUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
  record.flags = 0;
  record.bytes = seed + 30;
  record.srcDeviceId = seed % 3;
  record.dstDeviceId = seed % 3 + 5;
  write(record);
  row.is("bytes", record.bytes).is("copyKind", record.copyKind).is("fromKind", record.srcKind);
  row.is("toKind", record.dstKind).is("flags", record.flags);
  row.is("fromDevice", record.srcDeviceId).is("toDevice", record.dstDeviceId);
}

void writeMemset(uint32_t seed) {
  auto record = blank<MEMSET>(CUPTI_ACTIVITY_KIND_MEMSET);
  Row row("fills");
  fillWork(record, row, seed);
  fillGraph(record, row, seed);
  record.value = 0xFEDCBA98;
  record.bytes = seed + 31;
  record.flags = CUPTI_ACTIVITY_FLAG_MEMSET_ASYNC;
  record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_DEVICE;
  write(record);
  row.is("bytes", record.bytes).is("value", record.value).is("copyKind", 0);
  row.is("toKind", record.memoryKind).is("flags", record.flags);
}

void writeGraph(uint32_t seed) {
  auto record = blank<GRAPHTRACE>(CUPTI_ACTIVITY_KIND_GRAPH_TRACE);
  Row row("graphs");
  fillWork(record, row, seed);
  record.graphId = seed + 32;
  write(record);
  row.is("graph", record.graphId).isExactly("graphNode", 0);
}

void writeCall(uint32_t seed, CUpti_ActivityKind kind, uint32_t callback, const char* name) {
  auto record = blank<CUpti_ActivityAPI>(kind);
  const bool isDriver = kind == CUPTI_ACTIVITY_KIND_DRIVER;
  Row row("calls");
  record.cbid = callback;
  record.start = kOrigin + seed * 1000 - 900;
  record.end = kOrigin + seed * 1000 - 100;
  record.processId = seed + 40;
  record.threadId = seed + 41;
  record.correlationId = seed + 3;
  record.returnValue = isDriver ? 700 : 0;
  write(record);
  row.isTime("start", record.start).isTime("end", record.end);
  row.is("process", record.processId).is("thread", record.threadId);
  row.is("correlation", record.correlationId).is("status", record.returnValue);
  row.is("isDriver", isDriver).isText("name", name);
}

void writeExternalId(uint32_t seed) {
  auto record = blank<CUpti_ActivityExternalCorrelation>(CUPTI_ACTIVITY_KIND_EXTERNAL_CORRELATION);
  record.externalKind = CUPTI_EXTERNAL_CORRELATION_KIND_CUSTOM0;
  record.externalId = (uint64_t{1} << 52) + seed;
  record.correlationId = seed + 3;
  write(record);
  Row("externalIds").is("correlation", record.correlationId).is("id", record.externalId);
}

void writeMarker(uint32_t seed, CUpti_ActivityFlag flags, const char* name, const char* domain) {
  auto record = blank<MARKER>(CUPTI_ACTIVITY_KIND_MARKER);
  record.flags = flags;
  record.timestamp = kOrigin + seed * 1000;
  record.id = seed + 50;
  record.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
  record.objectId.pt.processId = seed + 51;
  record.objectId.pt.threadId = seed + 52;
  record.name = nullptr;
  record.domain = nullptr;
  std::vector<Text> texts;
  if (name != nullptr) texts.push_back({offsetof(MARKER, name), name});
  if (domain != nullptr) texts.push_back({offsetof(MARKER, domain), domain});
  write(record, texts);
  Row row("markers");
  row.isTime("time", record.timestamp).is("id", record.id).is("flags", record.flags);
  row.is("process", record.objectId.pt.processId).is("thread", record.objectId.pt.threadId);
  row.isText("name", name == nullptr ? "" : name);
  row.isText("domain", domain == nullptr ? "" : domain);
}

void writeSynchronization(uint32_t seed) {
  auto record = blank<SYNCHRONIZATION>(CUPTI_ACTIVITY_KIND_SYNCHRONIZATION);
  record.type = CUPTI_ACTIVITY_SYNCHRONIZATION_TYPE_STREAM_SYNCHRONIZE;
  record.start = kOrigin + seed * 1000;
  record.end = kOrigin + seed * 1000 + 60;
  record.correlationId = seed + 61;
  record.contextId = seed + 62;
  record.streamId = CUPTI_SYNCHRONIZATION_INVALID_VALUE;
  record.cudaEventId = seed + 63;
  write(record);
  Row row("synchronizations");
  row.isTime("start", record.start).isTime("end", record.end).is("type", record.type);
  row.is("correlation", record.correlationId).is("context", record.contextId);
  row.is("stream", record.streamId).is("event", record.cudaEventId);
}

void writeOverhead(uint32_t seed) {
  auto record = blank<OVERHEAD>(CUPTI_ACTIVITY_KIND_OVERHEAD);
  record.overheadKind = CUPTI_ACTIVITY_OVERHEAD_CUPTI_BUFFER_FLUSH;
  record.objectKind = CUPTI_ACTIVITY_OBJECT_THREAD;
  record.objectId.pt.processId = seed + 70;
  record.objectId.pt.threadId = seed + 71;
  record.start = kOrigin + seed * 1000;
  record.end = kOrigin + seed * 1000 + 72;
  Row row("overheads");
#ifdef OVERHEAD_HAS_CORRELATION
  record.correlationId = seed + 73;
  row.is("correlation", record.correlationId);
#else
  row.is("correlation", 0);
#endif
  write(record);
  row.isTime("start", record.start).isTime("end", record.end).is("kind", record.overheadKind);
  row.is("thread", record.objectId.pt.threadId);
}

void writeMemory(uint32_t seed) {
  auto record = blank<MEMORY>(CUPTI_ACTIVITY_KIND_MEMORY2);
  record.memoryOperationType = CUPTI_ACTIVITY_MEMORY_OPERATION_TYPE_RELEASE;
  record.memoryKind = CUPTI_ACTIVITY_MEMORY_KIND_MANAGED;
  record.correlationId = seed + 80;
  record.address = 0xFFFF'7F00'0000'0000 + seed;
  record.bytes = (uint64_t{1} << 36) + seed;
  record.timestamp = kOrigin + seed * 1000;
  record.deviceId = seed + 81;
  record.contextId = seed + 82;
  record.streamId = seed + 83;
  write(record);
  Row row("memory");
  row.isTime("time", record.timestamp).is("operation", record.memoryOperationType);
  row.is("memoryKind", record.memoryKind).isExactly("address", record.address);
  row.is("bytes", record.bytes).is("device", record.deviceId).is("context", record.contextId);
  row.is("stream", record.streamId).is("correlation", record.correlationId);
}

void writeMemoryPool(uint32_t seed) {
  auto record = blank<MEMORYPOOL>(CUPTI_ACTIVITY_KIND_MEMORY_POOL);
  record.memoryPoolOperationType = CUPTI_ACTIVITY_MEMORY_POOL_OPERATION_TYPE_TRIMMED;
  record.deviceId = seed + 90;
  record.address = 0xFFFF'7F00'0000'0000 + seed;
  record.size = (uint64_t{1} << 37) + seed;
  record.utilizedSize = (uint64_t{1} << 34) + seed;
  record.timestamp = kOrigin + seed * 1000;
  write(record);
  Row row("memoryPools");
  row.isTime("time", record.timestamp).is("operation", record.memoryPoolOperationType);
  row.isExactly("address", record.address).is("device", record.deviceId);
  row.is("size", record.size).is("utilized", record.utilizedSize);
}

}  // namespace

int main(int, char** arguments) {
  oracle::stream = std::fopen(arguments[1], "wb");
  if (oracle::stream == nullptr) return 1;
  std::fwrite("KSGPUREC", 1, 8, oracle::stream);
  oracle::put(uint32_t{1});
  oracle::put(static_cast<uint32_t>(CUPTI_API_VERSION));
  oracle::put(kOrigin);
  oracle::writeName(CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel, "cuLaunchKernel");
  // A number that only this stream has a name for.
  oracle::writeName(CUPTI_CB_DOMAIN_RUNTIME_API, 9999, "cudaOfTomorrow_v99000");
  for (uint32_t seed = 100; seed < 400; seed += 100) {
    writeCall(seed, CUPTI_ACTIVITY_KIND_RUNTIME, 9999, "cudaOfTomorrow_v99000");
    writeCall(seed, CUPTI_ACTIVITY_KIND_DRIVER, CUPTI_DRIVER_TRACE_CBID_cuLaunchKernel,
              "cuLaunchKernel");
    writeKernel(seed, seed == 100 ? "_Z4gemmPfS_i" : "void softmax<float, 4>(float*)");
    writeMemcpy(seed + 10);
    writePeerCopy(seed + 20);
    writeMemset(seed + 30);
    writeGraph(seed + 40);
    writeExternalId(seed);
    writeMarker(seed + 50, CUPTI_ACTIVITY_FLAG_MARKER_START, "step 漢字", "kernelscope");
    writeMarker(seed + 50, CUPTI_ACTIVITY_FLAG_MARKER_END, nullptr, nullptr);
    writeSynchronization(seed + 60);
    writeOverhead(seed + 70);
    writeMemory(seed + 80);
    writeMemoryPool(seed + 90);
  }
  std::printf("\n]\n");
  return std::fclose(oracle::stream);
}
