#pragma once

#include <signal.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sampledCode.h"

namespace kernelscope {

/** How much a thread has run, at moments in order of time. */
struct ClockColumns {
  /** Microseconds of CLOCK_MONOTONIC, the clock of V8's samples. */
  std::vector<double> times;
  /** CPU time of the thread so far, nanoseconds. */
  std::vector<double> ranNs;
  /**
   * Time for which it could not run so far though it had something to, nanoseconds: it waited for a core, or its process
   * was stopped. Empty where the system does not tell.
   */
  std::vector<double> queuedNs;
  /** How much of that it was stopped for from the first moment to the last. */
  double stoppedNs = 0;
};

/** Holds V8's samples of this thread back. */
class WithoutSamples {
 public:
  WithoutSamples();
  WithoutSamples(const WithoutSamples&) = delete;
  WithoutSamples& operator=(const WithoutSamples&) = delete;
  ~WithoutSamples();

 private:
  sigset_t before_;
};

/** CLOCK_MONOTONIC, the clock of V8's samples, nanoseconds. */
int64_t monotonicNs();

/** The same in microseconds. */
int64_t monotonicUs();

/** The CPU time of this thread so far, nanoseconds. */
int64_t ownCpuNs();

/**
 * The CPU time of one thread, noted whenever V8's profiler interrupts it for a sample: in the handler of that signal,
 * before V8's own. Every call is made on that thread.
 */
class ThreadClock {
 public:
  struct Chunk;

  struct Row {
    int64_t atNs = 0;
    int64_t ranNs = 0;
    int64_t queuedNs = 0;
    int64_t stoppedNs = 0;
  };

  /** The place of a row. */
  struct Position {
    Chunk* chunk = nullptr;
    size_t row = 0;
    /** Rises from chunk to chunk; a place that is none comes last. */
    size_t number = SIZE_MAX;

    bool operator<(const Position& other) const {
      return number == other.number ? row < other.row : number < other.number;
    }
  };

  explicit ThreadClock(v8::Isolate* isolate) : code_(isolate) {}
  ThreadClock(const ThreadClock&) = delete;
  ThreadClock& operator=(const ThreadClock&) = delete;
  ~ThreadClock() { end(); }

  /** Begins unless it runs, notes the present, and returns where. */
  Position begin();

  /** Puts itself before V8's handler; to be called once V8's profiler samples, which has installed that. */
  void followSamples();

  /** Notes the present, and returns what was noted from `from` on; nothing if some could not be. */
  ClockColumns since(Position from);

  /** Gives back the memory of what was noted before `from`. */
  void forgetBefore(Position from);

  /** Ends it, and forgets everything; safe to call twice. */
  void end();

  /** Notes the present. Safe in handlers of signals. */
  void note();

  /** The same for a sample, which is also counted in `marks`. */
  void noteSample();

  /**
   * Where samples are counted, from the next one on: their number so far, which whoever looks may set back to 0, and the
   * nanoseconds of CLOCK_MONOTONIC at the first one since then. Null for nowhere.
   */
  void countIn(volatile double* marks) { marks_ = marks; }

  /** Calls V8's handler of the signal by {@link SampledCode}. Safe in handlers of signals. */
  void show(int signal, siginfo_t* info, void* context) const;

  /** Whether V8's profiler is shown which functions are inlined where it interrupts the thread. */
  bool showsInlined() const;

 private:
  bool addChunk();
  void readQueued();

  /** Finds how long the process was stopped so far at the rows that are new. */
  void countStops();

  const SampledCode code_;
  Chunk* first_ = nullptr;
  Chunk* last_ = nullptr;
  /** The file of the system that tells how long the thread has waited for a core; -1 for none. */
  int file_ = -1;
  size_t chunks_ = 0;
  volatile double* marks_ = nullptr;
  /** True once the system has given no more memory. */
  bool isBroken_ = false;
  /** The present, but for stops. */
  Row now_;
  /** The first row for which stops are not counted, and the row before it. */
  Position uncounted_;
  Row counted_;
};

}  // namespace kernelscope
