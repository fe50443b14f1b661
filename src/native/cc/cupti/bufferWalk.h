#pragma once

#include <cstddef>
#include <cstdint>

#include "cupti/activityBuffers.h"
#include "cupti/cuptiApi.h"

namespace kernelscope {

/// How the records of a buffer ended.
enum class BufferEnd {
  complete,
  /// The last record was cut off, or what CUPTI found makes no sense.
  truncated
};

/// Calls `visit(record, size)` for each record of a buffer, in order. The size of all but the last
/// is exact; the last goes up to the end of what is valid.
template <class Visit>
BufferEnd forEachRecord(const CuptiApi& cupti, const ActivityBuffer& buffer, Visit&& visit) {
  const uint8_t* const end = buffer.bytes() + buffer.valid();
  uint8_t* record = nullptr;
  const uint8_t* last = nullptr;
  for (;;) {
    const int code = cupti.getNextRecord(buffer.bytes(), buffer.valid(), &record);
    const bool isEnd = code == cupti::kMaxLimitReached;
    const bool isRecord = code == cupti::kSuccess && record != nullptr &&
                          record >= buffer.bytes() && record > last &&
                          static_cast<size_t>(end - record) >= sizeof(uint32_t) && record < end;
    const uint8_t* const next = isRecord ? record : end;
    if (last != nullptr) visit(last, static_cast<size_t>(next - last));
    if (!isRecord) return isEnd ? BufferEnd::complete : BufferEnd::truncated;
    last = record;
  }
}

}  // namespace kernelscope
