#include "nvml/nvmlSampler.h"

#include <algorithm>
#include <limits>

#include "common/monotonicClock.h"
#include "nvml/nvmlApi.h"

namespace kernelscope {

namespace {

/// Rows of one GPU that wait to be drained: 55 minutes of counters.
constexpr size_t kRows = 1 << 16;

/// Times in a row that a reading may fail before it is given up.
constexpr int kPatience = 3;

/// One call of NVML, and the columns that it fills.
struct Reading {
  const char* call;
  int (NvmlApi::*read)(NvmlDevice, double*) const;
  int column;
  int columns;
};

constexpr Reading kCounters[] = {
    {"nvmlDeviceGetUtilizationRates", &NvmlApi::utilization, 0, 2},
    {"nvmlDeviceGetMemoryInfo", &NvmlApi::memoryUsed, 2, 1},
    {"nvmlDeviceGetPowerUsage", &NvmlApi::power, 3, 1},
    {"nvmlDeviceGetTemperature", &NvmlApi::temperature, 4, 1},
    {"nvmlDeviceGetClockInfo", &NvmlApi::smClock, 5, 1},
    {"nvmlDeviceGetClockInfo", &NvmlApi::memoryClock, 6, 1}};

constexpr Reading kLink[] = {{"nvmlDeviceGetPcieThroughput", &NvmlApi::pcieSent, 0, 1},
                             {"nvmlDeviceGetPcieThroughput", &NvmlApi::pcieReceived, 1, 1}};

std::vector<Reading> readingsOf(NvmlSubject subject) {
  if (subject == NvmlSubject::counters) return {std::begin(kCounters), std::end(kCounters)};
  return {std::begin(kLink), std::end(kLink)};
}

size_t columnsOf(const std::vector<Reading>& readings) {
  return static_cast<size_t>(readings.back().column + readings.back().columns);
}

/// Codes after which asking again is of no use.
bool isLasting(int code) {
  return code == nvmlCode::kNotSupported || code == nvmlCode::kNoPermission ||
         code == nvmlCode::kFunctionNotFound || code == nvmlCode::kInvalidArgument ||
         code == nvmlCode::kGpuIsLost;
}

}  // namespace

/// One GPU. Only the thread that samples uses it, but for the rows.
struct NvmlSampler::Gpu {
  Gpu(uint32_t number, NvmlDevice handle, std::vector<Reading> all)
      : device(number), nvml(handle), readings(std::move(all)), failed(readings.size()),
        row(1 + columnsOf(readings)), rows(row.size(), kRows) {}

  bool isGivenUp(size_t reading) const { return failed[reading] >= kPatience; }

  const uint32_t device;
  const NvmlDevice nvml;
  const std::vector<Reading> readings;
  /// How often in a row each reading has failed.
  std::vector<int> failed;
  std::vector<double> row;
  SampleRows rows;
};

NvmlSampler::NvmlSampler(NvmlSubject subject, const std::vector<SampledGpu>& gpus,
                         std::chrono::nanoseconds interval, uint64_t originNs)
    : subject_(subject), originNs_(originNs) {
  NvmlApi& nvml = NvmlApi::instance();
  CallFailure failure;
  if (!nvml.start(failure)) {
    for (const SampledGpu& gpu : gpus) note({gpu.device, -1, failure, true});
    return;
  }
  for (const SampledGpu& gpu : gpus) {
    NvmlDevice device = nullptr;
    if (nvml.find(gpu.pciBusId, gpu.uuid, device, failure)) {
      gpus_.push_back(std::make_unique<Gpu>(gpu.device, device, readingsOf(subject_)));
    } else {
      note({gpu.device, -1, failure, true});
    }
  }
  if (gpus_.empty()) return;
  thread_ = std::make_unique<PeriodicThread>(interval, [this] { sampleAll(); });
}

NvmlSampler::~NvmlSampler() = default;

void NvmlSampler::stop() {
  if (thread_) thread_->stop();
}

void NvmlSampler::sampleAll() {
  for (const std::unique_ptr<Gpu>& gpu : gpus_) sample(*gpu);
}

void NvmlSampler::sample(Gpu& gpu) {
  const NvmlApi& nvml = NvmlApi::instance();
  std::fill(gpu.row.begin(), gpu.row.end(), std::numeric_limits<double>::quiet_NaN());
  bool isAny = false;
  for (size_t index = 0; index < gpu.readings.size(); index++) {
    if (gpu.isGivenUp(index)) continue;
    const Reading& reading = gpu.readings[index];
    const int code = (nvml.*reading.read)(gpu.nvml, &gpu.row[1 + reading.column]);
    if (code == nvmlCode::kSuccess) {
      gpu.failed[index] = 0;
      isAny = true;
      continue;
    }
    gpu.failed[index] = isLasting(code) ? kPatience : gpu.failed[index] + 1;
    for (int column = 0; column < reading.columns; column++) {
      const int quantity = reading.column + column;
      note({gpu.device, quantity, nvmlFailure(reading.call, code), gpu.isGivenUp(index)});
    }
  }
  if (!isAny) return;
  gpu.row[0] = static_cast<double>(monotonicNow() - originNs_);
  gpu.rows.push(gpu.row.data());
}

void NvmlSampler::note(const NvmlReadFailure& failure) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (NvmlReadFailure& known : failures_) {
    if (known.device == failure.device && known.quantity == failure.quantity &&
        known.failure.code == failure.failure.code) {
      known.isFinal = known.isFinal || failure.isFinal;
      return;
    }
  }
  failures_.push_back(failure);
}

std::vector<NvmlRows> NvmlSampler::drain() {
  std::vector<NvmlRows> drained;
  for (const std::unique_ptr<Gpu>& gpu : gpus_) {
    drained.push_back({gpu->device, gpu->rows.drain()});
  }
  return drained;
}

std::vector<NvmlReadFailure> NvmlSampler::failures() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return failures_;
}

}  // namespace kernelscope
