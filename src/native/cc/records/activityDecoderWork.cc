#include <limits>

#include "records/activityDecoder.h"

// Records of what GPUs did.

namespace kernelscope {
namespace {

using cupti::read;
namespace at = cupti::at;

/// Where the fields are that all records of work have.
struct WorkPlaces {
  size_t device;
  size_t context;
  size_t stream;
  size_t correlation;
  size_t graph;
};

constexpr WorkPlaces kKernelPlaces = {at::kernel::device, at::kernel::context, at::kernel::stream,
                                      at::kernel::correlation, at::kernel::graph};
constexpr WorkPlaces kCopyPlaces = {at::memcpy::device, at::memcpy::context, at::memcpy::stream,
                                    at::memcpy::correlation, at::memcpy::graph};
constexpr WorkPlaces kPeerPlaces = {at::memcpyPeer::device, at::memcpyPeer::context,
                                    at::memcpyPeer::stream, at::memcpyPeer::correlation,
                                    at::memcpyPeer::graph};
constexpr WorkPlaces kFillPlaces = {at::memset::device, at::memset::context, at::memset::stream,
                                    at::memset::correlation, at::memset::graph};
constexpr WorkPlaces kGraphPlaces = {at::graphTrace::device, at::graphTrace::context,
                                     at::graphTrace::stream, at::graphTrace::correlation,
                                     at::graphTrace::graph};

template <class Span>
void addWork(WorkColumns& work, const uint8_t* record, const WorkPlaces& places, const Span& span,
             uint64_t graphNode) {
  work.start.push_back(span.start);
  work.end.push_back(span.end);
  work.device.push_back(read<uint32_t>(record, places.device));
  work.context.push_back(read<uint32_t>(record, places.context));
  work.stream.push_back(read<uint32_t>(record, places.stream));
  work.correlation.push_back(read<uint32_t>(record, places.correlation));
  work.graph.push_back(read<uint32_t>(record, places.graph));
  work.graphNode.push_back(graphNode);
}

/// What copies and fills tell beyond where and when they were.
struct Transfer {
  uint64_t bytes;
  uint8_t copyKind;
  uint8_t fromKind;
  uint8_t toKind;
  uint8_t flags;
  uint32_t value;
  uint32_t fromDevice;
  uint32_t toDevice;
};

void addTransfer(TransferColumns& transfers, const Transfer& transfer) {
  transfers.bytes.push_back(static_cast<double>(transfer.bytes));
  transfers.copyKind.push_back(transfer.copyKind);
  transfers.fromKind.push_back(transfer.fromKind);
  transfers.toKind.push_back(transfer.toKind);
  transfers.flags.push_back(transfer.flags);
  transfers.value.push_back(transfer.value);
  transfers.fromDevice.push_back(transfer.fromDevice);
  transfers.toDevice.push_back(transfer.toDevice);
}

}  // namespace

/// hot
void ActivityDecoder::decodeKernel(const uint8_t* record) {
  using namespace at::kernel;
  Span span;
  if (!readSpan(record, start, end, span)) return;
  KernelColumns& kernels = tables_.kernels;
  addWork(kernels, record, kKernelPlaces, span, read<uint64_t>(record, graphNode));
  kernels.name.push_back(texts_.numberOf(read<const char*>(record, name)));
  kernels.queued.push_back(timeOrNone(record, queued));
  kernels.submitted.push_back(timeOrNone(record, submitted));
  kernels.gridX.push_back(read<int32_t>(record, gridX));
  kernels.gridY.push_back(read<int32_t>(record, gridY));
  kernels.gridZ.push_back(read<int32_t>(record, gridZ));
  kernels.blockX.push_back(read<int32_t>(record, blockX));
  kernels.blockY.push_back(read<int32_t>(record, blockY));
  kernels.blockZ.push_back(read<int32_t>(record, blockZ));
  kernels.clusterX.push_back(read<uint32_t>(record, clusterX));
  kernels.clusterY.push_back(read<uint32_t>(record, clusterY));
  kernels.clusterZ.push_back(read<uint32_t>(record, clusterZ));
  kernels.registers.push_back(read<uint16_t>(record, registers));
  kernels.staticShared.push_back(read<int32_t>(record, staticShared));
  kernels.dynamicShared.push_back(read<int32_t>(record, dynamicShared));
  kernels.sharedExecuted.push_back(read<uint32_t>(record, sharedExecuted));
  kernels.localPerThread.push_back(read<uint32_t>(record, localPerThread));
  kernels.localTotal.push_back(static_cast<double>(read<uint64_t>(record, localTotal)));
}

void ActivityDecoder::decodeCopy(const uint8_t* record) {
  using namespace at::memcpy;
  Span span;
  if (!readSpan(record, start, end, span)) return;
  const uint32_t place = read<uint32_t>(record, device);
  addWork(tables_.copies, record, kCopyPlaces, span, read<uint64_t>(record, graphNode));
  addTransfer(tables_.copies,
              {read<uint64_t>(record, bytes), read<uint8_t>(record, copyKind),
               read<uint8_t>(record, fromKind), read<uint8_t>(record, toKind),
               read<uint8_t>(record, flags), 0, place, place});
}

void ActivityDecoder::decodePeerCopy(const uint8_t* record) {
  using namespace at::memcpyPeer;
  Span span;
  if (!readSpan(record, start, end, span)) return;
  addWork(tables_.peerCopies, record, kPeerPlaces, span, read<uint64_t>(record, graphNode));
  addTransfer(tables_.peerCopies,
              {read<uint64_t>(record, bytes), read<uint8_t>(record, copyKind),
               read<uint8_t>(record, fromKind), read<uint8_t>(record, toKind),
               read<uint8_t>(record, flags), 0, read<uint32_t>(record, fromDevice),
               read<uint32_t>(record, toDevice)});
}

void ActivityDecoder::decodeFill(const uint8_t* record) {
  using namespace at::memset;
  Span span;
  if (!readSpan(record, start, end, span)) return;
  const uint32_t place = read<uint32_t>(record, device);
  addWork(tables_.fills, record, kFillPlaces, span, read<uint64_t>(record, graphNode));
  addTransfer(tables_.fills,
              {read<uint64_t>(record, bytes), 0, 0,
               static_cast<uint8_t>(read<uint16_t>(record, memoryKind)),
               static_cast<uint8_t>(read<uint16_t>(record, flags)), read<uint32_t>(record, value),
               place, place});
}

void ActivityDecoder::decodeGraph(const uint8_t* record) {
  Span span;
  if (!readSpan(record, at::graphTrace::start, at::graphTrace::end, span)) return;
  addWork(tables_.graphs, record, kGraphPlaces, span, 0);
}

double ActivityDecoder::timeOrNone(const uint8_t* record, size_t offset) const {
  const uint64_t time = read<uint64_t>(record, offset);
  return time == 0 ? std::numeric_limits<double>::quiet_NaN() : clock_->fromOrigin(time);
}

}  // namespace kernelscope
