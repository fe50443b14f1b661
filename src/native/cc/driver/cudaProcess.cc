#include "driver/cudaProcess.h"

#include "common/gpuLibraries.h"

namespace kernelscope {

namespace {

constexpr int kNoDevice = 100;
/// Answers of `cuInit` of a driver that is older than the kernel module or than what asks.
constexpr int kStubLibrary = 34;
constexpr int kSystemDriverMismatch = 803;
/// CUDA 11.0: older drivers lack functions that are used throughout.
constexpr int kOldestDriver = 11000;

thread_local CudaContext currentContext = nullptr;

}  // namespace

void CudaPrimary::note(int code) {
  if (!losesContext(code)) return;
  int none = 0;
  lostTo_.compare_exchange_strong(none, code);
}

void CudaPrimary::reset(const CudaDriver& driver) {
  const std::lock_guard<std::mutex> lock(resetting_);
  generation_.fetch_add(1);
  // It returns the error that the context was lost to: the next use tells whether it worked.
  driver.primaryReset.attempt(device_);
  // What other threads made while it was under way is gone, too.
  generation_.fetch_add(1);
  lostTo_.store(0);
}

void CudaPrimary::abandon() {
  const std::lock_guard<std::mutex> lock(resetting_);
  generation_.fetch_add(1);
  lostTo_.store(0);
}

CudaProcess& CudaProcess::instance() {
  static CudaProcess* const process = new CudaProcess();
  return *process;
}

CudaState CudaProcess::start() {
  if (isReady_.load(std::memory_order_acquire)) return CudaState::ready;
  const std::lock_guard<std::mutex> lock(starting_);
  const CudaState state = isReady_.load() ? CudaState::ready : startDriver();
  isReady_.store(state == CudaState::ready, std::memory_order_release);
  return state;
}

CudaState CudaProcess::startDriver() {
  const Library& library = GpuLibraries::instance().driver();
  if (!library.isLoaded()) return CudaState::noDriver;
  if (driver_.load() == nullptr) driver_.store(new CudaDriver(library));
  const CudaDriver& driver = *driver_.load();
  const int code = driver.init.attempt(0);
  startCode_.store(code);
  if (code == kNoDevice) return CudaState::noDevice;
  if (code == kSystemDriverMismatch) return CudaState::driverTooOld;
  if (code == kStubLibrary) return CudaState::noDriver;
  if (code != cudaError::kSuccess) return CudaState::driverError;
  int version = 0;
  driver.driverGetVersion.attempt(&version);
  if (version < kOldestDriver) return CudaState::driverTooOld;
  int count = 0;
  driver.deviceGetCount.attempt(&count);
  while (static_cast<int>(primaries_.size()) < count) {
    primaries_.push_back(std::make_unique<CudaPrimary>(static_cast<int>(primaries_.size())));
  }
  return count > 0 ? CudaState::ready : CudaState::noDevice;
}

bool CudaProcess::isCapturing(int device) const {
  if (!isReady_.load(std::memory_order_acquire)) return false;
  const auto index = static_cast<size_t>(device);
  return index < primaries_.size() && primaries_[index]->isCapturing();
}

bool CudaProcess::isCapturingAnywhere() const {
  if (!isReady_.load(std::memory_order_acquire)) return false;
  for (const auto& primary : primaries_) {
    if (primary->isCapturing()) return true;
  }
  return false;
}

void CudaProcess::makeCurrent(CudaContext context) const {
  // A library on the same thread that chooses between devices leaves another context behind; where
  // there is one device, all use its primary context.
  if (context == currentContext && primaries_.size() == 1) return;
  driver()->setCurrent(context);
  currentContext = context;
}

void CudaProcess::forgetCurrent() { currentContext = nullptr; }

}  // namespace kernelscope
