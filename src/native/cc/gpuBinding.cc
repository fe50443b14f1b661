#include "bindings.h"
#include "napiValues.h"

namespace kernelscope {

napi_value gpuBinding(napi_env env) { return js::object(env); }

}  // namespace kernelscope
