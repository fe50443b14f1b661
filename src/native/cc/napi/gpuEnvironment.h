#pragma once

#include <node_api.h>

#include <memory>

#include "common/recordNotice.h"
#include "records/gpuRecording.h"

namespace kernelscope {

/// What one JavaScript environment has of GPUs: at most one recording, and whom to tell of records.
/// It ends with the environment, also where a worker is terminated in the middle of a recording.
class GpuEnvironment {
 public:
  /// Belongs to the environment.
  static GpuEnvironment* create(napi_env env);

  GpuEnvironment(const GpuEnvironment&) = delete;
  GpuEnvironment& operator=(const GpuEnvironment&) = delete;

  /// Null while nothing is recorded.
  GpuRecording* recording() const { return recording_.get(); }
  const std::shared_ptr<RecordNotice>& notice() const { return notice_; }

  void begin(std::unique_ptr<GpuRecording> recording) { recording_ = std::move(recording); }
  void stop();
  /// Null for nobody.
  void setNotice(std::shared_ptr<RecordNotice> notice);

 private:
  GpuEnvironment() = default;
  static void destroy(void* environment);

  std::unique_ptr<GpuRecording> recording_;
  std::shared_ptr<RecordNotice> notice_;
};

}  // namespace kernelscope
