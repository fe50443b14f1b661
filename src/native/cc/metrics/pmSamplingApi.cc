#include "metrics/pmSamplingApi.h"

#include <mutex>

#include "common/gpuLibraries.h"

namespace kernelscope {

namespace {

constexpr int kVersionsOfMajor = 1000;

/// The CUPTI of the driver, which is started first: without it CUPTI does nothing.
const Library* findCupti() {
  GpuLibraries& libraries = GpuLibraries::instance();
  const Library& driver = libraries.driver();
  const LibraryFunction<unsigned> init(driver, "cuInit", -1);
  const LibraryFunction<int*> getVersion(driver, "cuDriverGetVersion", -1);
  int version = 0;
  if (init(0) != 0 || getVersion(&version) != 0) return nullptr;
  const Library& cupti = libraries.cupti(version / kVersionsOfMajor);
  return cupti.isLoaded() ? &cupti : nullptr;
}

}  // namespace

const PmSamplingApi& PmSamplingApi::instance() {
  // Never destroyed: threads that sample may outlive the static objects of this library. A CUPTI
  // that was not there may be there later.
  static std::mutex mutex;
  static const Library* const noLibrary = new Library();
  static const PmSamplingApi* const none = new PmSamplingApi(*noLibrary);
  static const PmSamplingApi* found = nullptr;
  const std::lock_guard<std::mutex> lock(mutex);
  if (found != nullptr) return *found;
  const Library* const cupti = findCupti();
  if (cupti == nullptr) return *none;
  found = new PmSamplingApi(*cupti);
  return *found;
}

std::string PmSamplingApi::nameOf(bool exists, int code) const {
  if (!library_.isLoaded()) return "no CUPTI";
  if (!exists) return "not in this version of CUPTI";
  const char* name = nullptr;
  if (getResultString_(code, &name) != cuptiCode::kSuccess || name == nullptr) return {};
  return name;
}

}  // namespace kernelscope
