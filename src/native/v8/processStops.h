#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <vector>

namespace kernelscope {

/** A time for which no thread of the process could run; nanoseconds of CLOCK_MONOTONIC. */
struct ProcessStop {
  /** When the thread that noticed it ran last, */
  int64_t ranNs;
  /** when that should have run again: a moment within the stop, */
  int64_t dueNs;
  /** and when the stop was over. */
  int64_t endNs;
};

/**
 * When the process was stopped, by a signal such as SIGSTOP or with its machine. The system counts that as no time of a
 * thread, as if the thread had waited for something; but a thread that sleeps for some milliseconds then wakes too late.
 */
class ProcessStops {
 public:
  /** The last ones that end after a moment, in order of time. */
  std::vector<ProcessStop> after(int64_t ns);

  void add(const ProcessStop& stop);

 private:
  std::mutex mutex_;
  std::deque<ProcessStop> last_;
};

/** Those that were noticed while CPU samples of any thread were recorded. */
ProcessStops& processStops();

/** Has the thread that makes it notice stops by its sleep. */
class StopWatch {
 public:
  StopWatch();
  StopWatch(const StopWatch&) = delete;
  StopWatch& operator=(const StopWatch&) = delete;
  ~StopWatch();

  /** Sleeps until a time, at most for some milliseconds, or until `change` is notified. */
  void sleep(std::unique_lock<std::mutex>* lock, std::condition_variable* change, int64_t untilNs);

 private:
  /** How long the thread was ready to run so far while others had all cores, nanoseconds. */
  int64_t queuedNs() const;

  /** The file of the system that tells that; -1 where there is none, and so stops are not told from waiting. */
  const int file_;
};

}  // namespace kernelscope
