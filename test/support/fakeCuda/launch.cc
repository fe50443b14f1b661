#include "launch.h"

#include <utility>

#include "export.h"
#include "graphs.h"

namespace fake {
namespace {

/// Launch latencies are recorded where the client asks for them.
constexpr uint64_t kSubmitNs = 800;

/// What all kernels of the stand-in have in common.
void putConstants(Record& record) {
  const KernelLayout& at = layouts().Kernel;
  record.put(at.registersPerThread, uint16_t{24})
      .put(at.sharedMemoryConfig, uint8_t{0})
      .put(at.staticSharedMemory, int32_t{1024})
      .put(at.localMemoryPerThread, uint32_t{16})
      .put(at.localMemoryTotal, uint32_t{0xFFFFFFFF})
      .put(at.localMemoryTotal_v2, uint64_t{6'000'000'000})
      .put(at.launchType, uint8_t{0})
      .put(at.sharedMemoryExecuted, uint32_t{8192})
      .put(at.shmemLimitConfig, uint32_t{0})
      .put(at.channelID, uint32_t{8})
      .put(at.channelType, uint32_t{1})
      .put(at.clusterX, uint32_t{0})
      .put(at.clusterY, uint32_t{0})
      .put(at.clusterZ, uint32_t{0})
      .put(at.clusterSchedulingPolicy, uint32_t{0})
      .put(at.maxPotentialClusterSize, uint32_t{0})
      .put(at.maxActiveClusters, uint32_t{0});
}

void putShape(Record& record, const Launch& launch) {
  const KernelLayout& at = layouts().Kernel;
  const int grids[] = {at.gridX, at.gridY, at.gridZ};
  const int blocks[] = {at.blockX, at.blockY, at.blockZ};
  for (int axis = 0; axis < 3; axis++) {
    record.put(grids[axis], static_cast<int32_t>(launch.grid[axis]));
    record.put(blocks[axis], static_cast<int32_t>(launch.block[axis]));
  }
}

void recordKernel(const Call& call, const Context& context, const Stream& stream,
                  const Launch& launch, GraphPlace place, Span span) {
  Collection& collection = Collection::instance();
  const Kind kind = collection.isEnabled(Kind::kernel) ? Kind::kernel : Kind::concurrentKernel;
  if (place.isWhole || !collection.isEnabled(kind)) return;
  const KernelLayout& at = layouts().Kernel;
  const bool hasLatency = collection.recordsLatency();
  uint64_t start = collection.stampKernel(span.start);
  uint64_t end = collection.stampKernel(span.end);
  const Collection::Fault fault = collection.nextFault();
  if (fault == Collection::Fault::untimed) start = end = 0;
  if (fault == Collection::Fault::reversed) std::swap(start, end);
  Record record(kind);
  record.put(at.start, start)
      .put(at.end, end)
      .put(at.completed, uint64_t{0})
      .put(at.deviceId, static_cast<uint32_t>(context.device))
      .put(at.contextId, context.id)
      .put(at.streamId, stream.id)
      .put(at.dynamicSharedMemory, static_cast<int32_t>(launch.sharedBytes))
      .put(at.correlationId, call.correlation())
      .put(at.gridId, int64_t{call.correlation()})
      .put(at.name, launch.function->name)
      .put(at.queued, hasLatency ? collection.stamp(call.start()) : 0)
      .put(at.submitted, hasLatency ? collection.stamp(call.start() + kSubmitNs) : 0)
      .put(at.graphNodeId, place.node)
      .put(at.graphId, place.graph);
  putConstants(record);
  putShape(record, launch);
  collection.addWork(record, span.end, at.end);
}

bool fits(const Launch& launch) {
  uint64_t threads = 1;
  for (int axis = 0; axis < 3; axis++) {
    if (launch.grid[axis] == 0 || launch.block[axis] == 0) return false;
    threads *= launch.block[axis];
  }
  const Function& function = *launch.function;
  return threads <= static_cast<uint64_t>(function.maxThreads) &&
         launch.sharedBytes <= static_cast<uint32_t>(function.maxSharedBytes);
}

}  // namespace

int launchKernel(const Call& call, Context& context, Stream& stream, const Launch& launch,
                 GraphPlace place) {
  if (!fits(launch)) return kInvalidValue;
  const Span span = schedule(context, stream, call.start(), durationOf(launch));
  recordKernel(call, context, stream, launch, place, span);
  const int error = runOnHost(launch);
  const bool isLost = ++Machine::instance().launches == Settings::read().lostAt;
  if (error == 0 && !isLost) return 0;
  // The launch itself succeeds, as it only queues: it is the next call that meets the error.
  context.error = isLost ? kLaunchFailed : error;
  Collection::instance().loseWork(call.start());
  return 0;
}

}  // namespace fake

FAKE_EXPORT int cuLaunchKernel(fake::Function* function, unsigned gridX, unsigned gridY,
                               unsigned gridZ, unsigned blockX, unsigned blockY, unsigned blockZ,
                               unsigned sharedBytes, void* handle, void** arguments, void**) {
  return fake::contextCall("cuLaunchKernel", [&](fake::Call& call, fake::Context& context) -> int {
    const std::lock_guard<std::mutex> lock(fake::Machine::instance().mutex());
    fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr || function == nullptr) return fake::kInvalidHandle;
    const fake::Launch launch{
        function, {gridX, gridY, gridZ}, {blockX, blockY, blockZ}, sharedBytes, arguments};
    if (stream->capture == nullptr) {
      return fake::launchKernel(call, context, *stream, launch, {});
    }
    stream->capture->nodes.push_back(fake::kernelNode(launch));
    return 0;
  });
}
