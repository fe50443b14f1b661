#include "activityDecoder.h"

#include <algorithm>
#include <utility>

#include "bufferWalk.h"

namespace kernelscope {
namespace {

using cupti::read;
namespace at = cupti::at;

/// Bytes that are read of a record of a kind; 0 for a kind that is not known.
size_t neededOf(cupti::Kind kind, uint32_t version) {
  switch (kind) {
    case cupti::kConcurrentKernel:
      return at::kernel::kNeeded;
    case cupti::kMemcpy:
      return at::memcpy::kNeeded;
    case cupti::kMemcpyPeer:
      return at::memcpyPeer::kNeeded;
    case cupti::kMemset:
      return at::memset::kNeeded;
    case cupti::kGraphTrace:
      return at::graphTrace::kNeeded;
    case cupti::kRuntime:
    case cupti::kDriver:
      return at::call::kNeeded;
    case cupti::kExternalCorrelation:
      return at::externalCorrelation::kNeeded;
    case cupti::kMarker:
      return at::marker::kNeeded;
    case cupti::kSynchronization:
      return at::synchronization::kNeeded;
    case cupti::kOverhead:
      return version < cupti::kOverheadHasCorrelation ? at::overhead::kNeeded
                                                      : at::overhead::kNeededWithCorrelation;
    case cupti::kMemory:
      return at::memory::kNeeded;
    case cupti::kMemoryPool:
      return at::memoryPool::kNeeded;
    case cupti::kDevice:
      return at::device::kNeeded;
    case cupti::kContext:
      return at::context::kNeeded;
  }
  return 0;
}

/// Keeps the rows of `column` whose index is in `kept`.
template <class T>
void keepRows(std::vector<T>& column, const std::vector<size_t>& kept) {
  for (size_t row = 0; row < kept.size(); row++) column[row] = column[kept[row]];
  column.resize(kept.size());
}

}  // namespace

void ActivityDecoder::decode(const ActivityBuffer& buffer, const CuptiClock& clock,
                             RecordedStream* stream) {
  clock_ = &clock;
  isCutOff_ = false;
  tables_.bytes += buffer.valid();
  const BufferEnd end = forEachRecord(cupti_, buffer, [&](const uint8_t* record, size_t size) {
    if (stream != nullptr) stream->write(record, size);
    decodeRecord(record, size);
  });
  if (isCutOff_ || end == BufferEnd::truncated) tables_.truncatedBuffers++;
}

ActivityTables ActivityDecoder::takeTables() {
  leaveOutOwnWaits();
  return std::exchange(tables_, ActivityTables());
}

/// hot
void ActivityDecoder::decodeRecord(const uint8_t* record, size_t size) {
  const cupti::Kind kind = cupti::kindOf(record);
  const size_t needed = neededOf(kind, options_.version);
  if (needed == 0) return countUnknown(kind);
  if (!options_.kinds.has(kind)) return;
  if (size < needed) {
    isCutOff_ = true;
    return;
  }
  switch (kind) {
    case cupti::kConcurrentKernel:
      return decodeKernel(record);
    case cupti::kMemcpy:
      return decodeCopy(record);
    case cupti::kMemcpyPeer:
      return decodePeerCopy(record);
    case cupti::kMemset:
      return decodeFill(record);
    case cupti::kGraphTrace:
      return decodeGraph(record);
    case cupti::kRuntime:
    case cupti::kDriver:
      return decodeCall(record);
    case cupti::kExternalCorrelation:
      return decodeExternalId(record);
    case cupti::kMarker:
      return decodeMarker(record);
    case cupti::kSynchronization:
      return decodeSynchronization(record);
    case cupti::kOverhead:
      return decodeOverhead(record);
    case cupti::kMemory:
      return decodeMemory(record);
    case cupti::kMemoryPool:
      return decodeMemoryPool(record);
    case cupti::kDevice:
      return decodeDevice(record);
    case cupti::kContext:
      return decodeContext(record);
  }
}

void ActivityDecoder::decodeCall(const uint8_t* record) {
  Span span;
  const uint32_t correlation = read<uint32_t>(record, at::call::correlation);
  const uint32_t thread = read<uint32_t>(record, at::call::thread);
  if (thread == ownThread_ && thread != 0) {
    ownCalls_.push_back(correlation);
    return;
  }
  if (!readSpan(record, at::call::start, at::call::end, span)) return;
  const bool isDriver = cupti::kindOf(record) == cupti::kDriver;
  const uint32_t domain = isDriver ? cupti::kDriverDomain : cupti::kRuntimeDomain;
  CallColumns& calls = tables_.calls;
  calls.start.push_back(span.start);
  calls.end.push_back(span.end);
  calls.name.push_back(texts_.numberOfCall(domain, read<uint32_t>(record, at::call::callback)));
  calls.isDriver.push_back(isDriver ? 1 : 0);
  calls.process.push_back(read<uint32_t>(record, at::call::process));
  calls.thread.push_back(thread);
  calls.correlation.push_back(correlation);
  calls.status.push_back(read<uint32_t>(record, at::call::status));
}

void ActivityDecoder::decodeExternalId(const uint8_t* record) {
  if (read<uint32_t>(record, at::externalCorrelation::kind) != cupti::kExternalKind) return;
  ExternalIdColumns& ids = tables_.externalIds;
  ids.correlation.push_back(read<uint32_t>(record, at::externalCorrelation::correlation));
  ids.id.push_back(static_cast<double>(read<uint64_t>(record, at::externalCorrelation::id)));
}

bool ActivityDecoder::readSpan(const uint8_t* record, size_t start, size_t end, Span& span) {
  const uint64_t from = read<uint64_t>(record, start);
  const uint64_t to = read<uint64_t>(record, end);
  if (from == 0 || to == 0) {
    tables_.untimed++;
    return false;
  }
  if (from < options_.since) return false;
  span.start = clock_->fromOrigin(from);
  span.end = clock_->fromOrigin(std::max(from, to));
  return true;
}

bool ActivityDecoder::readTime(const uint8_t* record, size_t offset, double& time) const {
  const uint64_t moment = read<uint64_t>(record, offset);
  time = clock_->fromOrigin(moment);
  return moment >= options_.since;
}

void ActivityDecoder::countUnknown(uint32_t kind) {
  auto& kinds = tables_.unknownKinds;
  const auto found = std::find_if(kinds.begin(), kinds.end(),
                                  [&](const auto& counted) { return counted.first == kind; });
  if (found != kinds.end()) {
    found->second++;
  } else {
    kinds.emplace_back(kind, 1);
  }
}

/// Waits have no thread of their own: those of the profiler are told by their calls.
void ActivityDecoder::leaveOutOwnWaits() {
  if (ownCalls_.empty()) return;
  SynchronizationColumns& waits = tables_.synchronizations;
  std::vector<size_t> kept;
  for (size_t row = 0; row < waits.correlation.size(); row++) {
    const bool isOwn = std::find(ownCalls_.begin(), ownCalls_.end(), waits.correlation[row]) !=
                       ownCalls_.end();
    if (!isOwn) kept.push_back(row);
  }
  ownCalls_.clear();
  keepRows(waits.start, kept);
  keepRows(waits.end, kept);
  keepRows(waits.type, kept);
  keepRows(waits.correlation, kept);
  keepRows(waits.context, kept);
  keepRows(waits.stream, kept);
  keepRows(waits.event, kept);
}

}  // namespace kernelscope
