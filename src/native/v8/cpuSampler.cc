// Samples the stack of the JavaScript thread that loads it, by V8's CpuProfiler. Each recording has two trees
// of the same samples: `functions`, whose nodes have the place at which a function begins, and `lines`, whose
// nodes are also told apart by the line that called them. What was sampled is taken out of V8 in pieces, so that it
// lies in columns, and can be read by other threads, while a recording goes on.
#include <node.h>
#include <v8-profiler.h>

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bindings.h"
#include "endedProfiles.h"
#include "pieceTimer.h"
#include "sampleBudget.h"
#include "sampledPiece.h"
#include "sharedPieces.h"
#include "threadClock.h"

namespace kernelscope {
namespace {

struct ProfilerDeleter {
  void operator()(v8::CpuProfiler* profiler) const { profiler->Dispose(); }
};
using ProfilerPointer = std::unique_ptr<v8::CpuProfiler, ProfilerDeleter>;

void throwError(v8::Isolate* isolate, const char* message) {
  isolate->ThrowException(v8::Exception::Error(text(isolate, message)));
}

constexpr int64_t NS_PER_US = 1000;

/** Of all threads. */
std::atomic<uint32_t> lastHandle{0};

/** The profiler of one environment of Node, shared by its recordings. */
class CpuSampler {
 public:
  explicit CpuSampler(v8::Local<v8::Context> context)
      : isolate_(context->GetIsolate()), clock_(isolate_), timer_(context, [this] { cut(); }) {
    isolate_->AddGCEpilogueCallback(afterCollection, this, v8::kGCTypeMarkSweepCompact);
  }
  CpuSampler(const CpuSampler&) = delete;
  CpuSampler& operator=(const CpuSampler&) = delete;
  ~CpuSampler() {
    detach();
    isolate_->RemoveGCEpilogueCallback(afterCollection, this);
    if (isLeft_) static_cast<void>(profiler_.release());
  }

  /**
   * Has V8 tell of all code that there is and will be, so that `start` takes a fraction of a millisecond. While attached
   * it only changes the interval, unless a recording runs.
   */
  void attach(int intervalUs) {
    if (!recordings_.empty()) return;
    if (profiler_ == nullptr) {
      profiler_.reset(v8::CpuProfiler::New(isolate_, v8::kDebugNaming, v8::kEagerLogging));
    }
    profiler_->SetSamplingInterval(intervalUs);
    intervalUs_ = intervalUs;
    multiple_ = 1;
  }

  /** Ends recordings that run; they are lost. Safe to call twice. */
  void detach() {
    if (profiler_ == nullptr) return;
    v8::HandleScope scope(isolate_);
    for (const auto& [handle, recording] : recordings_) {
      end(recording.trees);
      sharedPieces().close(handle);
    }
    recordings_.clear();
    ended_.deleteAll();
    timer_.stop();
    clock_.end();
    if (!isLeft_) profiler_.reset();
  }

  /** Stays attached until the process ends: V8 takes a microsecond or two to forget each function. */
  void leave() { isLeft_ = true; }

  /**
   * A handle for `stop`; 0 if V8 has no more room for recordings, or nothing is attached. `budget`: see
   * {@link SampleBudget}.
   */
  uint32_t start(bool withLines, uint32_t budget) {
    if (profiler_ == nullptr) return 0;
    forgetIdle();
    if (multiple_ > 1) cutTo(1);
    Recording recording(budget);
    recording.clockBegin = clock_.begin();
    recording.trees = startTrees(withLines);
    if (recording.trees.functions == 0) {
      forgetClock();
      return 0;
    }
    clock_.followSamples();
    const uint32_t handle = ++lastHandle;
    recordings_.emplace(handle, std::move(recording));
    timer_.start();
    return handle;
  }

