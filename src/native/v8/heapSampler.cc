// Samples what the JavaScript thread that loads it allocates on V8's heap, and which of it is alive. V8 forgets the
// sample of an object when it collects that, so they are read before each collection and kept here.
#include <node.h>
#include <v8-profiler.h>

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <tuple>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "bindings.h"
#include "columns.h"

namespace kernelscope {
namespace {

/** Frames of a stack that V8 keeps, as many as for its inspector. */
constexpr int STACK_DEPTH = 128;

constexpr auto COLLECTIONS =
    static_cast<v8::GCType>(v8::kGCTypeAll & ~(v8::kGCTypeIncrementalMarking | v8::kGCTypeProcessWeakCallbacks));

using ProfilePointer = std::unique_ptr<v8::AllocationProfile>;
using Node = v8::AllocationProfile::Node;
using Sample = v8::AllocationProfile::Sample;

/** The heap profiler of one environment of Node. */
class HeapSampler {
 public:
  explicit HeapSampler(v8::Isolate* isolate) : isolate_(isolate) {}
  HeapSampler(const HeapSampler&) = delete;
  HeapSampler& operator=(const HeapSampler&) = delete;
  ~HeapSampler() { stop(); }

  /** False if V8 samples already. */
  bool start(uint64_t intervalBytes) {
    if (isRunning_) return false;
    isRunning_ = profiler()->StartSamplingHeapProfiler(intervalBytes, STACK_DEPTH);
    if (isRunning_) isolate_->AddGCPrologueCallback(beforeCollection, this, COLLECTIONS);
    return isRunning_;
  }

  /** Forgets all samples. Safe to call twice. */
  void stop() {
    if (!isRunning_) return;
    isRunning_ = false;
    isolate_->RemoveGCPrologueCallback(beforeCollection, this);
    profiler()->StopSamplingHeapProfiler();
    samples_ = {};
    nodes_ = {};
    rows_.clear();
    rowOfId_.clear();
    texts_ = {};
    last_ = 0;
    readNs_ = 0;
  }

  /** The number of V8's last sample, and the time spent on reading samples, nanoseconds. */
  v8::Local<v8::Array> position() {
    read();
    v8::Local<v8::Value> pair[] = {v8::Number::New(isolate_, static_cast<double>(last_)),
                                   v8::Number::New(isolate_, readNs_)};
    return v8::Array::New(isolate_, pair, 2);
  }

  /** All samples so far, in columns; an empty handle if V8 has none. */
  v8::MaybeLocal<v8::Object> samples() {
    const ProfilePointer profile = read();
    if (profile == nullptr) return {};
    std::unordered_set<uint64_t> alive;
    for (const Sample& sample : profile->GetSamples()) alive.insert(sample.sample_id);
    std::vector<double> columns;
    columns.reserve(samples_.size() * 4);
    for (const Kept& each : samples_) {
      columns.insert(columns.end(),
                     {static_cast<double>(each.node), static_cast<double>(each.bytes),
                      static_cast<double>(each.number), static_cast<double>(alive.count(each.number))});
    }
    v8::Local<v8::Object> result = v8::Object::New(isolate_);
    set(isolate_, result, "nodes", columnOf<v8::Int32Array>(isolate_, nodes_));
    set(isolate_, result, "samples", columnOf<v8::Float64Array>(isolate_, columns));
    set(isolate_, result, "strings", texts_.toArray(isolate_));
    set(isolate_, result, "readNs", v8::Number::New(isolate_, readNs_));
    return result;
  }

 private:
  struct Kept {
    int32_t node;
    size_t bytes;
    uint64_t number;
  };

  /** What tells a node from the others: its parent, script, place in it and name. */
  using Key = std::tuple<int32_t, int, int, int32_t>;

  v8::HeapProfiler* profiler() { return isolate_->GetHeapProfiler(); }

  /** Callbacks may allocate; what that collects meanwhile is collected without another call of them. */
  static void beforeCollection(v8::Isolate* isolate, v8::GCType, v8::GCCallbackFlags, void* data) {
    v8::HandleScope scope(isolate);
    static_cast<HeapSampler*>(data)->read();
  }

