// What the kernels do that tests launch by name. Those of other names do nothing but take time.

#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <string>

#include "launch.h"

namespace fake {
namespace {

template <class T>
T argument(const Launch& launch, size_t index) {
  return *static_cast<T*>(launch.arguments[index]);
}

/// `scale(float* x, int n)`: x = 2x + 1.
int scale(const Launch& launch) {
  float* const x = argument<float*>(launch, 0);
  const int n = argument<int>(launch, 1);
  for (int at = 0; at < n; at++) x[at] = x[at] * 2 + 1;
  return 0;
}

/// `add(const float* a, const float* b, float* sum, int n)`.
int add(const Launch& launch) {
  const float* const a = argument<const float*>(launch, 0);
  const float* const b = argument<const float*>(launch, 1);
  float* const sum = argument<float*>(launch, 2);
  const int n = argument<int>(launch, 3);
  for (int at = 0; at < n; at++) sum[at] = a[at] + b[at];
  return 0;
}

/// `saxpy(float a, const float* x, float* y, int n)`: y = ax + y.
int saxpy(const Launch& launch) {
  const float a = argument<float>(launch, 0);
  const float* const x = argument<const float*>(launch, 1);
  float* const y = argument<float*>(launch, 2);
  const int n = argument<int>(launch, 3);
  for (int at = 0; at < n; at++) y[at] += a * x[at];
  return 0;
}

int meetIllegalAddress(const Launch&) { return kIllegalAddress; }
int failAssert(const Launch&) { return kAssert; }

using HostKernel = int (*)(const Launch&);

/// `scale` of `scale(float*, int)`, and of `_Z5scalePfi`.
std::string plainName(const char* name) {
  int status = 0;
  char* const demangled = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string plain = demangled == nullptr ? name : demangled;
  std::free(demangled);
  return plain.substr(0, plain.find_first_of("(<"));
}

HostKernel hostKernel(const char* name) {
  static const auto* const kernels = new std::map<std::string, HostKernel>{
      {"scale", scale},
      {"add", add},
      {"saxpy", saxpy},
      {"illegalAddress", meetIllegalAddress},
      {"failAssert", failAssert},
  };
  static auto* const known = new std::map<const void*, HostKernel>();
  // Names of functions are interned, so that the address is enough.
  const auto found = known->find(name);
  if (found != known->end()) return found->second;
  const auto kernel = kernels->find(plainName(name));
  return (*known)[name] = kernel == kernels->end() ? nullptr : kernel->second;
}

}  // namespace

int runOnHost(const Launch& launch) {
  const HostKernel kernel = hostKernel(launch.function->name);
  return kernel == nullptr || launch.arguments == nullptr ? 0 : kernel(launch);
}

uint64_t durationOf(const Launch& launch) {
  static const std::string busy = "busyFor";
  // `busyFor(long long nanoseconds)`
  if (launch.arguments == nullptr || plainName(launch.function->name) != busy) {
    return Settings::read().kernelNs;
  }
  return argument<uint64_t>(launch, 0);
}

}  // namespace fake
