// Samples the memory of the process on a thread of the system, and has the heap of a thread read between two instructions
// of its code. A thread of JavaScript that does the same takes longer to start than many programs run.
#include <node.h>
#include <unistd.h>
#include <v8.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <condition_variable>
#include <cstdint>
#include <limits>
#include <memory>
#include <mutex>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings.h"
#include "ownFile.h"
#include "ownThread.h"
#include "threadClock.h"

namespace kernelscope {
namespace {

constexpr double NS_PER_MS = 1e6;

/** The least time between two reads of a heap, milliseconds. */
constexpr double HEAP_INTERVAL_MS = 20;

/** How often it is looked whether a recording is over, at least. */
constexpr int64_t LOOK_NS = 100'000'000;

/** Writes values by time into memory that threads share, as `SharedSeriesWriter` of `sharedSeries.ts` does. */
class SharedSeries {
 public:
  explicit SharedSeries(std::shared_ptr<v8::BackingStore> memory)
      : memory_(std::move(memory)),
        header_(static_cast<std::atomic<int32_t>*>(memory_->Data())),
        capacity_(static_cast<int32_t>((memory_->ByteLength() - HEADER_BYTES) / BYTES_PER_ROW)),
        times_(reinterpret_cast<double*>(static_cast<char*>(memory_->Data()) + HEADER_BYTES)),
        values_(times_ + capacity_) {}

  /** Times must not decrease. */
  void push(double time, double value) {
    header_[LATEST] = static_cast<int32_t>(std::lround(value / LATEST_UNIT));
    if (value > pendingValue_) {
      pendingTime_ = time;
      pendingValue_ = value;
    }
    if (++pending_ < rowsPerValue_) return;
    if (header_[COUNT] == capacity_) compact();
    else append();
  }

  /** Appends what is left of the last values, and states that nothing more is appended. */
  void close() {
    if (pending_ > 0) {
      if (header_[COUNT] == capacity_) compact();
      append();
    }
    header_[CLOSED] = 1;
  }

 private:
  /** The words of the header. */
  enum { VERSION, COUNT, CLOSED, LATEST };

  static constexpr size_t HEADER_BYTES = 16;
  static constexpr size_t BYTES_PER_ROW = 16;
  static constexpr double LATEST_UNIT = 1024;
  static constexpr double NONE = -std::numeric_limits<double>::infinity();

  void append() {
    const int32_t row = header_[COUNT];
    times_[row] = pendingTime_;
    values_[row] = pendingValue_;
    header_[COUNT] = row + 1;
    pending_ = 0;
    pendingValue_ = NONE;
  }

  void compact() {
    header_[VERSION]++;
    const int32_t half = capacity_ / 2;
    for (int32_t row = 0; row < half; row++) {
      const int32_t first = 2 * row;
      const int32_t higher = values_[first + 1] > values_[first] ? first + 1 : first;
      times_[row] = times_[higher];
      values_[row] = values_[higher];
    }
    header_[COUNT] = half;
    rowsPerValue_ *= 2;
    header_[VERSION]++;
  }

  std::shared_ptr<v8::BackingStore> memory_;
  std::atomic<int32_t>* header_;
  int32_t capacity_;
  double* times_;
  double* values_;
  int64_t rowsPerValue_ = 1;
  int64_t pending_ = 0;
  double pendingTime_ = 0;
  double pendingValue_ = NONE;
};

/** Has a thread of JavaScript read its heap. It outlives its isolate: an interrupt may come late. */
class HeapReader {
 public:
  explicit HeapReader(v8::Isolate* isolate) : isolate_(isolate) {}

  /** Called on any thread, while its isolate is known to live. While the thread waits, its heap stays as it is. */
  void ask() {
    if (isAsked_.exchange(true)) return;
    isolate_->RequestInterrupt(
        [](v8::Isolate*, void* reader) { static_cast<HeapReader*>(reader)->answer(); }, this);
  }

 private:
  void answer();

  v8::Isolate* isolate_;
  std::atomic<bool> isAsked_{false};
};

/** What one recording wants; it ends when its flag is no longer 0. */
struct Sampling {
  v8::Isolate* isolate;
  SharedSeries rss;
  SharedSeries heap;
  std::shared_ptr<v8::BackingStore> stopFlag;
  int64_t originNs;
  int64_t intervalNs;
  /** So many samples have one of the heap. */
  int64_t samplesPerHeap;
  int64_t dueNs;
  int64_t samples = 0;

  bool isOver() const { return *static_cast<std::atomic<int32_t>*>(stopFlag->Data()) != 0; }

  double elapsedNs(int64_t nowNs) const { return static_cast<double>(nowNs - originNs); }

  void close() {
    rss.close();
    heap.close();
  }
};

/** The resident set size of the process. */
class ResidentMemory {
 public:
  ResidentMemory() : file_(openOwnFile("/proc/self/statm")) {}
  ResidentMemory(const ResidentMemory&) = delete;
  ResidentMemory& operator=(const ResidentMemory&) = delete;
  ~ResidentMemory() {
    if (isOpen()) close(file_);
  }

  bool isOpen() const { return file_ >= 0; }

  /** Bytes. */
  double read() const {
    return secondNumberIn(file_) * pageBytes_;
  }

