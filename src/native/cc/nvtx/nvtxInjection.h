#pragma once

#include <mutex>
#include <string>

#include "nvtx/ownVariables.h"

namespace kernelscope {

/// Leads NVTX ranges to CUPTI: those of this addon, and those of other libraries, whose copies of
/// NVTX load the library that NVTX_INJECTION64_PATH names when they are first used. A tool that was
/// named before is left alone.
///
/// `emitNvtx` reads the same variable, for tools that the user named. So that it does not send its
/// ranges to CUPTI, which would show operators twice, a second variable tells whose name it is;
/// child processes inherit both.
class NvtxInjection {
 public:
  static NvtxInjection& instance();

  NvtxInjection(const NvtxInjection&) = delete;
  NvtxInjection& operator=(const NvtxInjection&) = delete;

  /// Gives `library` the ranges where no tool is named.
  void begin(const std::string& library);
  /// Takes the name away again, if it is still the one that was given.
  void end();

  /// Whether this class, here or in a parent process, put the name there.
  bool isOwn(const char* library);

 private:
  NvtxInjection() = default;
  /// False where a tool is named.
  bool name(const std::string& library);

  std::mutex mutex_;
  std::string library_;
  OwnVariables variables_;
  bool isSet_ = false;
};

}  // namespace kernelscope