  /** The numbers that each sample changes; see {@link ThreadClock::countIn}. */
  v8::Local<v8::Value> marks() {
    const v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate_, 2 * sizeof(double));
    const std::shared_ptr<v8::BackingStore> before = std::move(marks_);
    marks_ = buffer->GetBackingStore();
    const WithoutSamples held;
    clock_.countIn(static_cast<double*>(marks_->Data()));
    return v8::Float64Array::New(buffer, 0, 2);
  }

  /** Has other threads read the pieces of a recording, from the one under way on. */
  void share(uint32_t handle, std::string about) {
    if (recordings_.count(handle) > 0) sharedPieces().open(handle, std::move(about));
  }

  /** An empty handle if there is no such recording. */
  v8::MaybeLocal<v8::Object> stop(uint32_t handle) {
    const auto found = recordings_.find(handle);
    if (found == recordings_.end()) return {};
    const ClockColumns clock = clock_.since(found->second.clockBegin);
    const Recording recording = std::move(found->second);
    recordings_.erase(found);
    sharedPieces().close(handle);
    const std::unique_ptr<SampledPiece> last = takePiece(recording, INT64_MAX);
    if (recordings_.empty()) {
      timer_.stop();
      ended_.deleteAll();
    }
    forgetClock();
    if (last == nullptr) return {};
    last->clock = clock;
    if (recording.before == nullptr) return last->toObject(isolate_);
    recording.before->add(*last, recording.ownMultiple * intervalUs_);
    return recording.before->all().toObject(isolate_);
  }

 private:
  /** The trees of a piece; 0 for none. */
  struct Trees {
    v8::ProfilerId functions = 0;
    v8::ProfilerId lines = 0;
  };

  struct Recording {
    explicit Recording(uint32_t samples) : budget(samples) {}

    SampleBudget budget;
    Trees trees;
    /** The multiple of the interval at which V8 samples the piece under way, */
    int multiple = 1;
    /** that of the recording then, */
    int ownMultiple = 1;
    /** where the piece begins in the clock, */
    ThreadClock::Position clockBegin;
    /** when it does, */
    int64_t startTime = 0;
    /** when V8 had taken the stack of its begin, */
    int64_t begunTime = 0;
    /** and the samples that the piece before has. */
    std::unordered_set<int64_t> taken;
    /** Null before the second piece. */
    std::unique_ptr<JoinedPieces> before;
  };

  static void afterCollection(v8::Isolate*, v8::GCType, v8::GCCallbackFlags, void* sampler) {
    static_cast<CpuSampler*>(sampler)->ended_.noteCollection();
  }

  /** Takes what was sampled so far out of V8. Runs no JavaScript. */
  void cut() {
    const int64_t ranNs = ownCpuNs();
    const int64_t time = monotonicUs();
    idle_.add(ranNs - ranNs_, (time - time_) * NS_PER_US);
    ranNs_ = ranNs;
    time_ = time;
    int multiple = MOST_MULTIPLE;
    for (const auto& [handle, recording] : recordings_) {
      multiple = std::min(multiple, recording.budget.multipleOn(idle_));
    }
    cutTo(multiple);
  }

  /** A thread that begins to be recorded is sampled as often as it may be. */
  void forgetIdle() {
    idle_.forget();
    ranNs_ = ownCpuNs();
    time_ = monotonicUs();
  }

  /** The same, and has V8 sample at a multiple of the interval from now on. */
  void cutTo(int multiple) {
    v8::HandleScope scope(isolate_);
    multiple_ = multiple;
    for (auto& [handle, recording] : recordings_) cutOne(handle, &recording);
    forgetClock();
  }

