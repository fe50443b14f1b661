#include "records/activityDecoder.h"

// Records of what is around the work of GPUs: ranges, waits, memory, what CUPTI costs.

namespace kernelscope {
namespace {

using cupti::read;
namespace at = cupti::at;

constexpr double kBytesPerKilobyte = 1000;

}  // namespace

void ActivityDecoder::decodeMarker(const uint8_t* record) {
  double time = 0;
  if (!readTime(record, at::marker::timestamp, time)) return;
  const bool isOfThread =
      read<uint32_t>(record, at::marker::objectKind) == cupti::kThreadObject;
  MarkerColumns& markers = tables_.markers;
  markers.time.push_back(time);
  markers.id.push_back(read<uint32_t>(record, at::marker::id));
  markers.flags.push_back(read<uint32_t>(record, at::marker::flags));
  markers.name.push_back(texts_.numberOf(read<const char*>(record, at::marker::name)));
  markers.domain.push_back(texts_.numberOf(read<const char*>(record, at::marker::domain)));
  markers.process.push_back(read<uint32_t>(record, at::marker::process));
  markers.thread.push_back(isOfThread ? read<uint32_t>(record, at::marker::thread) : 0);
}

void ActivityDecoder::decodeSynchronization(const uint8_t* record) {
  using namespace at::synchronization;
  Span span;
  if (!readSpan(record, start, end, span)) return;
  SynchronizationColumns& waits = tables_.synchronizations;
  waits.start.push_back(span.start);
  waits.end.push_back(span.end);
  waits.type.push_back(read<uint32_t>(record, type));
  waits.correlation.push_back(read<uint32_t>(record, correlation));
  waits.context.push_back(read<uint32_t>(record, context));
  waits.stream.push_back(read<uint32_t>(record, stream));
  waits.event.push_back(read<uint32_t>(record, event));
}

void ActivityDecoder::decodeOverhead(const uint8_t* record) {
  Span span;
  const bool isOfThread =
      read<uint32_t>(record, at::overhead::objectKind) == cupti::kThreadObject;
  const uint32_t thread = isOfThread ? read<uint32_t>(record, at::overhead::thread) : 0;
  if (thread == ownThread_ && thread != 0) return;
  if (!readSpan(record, at::overhead::start, at::overhead::end, span)) return;
  OverheadColumns& overheads = tables_.overheads;
  overheads.start.push_back(span.start);
  overheads.end.push_back(span.end);
  overheads.kind.push_back(read<uint32_t>(record, at::overhead::kind));
  overheads.thread.push_back(thread);
  overheads.correlation.push_back(
      hasCorrelationOfOverhead() ? read<uint32_t>(record, at::overhead::correlation) : 0);
}

void ActivityDecoder::decodeMemory(const uint8_t* record) {
  using namespace at::memory;
  double time = 0;
  if (!readTime(record, timestamp, time)) return;
  MemoryColumns& memory = tables_.memory;
  memory.time.push_back(time);
  memory.operation.push_back(read<uint32_t>(record, operation));
  memory.memoryKind.push_back(read<uint32_t>(record, memoryKind));
  memory.address.push_back(read<uint64_t>(record, address));
  memory.bytes.push_back(static_cast<double>(read<uint64_t>(record, bytes)));
  memory.device.push_back(read<uint32_t>(record, device));
  memory.context.push_back(read<uint32_t>(record, context));
  memory.stream.push_back(read<uint32_t>(record, stream));
  memory.correlation.push_back(read<uint32_t>(record, correlation));
}

void ActivityDecoder::decodeMemoryPool(const uint8_t* record) {
  using namespace at::memoryPool;
  double time = 0;
  if (!readTime(record, timestamp, time)) return;
  MemoryPoolColumns& pools = tables_.memoryPools;
  pools.time.push_back(time);
  pools.operation.push_back(read<uint32_t>(record, operation));
  pools.address.push_back(read<uint64_t>(record, address));
  pools.device.push_back(read<uint32_t>(record, device));
  pools.size.push_back(static_cast<double>(read<uint64_t>(record, size)));
  pools.utilized.push_back(static_cast<double>(read<uint64_t>(record, utilized)));
}

void ActivityDecoder::decodeDevice(const uint8_t* record) {
  using namespace at::device;
  DeviceColumns& devices = tables_.devices;
  devices.device.push_back(read<uint32_t>(record, id));
  devices.name.push_back(texts_.numberOf(read<const char*>(record, name)));
  devices.memoryBytesPerSecond.push_back(
      static_cast<double>(read<uint64_t>(record, memoryBandwidth)) * kBytesPerKilobyte);
  devices.memoryBytes.push_back(static_cast<double>(read<uint64_t>(record, memoryBytes)));
  devices.multiprocessors.push_back(read<uint32_t>(record, multiprocessors));
}

void ActivityDecoder::decodeContext(const uint8_t* record) {
  ContextColumns& contexts = tables_.contexts;
  contexts.context.push_back(read<uint32_t>(record, at::context::context));
  contexts.device.push_back(read<uint32_t>(record, at::context::device));
  contexts.nullStream.push_back(read<uint16_t>(record, at::context::nullStream));
}

}  // namespace kernelscope