  /** Keeps the samples that V8 took since the last call; null if another user has ended V8's profiler. */
  ProfilePointer read() {
    const auto begin = std::chrono::steady_clock::now();
    ProfilePointer profile(profiler()->GetAllocationProfile());
    if (profile != nullptr) keep(profile.get());
    readNs_ += std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
    return profile;
  }

  void keep(v8::AllocationProfile* profile) {
    // ids of nodes that V8 has dropped are not given again
    std::unordered_map<uint32_t, int32_t> rowOfId;
    std::vector<std::pair<Node*, int32_t>> open{{profile->GetRootNode(), -1}};
    while (!open.empty()) {
      const auto [node, parent] = open.back();
      open.pop_back();
      const auto known = rowOfId_.find(node->node_id);
      const int32_t row = known != rowOfId_.end() ? known->second : rowOf(*node, parent);
      rowOfId.emplace(node->node_id, row);
      for (Node* child : node->children) open.emplace_back(child, row);
    }
    rowOfId_ = std::move(rowOfId);
    uint64_t last = last_;
    for (const Sample& sample : profile->GetSamples()) {
      if (sample.sample_id <= last_) continue;
      samples_.push_back({rowOfId_.at(sample.node_id), sample.size, sample.sample_id});
      if (sample.sample_id > last) last = sample.sample_id;
    }
    last_ = last;
  }

  int32_t rowOf(const Node& node, int32_t parent) {
    const int32_t name = textOf(node.name);
    const auto row = static_cast<int32_t>(rows_.size());
    const auto [found, isNew] =
        rows_.emplace(Key{parent, node.script_id, node.start_position, name}, row);
    if (isNew) {
      nodes_.insert(nodes_.end(), {parent, name, textOf(node.script_name), node.script_id,
                                   node.line_number, node.column_number});
    }
    return found->second;
  }

  int32_t textOf(v8::Local<v8::String> value) {
    const v8::String::Utf8Value utf8(isolate_, value);
    return texts_.indexOf(*utf8 == nullptr ? "" : *utf8);
  }

  v8::Isolate* isolate_;
  bool isRunning_ = false;
  std::vector<Kept> samples_;
  /** The columns of a node: parent, name, script name, script, line, column. */
  std::vector<int32_t> nodes_;
  std::map<Key, int32_t> rows_;
  /** The rows of the nodes that V8 has now. */
  std::unordered_map<uint32_t, int32_t> rowOfId_;
  Texts texts_;
  uint64_t last_ = 0;
  double readNs_ = 0;
};

HeapSampler& samplerOf(const v8::FunctionCallbackInfo<v8::Value>& args) {
  return *static_cast<HeapSampler*>(args.Data().As<v8::External>()->Value());
}

void start(const v8::FunctionCallbackInfo<v8::Value>& args) {
  const double intervalBytes = args[0].As<v8::Number>()->Value();
  args.GetReturnValue().Set(samplerOf(args).start(static_cast<uint64_t>(intervalBytes)));
}

void position(const v8::FunctionCallbackInfo<v8::Value>& args) {
  args.GetReturnValue().Set(samplerOf(args).position());
}

void samples(const v8::FunctionCallbackInfo<v8::Value>& args) {
  v8::Local<v8::Object> columns;
  if (samplerOf(args).samples().ToLocal(&columns)) args.GetReturnValue().Set(columns);
}

void stop(const v8::FunctionCallbackInfo<v8::Value>& args) { samplerOf(args).stop(); }

}  // namespace

v8::Local<v8::Object> heapBinding(v8::Local<v8::Context> context) {
  v8::Isolate* isolate = context->GetIsolate();
  auto sampler = std::make_unique<HeapSampler>(isolate);
  const v8::Local<v8::External> data = v8::External::New(isolate, sampler.get());
  const v8::Local<v8::Object> binding = v8::Object::New(isolate);
  define(context, binding, "start", start, data);
  define(context, binding, "position", position, data);
  define(context, binding, "samples", samples, data);
  define(context, binding, "stop", stop, data);
  // also runs where a worker is terminated
  node::AddEnvironmentCleanupHook(
      isolate, [](void* owned) { delete static_cast<HeapSampler*>(owned); }, sampler.release());
  return binding;
}

}  // namespace kernelscope
