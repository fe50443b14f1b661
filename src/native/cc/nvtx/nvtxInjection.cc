#include "nvtx/nvtxInjection.h"

#include <cstdlib>

#include "nvtx/nvtx.h"

namespace kernelscope {
namespace {

constexpr char kVariable[] = "NVTX_INJECTION64_PATH";
constexpr char kOwnVariable[] = "KERNELSCOPE_NVTX_INJECTION";

bool isValue(const char* variable, const std::string& value) {
  const char* const found = std::getenv(variable);
  return found != nullptr && value == found;
}

std::string entry(const char* variable, const std::string& value) {
  return std::string(variable) + '=' + value;
}

}  // namespace

NvtxInjection& NvtxInjection::instance() {
  static NvtxInjection* const injection = new NvtxInjection();
  return *injection;
}

void NvtxInjection::begin(const std::string& library) {
  if (library.empty() || !name(library)) return;
  NvtxTool::instance().attachRecorder(library.c_str());
}

bool NvtxInjection::name(const std::string& library) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const char* const named = std::getenv(kVariable);
  if (named != nullptr && *named != '\0') return isValue(kOwnVariable, named);
  variables_.set({entry(kOwnVariable, library), entry(kVariable, library)});
  library_ = library;
  isSet_ = true;
  return true;
}

void NvtxInjection::end() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (!isSet_) return;
  isSet_ = false;
  variables_.remove();
}

bool NvtxInjection::isOwn(const char* library) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (library == nullptr || *library == '\0') return false;
  return library_ == library || isValue(kOwnVariable, library);
}

}  // namespace kernelscope
