#include "metrics/pmSession.h"

#include <limits>

#include "common/gpuExperiments.h"
#include "common/monotonicClock.h"

namespace kernelscope {

namespace {

/// Samples that are decoded at once.
constexpr uint32_t kSamplesAtOnce = 256;

/// How often samples are decoded in a row, at most: the hardware goes on meanwhile.
constexpr int kRounds = 64;

std::vector<std::string> namesOf(const MetricPlan& plan) {
  std::vector<std::string> names;
  for (const PlannedMetric& planned : plan.metrics) names.push_back(planned.metric);
  return names;
}

/// Turing and GA100 can count cycles of the system's clock alone; one takes a nanosecond or less.
bool countsCycles(const std::string& chip) {
  return chip == "GA100" || chip.compare(0, 3, "TU1") == 0;
}

}  // namespace

PmSession::PmSession(const PmSamplingApi& api, pm::Sampling sampling, const PmSetup& setup)
    : api_(api), sampling_(sampling), metrics_(namesOf(setup.plan)),
      host_(api, setup.chip, setup.availability), clock_(api) {
  if (host_.host() == nullptr) {
    failure_ = host_.failure();
    return;
  }
  // What is counted is evaluated by the host object that was asked to count it.
  size_t passes = 0;
  if (!host_.configure(metrics_, config_, passes)) {
    failure_ = host_.failure();
    return;
  }
  isRunning_ = configure(setup) && allocate() && clear() && start();
}

PmSession::~PmSession() { stop(); }

bool PmSession::configure(const PmSetup& setup) {
  pm::SetConfig block;
  block.sampling = sampling_;
  block.configSize = config_.size();
  block.config = config_.data();
  block.bufferSize = GpuExperiments::instance().metricBufferBytes;
  block.interval = setup.intervalNs;
  block.trigger = countsCycles(setup.chip) ? pm::kTriggerBySystemClock : pm::kTriggerByTime;
  return api_.does(api_.setConfig, block, failure_);
}

bool PmSession::allocate() {
  std::vector<const char*> names = pointersTo(metrics_);
  pm::CounterDataSize block;
  block.sampling = sampling_;
  block.names = names.data();
  block.count = names.size();
  block.samples = kSamplesAtOnce;
  if (!api_.does(api_.getDataSize, block, failure_)) return false;
  data_.resize(block.dataSize);
  return true;
}

/// Makes room for samples.
bool PmSession::clear() {
  pm::CounterDataInitialize block;
  block.sampling = sampling_;
  block.dataSize = data_.size();
  block.data = data_.data();
  return api_.does(api_.initializeData, block, failure_);
}

bool PmSession::start() {
  clock_.begin(monotonicNow());
  pm::OfSampling block;
  block.sampling = sampling_;
  return api_.does(api_.start, block, failure_);
}

void PmSession::stop() {
  if (!isRunning_) return;
  isRunning_ = false;
  pm::OfSampling block;
  block.sampling = sampling_;
  CallFailure failure;
  if (!api_.does(api_.stop, block, failure) && failure_.call.empty()) failure_ = failure;
}

PmSamples PmSession::decode() {
  PmSamples samples;
  bool isMore = failure_.call.empty() && !data_.empty();
  for (int round = 0; round < kRounds && isMore; round++) {
    if (!decodeSome(samples, isMore)) break;
  }
  convert(samples);
  return samples;
}

bool PmSession::decodeSome(PmSamples& samples, bool& isMore) {
  pm::Decode block;
  block.sampling = sampling_;
  block.data = data_.data();
  block.dataSize = data_.size();
  if (!api_.does(api_.decode, block, failure_)) {
    if (failure_.code == cuptiCode::kOutOfMemory) restart();
    return false;
  }
  if (block.overflow != 0) overflows_++;
  read(samples);
  isMore = block.stopReason == pm::kCounterDataFull;
  return clear();
}

/// The hardware's buffer was full: what is in it is lost, and sampling begins anew.
void PmSession::restart() {
  overflows_++;
  failure_ = CallFailure();
  if (!isRunning_) return;
  stop();
  isRunning_ = failure_.call.empty() && clear() && start();
}

void PmSession::read(PmSamples& samples) {
  pm::CounterDataInfo info;
  info.data = data_.data();
  info.dataSize = data_.size();
  if (!api_.does(api_.getDataInfo, info, failure_)) return;
  std::vector<const char*> names = pointersTo(metrics_);
  std::vector<double> values(metrics_.size());
  for (size_t index = 0; index < info.completed; index++) {
    pm::SampleInfo sample;
    sample.sampling = sampling_;
    sample.data = data_.data();
    sample.dataSize = data_.size();
    sample.sample = index;
    if (!api_.does(api_.getSampleInfo, sample, failure_)) return;
    values.assign(metrics_.size(), std::numeric_limits<double>::quiet_NaN());
    pm::Evaluate block;
    block.host = host_.host();
    block.data = data_.data();
    block.dataSize = data_.size();
    block.sample = index;
    block.names = names.data();
    block.count = names.size();
    block.values = values.data();
    if (!api_.does(api_.evaluate, block, failure_)) return;
    samples.starts.push_back(sample.start);
    samples.ends.push_back(sample.end);
    samples.values.insert(samples.values.end(), values.begin(), values.end());
  }
}

void PmSession::convert(PmSamples& samples) {
  if (samples.starts.empty()) return;
  clock_.observe(samples.starts.front(), samples.ends.back(), monotonicNow());
  for (uint64_t& time : samples.starts) time = clock_.convert(time);
  for (uint64_t& time : samples.ends) time = clock_.convert(time);
}

}  // namespace kernelscope
