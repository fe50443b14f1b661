#include "common/gpuLibraries.h"
#include "cuda/cudaCall.h"
#include "cuda/cudaCompiler.h"

// The run-time compiler as JavaScript sees it.

namespace kernelscope {

namespace {

/// The compiler of this process; null where none was found.
const CudaCompiler* compiler() {
  const Library& library = GpuLibraries::instance().nvrtc();
  if (!library.isLoaded()) return nullptr;
  static const auto* const found = new CudaCompiler(library);
  return found->isWhole() ? found : nullptr;
}

napi_value textArray(napi_env env, const std::vector<std::string>& texts) {
  const napi_value result = js::array(env);
  for (const std::string& text : texts) js::append(env, result, js::text(env, text));
  return result;
}

std::vector<uint8_t> bytesOf(const std::string& text) { return {text.begin(), text.end()}; }

/// What the compiler is; `error` says why there is none.
napi_value compilerFacts(const CudaCall& call) {
  const CudaCompiler* const found = compiler();
  const napi_value result = js::object(call.env);
  const Library& library = GpuLibraries::instance().nvrtc();
  const std::string missing =
      library.isLoaded() ? library.path() + " is incomplete" : library.error();
  const std::string error = found == nullptr ? missing : "";
  js::set(call.env, result, "error", js::textOrNull(call.env, error));
  js::set(call.env, result, "path", js::textOrNull(call.env, library.path()));
  std::vector<int32_t> architectures;
  std::pair<int, int> version{0, 0};
  if (found != nullptr) {
    version = found->version();
    const std::vector<int> all = found->architectures();
    architectures.assign(all.begin(), all.end());
  }
  js::set(call.env, result, "major", js::number(call.env, version.first));
  js::set(call.env, result, "minor", js::number(call.env, version.second));
  js::set(call.env, result, "architectures", js::array(call.env, architectures));
  return result;
}

napi_value compile(const CudaCall& call) {
  const CudaCompiler* const found = compiler();
  if (found == nullptr) throw CudaRefused{CudaRefusal::unavailable};
  const CudaSource source{js::textOf(call.env, call.arguments[0]),
                          js::textOf(call.env, call.arguments[1]),
                          js::textsOf(call.env, call.arguments[2]),
                          js::textsOf(call.env, call.arguments[3])};
  const CudaCompiled compiled = found->compile(source);
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "status", js::number(call.env, compiled.code));
  js::set(call.env, result, "statusName", js::text(call.env, found->nameOf(compiled.code)));
  js::set(call.env, result, "call", js::text(call.env, compiled.call));
  js::set(call.env, result, "log", js::text(call.env, compiled.log));
  js::set(call.env, result, "ptx", js::text(call.env, compiled.ptx));
  js::set(call.env, result, "cubin", js::array(call.env, bytesOf(compiled.cubin)));
  js::set(call.env, result, "names", textArray(call.env, compiled.names));
  return result;
}

}  // namespace

void addCudaCompiler(CudaExports& exports) {
  exports.add("compilerFacts", compilerFacts);
  exports.add("compile", compile);
}

}  // namespace kernelscope
