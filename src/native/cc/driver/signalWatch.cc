#include "driver/signalWatch.h"

#include <atomic>

namespace kernelscope {
namespace {

std::atomic<bool> isTaken{false};
/// Of a type that a handler of signals may use.
volatile sig_atomic_t heard = 0;
struct sigaction replaced[NSIG];

void hear(int signal, siginfo_t* info, void* context) {
  heard = 1;
  const struct sigaction& before = replaced[signal];
  if ((before.sa_flags & SA_SIGINFO) != 0) {
    before.sa_sigaction(signal, info, context);
  } else {
    before.sa_handler(signal);
  }
}

bool hasHandler(const struct sigaction& action) {
  if ((action.sa_flags & SA_SIGINFO) != 0) return true;
  return action.sa_handler != SIG_DFL && action.sa_handler != SIG_IGN;
}

}  // namespace

SignalWatch::SignalWatch() {
  if (isTaken.exchange(true)) return;
  isWatching_ = true;
  heard = 0;
  for (size_t index = 0; index < kSignals.size(); index++) {
    const int signal = kSignals[index];
    if (sigaction(signal, nullptr, &replaced[signal]) != 0) continue;
    if (!hasHandler(replaced[signal])) continue;
    struct sigaction action {};
    action.sa_sigaction = hear;
    action.sa_mask = replaced[signal].sa_mask;
    action.sa_flags = SA_SIGINFO | SA_RESTART;
    isReplaced_[index] = sigaction(signal, &action, nullptr) == 0;
  }
}

SignalWatch::~SignalWatch() {
  if (!isWatching_) return;
  for (size_t index = 0; index < kSignals.size(); index++) {
    if (isReplaced_[index]) sigaction(kSignals[index], &replaced[kSignals[index]], nullptr);
  }
  isTaken = false;
}

bool SignalWatch::isHeard() const { return isWatching_ && heard != 0; }

}  // namespace kernelscope
