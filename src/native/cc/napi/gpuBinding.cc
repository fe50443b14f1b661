#include <chrono>
#include <cmath>
#include <exception>
#include <optional>
#include <string>

#include "common/demangledName.h"
#include "common/gpuExperiments.h"
#include "common/gpuLibraries.h"
#include "common/napiValues.h"
#include "cupti/externalIds.h"
#include "cupti/gpuStatus.h"
#include "driver/deviceWait.h"
#include "napi/bindings.h"
#include "napi/gpuEnvironment.h"

namespace kernelscope {
namespace {

constexpr double kBufferBytes = 4 << 20;
constexpr double kLeastBufferBytes = 4 << 10;
constexpr double kMostBufferBytes = 256 << 20;
constexpr double kMaxBytes = 512 << 20;
constexpr double kMostWaitMs = 10'000;
constexpr double kMostMetricMib = 4096;
constexpr double kMostMetricReadMs = 1000;
constexpr double kMostBlockMs = 600'000;
/// Records begin at multiples of this.
constexpr size_t kAlignment = 8;

GpuEnvironment& environmentOf(napi_env env, napi_callback_info info) {
  void* data = nullptr;
  napi_get_cb_info(env, info, nullptr, nullptr, nullptr, &data);
  return *static_cast<GpuEnvironment*>(data);
}

napi_value addFolders(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  GpuLibraries::instance().addFolders(js::textsOf(env, arguments[0]));
  return js::undefined(env);
}

napi_value status(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  GpuStatus found = checkGpus();
  if (!js::booleanOf(env, arguments[0])) return gpuStatusValue(env, found);
  describeLibraries(found);
  const CuptiApi* const cupti = found.state == GpuState::ready ? foundCupti() : nullptr;
  if (cupti != nullptr) found.failure = Collector::instance().probe(*cupti);
  if (cupti != nullptr && found.failure) found.state = stateOfFailure(*found.failure, found);
  return gpuStatusValue(env, found);
}

/// As `GpuExperiments` of `src/native/gpuExperiments.ts`, which has checked them.
napi_value setExperiments(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  const auto valueOf = [&](const char* name) { return js::get(env, arguments[0], name); };
  GpuExperiments& experiments = GpuExperiments::instance();
  const double mebibytes = js::boundedOf(env, valueOf("metricBufferMib"), 1, kMostMetricMib);
  experiments.metricBufferBytes = static_cast<size_t>(mebibytes) << 20;
  const double readMs = js::boundedOf(env, valueOf("metricReadMs"), 1, kMostMetricReadMs);
  experiments.metricReadMs = static_cast<int64_t>(readMs);
  const std::string reset = js::textOf(env, valueOf("reset"));
  experiments.resetBy = reset == "release" ? CudaResetBy::release
                        : reset == "off"   ? CudaResetBy::off
                                           : CudaResetBy::reset;
  const std::string drain = js::textOf(env, valueOf("captureDrain"));
  experiments.captureDrain = drain == "flush"  ? CaptureDrain::flush
                             : drain == "wait" ? CaptureDrain::wait
                                               : CaptureDrain::hold;
  return js::undefined(env);
}

std::vector<ActivityKind> kindsOf(napi_env env, napi_value names) {
  const std::vector<std::string> wanted = js::textsOf(env, names);
  std::vector<ActivityKind> kinds;
  for (const ActivityKind& kind : kActivityKinds) {
    for (const std::string& name : wanted) {
      if (name != kind.name) continue;
      kinds.push_back(kind);
      break;
    }
  }
  return kinds;
}

size_t bytesOf(napi_env env, napi_value value, double fallback, double least, double most) {
  const double bytes = js::numberOf(env, value, fallback);
  if (!(bytes >= least)) return static_cast<size_t>(least);
  return static_cast<size_t>(std::fmin(bytes, most)) / kAlignment * kAlignment;
}

GpuRecording::Options optionsOf(napi_env env, napi_value value) {
  GpuRecording::Options options;
  options.kinds = kindsOf(env, js::get(env, value, "kinds"));
  options.bufferBytes = bytesOf(env, js::get(env, value, "bufferBytes"), kBufferBytes,
                                kLeastBufferBytes, kMostBufferBytes);
  options.maxBytes = bytesOf(env, js::get(env, value, "maxBytes"), kMaxBytes, 0, 1e15);
  options.recordTo = js::textOf(env, js::get(env, value, "recordTo"));
  return options;
}

napi_value startValue(napi_env env, const Collector::Started& started) {
  napi_value kinds = js::array(env);
  for (const ActivityKind& kind : started.kinds) js::append(env, kinds, js::text(env, kind.name));
  napi_value refused = js::array(env);
  for (const auto& [kind, failure] : started.refused) {
    napi_value one = js::object(env);
    js::set(env, one, "kind", js::text(env, kind.name));
    js::set(env, one, "failure", callFailureValue(env, failure));
    js::append(env, refused, one);
  }
  const bool isOurs = started.clock == CuptiClock::Source::monotonic;
  napi_value result = js::object(env);
  js::set(env, result, "kinds", kinds);
  js::set(env, result, "refused", refused);
  js::set(env, result, "clock", js::text(env, isOurs ? "monotonic" : "converted"));
  return result;
}

napi_value start(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  GpuEnvironment& environment = environmentOf(env, info);
  if (environment.recording() != nullptr) {
    return js::fail(env, "STARTED", "This thread records what GPUs do already: stop it first.");
  }
  const GpuStatus found = checkGpus();
  const CuptiApi* const cupti = foundCupti();
  if (found.state != GpuState::ready || cupti == nullptr) {
    return js::fail(env, "NOT_READY",
                    "What GPUs do cannot be recorded here: status() says what is in the way.");
  }
  const GpuRecording::Options options = optionsOf(env, arguments[0]);
  std::unique_ptr<GpuRecording> recording =
      GpuRecording::start(*cupti, found.cupti.version, options, environment.notice());
  if (recording == nullptr) {
    return js::fail(env, "NO_FILE", "The file " + options.recordTo + " cannot be written.");
  }
  environment.begin(std::move(recording));
  return startValue(env, environment.recording()->started());
}

napi_value drain(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  GpuRecording* const recording = environmentOf(env, info).recording();
  if (recording == nullptr) return activityBatchValue(env, ActivityBatch());
  const bool isAll = js::booleanOf(env, arguments[0]);
  const Collector::Flush how = isAll ? Collector::Flush::all : Collector::Flush::complete;
  const double waitMs = std::fmax(0, js::numberOf(env, arguments[1], kMostWaitMs));
  const std::chrono::milliseconds wait(static_cast<int64_t>(std::fmin(waitMs, kMostWaitMs)));
  return activityBatchValue(env, recording->drain(how, wait));
}

napi_value beginWait(napi_env env, napi_callback_info) {
  const DriverInfo* const driver = startedDriver();
  const uint64_t wait = driver == nullptr ? 0 : DeviceWait::instance().begin(*driver);
  return js::number(env, static_cast<double>(wait));
}

napi_value lookAtWait(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  const auto wait = static_cast<uint64_t>(std::fmax(0, js::numberOf(env, arguments[0], 0)));
  const double blockMs = std::fmin(std::fmax(0, js::numberOf(env, arguments[1], 0)), kMostBlockMs);
  const std::chrono::milliseconds most(static_cast<int64_t>(blockMs));
  switch (DeviceWait::instance().look(wait, most)) {
    case DeviceWait::Progress::working:
      return js::text(env, "working");
    case DeviceWait::Progress::interrupted:
      return js::text(env, "interrupted");
    case DeviceWait::Progress::done:
      break;
  }
  napi_value failures = js::array(env);
  for (const CallFailure& failure : DeviceWait::instance().failures()) {
    js::append(env, failures, callFailureValue(env, failure));
  }
  return failures;
}

napi_value stop(napi_env env, napi_callback_info info) {
  environmentOf(env, info).stop();
  return js::undefined(env);
}

napi_value onRecords(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  environmentOf(env, info).setNotice(RecordNotice::create(env, arguments[0]));
  return js::undefined(env);
}

/// No C++ exception reaches Node: what is thrown here is for want of memory.
template <napi_callback callback>
napi_value guarded(napi_env env, napi_callback_info info) {
  try {
    return callback(env, info);
  } catch (const std::exception& error) {
    return js::fail(env, "NO_MEMORY", error.what());
  }
}

/// hot
napi_value pushId(napi_env env, napi_callback_info info) {
  if (!ExternalIds::areRecorded()) return nullptr;
  size_t count = 1;
  napi_value argument = nullptr;
  int64_t id = 0;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  napi_get_value_int64(env, argument, &id);
  ExternalIds::push(static_cast<uint64_t>(id));
  return nullptr;
}

/// hot
napi_value popId(napi_env, napi_callback_info) {
  ExternalIds::pop();
  return nullptr;
}

napi_value demangle(napi_env env, napi_callback_info info) {
  const js::Arguments arguments(env, info);
  const std::string mangled = js::textOf(env, arguments[0]);
  return js::textOrNull(env, demangledName(mangled).value_or(""));
}

}  // namespace

napi_value gpuBinding(napi_env env) {
  GpuEnvironment* const environment = GpuEnvironment::create(env);
  napi_value object = js::object(env);
  const auto add = [&](const char* name, napi_callback callback) {
    js::set(env, object, name, js::function(env, callback, environment));
  };
  add("addFolders", guarded<addFolders>);
  add("setExperiments", guarded<setExperiments>);
  add("status", guarded<status>);
  add("start", guarded<start>);
  add("drain", guarded<drain>);
  add("beginWait", guarded<beginWait>);
  add("lookAtWait", guarded<lookAtWait>);
  add("stop", guarded<stop>);
  add("onRecords", guarded<onRecords>);
  add("pushId", pushId);
  add("popId", popId);
  add("demangle", guarded<demangle>);
  return object;
}

}  // namespace kernelscope
