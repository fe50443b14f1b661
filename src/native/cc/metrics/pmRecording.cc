#include "metrics/pmRecording.h"

#include "metrics/pmDevice.h"

namespace kernelscope {

namespace {

/// Rows that wait to be drained: over a minute at a sample every millisecond.
constexpr size_t kRows = 1 << 16;

/// What a row has before its metrics: its start and its end.
constexpr size_t kTimes = 2;

}  // namespace

PmRecording::PmRecording(const PmRequest& request)
    : request_(request), rows_(std::make_unique<SampleRows>(kTimes, kRows)),
      gpu_(PmDevice::of(request.device)) {
  gpu_.join(*this);
}

PmRecording::~PmRecording() { finish(); }

PmState PmRecording::state() const { return gpu_.stateOf(*this); }

void PmRecording::finish() { gpu_.leave(*this); }

void PmRecording::makeRows() {
  row_.resize(kTimes + places_.size());
  rows_ = std::make_unique<SampleRows>(row_.size(), kRows);
}

void PmRecording::take(uint64_t start, uint64_t end, const double* values) {
  if (end <= request_.originNs) return;
  const auto fromOrigin = [this](uint64_t time) {
    return static_cast<double>(static_cast<int64_t>(time - request_.originNs));
  };
  row_[0] = fromOrigin(start);
  row_[1] = fromOrigin(end);
  for (size_t metric = 0; metric < places_.size(); metric++) {
    row_[kTimes + metric] = values[places_[metric]];
  }
  rows_->push(row_.data());
}

}  // namespace kernelscope
