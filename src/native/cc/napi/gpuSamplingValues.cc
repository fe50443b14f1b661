#include "napi/gpuSamplingValues.h"

#include "common/napiValues.h"

namespace kernelscope {

namespace {

constexpr double kNsPerMs = 1e6;
/// Longest time between two looks: ten days.
constexpr double kMostMs = 864e6;
constexpr double kMostDevice = 1 << 16;
constexpr double kNsPerUs = 1e3;

/// Bounds of the time between two samples of metrics.
constexpr double kLeastMetricUs = 50;
constexpr double kMostMetricUs = 1e6;

/// As `NVML_COUNTERS` and `NVML_LINK` of `src/native/gpuSampling.ts`.
constexpr const char* kCounters[] = {"gpuUtilisation", "memoryUtilisation", "memoryUsed", "power",
                                     "temperature",    "smClock",           "memoryClock"};
constexpr const char* kLink[] = {"pcieSent", "pcieReceived"};

std::vector<napi_value> elementsOf(napi_env env, napi_value array) {
  std::vector<napi_value> elements;
  uint32_t length = 0;
  if (array == nullptr || napi_get_array_length(env, array, &length) != napi_ok) return elements;
  for (uint32_t index = 0; index < length; index++) {
    napi_value element = nullptr;
    if (napi_get_element(env, array, index, &element) == napi_ok) elements.push_back(element);
  }
  return elements;
}

std::chrono::nanoseconds intervalOf(napi_env env, napi_value ms) {
  return std::chrono::nanoseconds(static_cast<int64_t>(js::boundedOf(env, ms, 0, kMostMs) * kNsPerMs));
}

const char* nameOf(PmClockKind kind) {
  switch (kind) {
    case PmClockKind::monotonic:
      return "monotonic";
    case PmClockKind::cupti:
      return "cupti";
    case PmClockKind::realtime:
      return "realtime";
    case PmClockKind::arrival:
      return "arrival";
    case PmClockKind::unknown:
      return "";
  }
  return "";
}

napi_value null(napi_env env) { return js::textOrNull(env, {}); }

/// Null where no call failed.
napi_value failureOrNull(napi_env env, const CallFailure& failure) {
  return failure.call.empty() ? null(env) : callFailureValue(env, failure);
}

/// The columns of `rows` but for the first ones.
napi_value valuesValue(napi_env env, const DrainedRows& rows, size_t first) {
  napi_value values = js::array(env);
  for (size_t column = first; column < rows.columns.size(); column++) {
    js::append(env, values, js::array(env, rows.columns[column]));
  }
  return values;
}

napi_value sampleColumnsValue(napi_env env, const NvmlRows& of) {
  napi_value value = js::object(env);
  js::set(env, value, "device", js::number(env, of.device));
  js::set(env, value, "time", js::array(env, of.rows.columns.front()));
  js::set(env, value, "values", valuesValue(env, of.rows, 1));
  js::set(env, value, "dropped", js::number(env, static_cast<double>(of.rows.dropped)));
  return value;
}

napi_value metricColumnsValue(napi_env env, PmRecording& recording) {
  const PmState state = recording.state();
  const DrainedRows rows = recording.drain();
  napi_value value = js::object(env);
  js::set(env, value, "device", js::number(env, recording.device()));
  js::set(env, value, "time", js::array(env, rows.columns[0]));
  js::set(env, value, "end", js::array(env, rows.columns[1]));
  js::set(env, value, "values", valuesValue(env, rows, 2));
  js::set(env, value, "dropped", js::number(env, static_cast<double>(rows.dropped)));
  js::set(env, value, "clock", js::textOrNull(env, nameOf(state.clock)));
  js::set(env, value, "overflows", js::number(env, static_cast<double>(state.overflows)));
  js::set(env, value, "failure", failureOrNull(env, state.failure));
  return value;
}

void appendFailures(napi_env env, napi_value array, const std::vector<NvmlReadFailure>& failures,
                    const char* const* names) {
  for (const NvmlReadFailure& each : failures) {
    napi_value value = js::object(env);
    js::set(env, value, "device", js::number(env, each.device));
    js::set(env, value, "quantity",
            each.quantity < 0 ? null(env) : js::text(env, names[each.quantity]));
    js::set(env, value, "failure", callFailureValue(env, each.failure));
    js::set(env, value, "isFinal", js::boolean(env, each.isFinal));
    js::append(env, array, value);
  }
}

napi_value metricsOfGpuValue(napi_env env, const PmRecording& recording) {
  const PmAnswer& answer = recording.answer();
  napi_value sampled = js::array(env);
  for (const PlannedMetric& each : answer.sampled) {
    napi_value value = js::object(env);
    js::set(env, value, "column", js::number(env, static_cast<double>(each.column)));
    js::set(env, value, "metric", js::text(env, each.metric));
    js::append(env, sampled, value);
  }
  napi_value refused = js::array(env);
  for (const RefusedMetric& each : answer.refused) {
    napi_value value = js::object(env);
    js::set(env, value, "column", js::number(env, static_cast<double>(each.column)));
    js::set(env, value, "failure",
            each.isFailed ? callFailureValue(env, each.failure) : null(env));
    js::append(env, refused, value);
  }
  napi_value value = js::object(env);
  js::set(env, value, "device", js::number(env, recording.device()));
  js::set(env, value, "chip", js::text(env, answer.chip));
  js::set(env, value, "failure", failureOrNull(env, answer.failure));
  js::set(env, value, "sampled", sampled);
  js::set(env, value, "refused", refused);
  return value;
}

}  // namespace

GpuSampling::Options samplingOptionsOf(napi_env env, napi_value options) {
  GpuSampling::Options read;
  for (napi_value gpu : elementsOf(env, js::get(env, options, "gpus"))) {
    const double device = js::boundedOf(env, js::get(env, gpu, "device"), 0, kMostDevice);
    read.gpus.push_back({static_cast<uint32_t>(device),
                         js::textOf(env, js::get(env, gpu, "pciBusId")),
                         js::textOf(env, js::get(env, gpu, "uuid"))});
  }
  read.counterInterval = intervalOf(env, js::get(env, options, "counterIntervalMs"));
  read.linkInterval = intervalOf(env, js::get(env, options, "linkIntervalMs"));
  napi_value metrics = js::get(env, options, "metrics");
  const double intervalUs = js::boundedOf(env, js::get(env, metrics, "intervalUs"),
                                          kLeastMetricUs, kMostMetricUs);
  read.metricIntervalNs = static_cast<uint64_t>(intervalUs * kNsPerUs);
  for (napi_value names : elementsOf(env, js::get(env, metrics, "columns"))) {
    read.columns.push_back(js::textsOf(env, names));
  }
  return read;
}

napi_value metricsOfGpusValue(napi_env env, const GpuSampling& sampling) {
  napi_value values = js::array(env);
  for (const auto& recording : sampling.metrics()) {
    js::append(env, values, metricsOfGpuValue(env, *recording));
  }
  return values;
}

napi_value drainedBatchValue(napi_env env, GpuSampling& sampling) {
  napi_value counters = js::array(env);
  for (const NvmlRows& rows : sampling.drainCounters()) {
    js::append(env, counters, sampleColumnsValue(env, rows));
  }
  napi_value link = js::array(env);
  for (const NvmlRows& rows : sampling.drainLink()) {
    js::append(env, link, sampleColumnsValue(env, rows));
  }
  napi_value metrics = js::array(env);
  for (const auto& recording : sampling.metrics()) {
    js::append(env, metrics, metricColumnsValue(env, *recording));
  }
  napi_value failures = js::array(env);
  appendFailures(env, failures, sampling.counterFailures(), kCounters);
  appendFailures(env, failures, sampling.linkFailures(), kLink);
  napi_value batch = js::object(env);
  js::set(env, batch, "originNs", js::bigint(env, sampling.originNs()));
  js::set(env, batch, "counters", counters);
  js::set(env, batch, "link", link);
  js::set(env, batch, "metrics", metrics);
  js::set(env, batch, "failures", failures);
  return batch;
}

}  // namespace kernelscope