  /** Does nothing if V8 has no room. */
  void cutOne(uint32_t handle, Recording* recording) {
    Trees begun;
    ClockColumns clock;
    int64_t cutTime = 0;
    int64_t begunTime = 0;
    ThreadClock::Position clockBegin;
    {
      // the first sample of the new trees is the present stack: all later ones are in them
      const WithoutSamples held;
      clock = clock_.since(recording->clockBegin);
      clockBegin = clock_.begin();
      cutTime = monotonicUs();
      begun = startTrees(recording->trees.lines != 0);
      // V8 counts from 1
      begunTime = monotonicUs() + 1;
    }
    if (begun.functions == 0) return;
    std::shared_ptr<SampledPiece> piece = takePiece(*recording, cutTime);
    if (piece != nullptr) {
      piece->clock = std::move(clock);
      if (recording->before == nullptr) recording->before = std::make_unique<JoinedPieces>();
      const int own = recording->ownMultiple;
      const size_t kept = recording->before->add(*piece, own * intervalUs_);
      recording->budget.spend(kept, own);
      sharedPieces().add(handle, piece);
    }
    recording->trees = begun;
    recording->multiple = multiple_;
    recording->ownMultiple = recording->budget.multipleOn(idle_);
    recording->clockBegin = clockBegin;
    recording->startTime = cutTime;
    recording->begunTime = begunTime;
    recording->taken.clear();
    if (piece == nullptr) return;
    for (const double time : piece->times) recording->taken.insert(static_cast<int64_t>(time));
  }

  /** Ends the piece of a recording that is under way; null if V8 delivers nothing. */
  std::unique_ptr<SampledPiece> takePiece(const Recording& recording, int64_t endTime) {
    const Trees& trees = recording.trees;
    ProfilePointer lines(trees.lines == 0 ? nullptr : profiler_->Stop(trees.lines));
    ProfilePointer functions(profiler_->Stop(trees.functions));
    if (functions == nullptr) {
      ended_.add(std::move(lines));
      return nullptr;
    }
    const PieceEnds ends{recording.startTime, recording.begunTime, endTime, &recording.taken};
    const PieceRate rate{recording.multiple * intervalUs_, recording.multiple};
    std::unique_ptr<SampledPiece> piece = pieceOf(functions.get(), lines.get(), ends, rate);
    piece->knowsInlined = clock_.showsInlined();
    const int samples = functions->GetSamplesCount();
    const int64_t lastUs = samples > 0 ? functions->GetSampleTimestamp(samples - 1) : 0;
    ended_.add(std::move(lines));
    ended_.add(std::move(functions));
    ended_.deleteOnceAt(lastUs);
    return piece;
  }

  void end(const Trees& trees) {
    if (trees.lines != 0) ended_.add(ProfilePointer(profiler_->Stop(trees.lines)));
    ended_.add(ProfilePointer(profiler_->Stop(trees.functions)));
  }

  /** None if V8 has no more room. */
  Trees startTrees(bool withLines) {
    Trees trees;
    trees.functions = startTree(v8::kLeafNodeLineNumbers);
    if (trees.functions == 0 || !withLines) return trees;
    trees.lines = startTree(v8::kCallerLineNumbers);
    if (trees.lines != 0) return trees;
    end(trees);
    return {};
  }

  /** What no recording needs any more. */
  void forgetClock() {
    if (recordings_.empty()) return clock_.end();
    ThreadClock::Position first = recordings_.begin()->second.clockBegin;
    for (const auto& [handle, recording] : recordings_) {
      first = std::min(first, recording.clockBegin);
    }
    clock_.forgetBefore(first);
  }

  v8::ProfilerId startTree(v8::CpuProfilingMode mode) {
    const v8::CpuProfilingResult result = profiler_->Start(
        v8::CpuProfilingOptions(mode, v8::CpuProfilingOptions::kNoSampleLimit,
                                multiple_ * intervalUs_));
    const bool isStarted = result.status == v8::CpuProfilingStatus::kStarted;
    return isStarted ? result.id : 0;
  }

