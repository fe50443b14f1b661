#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <mutex>

namespace kernelscope {

/// Why ranges reach no tool, or that they do.
enum class NvtxState { ready, noTool, notLoaded, noEntry, refused };

/// What takes this process' NVTX ranges: a tool such as Nsight Systems, else CUPTI.
///
/// A tool injects itself as a library, which fills tables of function pointers that it is shown.
/// NVTX knows one for a process, and so does this class: the first that is found stays. All members
/// may be called on any thread.
class NvtxTool {
 public:
  static NvtxTool& instance();

  NvtxTool(const NvtxTool&) = delete;
  NvtxTool& operator=(const NvtxTool&) = delete;

  /// Loads the library of the tool that somebody named, null for none; says what came of it. Once
  /// one was named, later calls say the same.
  NvtxState attach(const char* library);
  /// Gives ranges to CUPTI's library where no tool was named. For `attach` it is no tool: who asks
  /// for one does not send it what is recorded already.
  void attachRecorder(const char* library);

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
  template <typename Signature>
  Signature function(size_t place) const;

  std::mutex mutex_;
  NvtxState state_ = NvtxState::noTool;
  /// Set once the tables are filled, which do not change again.
  std::atomic<bool> isTaken_{false};
};

}  // namespace kernelscope
