#pragma once

#include <atomic>
#include <cstdint>

#include "cupti/cuptiApi.h"

namespace kernelscope {

/// Numbers of operators, a stack for each thread, which CUPTI writes down beside what is called
/// meanwhile. CUPTI holds the stacks; here is counted how much of them is ours, so that what was
/// pushed while something was recorded is popped even when nothing is any more.
class ExternalIds {
 public:
  /// Numbers are given from now on; null for no more.
  static void setRecorder(const CuptiApi* cupti) { recorder_ = cupti; }

  /// hot: one load while nothing is recorded.
  static bool areRecorded() { return recorder_.load(std::memory_order_relaxed) != nullptr; }

  /// hot
  static void push(uint64_t id);
  /// hot: takes back what `push` gave on this thread, and nothing else.
  static void pop() {
    if (depth_ > 0) popOne();
  }
  /// Takes back all that this thread has given.
  static void clear();

 private:
  static void popOne();

  static std::atomic<const CuptiApi*> recorder_;
  static thread_local uint32_t depth_;
};

}  // namespace kernelscope
