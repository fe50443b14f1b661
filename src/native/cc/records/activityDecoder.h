#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "cupti/activityBuffers.h"
#include "cupti/activityKinds.h"
#include "cupti/cuptiApi.h"
#include "cupti/cuptiClock.h"
#include "records/activityColumns.h"
#include "records/activityTexts.h"
#include "records/recordedStream.h"

namespace kernelscope {

/// Copies records out of CUPTI's buffers into columns. Of one thread.
class ActivityDecoder {
 public:
  struct Options {
    /// Records of other known kinds are for other recordings of the process.
    KindSet kinds;
    /// What CUPTI says of its version.
    uint32_t version = 0;
    /// Records that begin before this time of CUPTI's clock are of earlier recordings; 0 for none.
    uint64_t since = 0;
  };

  ActivityDecoder(const CuptiApi& cupti, const Options& options)
      : cupti_(cupti), options_(options), texts_(cupti) {}

  /// Calls of this thread are the profiler's own: of them there is the correlation alone, as waits have
  /// no thread, and may come in another batch than their call. 0 for none.
  void leaveOutThread(uint32_t thread) { ownThread_ = thread; }

  /// `stream` keeps the records as they are, where it is not null.
  void decode(const ActivityBuffer& buffer, const CuptiClock& clock, RecordedStream* stream);

  ActivityTables takeTables();
  std::vector<std::string> takeNewTexts() { return texts_.takeNew(); }

 private:
  /// The times of a record.
  struct Span {
    double start;
    double end;
  };

  /// How records of a kind are read, and how many bytes of them.
  struct Reader {
    size_t needed;
    void (ActivityDecoder::*decode)(const uint8_t* record);
  };
  /// Null for a kind that is not known.
  static const Reader* readerOf(uint32_t kind);

  void decodeRecord(const uint8_t* record, size_t size);
  void decodeKernel(const uint8_t* record);
  void decodeCopy(const uint8_t* record);
  void decodePeerCopy(const uint8_t* record);
  void decodeFill(const uint8_t* record);
  void decodeGraph(const uint8_t* record);
  void decodeCall(const uint8_t* record);
  void decodeExternalId(const uint8_t* record);
  void decodeMarker(const uint8_t* record);
  void decodeSynchronization(const uint8_t* record);
  void decodeOverhead(const uint8_t* record);
  void decodeMemory(const uint8_t* record);
  void decodeMemoryPool(const uint8_t* record);
  void decodeDevice(const uint8_t* record);
  void decodeContext(const uint8_t* record);

  /// False for a record without times that make sense, which is counted, and for an earlier one.
  bool readSpan(const uint8_t* record, size_t start, size_t end, Span& span);
  bool readTime(const uint8_t* record, size_t offset, double& time) const;
  double timeOrNone(const uint8_t* record, size_t offset) const;
  bool hasCorrelationOfOverhead() const {
    return options_.version >= cupti::kOverheadHasCorrelation;
  }
  void countUnknown(uint32_t kind);

  const CuptiApi& cupti_;
  const Options options_;
  ActivityTexts texts_;
  ActivityTables tables_;
  /// Of the buffer that is read.
  const CuptiClock* clock_ = nullptr;
  bool isCutOff_ = false;
  uint32_t ownThread_ = 0;
};

}  // namespace kernelscope
