#pragma once

#include <cstdint>

#include "settings.h"

namespace fake {

/// CUDA's error numbers that the fake returns by itself.
enum Error : int {
  kSuccess = 0,
  kInvalidValue = 1,
  kOutOfMemory = 2,
  kNotInitialized = 3,
  kNoDevice = 100,
  kInvalidDevice = 101,
  kInvalidContext = 201,
  kInvalidHandle = 400,
  kNotFound = 500,
  kNotReady = 600,
  kIllegalAddress = 700,
  kAssert = 710,
  kLaunchFailed = 719,
};

enum class Api { runtime, driver };

/// CUPTI's number of a call by its name; 0 for one that the table of `callbackNames.cc` has not.
uint32_t callbackNumber(Api api, const char* name);
/// The name of a call by CUPTI's number; null for one that the table has not.
const char* callbackName(Api api, uint32_t number);

/// A call of the runtime or the driver for as long as it lasts; what it makes the GPU do has its
/// correlation. A call inside another one, as the driver's in the runtime's, shares its correlation.
class Call {
 public:
  Call(Api api, uint32_t number);
  ~Call();
  Call(const Call&) = delete;
  Call& operator=(const Call&) = delete;

  /// The innermost call of this thread; null outside all.
  static Call* current();

  uint32_t correlation() const { return correlation_; }
  /// CLOCK_MONOTONIC at its start.
  uint64_t start() const { return start_; }
  void setResult(int result) { result_ = result; }

 private:
  Call* const outer_;
  const Api api_;
  const uint32_t number_;
  const uint32_t correlation_;
  const uint64_t start_;
  int result_ = 0;
  /// They were recorded with a call inside this one.
  bool hasExternalIds_ = false;
};

/// Numbers that outer programs give to what they do, a stack for each thread and kind of number.
bool pushExternalId(uint32_t kind, uint64_t id);
bool popExternalId(uint32_t kind, uint64_t* id);

/// Thread numbers in records: those of the system, or the lower half of what pthreads calls them.
void useSystemThreadIds(uint32_t type);
uint32_t threadIdType();
uint32_t threadId();
uint32_t processId();

/// Does what one entry point does, with the errors that the environment wants, and records the call.
template <class Body>
int apiCall(Api api, const char* name, Body body) {
  // Each entry point has a type of `Body` of its own, and with it these two.
  static Failure& failure = *new Failure(name);
  static const uint32_t number = callbackNumber(api, name);
  Call call(api, number);
  int result = failure.next();
  if (result == 0) result = body(call);
  call.setResult(result);
  return result;
}

/// An entry point of the driver that needs no context.
template <class Body>
int driverCall(const char* name, Body body) {
  return apiCall(Api::driver, name, body);
}

}  // namespace fake
