#include "bindings.h"
#include "gpuLibraries.h"
#include "gpuStatus.h"
#include "napiValues.h"

namespace kernelscope {
namespace {

napi_value addFolders(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  GpuLibraries::instance().addFolders(js::textsOf(env, arguments[0]));
  return js::undefined(env);
}

napi_value status(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  GpuStatus found = checkGpus();
  if (js::booleanOf(env, arguments[0])) describeLibraries(found);
  return gpuStatusValue(env, found);
}

}  // namespace

napi_value gpuBinding(napi_env env) {
  napi_value object = js::object(env);
  js::set(env, object, "addFolders", js::function(env, "addFolders", addFolders));
  js::set(env, object, "status", js::function(env, "status", status));
  return object;
}

}  // namespace kernelscope
