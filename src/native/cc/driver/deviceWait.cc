#include "driver/deviceWait.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <system_error>
#include <thread>
#include <utility>

#include "common/gpuExperiments.h"
#include "driver/cudaProcess.h"

namespace kernelscope {
namespace {

// `CUresult`.
constexpr int kNotReady = 600;
constexpr int kCaptureUnsupported = 900;

/// Waits in one context, which is not made if it is not there. While calls are captured in it, it
/// is not waited for, as to try would end the capture, unless an experiment asks for that.
void waitFor(const DriverInfo& driver, int device, std::vector<CallFailure>& failures) {
  const char* const call = driver.synchronizeContext.name();
  const bool isKeptAway = GpuExperiments::instance().captureDrain != CaptureDrain::wait;
  if (isKeptAway && CudaProcess::instance().isCapturing(device)) {
    failures.push_back(driver.failureOf(call, kCaptureUnsupported));
    return;
  }
  unsigned flags = 0;
  int isActive = 0;
  void* context = nullptr;
  if (driver.getPrimaryState(device, &flags, &isActive) != 0 || isActive == 0) return;
  if (driver.retainPrimary(&context, device) != 0) return;
  int code = driver.pushContext(context);
  if (code == 0) {
    code = driver.synchronizeContext();
    driver.popContext(&context);
  }
  driver.releasePrimary(device);
  if (code != 0) failures.push_back(driver.failureOf(call, code));
}

}  // namespace

DeviceWait& DeviceWait::instance() {
  // Never destroyed: its thread lives as long as the process.
  static DeviceWait* const wait = new DeviceWait();
  return *wait;
}

std::vector<CallFailure> DeviceWait::wait(const DriverInfo& driver,
                                          std::chrono::milliseconds most) {
  std::unique_lock<std::mutex> lock(mutex_);
  if (!isStarted_) {
    try {
      std::thread([this] { run(); }).detach();
    } catch (const std::system_error&) {
      return {{"pthread_create", 0, ""}};
    }
    isStarted_ = true;
  }
  const auto deadline = std::chrono::steady_clock::now() + most;
  const auto isFree = [this] { return driver_ == nullptr && !isRunning_; };
  if (!isGivenUp_ && done_.wait_until(lock, deadline, isFree)) {
    driver_ = &driver;
    wanted_.notify_one();
    if (done_.wait_until(lock, deadline, isFree)) return std::exchange(failures_, {});
    isGivenUp_ = true;
  }
  return {driver.failureOf(driver.synchronizeContext.name(), kNotReady)};
}

void DeviceWait::run() {
  thread_ = static_cast<uint32_t>(syscall(SYS_gettid));
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wanted_.wait(lock, [this] { return driver_ != nullptr; });
    const DriverInfo& driver = *std::exchange(driver_, nullptr);
    isRunning_ = true;
    lock.unlock();
    std::vector<CallFailure> failures;
    int devices = 0;
    driver.getDeviceCount(&devices);
    for (int ordinal = 0; ordinal < devices; ordinal++) {
      int device = ordinal;
      driver.getDevice(&device, ordinal);
      waitFor(driver, device, failures);
    }
    lock.lock();
    failures_ = std::move(failures);
    isRunning_ = false;
    isGivenUp_ = false;
    done_.notify_all();
  }
}

}  // namespace kernelscope
