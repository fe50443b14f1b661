#include "cupti/cuptiApi.h"

namespace kernelscope {

CallFailure CuptiApi::failureOf(const char* call, int code) const {
  const char* name = nullptr;
  const bool isNamed = getResultString_(code, &name) == cupti::kSuccess && name != nullptr;
  return {call, static_cast<uint32_t>(code), isNamed ? name : ""};
}

std::string CuptiApi::nameOfCallback(uint32_t domain, uint32_t callback) const {
  const char* name = nullptr;
  const bool isNamed = getCallbackName_(domain, callback, &name) == cupti::kSuccess;
  if (isNamed && name != nullptr) return name;
  const char* const kind = domain == cupti::kDriverDomain ? "driver call " : "runtime call ";
  return kind + std::to_string(callback);
}

}  // namespace kernelscope
