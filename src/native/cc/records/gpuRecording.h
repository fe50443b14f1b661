#pragma once

#include <node_api.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "common/gpuFailure.h"
#include "common/recordNotice.h"
#include "cupti/collector.h"
#include "cupti/cuptiApi.h"
#include "cupti/cuptiClock.h"
#include "records/activityDecoder.h"
#include "records/recordedStream.h"

namespace kernelscope {

/// What is taken at once from a recording, as `ActivityBatch` of `src/native/gpuActivities.ts`.
struct ActivityBatch {
  uint64_t originNs = 0;
  std::vector<std::string> texts;
  ActivityTables tables;
  uint64_t dropped = 0;
  uint64_t refusedBuffers = 0;
  std::vector<CallFailure> failures;
};

napi_value activityBatchValue(napi_env env, const ActivityBatch& batch);

/// The recording of one JavaScript thread, from its start until it is destroyed.
class GpuRecording {
 public:
  struct Options {
    std::vector<ActivityKind> kinds;
    size_t bufferBytes = 0;
    size_t maxBytes = 0;
    /// A file for records as they are; empty for none.
    std::string recordTo;
  };

  /// Null where the file of `recordTo` cannot be written.
  static std::unique_ptr<GpuRecording> start(const CuptiApi& cupti, uint32_t version,
                                             const Options& options,
                                             std::shared_ptr<RecordNotice> notice);
  ~GpuRecording();

  GpuRecording(const GpuRecording&) = delete;
  GpuRecording& operator=(const GpuRecording&) = delete;

  const Collector::Started& started() const { return started_; }

  /// With `all` it waits for the GPUs first, as long as `mostWait`.
  ActivityBatch drain(Collector::Flush how, std::chrono::milliseconds mostWait);
  void setNotice(std::shared_ptr<RecordNotice> notice);

 private:
  GpuRecording(const CuptiApi& cupti, const Options& options);

  const CuptiApi& cupti_;
  const uint64_t originNs_;
  const ActivityBuffers::Inbox inbox_;
  Collector::Started started_;
  CuptiClock clock_;
  std::unique_ptr<RecordedStream> stream_;
  std::unique_ptr<ActivityDecoder> decoder_;
};

}  // namespace kernelscope
