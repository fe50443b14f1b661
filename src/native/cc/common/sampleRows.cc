#include "common/sampleRows.h"

namespace kernelscope {

SampleRows::SampleRows(size_t columns, size_t capacity) : capacity_(capacity), columns_(columns) {}

void SampleRows::push(const double* row) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (columns_.empty() || columns_.front().size() >= capacity_) {
    dropped_++;
    return;
  }
  for (size_t column = 0; column < columns_.size(); column++) columns_[column].push_back(row[column]);
}

DrainedRows SampleRows::drain() {
  const std::lock_guard<std::mutex> lock(mutex_);
  DrainedRows drained;
  drained.columns.resize(columns_.size());
  drained.columns.swap(columns_);
  drained.dropped = dropped_;
  return drained;
}

}  // namespace kernelscope
