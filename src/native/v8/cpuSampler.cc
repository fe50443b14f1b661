// Samples the stack of the JavaScript thread that loads it, by V8's CpuProfiler. Each recording has two trees
// of the same samples: `functions`, whose nodes have the place at which a function begins, and `lines`, whose
// nodes are also told apart by the line that called them.
#include <node.h>
#include <v8-profiler.h>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "bindings.h"
#include "threadClock.h"

namespace kernelscope {
namespace {

struct ProfileDeleter {
  void operator()(v8::CpuProfile* profile) const { profile->Delete(); }
};
using ProfilePointer = std::unique_ptr<v8::CpuProfile, ProfileDeleter>;

struct ProfilerDeleter {
  void operator()(v8::CpuProfiler* profiler) const { profiler->Dispose(); }
};
using ProfilerPointer = std::unique_ptr<v8::CpuProfiler, ProfilerDeleter>;

void throwError(v8::Isolate* isolate, const char* message) {
  isolate->ThrowException(v8::Exception::Error(text(isolate, message)));
}

/** Texts of trees, each once: V8 has one copy of each for all profiles of a profiler. */
class Strings {
 public:
  explicit Strings(v8::Isolate* isolate) : isolate_(isolate) {}

  int32_t indexOf(const char* value) {
    const auto [found, isNew] = indices_.emplace(value, static_cast<int32_t>(values_.size()));
    if (isNew) values_.push_back(text(isolate_, value));
    return found->second;
  }

  v8::Local<v8::Value> toArray() {
    return v8::Array::New(isolate_, values_.data(), values_.size());
  }

 private:
  v8::Isolate* isolate_;
  std::vector<v8::Local<v8::Value>> values_;
  std::unordered_map<const char*, int32_t> indices_;
};

/** A typed array with a copy of `values`. */
template <typename Array, typename Value>
v8::Local<v8::Value> columnOf(v8::Isolate* isolate, const std::vector<Value>& values) {
  const size_t bytes = values.size() * sizeof(Value);
  v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate, bytes);
  if (bytes > 0) std::memcpy(buffer->GetBackingStore()->Data(), values.data(), bytes);
  return Array::New(buffer, 0, values.size());
}

void set(v8::Isolate* isolate, v8::Local<v8::Object> object, const char* name,
         v8::Local<v8::Value> value) {
  object->Set(isolate->GetCurrentContext(), text(isolate, name), value).Check();
}

/** The nodes of a tree in rows, parents first, and the row of each node. */
class TreeRows {
 public:
  TreeRows(const v8::CpuProfile* profile, Strings* strings) {
    std::vector<std::pair<const v8::CpuProfileNode*, int32_t>> open{{profile->GetTopDownRoot(), -1}};
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const int32_t row = add(node, parent, strings);
      for (int at = 0; at < node->GetChildrenCount(); at++) open.emplace_back(node->GetChild(at), row);
    }
  }

  int32_t rowOf(const v8::CpuProfileNode* node) const { return rows_.at(node->GetNodeId()); }

  /** `nodes`: parent, name, script name, script, line, column. `ticks`: node, line, samples. */
  v8::Local<v8::Object> toObject(v8::Isolate* isolate) const {
    v8::Local<v8::Object> object = v8::Object::New(isolate);
    set(isolate, object, "nodes", columnOf<v8::Int32Array>(isolate, nodes_));
    set(isolate, object, "ticks", columnOf<v8::Int32Array>(isolate, ticks_));
    return object;
  }

 private:
  int32_t add(const v8::CpuProfileNode* node, int32_t parent, Strings* strings) {
    const int32_t row = count_++;
    const unsigned id = node->GetNodeId();
    if (rows_.size() <= id) rows_.resize(id + 1, -1);
    rows_[id] = row;
    for (const int32_t value :
         {parent, strings->indexOf(node->GetFunctionNameStr()),
          strings->indexOf(node->GetScriptResourceNameStr()),
          static_cast<int32_t>(node->GetScriptId()), static_cast<int32_t>(node->GetLineNumber()),
          static_cast<int32_t>(node->GetColumnNumber())}) {
      nodes_.push_back(value);
    }
    addTicks(node, row);
    return row;
  }

  void addTicks(const v8::CpuProfileNode* node, int32_t row) {
    lineTicks_.resize(node->GetHitLineCount());
    if (lineTicks_.empty() || !node->GetLineTicks(lineTicks_.data(), lineTicks_.size())) return;
    for (const v8::CpuProfileNode::LineTick& tick : lineTicks_) {
      ticks_.push_back(row);
      ticks_.push_back(tick.line);
      ticks_.push_back(static_cast<int32_t>(tick.hit_count));
    }
  }

  int32_t count_ = 0;
  std::vector<int32_t> nodes_;
  std::vector<int32_t> ticks_;
  /** Of each id of a node its row. */
  std::vector<int32_t> rows_;
  std::vector<v8::CpuProfileNode::LineTick> lineTicks_;
};

