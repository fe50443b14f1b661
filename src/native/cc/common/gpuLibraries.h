#pragma once

#include <deque>
#include <mutex>
#include <string>
#include <vector>

#include "common/library.h"

namespace kernelscope {

/// NVIDIA's libraries, looked for once for a process and then kept: a process has one driver and one
/// CUPTI, whichever thread asks first. What is not found is looked for again. What is given out is never
/// changed or destroyed.
class GpuLibraries {
 public:
  static GpuLibraries& instance();

  GpuLibraries(const GpuLibraries&) = delete;
  GpuLibraries& operator=(const GpuLibraries&) = delete;

  /// Adds folders in which libraries are looked for before the loader of the system is asked.
  void addFolders(const std::vector<std::string>& folders);

  /// `libcuda.so.1`.
  const Library& driver();
  /// The newest `libcupti` that is not newer than a driver for CUDA of `driverMajor`, such as 13.
  const Library& cupti(int driverMajor);
  /// The newest `libcupti`, whether or not the driver can do with it.
  const Library& anyCupti();
  /// `libnvidia-ml.so.1`.
  const Library& nvml();
  /// The newest `libnvrtc`.
  const Library& nvrtc();

 private:
  GpuLibraries() = default;
  const Library& find(const Library*& library, const std::vector<std::string>& names);

  std::mutex mutex_;
  std::vector<std::string> folders_;
  /// All that was ever found, after one for what was not looked for yet; they keep their places.
  std::deque<Library> known_ = std::deque<Library>(1);
  const Library* driver_ = &known_.front();
  const Library* cupti_ = &known_.front();
  const Library* anyCupti_ = &known_.front();
  const Library* nvml_ = &known_.front();
  const Library* nvrtc_ = &known_.front();
};

}  // namespace kernelscope
