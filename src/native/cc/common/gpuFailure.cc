#include "common/gpuFailure.h"

#include "common/napiValues.h"

namespace kernelscope {

napi_value callFailureValue(napi_env env, const CallFailure& failure) {
  napi_value result = js::object(env);
  js::set(env, result, "call", js::text(env, failure.call));
  js::set(env, result, "code", js::number(env, failure.code));
  js::set(env, result, "name", js::text(env, failure.name));
  return result;
}

}  // namespace kernelscope
