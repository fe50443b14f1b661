#include "common/periodicThread.h"

#include <pthread.h>
#include <signal.h>

#include <algorithm>
#include <utility>

namespace kernelscope {

namespace {

/// Signals are for the threads that know what to do with them.
class SignalsBlocked {
 public:
  SignalsBlocked() {
    sigset_t all;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  ~SignalsBlocked() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }
  SignalsBlocked(const SignalsBlocked&) = delete;
  SignalsBlocked& operator=(const SignalsBlocked&) = delete;

 private:
  sigset_t before_;
};

}  // namespace

PeriodicThread::PeriodicThread(std::chrono::nanoseconds interval, std::function<void()> work)
    : interval_(interval), work_(std::move(work)) {
  const SignalsBlocked blocked;
  thread_ = std::thread([this] { run(); });
}

PeriodicThread::~PeriodicThread() {
  stop();
  thread_.join();
}

void PeriodicThread::stop() {
  {
    const std::lock_guard<std::mutex> lock(mutex_);
    isStopped_ = true;
  }
  changed_.notify_all();
}

void PeriodicThread::run() {
  auto next = std::chrono::steady_clock::now();
  do {
    work_();
    next = std::max(next + interval_, std::chrono::steady_clock::now());
  } while (waitUntil(next));
}

/// False once it is stopped.
bool PeriodicThread::waitUntil(std::chrono::steady_clock::time_point time) {
  std::unique_lock<std::mutex> lock(mutex_);
  return !changed_.wait_until(lock, time, [this] { return isStopped_; });
}

}  // namespace kernelscope
