#pragma once

#include <signal.h>

#include <array>
#include <cstddef>

namespace kernelscope {

/// Notes the signals by which a process is asked to end, while it exists: those for which the process
/// has a handler, which is called as well. One at a time; a second one notes nothing.
class SignalWatch {
 public:
  SignalWatch();
  ~SignalWatch();

  SignalWatch(const SignalWatch&) = delete;
  SignalWatch& operator=(const SignalWatch&) = delete;

  bool isHeard() const;

 private:
  static constexpr std::array<int, 3> kSignals = {SIGINT, SIGTERM, SIGHUP};
  bool isWatching_ = false;
  std::array<bool, kSignals.size()> isReplaced_{};
};

}  // namespace kernelscope
