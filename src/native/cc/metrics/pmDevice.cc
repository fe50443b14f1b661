#include "metrics/pmDevice.h"

#include <algorithm>

#include "common/gpuExperiments.h"
#include "cupti/collector.h"

namespace kernelscope {

namespace {

/// What of a configuration keeps a GPU from being profiled, for people.
std::string reasonOf(const pm::DeviceSupported& support) {
  if (support.architecture != pm::kSupported) return "the architecture of this GPU";
  if (support.virtualGpu != pm::kSupported) return "a virtual GPU";
  if (support.confidentialCompute != pm::kSupported) return "confidential computing";
  if (support.sli != pm::kSupported) return "SLI";
  if (support.miningProcessor != pm::kSupported) return "a mining processor";
  if (support.windowsSubsystem != pm::kSupported) return "the Windows subsystem for Linux";
  return "this GPU";
}

}  // namespace

std::mutex& PmDevice::lock() {
  // Never destroyed, as the devices.
  static std::mutex* const mutex = new std::mutex();
  return *mutex;
}

PmDevice& PmDevice::of(uint32_t device) {
  static auto* const devices = new std::map<uint32_t, PmDevice*>();
  const std::lock_guard<std::mutex> guard(lock());
  PmDevice*& found = (*devices)[device];
  if (found == nullptr) found = new PmDevice(device);
  return *found;
}

void PmDevice::join(PmRecording& recording) {
  const std::lock_guard<std::mutex> guard(lock());
  if (session_ == nullptr) {
    begin(recording);
  } else {
    decode();
  }
  recording.answer_.chip = chip_;
  if (session_ == nullptr) return;
  share(recording);
  if (!recording.answer_.sampled.empty()) recordings_.push_back(&recording);
}

void PmDevice::leave(PmRecording& recording) {
  std::unique_ptr<PeriodicThread> ended;
  {
    const std::lock_guard<std::mutex> guard(lock());
    const auto place = std::find(recordings_.begin(), recordings_.end(), &recording);
    if (place == recordings_.end()) return;
    if (recordings_.size() == 1) session_->stop();
    decode();
    recording.state_ = {session_->clock(), session_->overflows(), session_->failure()};
    recordings_.erase(place);
    if (!recordings_.empty()) return;
    session_.reset();
    disable();
    ended = std::move(thread_);
  }
  // Its thread may wait for the lock: it ends without.
}

PmState PmDevice::stateOf(const PmRecording& recording) const {
  const std::lock_guard<std::mutex> guard(lock());
  const auto end = recordings_.end();
  if (std::find(recordings_.begin(), end, &recording) == end) return recording.state_;
  return {session_->clock(), session_->overflows(), session_->failure()};
}

/// What is asked of the GPU once.
bool PmDevice::describe(CallFailure& failure) {
  api_ = &PmSamplingApi::instance();
  if (!chip_.empty()) return true;
  pm::Initialize initialize;
  if (!api_->does(api_->initialize, initialize, failure)) return false;
  pm::ChipName name;
  name.device = device_;
  if (!api_->does(api_->getChipName, name, failure) || !checkSupport(failure)) return false;
  pm::CounterAvailability availability;
  availability.device = device_;
  if (!api_->does(api_->getAvailability, availability, failure)) return false;
  availability_.resize(availability.imageSize);
  availability.image = availability_.data();
  if (!api_->does(api_->getAvailability, availability, failure)) return false;
  chip_ = name.name == nullptr ? "" : name.name;
  return true;
}

bool PmDevice::checkSupport(CallFailure& failure) const {
  pm::DeviceSupported support;
  support.device = static_cast<int32_t>(device_);
  if (!api_->does(api_->isSupported, support, failure)) return false;
  if (support.isSupported == pm::kSupported) return true;
  failure = {api_->isSupported.name(), 0, "not supported by " + reasonOf(support)};
  return false;
}

const MetricPlan& PmDevice::planFor(const MetricColumns& columns) {
  const auto known = plans_.find(columns);
  if (known != plans_.end()) return known->second;
  return plans_[columns] = planMetrics(*api_, chip_, availability_, columns);
}

void PmDevice::begin(PmRecording& recording) {
  CallFailure& failure = recording.answer_.failure;
  if (!describe(failure)) return;
  const MetricPlan& plan = planFor(recording.request_.columns);
  recording.answer_.refused = plan.refused;
  failure = plan.failure;
  if (plan.metrics.empty() || !enable(failure)) return;
  const PmSetup setup{chip_, availability_, plan, recording.request_.intervalNs};
  session_ = std::make_unique<PmSession>(*api_, sampling_, setup);
  if (session_->failure().call.empty()) {
    metrics_ = plan.metrics;
    const std::chrono::milliseconds interval(GpuExperiments::instance().metricReadMs);
    thread_ = std::make_unique<PeriodicThread>(interval, [this] {
      const std::lock_guard<std::mutex> guard(lock());
      if (session_ != nullptr) decode();
    });
    return;
  }
  failure = session_->failure();
  session_.reset();
  disable();
}

bool PmDevice::enable(CallFailure& failure) {
  if (sampling_ != nullptr) return true;
  pm::Enable block;
  block.device = device_;
  if (!api_->does(api_->enable, block, failure)) return false;
  sampling_ = block.sampling;
  return true;
}

/// Some versions of CUPTI end all of their work with this: it waits for a time when nobody records
/// activities. Until then the next session takes what is enabled.
void PmDevice::disable() {
  if (sampling_ == nullptr) return;
  pm::OfSampling block;
  block.sampling = sampling_;
  if (Collector::instance().runIfIdle([&] { api_->disable(&block); })) sampling_ = nullptr;
}

/// Finds the columns of a recording among the metrics that are sampled.
void PmDevice::share(PmRecording& recording) const {
  PmAnswer& answer = recording.answer_;
  const MetricColumns& columns = recording.request_.columns;
  for (size_t column = 0; column < columns.size(); column++) {
    const std::vector<std::string>& names = columns[column];
    const auto found = std::find_if(metrics_.begin(), metrics_.end(), [&](const auto& metric) {
      return std::find(names.begin(), names.end(), metric.metric) != names.end();
    });
    const bool isRefused = std::any_of(answer.refused.begin(), answer.refused.end(),
                                       [&](const auto& each) { return each.column == column; });
    if (isRefused) continue;
    if (found == metrics_.end()) {
      answer.refused.push_back({column, false, {}});
      continue;
    }
    answer.sampled.push_back({column, found->metric});
    recording.places_.push_back(static_cast<size_t>(found - metrics_.begin()));
  }
  recording.makeRows();
}

void PmDevice::decode() {
  const PmSamples samples = session_->decode();
  for (size_t sample = 0; sample < samples.starts.size(); sample++) {
    const double* const values = &samples.values[sample * metrics_.size()];
    for (PmRecording* const recording : recordings_) {
      recording->take(samples.starts[sample], samples.ends[sample], values);
    }
  }
}

}  // namespace kernelscope
