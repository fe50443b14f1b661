#include "cuda/cudaCall.h"

#include <new>

namespace kernelscope {

namespace {

const char* codeOf(CudaRefusal reason) {
  switch (reason) {
    case CudaRefusal::unavailable:
      return "CUDA_UNAVAILABLE";
    case CudaRefusal::disposed:
      return "CUDA_DISPOSED";
    case CudaRefusal::reset:
      return "CUDA_RESET";
    case CudaRefusal::capturing:
      return "CUDA_CAPTURING";
    case CudaRefusal::switchedOff:
      return "CUDA_SWITCHED_OFF";
    case CudaRefusal::memory:
      return "CUDA_MEMORY";
    case CudaRefusal::lost:
      return "CUDA_LOST";
  }
  return "CUDA_UNAVAILABLE";
}

napi_value errorWith(napi_env env, const char* code, const std::string& message) {
  napi_value error = nullptr;
  napi_create_error(env, js::text(env, code), js::text(env, message), &error);
  return error;
}

void setStatus(napi_env env, napi_value error, int status) {
  const CudaDriver* const driver = CudaProcess::instance().driver();
  const auto text = [&](std::string (CudaDriver::*read)(int) const) {
    return js::text(env, driver == nullptr ? "" : (driver->*read)(status));
  };
  js::set(env, error, "status", js::number(env, status));
  js::set(env, error, "statusName", text(&CudaDriver::nameOf));
  js::set(env, error, "description", text(&CudaDriver::descriptionOf));
}

napi_value thrown(napi_env env, napi_value error) {
  napi_throw(env, error);
  return nullptr;
}

}  // namespace

std::shared_ptr<CudaStream> CudaCall::stream(size_t index) const {
  const CudaEnvironment::Id number = id(index);
  return number == 0 ? nullptr : cuda.find<CudaStream>(number);
}

HostBytes::HostBytes(napi_env env, napi_value value) {
  bool is = false;
  if (value == nullptr) return;
  if (napi_is_arraybuffer(env, value, &is) == napi_ok && is) {
    napi_get_arraybuffer_info(env, value, &data, &size);
  } else if (napi_is_dataview(env, value, &is) == napi_ok && is) {
    napi_get_dataview_info(env, value, &size, &data, nullptr, nullptr);
  } else if (napi_is_typedarray(env, value, &is) == napi_ok && is) {
    napi_typedarray_type type = napi_uint8_array;
    napi_get_typedarray_info(env, value, &type, &size, &data, nullptr, nullptr);
    size *= elementBytes(type);
  }
}

size_t HostBytes::elementBytes(napi_typedarray_type type) {
  switch (type) {
    case napi_int16_array:
    case napi_uint16_array:
      return 2;
    case napi_int32_array:
    case napi_uint32_array:
    case napi_float32_array:
      return 4;
    case napi_float64_array:
    case napi_bigint64_array:
    case napi_biguint64_array:
      return 8;
    default:
      return 1;
  }
}

CudaExports::CudaExports(napi_env env)
    : env_(env), object_(js::object(env)), cuda_(std::make_shared<CudaEnvironment>()) {}

void CudaExports::add(const char* name, CudaHandler handler) {
  functions_.push_back(Function{handler, *cuda_});
  js::set(env_, object_, name, js::function(env_, enter, &functions_.back()));
}

napi_value CudaExports::enter(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  const Function& function = *static_cast<const Function*>(data);
  const CudaCall call{env, js::Arguments(env, info), function.cuda};
  try {
    return run(function, call);
  } catch (const CudaFailure& failure) {
    function.cuda.note(failure);
    return thrown(env, cudaErrorOf(env, failure));
  } catch (const CudaRefused& refused) {
    return thrown(env, cudaErrorOf(env, refused));
  } catch (const std::bad_alloc&) {
    return thrown(env, cudaErrorOf(env, CudaRefused{CudaRefusal::memory}));
  } catch (const std::exception& error) {
    return js::fail(env, "CUDA_INTERNAL", error.what());
  }
}

napi_value CudaExports::run(const Function& function, const CudaCall& call) {
  try {
    return function.handler(call);
  } catch (const CudaFailure& failure) {
    // Another library on this thread took the context away: the call is made again in its own.
    if (failure.code != cudaError::kInvalidContext || call.cuda.isCapturing()) throw;
    CudaProcess::forgetCurrent();
    return function.handler(call);
  }
}

napi_value cudaErrorOf(napi_env env, const CudaFailure& failure) {
  napi_value error = errorWith(env, "CUDA_FAILED", failure.call);
  js::set(env, error, "call", js::text(env, failure.call));
  setStatus(env, error, failure.code);
  return error;
}

napi_value cudaErrorOf(napi_env env, const CudaRefused& refused) {
  napi_value error = errorWith(env, codeOf(refused.reason), codeOf(refused.reason));
  setStatus(env, error, refused.code);
  return error;
}

}  // namespace kernelscope
