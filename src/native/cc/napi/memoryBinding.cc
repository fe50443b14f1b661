#include <node_api.h>

#include <cstdlib>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "common/napiValues.h"
#include "napi/bindings.h"

namespace kernelscope {
namespace {

/// True where the C library gives back whole pages in the midst of others.
napi_value giveBack(napi_env env, napi_callback_info) {
#ifdef __GLIBC__
  malloc_trim(0);
  return js::boolean(env, true);
#else
  return js::boolean(env, false);
#endif
}

}  // namespace

napi_value memoryBinding(napi_env env) {
  napi_value result = js::object(env);
  js::set(env, result, "giveBack", js::function(env, giveBack));
  return result;
}

}  // namespace kernelscope
