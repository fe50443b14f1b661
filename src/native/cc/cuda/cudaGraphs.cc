#include "cuda/cudaCall.h"

// Captures and graphs as JavaScript sees them.

namespace kernelscope {

namespace {

napi_value beginCapture(const CudaCall& call) {
  call.cuda.beginCapture(call.id(0));
  return nullptr;
}

napi_value endCapture(const CudaCall& call) {
  const CudaEnvironment::Id id = call.cuda.endCapture();
  const napi_value result = js::object(call.env);
  js::set(call.env, result, "id", js::number(call.env, id));
  const double nodes = double(call.cuda.find<CudaGraph>(id)->nodes());
  js::set(call.env, result, "nodes", js::number(call.env, nodes));
  return result;
}

napi_value abandonCapture(const CudaCall& call) {
  call.cuda.abandonCapture();
  return nullptr;
}

/// Keeps what a captured launch uses, beyond what the call itself names.
napi_value keepForCapture(const CudaCall& call) {
  call.cuda.find<CudaResource>(call.id(0));
  return nullptr;
}

napi_value launchGraph(const CudaCall& call) {
  const auto graph = call.cuda.find<CudaGraph>(call.id(0));
  call.cuda.driver().graphLaunch(graph->handle(), handleOf(call.stream(1)));
  return nullptr;
}

}  // namespace

void addCudaGraphs(CudaExports& exports) {
  exports.add("beginCapture", beginCapture);
  exports.add("endCapture", endCapture);
  exports.add("abandonCapture", abandonCapture);
  exports.add("keepForCapture", keepForCapture);
  exports.add("launchGraph", launchGraph);
}

}  // namespace kernelscope
