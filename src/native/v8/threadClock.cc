// Handlers of signals may call few functions: none that allocates or locks. So rows lie in memory of the system's, and
// what waits for a core is read from a file that is open already.
#include "threadClock.h"

#include <link.h>
#include <signal.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>
#include <v8-profiler.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cstdint>
#include <mutex>
#include <vector>

#include "ownFile.h"
#include "processStops.h"

namespace kernelscope {

namespace {

constexpr int64_t NS_PER_S = 1'000'000'000;
constexpr double NS_PER_US = 1000;

/** A thread that has not run for so long since the last row may have waited for a core. */
constexpr int64_t NOTICED_NS = 20'000;

constexpr size_t ROWS = 16'000;

/** The clock of this thread; its place is fixed when the addon is loaded, so that reading it allocates nothing. */
thread_local ThreadClock* current __attribute__((tls_model("initial-exec"))) = nullptr;

std::atomic<SampledCode::Handler> handlerOfV8{nullptr};

void onSignal(int signal, siginfo_t* info, void* context) {
  if (current == nullptr) return handlerOfV8.load()(signal, info, context);
  current->noteSample();
  current->show(signal, info, context);
}

/** Where a binary lies in memory. */
struct Binary {
  uintptr_t begin = 0;
  uintptr_t end = 0;

