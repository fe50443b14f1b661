#include "records/recordedStream.h"

#include <vector>

namespace kernelscope {
namespace {

namespace at = cupti::at;

constexpr char kMagic[] = "KSGPUREC";
constexpr uint32_t kFormat = 1;
constexpr uint32_t kRecordFrame = 1;
constexpr uint32_t kNameFrame = 2;

/// Where a record of a kind has pointers to texts.
std::vector<size_t> textPlaces(cupti::Kind kind) {
  if (kind == cupti::kConcurrentKernel) return {at::kernel::name};
  if (kind == cupti::kMarker) return {at::marker::name, at::marker::domain};
  if (kind == cupti::kDevice) return {at::device::name};
  return {};
}

bool isCall(cupti::Kind kind) { return kind == cupti::kRuntime || kind == cupti::kDriver; }

}  // namespace

std::unique_ptr<RecordedStream> RecordedStream::open(const std::string& path,
                                                     const CuptiApi& cupti, uint64_t originNs) {
  std::unique_ptr<RecordedStream> stream(new RecordedStream(path, cupti));
  uint32_t version = 0;
  cupti.getVersion(&version);
  stream->file_.write(kMagic, sizeof kMagic - 1);
  stream->put(kFormat);
  stream->put(version);
  stream->put(originNs);
  stream->flush();
  return stream->file_.good() ? std::move(stream) : nullptr;
}

void RecordedStream::write(const uint8_t* record, size_t size) {
  const cupti::Kind kind = cupti::kindOf(record);
  if (isCall(kind) && size >= at::call::kNeeded) {
    writeName(kind == cupti::kDriver ? cupti::kDriverDomain : cupti::kRuntimeDomain,
              cupti::read<uint32_t>(record, at::call::callback));
  }
  put(kRecordFrame);
  put(static_cast<uint32_t>(size));
  file_.write(reinterpret_cast<const char*>(record), static_cast<std::streamsize>(size));
  std::vector<std::pair<size_t, const char*>> texts;
  for (const size_t place : textPlaces(kind)) {
    if (place + sizeof(const char*) > size) continue;
    const char* const text = cupti::read<const char*>(record, place);
    if (text != nullptr) texts.emplace_back(place, text);
  }
  put(static_cast<uint32_t>(texts.size()));
  for (const auto& [place, text] : texts) {
    put(static_cast<uint32_t>(place));
    putText(text);
  }
}

void RecordedStream::putText(const std::string& text) {
  put(static_cast<uint32_t>(text.size()));
  file_.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void RecordedStream::writeName(uint32_t domain, uint32_t callback) {
  if (!named_.emplace(domain, callback).second) return;
  put(kNameFrame);
  put(domain);
  put(callback);
  putText(cupti_.nameOfCallback(domain, callback));
}

}  // namespace kernelscope
