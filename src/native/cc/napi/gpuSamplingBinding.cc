#include <exception>
#include <memory>

#include "common/napiValues.h"
#include "napi/bindings.h"
#include "napi/gpuSamplingValues.h"

// A sampler belongs to its JavaScript object: it stops, and its threads have ended, when that is
// given up or its thread ends. No state is kept beside.

namespace kernelscope {
namespace {

/// Tells samplers from other objects on which their functions may be called.
constexpr napi_type_tag kSamplerTag = {0x6b73'6770'7573'616d, 0x9a1d'5e07'c4f2'4b38};

void giveUp(napi_env, void* sampling, void*) { delete static_cast<GpuSampling*>(sampling); }

/// The sampler that a function is called on; null, with an exception, for anything else.
GpuSampling* samplingOf(napi_env env, napi_callback_info info) {
  napi_value self = nullptr;
  size_t count = 0;
  bool isSampler = false;
  void* sampling = nullptr;
  napi_get_cb_info(env, info, &count, nullptr, &self, nullptr);
  if (napi_check_object_type_tag(env, self, &kSamplerTag, &isSampler) == napi_ok && isSampler &&
      napi_unwrap(env, self, &sampling) == napi_ok) {
    return static_cast<GpuSampling*>(sampling);
  }
  js::fail(env, "NOT_A_SAMPLER", "Call this on what start gave.");
  return nullptr;
}

/// What `body` returns; what it throws becomes an exception of JavaScript.
template <class Body>
napi_value guarded(napi_env env, Body body) {
  try {
    return body();
  } catch (const std::exception& error) {
    return js::fail(env, "SAMPLING_FAILED", error.what());
  }
}

napi_value drainSampler(napi_env env, napi_callback_info info) {
  GpuSampling* const sampling = samplingOf(env, info);
  if (sampling == nullptr) return nullptr;
  return guarded(env, [&] {
    sampling->finish();
    return drainedBatchValue(env, *sampling);
  });
}

napi_value stopSampler(napi_env env, napi_callback_info info) {
  GpuSampling* const sampling = samplingOf(env, info);
  if (sampling != nullptr) sampling->stop();
  return nullptr;
}

napi_value samplerOf(napi_env env, std::unique_ptr<GpuSampling> sampling) {
  napi_value sampler = js::object(env);
  js::set(env, sampler, "metrics", metricsOfGpusValue(env, *sampling));
  js::set(env, sampler, "drain", js::function(env, drainSampler));
  js::set(env, sampler, "stop", js::function(env, stopSampler));
  napi_type_tag_object(env, sampler, &kSamplerTag);
  if (napi_wrap(env, sampler, sampling.get(), giveUp, nullptr, nullptr) == napi_ok) {
    sampling.release();
  }
  return sampler;
}

napi_value startSampling(napi_env env, napi_callback_info info) {
  return guarded(env, [&] {
    const GpuSampling::Options options = samplingOptionsOf(env, js::Arguments(env, info)[0]);
    return samplerOf(env, std::make_unique<GpuSampling>(options));
  });
}

}  // namespace

napi_value gpuSamplingBinding(napi_env env) {
  napi_value object = js::object(env);
  js::set(env, object, "start", js::function(env, startSampling));
  return object;
}

}  // namespace kernelscope