  v8::Isolate* isolate_;
  ProfilerPointer profiler_;
  EndedProfiles ended_;
  bool isLeft_ = false;
  int intervalUs_ = 0;
  /** That of all recordings which V8 samples at. */
  int multiple_ = 1;
  IdleThread idle_;
  /** The CPU time of the thread, and the time, at which the piece under way began. */
  int64_t ranNs_ = 0;
  int64_t time_ = 0;
  ThreadClock clock_;
  /** Where the clock counts samples; null as long as nobody looks. */
  std::shared_ptr<v8::BackingStore> marks_;
  std::unordered_map<uint32_t, Recording> recordings_;
  PieceTimer timer_;
};

CpuSampler& samplerOf(const v8::FunctionCallbackInfo<v8::Value>& args) {
  return *static_cast<CpuSampler*>(args.Data().As<v8::External>()->Value());
}

void attach(const v8::FunctionCallbackInfo<v8::Value>& args) {
  samplerOf(args).attach(args[0].As<v8::Int32>()->Value());
}

void detach(const v8::FunctionCallbackInfo<v8::Value>& args) { samplerOf(args).detach(); }

void leave(const v8::FunctionCallbackInfo<v8::Value>& args) { samplerOf(args).leave(); }

void start(const v8::FunctionCallbackInfo<v8::Value>& args) {
  const uint32_t budget = args[1].As<v8::Uint32>()->Value();
  const uint32_t handle = samplerOf(args).start(args[0]->IsTrue(), budget);
  if (handle != 0) return args.GetReturnValue().Set(handle);
  throwError(args.GetIsolate(), "V8 runs as many recordings as it can");
}

void stop(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Local<v8::Object> columns;
  if (samplerOf(args).stop(args[0].As<v8::Uint32>()->Value()).ToLocal(&columns)) {
    args.GetReturnValue().Set(columns);
  }
}

void marks(const v8::FunctionCallbackInfo<v8::Value>& args) {
  args.GetReturnValue().Set(samplerOf(args).marks());
}

void share(const v8::FunctionCallbackInfo<v8::Value>& args) {
  const v8::String::Utf8Value about(args.GetIsolate(), args[1]);
  samplerOf(args).share(args[0].As<v8::Uint32>()->Value(), *about);
}

void listShared(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Isolate* isolate = args.GetIsolate();
  std::vector<v8::Local<v8::Value>> listed;
  for (const auto& [handle, about] : sharedPieces().list()) {
    v8::Local<v8::Value> row[] = {v8::Integer::NewFromUnsigned(isolate, handle),
                                  text(isolate, about.c_str())};
    listed.push_back(v8::Array::New(isolate, row, 2));
  }
  args.GetReturnValue().Set(v8::Array::New(isolate, listed.data(), listed.size()));
}

void takePieces(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Isolate* isolate = args.GetIsolate();
  std::vector<v8::Local<v8::Value>> pieces;
  for (const PiecePointer& piece : sharedPieces().take(args[0].As<v8::Uint32>()->Value())) {
    pieces.push_back(piece->toObject(isolate));
  }
  args.GetReturnValue().Set(v8::Array::New(isolate, pieces.data(), pieces.size()));
}

}  // namespace

v8::Local<v8::Object> samplerBinding(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = context->GetIsolate();
  auto sampler = std::make_unique<CpuSampler>(context);
  const v8::Local<v8::External> data = v8::External::New(isolate, sampler.get());
  const v8::Local<v8::Object> binding = v8::Object::New(isolate);
  define(context, binding, "attach", attach, data);
  define(context, binding, "detach", detach, data);
  define(context, binding, "leave", leave, data);
  define(context, binding, "start", start, data);
  define(context, binding, "marks", marks, data);
  define(context, binding, "share", share, data);
  define(context, binding, "listShared", listShared, data);
  define(context, binding, "takePieces", takePieces, data);
  define(context, binding, "stop", stop, data);
  // also runs where a worker is terminated
  node::AddEnvironmentCleanupHook(
      isolate, [](void* owned) { delete static_cast<CpuSampler*>(owned); }, sampler.release());
  return binding;
}

}  // namespace kernelscope
