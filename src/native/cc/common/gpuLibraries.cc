#include "common/gpuLibraries.h"

#include <algorithm>
#include <climits>
#include <utility>

namespace kernelscope {

namespace {

struct Version {
  int cudaMajor;
  const char* name;
};

/// Newest first. CUPTI 11 has the minor version in its name.
constexpr Version kCupti[] = {
    {13, "libcupti.so.13"}, {12, "libcupti.so.12"}, {11, "libcupti.so.11.8"}};

std::vector<std::string> cuptiNames(int driverMajor) {
  std::vector<std::string> names;
  for (const Version& version : kCupti) {
    if (version.cudaMajor <= driverMajor) names.emplace_back(version.name);
  }
  return names;
}

}  // namespace

GpuLibraries& GpuLibraries::instance() {
  // Never destroyed: threads of CUPTI may outlive the static objects of this library.
  static GpuLibraries* const libraries = new GpuLibraries();
  return *libraries;
}

void GpuLibraries::addFolders(const std::vector<std::string>& folders) {
  const std::lock_guard<std::mutex> lock(mutex_);
  for (const std::string& folder : folders) {
    if (std::find(folders_.begin(), folders_.end(), folder) == folders_.end()) {
      folders_.push_back(folder);
    }
  }
}

const Library& GpuLibraries::driver() { return find(driver_, {"libcuda.so.1"}); }

const Library& GpuLibraries::cupti(int driverMajor) {
  return find(cupti_, cuptiNames(driverMajor));
}

const Library& GpuLibraries::anyCupti() { return find(anyCupti_, cuptiNames(INT_MAX)); }

const Library& GpuLibraries::nvml() { return find(nvml_, {"libnvidia-ml.so.1"}); }

const Library& GpuLibraries::nvrtc() {
  return find(nvrtc_, {"libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2"});
}

const Library& GpuLibraries::find(const Library*& library, const std::vector<std::string>& names) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (library->isLoaded()) return *library;
  Library found = Library::open(names, folders_);
  // Other threads may be reading what was found before: it is left as it is.
  const bool isNew = found.isLoaded() || found.error() != library->error();
  if (!isNew) return *library;
  known_.push_back(std::move(found));
  library = &known_.back();
  return *library;
}

}  // namespace kernelscope