  bool has(uintptr_t address) const { return begin <= address && address < end; }
};

/** What a binary is looked for by, and the binary. */
struct Search {
  uintptr_t address;
  Binary found;
};

int lookInto(dl_phdr_info* info, size_t, void* data) {
  Search* search = static_cast<Search*>(data);
  Binary binary{UINTPTR_MAX, 0};
  for (int at = 0; at < info->dlpi_phnum; at++) {
    const ElfW(Phdr)& part = info->dlpi_phdr[at];
    if (part.p_type != PT_LOAD) continue;
    const uintptr_t begin = info->dlpi_addr + part.p_vaddr;
    binary.begin = std::min(binary.begin, begin);
    binary.end = std::max<uintptr_t>(binary.end, begin + part.p_memsz);
  }
  if (!binary.has(search->address)) return 0;
  search->found = binary;
  return 1;
}

/** Whether a function is of V8's binary. By its place alone: `dladdr` would go through the names of all functions there. */
bool isOfV8(const void* function) {
  static const Binary ofV8 = [] {
    Search search{reinterpret_cast<uintptr_t>(&v8::CpuProfiler::New), {}};
    dl_iterate_phdr(lookInto, &search);
    return search.found;
  }();
  return ofV8.has(reinterpret_cast<uintptr_t>(function));
}

int64_t nowNs(clockid_t clock) {
  timespec now;
  clock_gettime(clock, &now);
  return now.tv_sec * NS_PER_S + now.tv_nsec;
}

using Row = ThreadClock::Row;
using StopIterator = std::vector<ProcessStop>::const_iterator;

/** How long the process was stopped between two rows; the thread neither ran nor waited for a core then. */
int64_t stoppedBetween(const Row& before, const Row& after, StopIterator stop, StopIterator end) {
  int64_t ns = 0;
  for (; stop != end && stop->dueNs < after.atNs; ++stop) {
    ns += std::min(after.atNs, stop->endNs) - std::max(before.atNs, stop->ranNs);
  }
  const int64_t accountedNs = after.ranNs - before.ranNs + after.queuedNs - before.queuedNs;
  return std::clamp<int64_t>(after.atNs - before.atNs - accountedNs, 0, ns);
}

/** Reads a number and the space after it; -1 if there is none. */
int64_t takeNumber(const char** text) {
  if (**text < '0' || **text > '9') return -1;
  int64_t number = 0;
  for (; **text >= '0' && **text <= '9'; ++*text) number = number * 10 + (**text - '0');
  while (**text == ' ') ++*text;
  return number;
}

}  // namespace

WithoutSamples::WithoutSamples() {
  sigset_t profiling;
  sigemptyset(&profiling);
  sigaddset(&profiling, SIGPROF);
  pthread_sigmask(SIG_BLOCK, &profiling, &before_);
}

WithoutSamples::~WithoutSamples() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

int64_t ownCpuNs() { return nowNs(CLOCK_THREAD_CPUTIME_ID); }

int64_t monotonicNs() { return nowNs(CLOCK_MONOTONIC); }

int64_t monotonicUs() { return monotonicNs() / static_cast<int64_t>(NS_PER_US); }

struct ThreadClock::Chunk {
  Chunk* next;
  size_t number;
  size_t length;
  Row rows[ROWS];
};

ThreadClock::Position ThreadClock::begin() {
  const WithoutSamples held;
  if (first_ == nullptr) {
    now_ = {};
    counted_ = {};
    isBroken_ = false;
    file_ = openOwnFile(THREAD_TIMES);
    if (addChunk()) current = this;
    uncounted_ = {first_, 0, chunks_};
  }
  note();
  if (last_ == nullptr) return {};
  return {last_, last_->length - 1, last_->number};
}

void ThreadClock::followSamples() {
  static std::mutex mutex;
  const std::lock_guard<std::mutex> lock(mutex);
  struct sigaction action;
  if (sigaction(SIGPROF, nullptr, &action) != 0 || (action.sa_flags & SA_SIGINFO) == 0) return;
  // that of another tool may lead to this one already
  if (!isOfV8(reinterpret_cast<const void*>(action.sa_sigaction))) return;
  handlerOfV8 = action.sa_sigaction;
  action.sa_sigaction = onSignal;
  sigaction(SIGPROF, &action, nullptr);
}

ClockColumns ThreadClock::since(Position from) {
  const WithoutSamples held;
  note();
  countStops();
  ClockColumns columns;
  if (isBroken_ || from.chunk == nullptr) return columns;
  const int64_t stoppedBeforeNs = from.chunk->rows[from.row].stoppedNs;
  size_t row = from.row;
  for (Chunk* chunk = from.chunk; chunk != nullptr; chunk = chunk->next) {
    for (; row < chunk->length; row++) {
      const Row& each = chunk->rows[row];
      columns.times.push_back(static_cast<double>(each.atNs) / NS_PER_US);
      columns.ranNs.push_back(static_cast<double>(each.ranNs));
      if (file_ < 0) continue;
      columns.queuedNs.push_back(static_cast<double>(each.queuedNs + each.stoppedNs));
    }
    row = 0;
  }
  columns.stoppedNs = static_cast<double>(counted_.stoppedNs - stoppedBeforeNs);
  return columns;
}

void ThreadClock::forgetBefore(Position from) {
  const WithoutSamples held;
  while (first_ != nullptr && first_ != from.chunk) {
    Chunk* next = first_->next;
    // its rows are all counted: the next one is, or will be, in the chunk after it
    if (uncounted_.chunk == first_) uncounted_ = {next, 0, uncounted_.number + 1};
    munmap(first_, sizeof(Chunk));
    first_ = next;
  }
  if (first_ == nullptr) last_ = nullptr;
}

void ThreadClock::end() {
  {
    const WithoutSamples held;
    if (current == this) current = nullptr;
    if (file_ >= 0) close(file_);
    file_ = -1;
  }
  forgetBefore({});
}

void ThreadClock::note() {
  if (last_ == nullptr || isBroken_) return;
  const int error = errno;
  const int64_t atNs = monotonicNs();
  const int64_t ranNs = ownCpuNs();
  if (file_ >= 0 && atNs - now_.atNs - (ranNs - now_.ranNs) > NOTICED_NS) readQueued();
  now_.atNs = atNs;
  now_.ranNs = ranNs;
  if (last_->length == ROWS && !addChunk()) isBroken_ = true;
  if (!isBroken_) last_->rows[last_->length++] = now_;
  errno = error;
}

void ThreadClock::noteSample() {
  note();
  if (marks_ == nullptr) return;
  if (marks_[0] == 0) marks_[1] = static_cast<double>(now_.atNs);
  marks_[0] = marks_[0] + 1;
}

void ThreadClock::show(int signal, siginfo_t* info, void* context) const {
  code_.handleWith(handlerOfV8.load(), signal, info, context);
}

bool ThreadClock::showsInlined() const { return code_.isKnown() && handlerOfV8.load() != nullptr; }

void ThreadClock::countStops() {
  const std::vector<ProcessStop> stops = processStops().after(counted_.atNs);
  auto first = stops.begin();
  size_t at = uncounted_.row;
  for (Chunk* chunk = uncounted_.chunk; chunk != nullptr; chunk = chunk->next) {
    for (; at < chunk->length; at++) {
      Row* const row = &chunk->rows[at];
      while (first != stops.end() && first->endNs <= counted_.atNs) ++first;
      row->stoppedNs = counted_.stoppedNs;
      if (counted_.atNs > 0) row->stoppedNs += stoppedBetween(counted_, *row, first, stops.end());
      counted_ = *row;
    }
    uncounted_ = {chunk, at, chunk->number};
    at = 0;
  }
}

bool ThreadClock::addChunk() {
  const int access = PROT_READ | PROT_WRITE;
  void* memory = mmap(nullptr, sizeof(Chunk), access, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return false;
  Chunk* chunk = static_cast<Chunk*>(memory);
  chunk->number = ++chunks_;
  (last_ == nullptr ? first_ : last_->next) = chunk;
  last_ = chunk;
  return true;
}

/** The system has the time on a core, the time of waiting for one, and how often the thread got one. */
void ThreadClock::readQueued() {
  char content[96];
  const ssize_t length = pread(file_, content, sizeof content - 1, 0);
  content[length < 0 ? 0 : length] = '\0';
  const char* text = content;
  takeNumber(&text);
  const int64_t queuedNs = takeNumber(&text);
  // it counts nothing where it says that a thread which runs never got a core
  if (queuedNs >= 0 && takeNumber(&text) > 0) {
    now_.queuedNs = queuedNs;
  } else {
    close(file_);
    file_ = -1;
  }
}

}  // namespace kernelscope
