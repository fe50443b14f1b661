#pragma once

#include <cstdint>

namespace kernelscope {

/// Why ranges reach no tool, or that they do.
enum class NvtxState { ready, noTool, notLoaded, noEntry, refused };

/// The tool that takes this process' NVTX ranges, such as Nsight Systems.
///
/// A tool injects itself as a library, which fills tables of function pointers that it is shown.
/// NVTX knows one tool for a process, and so does this class: `attach` looks for it once, whichever
/// thread asks first. Afterwards nothing changes, and all other members may be called on any thread.
class NvtxTool {
 public:
  static NvtxTool& instance();

  NvtxTool(const NvtxTool&) = delete;
  NvtxTool& operator=(const NvtxTool&) = delete;

  /// Loads the tool's library, null for none; says what came of it. Later calls say the same.
  NvtxState attach(const char* library);

  /// Opens a range of the calling thread, inside those that are open.
  void push(const char* name) const;
  /// Closes the innermost open range of the calling thread.
  void pop() const;
  /// Opens a range that any thread may close; returns its number.
  uint64_t start(const char* name) const;
  /// Closes a range that `start` opened.
  void end(uint64_t range) const;
  /// Marks this moment.
  void mark(const char* name) const;

 private:
  NvtxTool() = default;
  NvtxState load(const char* library);
};

}  // namespace kernelscope
