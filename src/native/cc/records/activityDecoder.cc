#include "records/activityDecoder.h"

#include <algorithm>
#include <array>
#include <utility>

#include "cupti/bufferWalk.h"

namespace kernelscope {
namespace {

using cupti::read;
namespace at = cupti::at;

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
  return std::exchange(tables_, ActivityTables());
}

const ActivityDecoder::Reader* ActivityDecoder::readerOf(uint32_t kind) {
  using Decoder = ActivityDecoder;
  static const auto readers = [] {
    std::array<Reader, KindSet::kEnd> all{};
    all[cupti::kConcurrentKernel] = {at::kernel::kNeeded, &Decoder::decodeKernel};
    all[cupti::kMemcpy] = {at::memcpy::kNeeded, &Decoder::decodeCopy};
    all[cupti::kMemcpyPeer] = {at::memcpyPeer::kNeeded, &Decoder::decodePeerCopy};
    all[cupti::kMemset] = {at::memset::kNeeded, &Decoder::decodeFill};
    all[cupti::kGraphTrace] = {at::graphTrace::kNeeded, &Decoder::decodeGraph};
    all[cupti::kRuntime] = {at::call::kNeeded, &Decoder::decodeCall};
    all[cupti::kDriver] = {at::call::kNeeded, &Decoder::decodeCall};
    all[cupti::kExternalCorrelation] = {at::externalCorrelation::kNeeded,
                                        &Decoder::decodeExternalId};
    all[cupti::kMarker] = {at::marker::kNeeded, &Decoder::decodeMarker};
    all[cupti::kSynchronization] = {at::synchronization::kNeeded,
                                    &Decoder::decodeSynchronization};
    all[cupti::kOverhead] = {at::overhead::kNeeded, &Decoder::decodeOverhead};
    all[cupti::kMemory] = {at::memory::kNeeded, &Decoder::decodeMemory};
    all[cupti::kMemoryPool] = {at::memoryPool::kNeeded, &Decoder::decodeMemoryPool};
    all[cupti::kDevice] = {at::device::kNeeded, &Decoder::decodeDevice};
    all[cupti::kContext] = {at::context::kNeeded, &Decoder::decodeContext};
    return all;
  }();
  const bool isKnown = kind < readers.size() && readers[kind].decode != nullptr;
  return isKnown ? &readers[kind] : nullptr;
}

/// hot
void ActivityDecoder::decodeRecord(const uint8_t* record, size_t size) {
  const cupti::Kind kind = cupti::kindOf(record);
  const Reader* const reader = readerOf(kind);
  if (reader == nullptr) return countUnknown(kind);
  if (!options_.kinds.has(kind)) return;
  const bool isLonger = kind == cupti::kOverhead && hasCorrelationOfOverhead();
  if (size < (isLonger ? at::overhead::kNeededWithCorrelation : reader->needed)) {
    isCutOff_ = true;
    return;
  }
  (this->*reader->decode)(record);
}

void ActivityDecoder::decodeCall(const uint8_t* record) {
  Span span;
  const uint32_t correlation = read<uint32_t>(record, at::call::correlation);
  const uint32_t thread = read<uint32_t>(record, at::call::thread);
  if (thread == ownThread_ && thread != 0) {
    tables_.ownCalls.push_back(correlation);
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
  if (from == 0 || to < from) {
    tables_.untimed++;
    return false;
  }
  if (from < options_.since) return false;
  span.start = clock_->fromOrigin(from);
  span.end = clock_->fromOrigin(to);
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

}  // namespace kernelscope