 private:
  const int file_;
  const double pageBytes_ = static_cast<double>(sysconf(_SC_PAGESIZE));
};

/** What all threads of the process have sampled, by a thread that is there while anything is. */
class Samplings {
 public:
  /** False if the system does not tell, or has no thread for that. */
  bool add(Sampling sampling) {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (!hasThread_) hasThread_ = startThread();
    if (!hasThread_) return false;
    HeapReader*& reader = readers_[sampling.isolate];
    if (reader == nullptr) {
      reader = new HeapReader(sampling.isolate);
      node::AddEnvironmentCleanupHook(sampling.isolate, forget, sampling.isolate);
    }
    samplings_.push_back(std::move(sampling));
    change_.notify_all();
    return true;
  }

  /** On the thread of that heap. */
  void noteHeap(v8::Isolate* isolate, double usedBytes) {
    const std::lock_guard<std::mutex> lock(mutex_);
    const int64_t nowNs = monotonicNs();
    for (Sampling& each : samplings_) {
      if (each.isolate == isolate && !each.isOver()) each.heap.push(each.elapsedNs(nowNs), usedBytes);
    }
  }

 private:
  /** The environment of a thread ends: nobody asks it from now on. */
  static void forget(void* isolate);

  void end(v8::Isolate* isolate) {
    const std::lock_guard<std::mutex> lock(mutex_);
    // for an interrupt that comes late, a few bytes of each thread stay
    readers_.erase(isolate);
    closeThose([isolate](const Sampling& each) { return each.isolate == isolate; });
    change_.notify_all();
  }

  template <typename Condition>
  void closeThose(Condition isMeant) {
    const auto isClosed = [&isMeant](Sampling& each) {
      if (!isMeant(each)) return false;
      each.close();
      return true;
    };
    samplings_.erase(std::remove_if(samplings_.begin(), samplings_.end(), isClosed),
                     samplings_.end());
  }

  bool startThread() {
    resident_ = std::make_unique<ResidentMemory>();
    const auto run = [](void* samplings) -> void* {
      static_cast<Samplings*>(samplings)->run();
      return nullptr;
    };
    return resident_->isOpen() && startOwnThread(run, this);
  }

  void run() {
    std::unique_lock<std::mutex> lock(mutex_);
    for (;;) {
      closeThose([](const Sampling& each) { return each.isOver(); });
      if (samplings_.empty()) break;
      lock.unlock();
      // a thread that reads its heap must not wait for the system
      const double residentBytes = resident_->read();
      lock.lock();
      const int64_t nowNs = monotonicNs();
      int64_t nextNs = nowNs + LOOK_NS;
      for (Sampling& each : samplings_) {
        if (each.dueNs <= nowNs) sample(&each, nowNs, residentBytes);
        nextNs = std::min(nextNs, each.dueNs);
      }
      change_.wait_for(lock, std::chrono::nanoseconds(nextNs - nowNs));
    }
    resident_.reset();
    hasThread_ = false;
  }

  void sample(Sampling* sampling, int64_t nowNs, double residentBytes) {
    sampling->rss.push(sampling->elapsedNs(nowNs), residentBytes);
    if (sampling->samples++ % sampling->samplesPerHeap == 0) readers_[sampling->isolate]->ask();
    sampling->dueNs = std::max(sampling->dueNs + sampling->intervalNs, nowNs + 1);
  }

  std::mutex mutex_;
  std::condition_variable change_;
  std::vector<Sampling> samplings_;
  std::unordered_map<v8::Isolate*, HeapReader*> readers_;
  std::unique_ptr<ResidentMemory> resident_;
  bool hasThread_ = false;
};

Samplings& samplings() {
  // never destroyed: its thread may still run when static objects end
  static Samplings* const all = new Samplings;
  return *all;
}

void Samplings::forget(void* isolate) { samplings().end(static_cast<v8::Isolate*>(isolate)); }

void HeapReader::answer() {
  isAsked_ = false;
  v8::HeapStatistics statistics;
  isolate_->GetHeapStatistics(&statistics);
  samplings().noteHeap(isolate_, static_cast<double>(statistics.used_heap_size()));
}

void sample(const v8::FunctionCallbackInfo<v8::Value>& args) {
  const auto memoryOf = [&](int at) { return args[at].As<v8::SharedArrayBuffer>()->GetBackingStore(); };
  const double intervalMs = args[4].As<v8::Number>()->Value();
  const int64_t nowNs = monotonicNs();
  Sampling sampling{args.GetIsolate(),
                    SharedSeries(memoryOf(0)),
                    SharedSeries(memoryOf(1)),
                    memoryOf(2),
                    args[3].As<v8::BigInt>()->Int64Value(),
                    static_cast<int64_t>(intervalMs * NS_PER_MS),
                    static_cast<int64_t>(std::ceil(HEAP_INTERVAL_MS / intervalMs)),
                    nowNs};
  args.GetReturnValue().Set(samplings().add(std::move(sampling)));
}

}  // namespace

v8::Local<v8::Object> memoryBinding(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = context->GetIsolate();
  const v8::Local<v8::Object> binding = v8::Object::New(isolate);
  define(context, binding, "sample", sample, v8::Undefined(isolate));
  return binding;
}

}  // namespace kernelscope
