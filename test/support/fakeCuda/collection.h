#pragma once

#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <mutex>
#include <vector>

#include "record.h"

namespace fake {

using BufferRequested = void (*)(uint8_t** buffer, size_t* size, size_t* maxRecords);
using BufferCompleted = void (*)(void* context, uint32_t stream, uint8_t* buffer, size_t size,
                                 size_t validSize);
using TimestampCallback = uint64_t (*)();

/// Nanoseconds of CLOCK_MONOTONIC, on which the fake GPU lives.
uint64_t monotonic();

/// What CUPTI has once for a process: which kinds are recorded, the records that wait, and the one
/// thread that writes them into the buffers of the client.
class Collection {
 public:
  static Collection& instance();

  void setCallbacks(BufferRequested requested, BufferCompleted completed);
  bool hasCallbacks() const { return requested_ != nullptr && completed_ != nullptr; }
  /// Records then have the time that `callback` tells; null for the wall clock. After each call but
  /// the first, one more kernel at the head of what is recorded has a time of another clock.
  void setClock(TimestampCallback callback);
  /// The time in records of a time of CLOCK_MONOTONIC.
  uint64_t stamp(uint64_t time) const { return time + clockOffset_.load(); }

  /// The time in the record of the next kernel: of another clock where the client set the clock twice.
  uint64_t stampKernel(uint64_t time);

  void enable(Kind kind);
  void disable(Kind kind);
  /// Nothing is while a recorded stream is replayed, which is then all that there is.
  bool isEnabled(Kind kind) const;

  /// Adds a record that is complete, if its kind is recorded.
  void add(const Record& record);
  /// Adds one that the GPU completes at `doneAt`; `end` is where its last time lies.
  void addWork(const Record& record, uint64_t doneAt, int end);
  /// Records of work that the lost GPU was still to do at `since` never become complete.
  void loseWork(uint64_t since);

  /// Adds a record of elsewhere, whatever is recorded now.
  void replay(const Record& record);

  /// How a kernel's record differs from what it should be.
  enum class Fault { none, untimed, reversed };
  Fault nextFault();

  /// Kernels note when they were queued and submitted.
  void setLatency(bool isRecorded) { latency_ = isRecorded; }
  bool recordsLatency() const { return latency_; }

  /// Hands all complete records to the client; with `forced` the others too, without their times.
  enum class Flush { complete, forced };
  void flush(Flush how);
  /// Flushes of itself at such intervals, milliseconds; 0 for never.
  void setPeriod(uint32_t milliseconds);
  /// Records for which there was no buffer since the last call.
  uint64_t takeDropped() { return dropped_.exchange(0); }

 private:
  struct Work {
    Record record;
    int end;
  };
  struct Buffer {
    uint8_t* bytes = nullptr;
    size_t size = 0;
    size_t used = 0;
    size_t maxRecords = 0;
    size_t records = 0;
    uint64_t requestedAt = 0;
  };

  Collection();
  void deliver();
  void takeComplete(Flush how, std::vector<Record>& complete);
  void write(const Record& record);
  void put(const Record& record);
  /// Asks for a buffer ahead, and keeps it until it is full or flushed, whatever the client does.
  void requestBuffer();
  void openBuffer();
  void closeBuffer();
  void noteOverhead(uint32_t kind, uint64_t start);
  void queueRecord(const Record& record);

  std::atomic<BufferRequested> requested_{nullptr};
  std::atomic<BufferCompleted> completed_{nullptr};
  std::atomic<uint64_t> clockOffset_{0};
  std::atomic<uint32_t> clocksSet_{0};
  std::atomic<uint32_t> strayKernels_{0};
  std::atomic<bool> latency_{false};
  std::atomic<bool> enabled_[kKinds] = {};
  std::atomic<uint64_t> dropped_{0};
  std::atomic<uint64_t> kernels_{0};

  std::mutex mutex_;
  std::condition_variable wanted_;
  std::condition_variable done_;
  std::deque<Record> ready_;
  std::deque<Record> late_;
  /// Of the kind that is held: what comes with the flush after the next one, and with the next one.
  std::deque<Record> held_;
  std::deque<Record> due_;
  /// By the time when it is done.
  std::multimap<uint64_t, Work> working_;
  uint64_t flushesAsked_ = 0;
  uint64_t flushesDone_ = 0;
  Flush flush_ = Flush::complete;
  uint32_t periodMs_ = 0;

  /// Of the delivering thread alone.
  Buffer buffer_;
};

}  // namespace fake
