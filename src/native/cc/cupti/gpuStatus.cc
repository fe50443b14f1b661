#include "cupti/gpuStatus.h"

#include <atomic>
#include <iterator>
#include <mutex>

#include "common/gpuLibraries.h"
#include "nvml/linkRate.h"

namespace kernelscope {
namespace {

// `CUresult`.
constexpr int kStubLibrary = 34;
constexpr int kNoDevice = 100;

/// The CUDA whose CUPTI is the first that is known.
constexpr int kFirstCuda = 11080;

/// What was found of a process' driver and CUPTI, once each has started. Neither goes away again.
struct Found {
  std::mutex mutex;
  std::atomic<const DriverInfo*> driver{nullptr};
  std::atomic<const CuptiApi*> cupti{nullptr};
  std::vector<DeviceFacts> devices;
};

Found& found() {
  // Never destroyed: threads of CUPTI may outlive the static objects of this library.
  static Found* const all = new Found();
  return *all;
}

LibraryFacts factsOf(const Library& library) { return {library.path(), library.error(), 0}; }

void end(GpuStatus& status, GpuState state, std::optional<CallFailure> failure = {}) {
  status.state = state;
  status.failure = std::move(failure);
}

GpuState stateOfStart(int code) {
  if (code == kNoDevice) return GpuState::noDevice;
  return code == kStubLibrary ? GpuState::noDriver : GpuState::driverError;
}

const std::vector<DeviceFacts>& devicesOf(const DriverInfo& driver, int count) {
  std::vector<DeviceFacts>& devices = found().devices;
  if (!devices.empty()) return devices;
  for (int ordinal = 0; ordinal < count; ordinal++) {
    devices.push_back(describeDevice(driver, ordinal));
    DeviceFacts& facts = devices.back();
    facts.linkBytesPerSecond = linkRate(GpuLibraries::instance().nvml(), facts.pciBusId);
  }
  return devices;
}

/// False where the state is known then, as nothing can be recorded.
bool checkDriver(GpuStatus& status) {
  const Library& library = GpuLibraries::instance().driver();
  status.driver = factsOf(library);
  if (!library.isLoaded()) {
    end(status, GpuState::noDriver);
    return false;
  }
  static const DriverInfo* const driver = new DriverInfo(library);
  int version = 0;
  if (driver->getVersion(&version) == 0) status.driver.version = static_cast<uint32_t>(version);
  int code = driver->init(0);
  if (code != 0) {
    end(status, stateOfStart(code), driver->failureOf(driver->init.name(), code));
    return false;
  }
  found().driver = driver;
  int count = 0;
  code = driver->getDeviceCount(&count);
  if (code != 0 || count == 0) {
    end(status, GpuState::noDevice);
    if (code != 0) status.failure = driver->failureOf(driver->getDeviceCount.name(), code);
    return false;
  }
  status.devices = devicesOf(*driver, count);
  if (version >= kFirstCuda) return true;
  end(status, GpuState::driverTooOld);
  return false;
}

/// Where no CUPTI fits the driver: whether there is one for a newer driver.
void endWithoutCupti(GpuStatus& status) {
  const Library& newer = GpuLibraries::instance().anyCupti();
  if (!newer.isLoaded()) return end(status, GpuState::noCupti);
  status.cupti = factsOf(newer);
  const CuptiApi cupti(newer);
  uint32_t version = 0;
  if (cupti.getVersion(&version) == cupti::kSuccess) status.cupti.version = version;
  end(status, GpuState::cuptiNewerThanDriver);
}

void checkCupti(GpuStatus& status) {
  const int driverMajor = static_cast<int>(status.driver.version / 1000);
  const Library& library = GpuLibraries::instance().cupti(driverMajor);
  status.cupti = factsOf(library);
  if (!library.isLoaded()) return endWithoutCupti(status);
  static const CuptiApi* const cupti = new CuptiApi(library);
  const int code = cupti->getVersion(&status.cupti.version);
  if (code != cupti::kSuccess) {
    const CallFailure failure = cupti->failureOf(cupti->getVersion, code);
    return end(status, stateOfFailure(failure, status), failure);
  }
  const bool isKnown = status.cupti.version >= cupti::kFirstVersion &&
                       status.cupti.version < cupti::kAfterLastVersion;
  if (!isKnown) return end(status, GpuState::unknownCupti);
  found().cupti = cupti;
}

uint32_t versionOfNvrtc(const Library& library) {
  const LibraryFunction<int*, int*> getVersion(library, "nvrtcVersion", -1);
  int major = 0;
  int minor = 0;
  if (getVersion(&major, &minor) != 0) return 0;
  return static_cast<uint32_t>(major * 1000 + minor * 10);
}

/// The CUDA, as drivers number it, that a CUPTI of an API version belongs to.
uint32_t cudaOf(uint32_t cuptiVersion) {
  struct Release {
    uint32_t cupti;
    uint32_t cuda;
  };
  constexpr Release kReleases[] = {{27, 12090}, {26, 12080}, {24, 12060}, {23, 12050},
                                   {22, 12040}, {21, 12030}, {20, 12020}, {19, 12000}};
  if (cuptiVersion >= 130000) return cuptiVersion / 10000 * 1000 + cuptiVersion % 10000 / 100 * 10;
  for (const Release& release : kReleases) {
    if (cuptiVersion >= release.cupti) return release.cuda;
  }
  return kFirstCuda;
}

}  // namespace

GpuStatus checkGpus() {
  const std::lock_guard<std::mutex> lock(found().mutex);
  GpuStatus status;
  if (checkDriver(status)) checkCupti(status);
  return status;
}

void describeLibraries(GpuStatus& status) {
  GpuLibraries& libraries = GpuLibraries::instance();
  const Library& nvrtc = libraries.nvrtc();
  status.nvml = factsOf(libraries.nvml());
  status.nvrtc = factsOf(nvrtc);
  status.nvrtc.version = versionOfNvrtc(nvrtc);
  if (status.cupti.path.empty()) status.cupti = factsOf(libraries.anyCupti());
}

GpuState stateOfFailure(const CallFailure& failure, const GpuStatus& status) {
  switch (failure.code) {
    case cupti::kInsufficientPrivileges:
    case cupti::kVirtualizedInsufficientPrivileges:
      return GpuState::noPermission;
    case cupti::kMultipleSubscribers:
      return GpuState::busy;
    case cupti::kNotInitialized:
      return cudaOf(status.cupti.version) > status.driver.version ? GpuState::cuptiNewerThanDriver
                                                                  : GpuState::cuptiError;
    default:
      return GpuState::cuptiError;
  }
}

const CuptiApi* foundCupti() { return found().cupti; }

const DriverInfo* startedDriver() { return found().driver; }

}  // namespace kernelscope
