#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

namespace kernelscope {

/// How `cuda.reset()` gets a lost device back.
enum class CudaResetBy : int {
  /// `cuDevicePrimaryCtxReset`, whoever else retains the context.
  reset,
  /// Gives up this thread's share of the context and takes a new one.
  release,
  /// Not at all.
  off
};

/// How records are drained while calls are captured.
enum class CaptureDrain : int {
  /// Takes the buffers that CUPTI has handed over, and calls neither CUPTI nor the driver.
  hold,
  /// Has CUPTI hand over its buffers.
  flush,
  /// Waits for the device besides.
  wait
};

/// Settings that cannot be decided without a GPU, for the whole process. ADR 0058 has the reasons for the
/// defaults; `src/native/gpuExperiments.ts` reads what users ask for.
struct GpuExperiments {
  /// Bytes of the hardware's buffer for samples of metrics.
  std::atomic<size_t> metricBufferBytes{size_t{64} << 20};
  /// Time between two looks into it, milliseconds.
  std::atomic<int64_t> metricReadMs{20};
  std::atomic<CudaResetBy> resetBy{CudaResetBy::reset};
  std::atomic<CaptureDrain> captureDrain{CaptureDrain::hold};

  static GpuExperiments& instance() {
    // Never destroyed, as threads may outlive static objects.
    static GpuExperiments* const experiments = new GpuExperiments();
    return *experiments;
  }
};

}  // namespace kernelscope
