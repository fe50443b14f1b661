#include "pieceTimer.h"

#include <v8-platform.h>

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <memory>
#include <mutex>
#include <unordered_set>
#include <utility>

#include "ownThread.h"
#include "processStops.h"
#include "threadClock.h"

namespace kernelscope {

namespace {

constexpr int64_t PERIOD_NS = 500'000'000;

}  // namespace

/** It outlives its timer: an interrupt or a task may come late. */
class PieceTimer::Callee {
 public:
  Callee(v8::Isolate* isolate, std::shared_ptr<v8::TaskRunner> tasks, std::function<void()> onTick)
      : isolate_(isolate), tasks_(std::move(tasks)), onTick_(std::move(onTick)) {}

  /** Called on any thread, while its isolate is known to live. */
  void ask() {
    if (isAsked_.exchange(true)) return;
    // one of the two comes first: the task wakes an event loop that waits, the interrupt code that runs
    tasks_->PostTask(std::make_unique<Tick>(this));
    isolate_->RequestInterrupt(
        [](v8::Isolate*, void* callee) { static_cast<Callee*>(callee)->answer(); }, this);
  }

  /** On its own thread. */
  void answer() {
    if (!isAsked_.exchange(false) || onTick_ == nullptr) return;
    onTick_();
  }

  /** On its own thread, once nobody asks any more. */
  void end() {
    onTick_ = nullptr;
    tasks_.reset();
  }

 private:
  class Tick : public v8::Task {
   public:
    explicit Tick(Callee* callee) : callee_(callee) {}
    void Run() override { callee_->answer(); }

   private:
    Callee* callee_;
  };

  v8::Isolate* isolate_;
  std::shared_ptr<v8::TaskRunner> tasks_;
  std::function<void()> onTick_;
  std::atomic<bool> isAsked_{false};
};

namespace {

/** The timers that run, and the thread that asks for their calls: one in the process, from the first timer on. */
template <typename Callee>
class RunningTimers {
 public:
  void add(Callee* callee) {
    const std::lock_guard<std::mutex> lock(mutex_);
    callees_.insert(callee);
    if (!hasThread_) hasThread_ = startThread();
    change_.notify_all();
  }

  /** Nobody asks it from now on. */
  void remove(Callee* callee) {
    const std::lock_guard<std::mutex> lock(mutex_);
    callees_.erase(callee);
  }

 private:
  bool startThread() {
    const auto run = [](void* timers) -> void* {
      static_cast<RunningTimers*>(timers)->run();
      return nullptr;
    };
    return startOwnThread(run, this);
  }

  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      change_.wait(lock, [this] { return !callees_.empty(); });
      askUntilEmpty(&lock);
    }
  }

  void askUntilEmpty(std::unique_lock<std::mutex>* lock) {
    StopWatch watch;
    int64_t dueNs = monotonicNs() + PERIOD_NS;
    while (!callees_.empty()) {
      watch.sleep(lock, &change_, dueNs);
      const int64_t nowNs = monotonicNs();
      if (nowNs < dueNs) continue;
      for (Callee* callee : callees_) callee->ask();
      dueNs = nowNs + PERIOD_NS;
    }
  }

  std::mutex mutex_;
  std::condition_variable change_;
  std::unordered_set<Callee*> callees_;
  bool hasThread_ = false;
};

template <typename Callee>
RunningTimers<Callee>& runningTimers() {
  // never destroyed: its thread ends with the process
  static RunningTimers<Callee>* const all = new RunningTimers<Callee>;
  return *all;
}

}  // namespace

PieceTimer::PieceTimer(v8::Local<v8::Context> context, std::function<void()> onTick) {
  v8::Isolate* isolate = context->GetIsolate();
  node::MultiIsolatePlatform* platform =
      node::GetMultiIsolatePlatform(node::GetCurrentEnvironment(context));
  callee_ = new Callee(isolate, platform->GetForegroundTaskRunner(isolate), std::move(onTick));
}

PieceTimer::~PieceTimer() {
  stop();
  // a few bytes of each thread stay
  callee_->end();
}

void PieceTimer::start() { runningTimers<Callee>().add(callee_); }

void PieceTimer::stop() { runningTimers<Callee>().remove(callee_); }

}  // namespace kernelscope
