#include "driver/cudaDriver.h"

#include <algorithm>
#include <iterator>

namespace kernelscope {

namespace {

/// Uncorrectable ECC and NVLink errors, contained errors, illegal addresses, launch time-outs,
/// destroyed contexts, assertions, and what a kernel did that its hardware cannot do.
constexpr int kLosing[] = {214, 220, 226, 700, 702, 709, 710, 714, 715, 716, 717, 718, 719};

}  // namespace

bool losesContext(int code) {
  return std::find(std::begin(kLosing), std::end(kLosing), code) != std::end(kLosing);
}

std::string CudaDriver::textOf(const ErrorText& function, int code) {
  const char* text = nullptr;
  const bool isKnown = function.attempt(code, &text) == cudaError::kSuccess && text != nullptr;
  return isKnown ? text : "";
}

}  // namespace kernelscope