/** The samples of a tree: when they were taken, and their nodes. */
struct TreeSamples {
  TreeSamples(const v8::CpuProfile* profile, const TreeRows& tree) {
    const int count = profile->GetSamplesCount();
    times.reserve(count);
    rows.reserve(count);
    for (int at = 0; at < count; at++) {
      times.push_back(static_cast<double>(profile->GetSampleTimestamp(at)));
      rows.push_back(tree.rowOf(profile->GetSample(at)));
    }
  }

  std::vector<double> times;
  std::vector<int32_t> rows;
};

/**
 * For each sample of `functions` its row in the tree of lines, which began a moment later and ended a moment earlier:
 * a sample that only the functions have counts for the row of one before it in the same node, or else after it; -1
 * if there is none.
 */
std::vector<int32_t> matchingRows(const TreeSamples& functions, const TreeSamples& lines) {
  std::unordered_map<double, int32_t> rowAt;
  for (size_t at = 0; at < lines.times.size(); at++) rowAt.emplace(lines.times[at], lines.rows[at]);
  std::unordered_map<int32_t, int32_t> rowOfNode;
  std::vector<int32_t> rows(functions.times.size(), -1);
  const auto match = [&](size_t at) {
    const auto taken = rowAt.find(functions.times[at]);
    const int32_t node = functions.rows[at];
    if (taken != rowAt.end()) {
      rows[at] = taken->second;
      rowOfNode[node] = taken->second;
    } else if (rows[at] < 0) {
      const auto other = rowOfNode.find(node);
      if (other != rowOfNode.end()) rows[at] = other->second;
    }
  };
  for (size_t at = 0; at < rows.size(); at++) match(at);
  for (size_t at = rows.size(); at-- > 0;) match(at);
  return rows;
}

/** How much the thread ran. */
v8::Local<v8::Object> toObject(v8::Isolate* isolate, const ClockColumns& clock) {
  v8::Local<v8::Object> object = v8::Object::New(isolate);
  set(isolate, object, "times", columnOf<v8::Float64Array>(isolate, clock.times));
  set(isolate, object, "ranNs", columnOf<v8::Float64Array>(isolate, clock.ranNs));
  if (!clock.queuedNs.empty()) {
    set(isolate, object, "queuedNs", columnOf<v8::Float64Array>(isolate, clock.queuedNs));
  }
  return object;
}

/** What V8 knows of a recording that has ended, in columns. */
v8::Local<v8::Object> toColumns(v8::Isolate* isolate, const v8::CpuProfile* functions,
                                const v8::CpuProfile* lines) {
  v8::Local<v8::Object> result = v8::Object::New(isolate);
  Strings strings(isolate);
  const TreeRows functionRows(functions, &strings);
  const TreeSamples samples(functions, functionRows);
  const auto number = [&](const char* name, int64_t value) {
    set(isolate, result, name, v8::Number::New(isolate, static_cast<double>(value)));
  };
  number("startTime", functions->GetStartTime());
  number("endTime", functions->GetEndTime());
  set(isolate, result, "times", columnOf<v8::Float64Array>(isolate, samples.times));
  v8::Local<v8::Object> tree = functionRows.toObject(isolate);
  set(isolate, tree, "samples", columnOf<v8::Int32Array>(isolate, samples.rows));
  set(isolate, result, "functions", tree);
  if (lines != nullptr) {
    const TreeRows lineRows(lines, &strings);
    v8::Local<v8::Object> lineTree = lineRows.toObject(isolate);
    const std::vector<int32_t> rows = matchingRows(samples, TreeSamples(lines, lineRows));
    set(isolate, lineTree, "samples", columnOf<v8::Int32Array>(isolate, rows));
    set(isolate, result, "lines", lineTree);
  }
  set(isolate, result, "strings", strings.toArray());
  return result;
}

/** The profiler of one environment of Node, shared by its recordings. */
class CpuSampler {
 public:
  explicit CpuSampler(v8::Isolate* isolate) : isolate_(isolate) {}
  CpuSampler(const CpuSampler&) = delete;
  CpuSampler& operator=(const CpuSampler&) = delete;
  ~CpuSampler() { detach(); }

  /** Has V8 tell of all code that there is and will be, so that `start` takes a fraction of a millisecond. */
  void attach(int intervalUs) {
    if (profiler_ != nullptr) return;
    profiler_.reset(v8::CpuProfiler::New(isolate_, v8::kDebugNaming, v8::kEagerLogging));
    profiler_->SetSamplingInterval(intervalUs);
  }

