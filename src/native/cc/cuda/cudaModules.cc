#include <string>
#include <vector>

#include "cuda/cudaCall.h"

// Modules, their kernels and launches as JavaScript sees them.

namespace kernelscope {

namespace {

/// Words of a launch: three of the grid, three of the block, and bytes of shared memory.
constexpr size_t kGeometryWords = 7;

struct Fact {
  const char* name;
  /// The driver's number of the attribute.
  int attribute;
};

constexpr Fact kFacts[] = {
    {"maxThreadsPerBlock", 0}, {"sharedBytes", 1}, {"localBytes", 3}, {"registers", 4}};

/// The image is a cubin, a fatbin or PTX. The driver is told no length, and reads text up to a zero.
napi_value loadModule(const CudaCall& call) {
  call.cuda.refuseInCapture();
  const HostBytes bytes(call.env, call.arguments[1]);
  const std::string image(static_cast<const char*>(bytes.data), bytes.size);
  const CudaPlace place = call.cuda.enter(call.device(0));
  return js::number(call.env, call.cuda.make<CudaModule>(place, image.c_str()).first);
}

napi_value getFunction(const CudaCall& call) {
  const auto module = call.cuda.find<CudaModule>(call.id(0));
  const std::string name = js::textOf(call.env, call.arguments[1]);
  const auto [id, kernel] = call.cuda.make<CudaKernel>(module, name.c_str());
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "id", js::number(call.env, id));
  for (const Fact& fact : kFacts) {
    const int value = kernel->attribute(fact.attribute);
    js::set(call.env, result, fact.name, js::number(call.env, value));
  }
  const auto known = kernel->parameterBytes();
  const napi_value sizes = js::array(call.env);
  for (const size_t bytes : known.value_or(std::vector<size_t>())) {
    js::append(call.env, sizes, js::number(call.env, double(bytes)));
  }
  js::set(call.env, result, "parameterBytes",
          known.has_value() ? sizes : js::textOrNull(call.env, std::string_view{}));
  return result;
}

/// Where each parameter's bytes begin.
std::vector<void*> parametersAt(const HostBytes& values, const HostBytes& offsets) {
  std::vector<void*> places(offsets.size / sizeof(uint32_t));
  for (size_t index = 0; index < places.size(); index++) {
    const uint32_t offset = static_cast<const uint32_t*>(offsets.data)[index];
    if (offset >= values.size) throw CudaRefused{CudaRefusal::disposed};
    places[index] = static_cast<char*>(values.data) + offset;
  }
  return places;
}

napi_value launch(const CudaCall& call) {
  const auto kernel = call.cuda.find<CudaKernel>(call.id(0));
  const auto stream = call.stream(1);
  const HostBytes geometry(call.env, call.arguments[2]);
  if (geometry.size != kGeometryWords * sizeof(uint32_t)) {
    throw CudaRefused{CudaRefusal::disposed};
  }
  const auto* const words = static_cast<const uint32_t*>(geometry.data);
  const HostBytes values(call.env, call.arguments[3]);
  std::vector<void*> places = parametersAt(values, HostBytes(call.env, call.arguments[4]));
  kernel->allowSharedBytes(words[6]);
  call.cuda.driver().launchKernel(kernel->handle(), words[0], words[1], words[2], words[3],
                                  words[4], words[5], words[6], handleOf(stream), places.data(),
                                  nullptr);
  return nullptr;
}

}  // namespace

void addCudaModules(CudaExports& exports) {
  exports.add("loadModule", loadModule);
  exports.add("getFunction", getFunction);
  exports.add("launch", launch);
}

}  // namespace kernelscope
