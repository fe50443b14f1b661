#include "collection.h"

#include <ctime>
#include <sys/syscall.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>
#include <utility>

#include "settings.h"

namespace fake {
namespace {

/// Records that wait until they are worth waking the delivering thread for.
constexpr size_t kWakeAt = 256;
/// The first version that takes a null buffer for an answer.
constexpr uint32_t kTakesNullBuffer = 27;
constexpr uint32_t kBufferFlush = 1 << 16;
constexpr uint32_t kBufferRequest = 7 << 16;
constexpr uint32_t kObjectThread = 2;

uint64_t read(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<uint64_t>(time.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(time.tv_nsec);
}

uint64_t realtime() { return read(CLOCK_REALTIME); }

/// How far `clock` is ahead of CLOCK_MONOTONIC; 0 when it is that clock.
uint64_t offsetOf(TimestampCallback clock) {
  const uint64_t before = monotonic();
  const uint64_t time = clock();
  const uint64_t after = monotonic();
  return time >= before && time <= after ? 0 : time - (before + (after - before) / 2);
}

}  // namespace

uint64_t monotonic() { return read(CLOCK_MONOTONIC); }

Collection& Collection::instance() {
  // Never destroyed: its thread lives as long as the process.
  static Collection* const collection = new Collection();
  return *collection;
}

Collection::Collection() {
  setClock(nullptr);
  std::thread([this] { deliver(); }).detach();
}

void Collection::setCallbacks(BufferRequested requested, BufferCompleted completed) {
  requested_ = requested;
  completed_ = completed;
}

void Collection::setClock(TimestampCallback callback) {
  if (callback != nullptr) clocksSet_++;
  clockOffset_ = offsetOf(callback == nullptr ? realtime : callback);
}

uint64_t Collection::stampKernel(uint64_t time) {
  if (strayKernels_ == 0) return stamp(time);
  return time + offsetOf(realtime);
}

Collection::Fault Collection::nextFault() {
  const Settings& settings = Settings::read();
  if (strayKernels_ > 0) strayKernels_--;
  const uint64_t kernel = kernels_++;
  if (kernel < settings.untimed) return Fault::untimed;
  return kernel < settings.untimed + settings.reversed ? Fault::reversed : Fault::none;
}

bool Collection::isEnabled(Kind kind) const {
  return enabled_[static_cast<uint32_t>(kind)] && Settings::read().replay.empty();
}

void Collection::enable(Kind kind) {
  const bool isFirst = !enabled_[static_cast<uint32_t>(kind)].exchange(true);
  const uint32_t clocks = clocksSet_;
  if (isFirst && kind == Kind::concurrentKernel && clocks > 1) strayKernels_ = clocks - 1;
}

void Collection::disable(Kind kind) { enabled_[static_cast<uint32_t>(kind)] = false; }

void Collection::add(const Record& record) {
  if (isEnabled(record.kind())) queueRecord(record);
}

void Collection::replay(const Record& record) { queueRecord(record); }

void Collection::queueRecord(const Record& record) {
  const std::lock_guard<std::mutex> lock(mutex_);
  const bool isLate =
      record.kind() == Kind::externalCorrelation && Settings::read().isCorrelationLate;
  const bool isHeld = static_cast<uint32_t>(record.kind()) == Settings::read().heldKind;
  (isHeld ? held_ : isLate ? late_ : ready_).push_back(record);
  if (ready_.size() == kWakeAt) wanted_.notify_one();
}

void Collection::addWork(const Record& record, uint64_t doneAt, int end) {
  if (!isEnabled(record.kind())) return;
  const std::lock_guard<std::mutex> lock(mutex_);
  working_.emplace(doneAt, Work{record, end});
}

void Collection::loseWork(uint64_t since) {
  const std::lock_guard<std::mutex> lock(mutex_);
  auto running = working_.upper_bound(since);
  while (running != working_.end() && running->first != UINT64_MAX) {
    auto lost = working_.extract(running++);
    lost.key() = UINT64_MAX;
    working_.insert(std::move(lost));
  }
}

void Collection::flush(Flush how) {
  if (how == Flush::complete && Settings::read().isFlushLazy) return;
  std::unique_lock<std::mutex> lock(mutex_);
  flush_ = how;
  const uint64_t mine = ++flushesAsked_;
  wanted_.notify_one();
  done_.wait(lock, [&] { return flushesDone_ >= mine; });
}

void Collection::setPeriod(uint32_t milliseconds) {
  const std::lock_guard<std::mutex> lock(mutex_);
  periodMs_ = milliseconds;
  wanted_.notify_one();
}

void Collection::deliver() {
  for (;;) {
    std::vector<Record> complete;
    std::unique_lock<std::mutex> lock(mutex_);
    const auto isWanted = [this] {
      return flushesAsked_ > flushesDone_ || ready_.size() >= kWakeAt;
    };
    bool isFlush = false;
    if (periodMs_ == 0) {
      wanted_.wait(lock, [&] { return isWanted() || periodMs_ > 0; });
    } else {
      isFlush = !wanted_.wait_for(lock, std::chrono::milliseconds(periodMs_), isWanted);
    }
    const uint64_t flushes = flushesAsked_;
    isFlush = isFlush || flushes > flushesDone_;
    takeComplete(flushes > flushesDone_ ? flush_ : Flush::complete, complete);
    if (isFlush) {
      complete.insert(complete.end(), due_.begin(), due_.end());
      due_ = std::exchange(held_, {});
    }
    lock.unlock();
    const uint64_t start = monotonic();
    for (const Record& record : complete) write(record);
    if (isFlush && buffer_.used > 0) {
      noteOverhead(kBufferFlush, start);
      closeBuffer();
      requestBuffer();
    }
    lock.lock();
    flushesDone_ = flushes;
    done_.notify_all();
  }
}

void Collection::takeComplete(Flush how, std::vector<Record>& complete) {
  complete.assign(ready_.begin(), ready_.end());
  ready_.clear();
  const auto running = working_.upper_bound(monotonic());
  for (auto work = working_.begin(); work != running; ++work) {
    complete.push_back(work->second.record);
  }
  working_.erase(working_.begin(), running);
  if (how == Flush::forced && !Settings::read().holdsRunning) {
    for (auto& [doneAt, work] : working_) {
      work.record.put(work.end - 8, uint64_t{0}).put(work.end, uint64_t{0});
      complete.push_back(work.record);
    }
    working_.clear();
  }
  complete.insert(complete.end(), late_.begin(), late_.end());
  late_.clear();
}

void Collection::write(const Record& record) {
  const bool isFull = buffer_.used + record.size() > buffer_.size ||
                      (buffer_.maxRecords > 0 && buffer_.records == buffer_.maxRecords);
  if (buffer_.bytes != nullptr && isFull) closeBuffer();
  if (buffer_.bytes == nullptr) requestBuffer();
  if (buffer_.bytes != nullptr && buffer_.used == 0) openBuffer();
  if (buffer_.bytes == nullptr || buffer_.used + record.size() > buffer_.size) {
    dropped_++;
    return;
  }
  put(record);
}

void Collection::put(const Record& record) {
  if (buffer_.used + record.size() > buffer_.size) return;
  std::memcpy(buffer_.bytes + buffer_.used, record.bytes(), record.size());
  buffer_.used += record.size();
  buffer_.records++;
}

void Collection::requestBuffer() {
  const BufferRequested requested = requested_;
  buffer_ = Buffer();
  if (requested == nullptr) return;
  buffer_.requestedAt = monotonic();
  requested(&buffer_.bytes, &buffer_.size, &buffer_.maxRecords);
  if (buffer_.bytes == nullptr && Settings::read().cuptiVersion < kTakesNullBuffer) {
    std::fputs("A CUPTI before 12.9 was given no buffer, and may crash\n", stderr);
    std::abort();
  }
}

void Collection::openBuffer() {
  noteOverhead(kBufferRequest, buffer_.requestedAt);
  for (uint64_t more = Settings::read().unknownRecords; more > 0; more--) {
    put(Record(Kind::unknown));
  }
}

void Collection::closeBuffer() {
  const Buffer full = buffer_;
  buffer_ = Buffer();
  const BufferCompleted completed = completed_;
  const size_t cut = Settings::read().truncatedBytes;
  const size_t valid = full.used > cut ? full.used - cut : full.used;
  if (completed != nullptr) completed(nullptr, 0, full.bytes, full.size, valid);
}

void Collection::noteOverhead(uint32_t kind, uint64_t start) {
  if (!isEnabled(Kind::overhead)) return;
  const OverheadLayout& at = layouts().Overhead;
  Record record(Kind::overhead);
  record.put(at.overheadKind, kind)
      .put(at.objectKind, kObjectThread)
      .put(at.objectId, static_cast<uint32_t>(getpid()))
      .put(at.objectId + 4, static_cast<uint32_t>(syscall(SYS_gettid)))
      .put(at.start, stamp(start))
      .put(at.end, stamp(monotonic()))
      .put(at.correlationId, uint32_t{0})
      .put(at.overheadData, uint64_t{0});
  put(record);
}

}  // namespace fake
