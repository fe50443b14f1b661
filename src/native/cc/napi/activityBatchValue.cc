#include "common/napiValues.h"
#include "records/gpuRecording.h"

namespace kernelscope {
namespace {

template <class Columns>
napi_value columnsValue(napi_env env, const Columns& columns) {
  napi_value result = js::object(env);
  size_t length = 0;
  columns.visit([&](const char* name, const auto& column) {
    length = column.size();
    js::set(env, result, name, js::array(env, column));
  });
  js::set(env, result, "length", js::number(env, static_cast<double>(length)));
  return result;
}

napi_value textsValue(napi_env env, const std::vector<std::string>& texts) {
  napi_value result = nullptr;
  napi_create_array_with_length(env, texts.size(), &result);
  for (uint32_t index = 0; index < texts.size(); index++) {
    napi_set_element(env, result, index, js::text(env, texts[index]));
  }
  return result;
}

napi_value unknownKindsValue(napi_env env, const ActivityTables& tables) {
  napi_value result = js::array(env);
  for (const auto& [kind, records] : tables.unknownKinds) {
    napi_value counted = js::object(env);
    js::set(env, counted, "kind", js::number(env, kind));
    js::set(env, counted, "records", js::number(env, static_cast<double>(records)));
    js::append(env, result, counted);
  }
  return result;
}

napi_value lossesValue(napi_env env, const ActivityBatch& batch) {
  napi_value result = js::object(env);
  const auto setCount = [&](const char* name, uint64_t count) {
    js::set(env, result, name, js::number(env, static_cast<double>(count)));
  };
  setCount("dropped", batch.dropped);
  setCount("untimed", batch.tables.untimed);
  setCount("refusedBuffers", batch.refusedBuffers);
  setCount("truncatedBuffers", batch.tables.truncatedBuffers);
  js::set(env, result, "unknownKinds", unknownKindsValue(env, batch.tables));
  return result;
}

napi_value failuresValue(napi_env env, const std::vector<CallFailure>& failures) {
  napi_value result = js::array(env);
  for (const CallFailure& one : failures) js::append(env, result, callFailureValue(env, one));
  return result;
}

}  // namespace

napi_value activityBatchValue(napi_env env, const ActivityBatch& batch) {
  const ActivityTables& tables = batch.tables;
  napi_value result = js::object(env);
  js::set(env, result, "originNs", js::bigint(env, batch.originNs));
  js::set(env, result, "strings", textsValue(env, batch.texts));
  js::set(env, result, "bytes", js::number(env, static_cast<double>(tables.bytes)));
  const auto setColumns = [&](const char* name, const auto& columns) {
    js::set(env, result, name, columnsValue(env, columns));
  };
  setColumns("kernels", tables.kernels);
  setColumns("copies", tables.copies);
  setColumns("peerCopies", tables.peerCopies);
  setColumns("fills", tables.fills);
  setColumns("graphs", tables.graphs);
  setColumns("calls", tables.calls);
  js::set(env, result, "ownCalls", js::array(env, tables.ownCalls));
  setColumns("externalIds", tables.externalIds);
  setColumns("markers", tables.markers);
  setColumns("synchronizations", tables.synchronizations);
  setColumns("overheads", tables.overheads);
  setColumns("memory", tables.memory);
  setColumns("memoryPools", tables.memoryPools);
  setColumns("devices", tables.devices);
  setColumns("contexts", tables.contexts);
  js::set(env, result, "losses", lossesValue(env, batch));
  js::set(env, result, "failures", failuresValue(env, batch.failures));
  return result;
}

}  // namespace kernelscope
