#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <vector>

namespace kernelscope {

/// What one drain takes out of `SampleRows`.
struct DrainedRows {
  /// One vector for each column, all of one length.
  std::vector<std::vector<double>> columns;
  /// Rows so far for which there was no room.
  uint64_t dropped = 0;
};

/// Rows of numbers between the thread that takes samples and the one that drains them. At most
/// `capacity` rows wait; more are dropped and counted.
class SampleRows {
 public:
  SampleRows(size_t columns, size_t capacity);
  SampleRows(const SampleRows&) = delete;
  SampleRows& operator=(const SampleRows&) = delete;

  /// Adds one row of as many values as there are columns.
  void push(const double* row);
  DrainedRows drain();

 private:
  const size_t capacity_;
  std::mutex mutex_;
  std::vector<std::vector<double>> columns_;
  uint64_t dropped_ = 0;
};

}  // namespace kernelscope
