#pragma once

#include <node_api.h>

#include "metrics/gpuSampling.h"

namespace kernelscope {

/// Reads the `GpuSamplingOptions` of `src/native/gpuSampling.ts`; what is missing is not sampled.
GpuSampling::Options samplingOptionsOf(napi_env env, napi_value options);

/// A `MetricsOfGpu` for each GPU.
napi_value metricsOfGpusValue(napi_env env, const GpuSampling& sampling);

/// A `GpuSampleBatch` of what there is, which is taken away.
napi_value drainedBatchValue(napi_env env, GpuSampling& sampling);

}  // namespace kernelscope
