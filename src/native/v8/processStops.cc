#include "processStops.h"

#include <unistd.h>

#include <algorithm>
#include <chrono>

#include "ownFile.h"
#include "threadClock.h"

namespace kernelscope {

namespace {

/** A stop that is shorter than this may be missed, nanoseconds. */
constexpr int64_t SLEEP_NS = 10'000'000;

/** A sleep may last so much longer in a process that runs, nanoseconds. */
constexpr int64_t LATENESS_NS = 5'000'000;

/** A recording looks at them every half a second. */
constexpr size_t MOST_STOPS = 1000;

}  // namespace

std::vector<ProcessStop> ProcessStops::after(int64_t ns) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const auto isOver = [ns](const ProcessStop& stop) { return stop.endNs <= ns; };
  return {std::partition_point(last_.begin(), last_.end(), isOver), last_.end()};
}

void ProcessStops::add(const ProcessStop& stop) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (last_.size() == MOST_STOPS) last_.pop_front();
  last_.push_back(stop);
}

ProcessStops& processStops() {
  // never destroyed: threads may still run when static objects end
  static ProcessStops* const all = new ProcessStops;
  return *all;
}

StopWatch::StopWatch() : file_(openOwnFile(THREAD_TIMES)) {}

StopWatch::~StopWatch() {
  if (file_ >= 0) close(file_);
}

void StopWatch::sleep(std::unique_lock<std::mutex>* lock, std::condition_variable* change,
                      int64_t untilNs) {
  const int64_t queuedBeforeNs = queuedNs();
  const int64_t ranNs = monotonicNs();
  const int64_t dueNs = file_ < 0 ? untilNs : std::min(untilNs, ranNs + SLEEP_NS);
  change->wait_for(*lock, std::chrono::nanoseconds(dueNs - ranNs));
  const int64_t nowNs = monotonicNs();
  if (file_ < 0 || nowNs - dueNs < LATENESS_NS) return;
  const int64_t endNs = nowNs - (queuedNs() - queuedBeforeNs);
  if (endNs - dueNs >= LATENESS_NS) processStops().add({ranNs, dueNs, endNs});
}

int64_t StopWatch::queuedNs() const {
  return file_ < 0 ? 0 : static_cast<int64_t>(secondNumberIn(file_));
}

}  // namespace kernelscope