  /** Ends recordings that run; they are lost. Safe to call twice. */
  void detach() {
    if (profiler_ == nullptr) return;
    v8::HandleScope scope(isolate_);
    for (const auto& [handle, recording] : recordings_) {
      if (recording.lines != 0) ProfilePointer(profiler_->Stop(recording.lines)).reset();
      ProfilePointer(profiler_->Stop(recording.functions)).reset();
    }
    recordings_.clear();
    clock_.end();
    profiler_.reset();
  }

  /** A handle for `stop`; 0 if V8 has no more room for recordings, or nothing is attached. */
  uint32_t start(bool withLines) {
    if (profiler_ == nullptr) return 0;
    Recording recording;
    recording.begin = clock_.begin();
    if (startTrees(&recording, withLines)) {
      clock_.followSamples();
      recordings_.emplace(++lastHandle_, recording);
      return lastHandle_;
    }
    forgetClock();
    return 0;
  }

  /** An empty handle if there is no such recording. */
  v8::MaybeLocal<v8::Object> stop(uint32_t handle) {
    const auto found = recordings_.find(handle);
    if (found == recordings_.end()) return {};
    const Recording recording = found->second;
    const ClockColumns clock = clock_.since(recording.begin);
    recordings_.erase(found);
    const ProfilePointer lines(recording.lines == 0 ? nullptr : profiler_->Stop(recording.lines));
    const ProfilePointer functions(profiler_->Stop(recording.functions));
    forgetClock();
    if (functions == nullptr) return {};
    const v8::Local<v8::Object> columns = toColumns(isolate_, functions.get(), lines.get());
    if (!clock.times.empty()) set(isolate_, columns, "clock", toObject(isolate_, clock));
    return columns;
  }

 private:
  /** The trees of a recording; 0 for none. */
  struct Recording {
    v8::ProfilerId functions = 0;
    v8::ProfilerId lines = 0;
    /** Where it begins in the clock. */
    ThreadClock::Position begin;
  };

  /** False if V8 has no more room. */
  bool startTrees(Recording* recording, bool withLines) {
    recording->functions = startTree(v8::kLeafNodeLineNumbers);
    if (recording->functions == 0) return false;
    if (!withLines) return true;
    recording->lines = startTree(v8::kCallerLineNumbers);
    if (recording->lines == 0) ProfilePointer(profiler_->Stop(recording->functions)).reset();
    return recording->lines != 0;
  }

  /** What no recording needs any more. */
  void forgetClock() {
    if (recordings_.empty()) return clock_.end();
    uint32_t first = lastHandle_;
    for (const auto& [handle, recording] : recordings_) first = std::min(first, handle);
    clock_.forgetBefore(recordings_.at(first).begin);
  }

  v8::ProfilerId startTree(v8::CpuProfilingMode mode) {
    const v8::CpuProfilingResult result = profiler_->Start(
        v8::CpuProfilingOptions(mode, v8::CpuProfilingOptions::kNoSampleLimit));
    const bool isStarted = result.status == v8::CpuProfilingStatus::kStarted;
    return isStarted ? result.id : 0;
  }

  v8::Isolate* isolate_;
  ProfilerPointer profiler_;
  ThreadClock clock_;
  std::unordered_map<uint32_t, Recording> recordings_;
  uint32_t lastHandle_ = 0;
};

CpuSampler& samplerOf(const v8::FunctionCallbackInfo<v8::Value>& args) {
  return *static_cast<CpuSampler*>(args.Data().As<v8::External>()->Value());
}

void attach(const v8::FunctionCallbackInfo<v8::Value>& args) {
  samplerOf(args).attach(args[0].As<v8::Int32>()->Value());
}

void detach(const v8::FunctionCallbackInfo<v8::Value>& args) { samplerOf(args).detach(); }

void start(const v8::FunctionCallbackInfo<v8::Value>& args) {
  const uint32_t handle = samplerOf(args).start(args[0]->IsTrue());
  if (handle != 0) return args.GetReturnValue().Set(handle);
  throwError(args.GetIsolate(), "V8 runs as many recordings as it can");
}

void stop(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Local<v8::Object> columns;
  if (samplerOf(args).stop(args[0].As<v8::Uint32>()->Value()).ToLocal(&columns)) {
    args.GetReturnValue().Set(columns);
  }
}

}  // namespace

v8::Local<v8::Object> samplerBinding(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = context->GetIsolate();
  auto sampler = std::make_unique<CpuSampler>(isolate);
  const v8::Local<v8::External> data = v8::External::New(isolate, sampler.get());
  const v8::Local<v8::Object> binding = v8::Object::New(isolate);
  define(context, binding, "attach", attach, data);
  define(context, binding, "detach", detach, data);
  define(context, binding, "start", start, data);
  define(context, binding, "stop", stop, data);
  // also runs where a worker is terminated
  node::AddEnvironmentCleanupHook(
      isolate, [](void* owned) { delete static_cast<CpuSampler*>(owned); }, sampler.release());
  return binding;
}

}  // namespace kernelscope
