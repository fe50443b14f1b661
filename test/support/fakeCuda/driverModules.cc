// The driver: modules and what is in them.

#include "compiledImage.h"
#include "export.h"
#include "launch.h"

using fake::Call;
using fake::Context;
using fake::contextCall;
using fake::Function;
using fake::Machine;

namespace {

constexpr int kMaxDynamicShared = 8;

/// `CUfunction_attribute`.
int attributeOf(const Function& function, int attribute) {
  switch (attribute) {
    case 0:
      return function.maxThreads;
    case 1:
      return 1024;  // static shared memory, bytes
    case 3:
      return 16;  // local memory of a thread, bytes
    case 4:
      return 24;  // registers
    case 5:
    case 6:
      return 90;  // versions of the code
    case kMaxDynamicShared:
      return function.maxSharedBytes;
    default:
      return 0;
  }
}

void readImage(fake::Module& module, const void* image) {
  module.image = fake::CompiledImage::load(fake::CompiledImage::bytesAt(image));
  if (module.image == nullptr) {
    module.entries = fake::entriesOf(static_cast<const char*>(image));
    return;
  }
  for (const auto& [name, kernel] : module.image->kernels()) {
    module.entries[name] = kernel.parameters;
  }
}

}  // namespace

FAKE_EXPORT int cuModuleLoadData(fake::Module** result, const void* image) {
  return contextCall("cuModuleLoadData", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    auto module = std::make_unique<fake::Module>();
    readImage(*module, image);
    *result = module.get();
    context.modules[*result] = std::move(module);
    return 0;
  });
}

FAKE_EXPORT int cuModuleUnload(fake::Module* module) {
  return contextCall("cuModuleUnload", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return context.modules.erase(module) == 1 ? fake::kSuccess : fake::kInvalidHandle;
  });
}

FAKE_EXPORT int cuModuleGetFunction(Function** result, fake::Module* module, const char* name) {
  return contextCall("cuModuleGetFunction", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    if (context.modules.count(module) == 0) return fake::kInvalidHandle;
    const auto entry = module->entries.find(name);
    if (!module->entries.empty() && entry == module->entries.end()) return fake::kNotFound;
    auto& function = module->functions[name];
    if (!function) {
      function = std::make_unique<Function>();
      function->name = fake::interned(name);
      function->image = module->image;
      if (entry != module->entries.end() && module->image != nullptr) {
        function->compiled = &module->image->kernels().at(name);
      }
      function->parameters = entry == module->entries.end()
                                 ? fake::parametersOfKnown(function->name)
                                 : entry->second;
    }
    *result = function.get();
    return 0;
  });
}

FAKE_EXPORT int cuFuncGetAttribute(int* value, int attribute, const Function* function) {
  return contextCall("cuFuncGetAttribute", [&](Call&, Context&) {
    *value = attributeOf(*function, attribute);
    return 0;
  });
}

FAKE_EXPORT int cuFuncSetAttribute(Function* function, int attribute, int value) {
  return contextCall("cuFuncSetAttribute", [&](Call&, Context&) -> int {
    if (attribute != kMaxDynamicShared || value < 0 || value > 232448) return fake::kInvalidValue;
    function->maxSharedBytes = value;
    return 0;
  });
}

namespace {

using GetParamInfo = int (*)(const Function*, size_t, size_t*, size_t*);

int getParamInfo(const Function* function, size_t index, size_t* offset, size_t* size) {
  return contextCall("cuFuncGetParamInfo", [&](Call&, Context&) -> int {
    if (index >= function->parameters.size()) return fake::kInvalidValue;
    const fake::Parameter& parameter = function->parameters[index];
    if (offset != nullptr) *offset = parameter.offset;
    if (size != nullptr) *size = parameter.size;
    return 0;
  });
}

}  // namespace

/// What `dlsym` finds: nothing in a driver before 12.4.
extern "C" {
static GetParamInfo findParamInfo() {
  return fake::Settings::read().driverVersion < 12040 ? nullptr : getParamInfo;
}
}

FAKE_EXPORT int cuFuncGetParamInfo(const Function*, size_t, size_t*, size_t*)
    __attribute__((ifunc("findParamInfo")));
