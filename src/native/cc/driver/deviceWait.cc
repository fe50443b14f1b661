#include "driver/deviceWait.h"

#include <sys/syscall.h>
#include <unistd.h>

#include <algorithm>
#include <system_error>
#include <thread>
#include <utility>

#include "common/gpuExperiments.h"
#include "driver/cudaProcess.h"
#include "driver/signalWatch.h"

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

/// The longest time for which a signal goes unseen.
constexpr std::chrono::milliseconds kNextLook(20);

std::vector<CallFailure> DeviceWait::wait(const DriverInfo& driver,
                                          std::chrono::milliseconds most) {
  std::unique_lock<std::mutex> lock(mutex_);
  const auto deadline = std::chrono::steady_clock::now() + most;
  if (!isGivenUp_) {
    const uint64_t wait = request(driver);
    if (done_.wait_until(lock, deadline, [&] { return isOver(wait); })) return failures_;
    isGivenUp_ = true;
  }
  return {driver.failureOf(driver.synchronizeContext.name(), kNotReady)};
}

uint64_t DeviceWait::begin(const DriverInfo& driver) {
  const std::lock_guard<std::mutex> lock(mutex_);
  return request(driver);
}

DeviceWait::Progress DeviceWait::look(uint64_t wait, std::chrono::milliseconds most) {
  const SignalWatch signals;
  const auto deadline = std::chrono::steady_clock::now() + most;
  std::unique_lock<std::mutex> lock(mutex_);
  while (!isOver(wait)) {
    if (signals.isHeard()) return Progress::interrupted;
    const auto now = std::chrono::steady_clock::now();
    if (now >= deadline) return Progress::working;
    done_.wait_until(lock, std::min(deadline, now + kNextLook));
  }
  return Progress::done;
}

std::vector<CallFailure> DeviceWait::failures() {
  const std::lock_guard<std::mutex> lock(mutex_);
  return failures_;
}

/// With the lock: the number of a wait that has not begun, or of one that has failed.
uint64_t DeviceWait::request(const DriverInfo& driver) {
  if (!isStarted_) {
    try {
      std::thread([this] { run(); }).detach();
    } catch (const std::system_error&) {
      failures_ = {{"pthread_create", 0, ""}};
      return ended_;
    }
    isStarted_ = true;
  }
  driver_ = &driver;
  if (requested_ == begun_) requested_++;
  wanted_.notify_one();
  return requested_;
}

void DeviceWait::run() {
  thread_ = static_cast<uint32_t>(syscall(SYS_gettid));
  std::unique_lock<std::mutex> lock(mutex_);
  for (;;) {
    wanted_.wait(lock, [this] { return requested_ > begun_; });
    begun_ = requested_;
    const DriverInfo& driver = *driver_;
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
    ended_ = begun_;
    isGivenUp_ = false;
    done_.notify_all();
  }
}

}  // namespace kernelscope
