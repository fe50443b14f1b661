// The driver: graphs, which are made by capturing one stream.

#include <cstring>
#include <utility>

#include "export.h"
#include "graphs.h"

using fake::Call;
using fake::Collection;
using fake::Context;
using fake::contextCall;
using fake::Graph;
using fake::Machine;

namespace {

constexpr int kCaptureInvalidated = 901;
constexpr int kCaptureUnmatched = 902;
constexpr int kIllegalState = 401;

/// A graph that can be launched; CUPTI gives it its number, and its nodes numbers within it.
struct ExecutableGraph {
  uint32_t id;
  Graph graph;
};

template <class T>
using Owned = std::map<T*, std::unique_ptr<T>>;

Owned<Graph>& graphs() {
  static auto* const all = new Owned<Graph>();
  return *all;
}

Owned<ExecutableGraph>& executables() {
  static auto* const all = new Owned<ExecutableGraph>();
  return *all;
}

/// One record of the whole graph, as CUPTI writes it in place of those of its nodes.
void recordGraph(const Call& call, const Context& context, const fake::Stream& stream,
                 uint32_t graph, fake::Span span) {
  Collection& collection = Collection::instance();
  const fake::GraphTraceLayout& at = fake::layouts().GraphTrace;
  fake::Record record(fake::Kind::graphTrace);
  record.put(at.correlationId, call.correlation())
      .put(at.start, collection.stamp(span.start))
      .put(at.end, collection.stamp(span.end))
      .put(at.deviceId, static_cast<uint32_t>(context.device))
      .put(at.graphId, graph)
      .put(at.contextId, context.id)
      .put(at.streamId, stream.id)
      .put(at.endDeviceId, static_cast<uint32_t>(context.device))
      .put(at.endContextId, context.id);
  collection.addWork(record, span.end, at.end);
}

int launchGraph(const Call& call, Context& context, fake::Stream& stream,
                const ExecutableGraph& executable) {
  const bool isWhole = Collection::instance().isEnabled(fake::Kind::graphTrace);
  const uint64_t start = fake::schedule(context, stream, call.start(), 0).start;
  uint32_t node = 0;
  for (const fake::GraphWork& work : executable.graph.nodes) {
    const uint64_t id = uint64_t{executable.id} << 32 | ++node;
    const int error = work(call, context, stream, {executable.id, id, isWhole});
    if (error != 0) return error;
  }
  if (isWhole) recordGraph(call, context, stream, executable.id, {start, stream.freeAt});
  return 0;
}

/// Owns copies of the arguments of a kernel.
struct Arguments {
  std::vector<std::vector<unsigned char>> values;
  std::vector<void*> places;

  explicit Arguments(const fake::Launch& launch) {
    const auto& parameters = launch.function->parameters;
    values.reserve(parameters.size());
    for (size_t index = 0; index < parameters.size() && launch.arguments != nullptr; index++) {
      const auto* const from = static_cast<const unsigned char*>(launch.arguments[index]);
      values.emplace_back(from, from + parameters[index].size);
      places.push_back(values.back().data());
    }
  }
};

}  // namespace

namespace fake {

GraphWork kernelNode(const Launch& launch) {
  const auto arguments = std::make_shared<Arguments>(launch);
  Launch copy = launch;
  copy.arguments = arguments->places.empty() ? nullptr : arguments->places.data();
  return [copy, arguments](const Call& call, Context& context, Stream& stream, GraphPlace place) {
    return launchKernel(call, context, stream, copy, place);
  };
}

}  // namespace fake

FAKE_EXPORT int cuStreamBeginCapture_v2(void* handle, int) {
  return contextCall("cuStreamBeginCapture_v2", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    if (stream->capture != nullptr || stream == &context.defaultStream) return kIllegalState;
    auto graph = std::make_unique<Graph>();
    stream->capture = graph.get();
    graphs()[stream->capture] = std::move(graph);
    return 0;
  });
}

FAKE_EXPORT int cuStreamEndCapture(void* handle, Graph** result) {
  return contextCall("cuStreamEndCapture", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    if (stream->capture == nullptr) return kCaptureUnmatched;
    const bool isInvalid = std::exchange(stream->isCaptureInvalid, false);
    if (isInvalid) graphs().erase(stream->capture);
    *result = isInvalid ? nullptr : stream->capture;
    stream->capture = nullptr;
    return isInvalid ? kCaptureInvalidated : static_cast<int>(fake::kSuccess);
  });
}

FAKE_EXPORT int cuStreamIsCapturing(void* handle, int* status) {
  return contextCall("cuStreamIsCapturing", [&](Call&, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    *status = stream->capture == nullptr ? 0 : 1;
    return 0;
  });
}

FAKE_EXPORT int cuGraphGetNodes(Graph* graph, void** nodes, size_t* count) {
  return contextCall("cuGraphGetNodes", [&](Call&, Context&) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    if (graphs().count(graph) == 0) return fake::kInvalidHandle;
    for (size_t at = 0; nodes != nullptr && at < *count && at < graph->nodes.size(); at++) {
      nodes[at] = &graph->nodes[at];
    }
    *count = graph->nodes.size();
    return 0;
  });
}

FAKE_EXPORT int cuGraphInstantiateWithFlags(ExecutableGraph** result, Graph* graph,
                                            unsigned long long) {
  return contextCall("cuGraphInstantiateWithFlags", [&](Call&, Context&) -> int {
    static uint32_t created = 0;
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    if (graphs().count(graph) == 0) return fake::kInvalidHandle;
    auto executable = std::make_unique<ExecutableGraph>(ExecutableGraph{++created, *graph});
    *result = executable.get();
    executables()[*result] = std::move(executable);
    return 0;
  });
}

FAKE_EXPORT int cuGraphLaunch(ExecutableGraph* executable, void* handle) {
  return contextCall("cuGraphLaunch", [&](Call& call, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr || executables().count(executable) == 0) return fake::kInvalidHandle;
    return launchGraph(call, context, *stream, *executable);
  });
}

FAKE_EXPORT int cuGraphDestroy(Graph* graph) {
  return contextCall("cuGraphDestroy", [&](Call&, Context&) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return graphs().erase(graph) == 1 ? fake::kSuccess : fake::kInvalidHandle;
  });
}

FAKE_EXPORT int cuGraphExecDestroy(ExecutableGraph* executable) {
  return contextCall("cuGraphExecDestroy", [&](Call&, Context&) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return executables().erase(executable) == 1 ? fake::kSuccess : fake::kInvalidHandle;
  });
}
