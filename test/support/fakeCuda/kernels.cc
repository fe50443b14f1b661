// What the kernels do that tests launch by name. Those of other names do nothing but take time.

#include <algorithm>
#include <cxxabi.h>

#include <cstdlib>
#include <map>
#include <string>
#include <vector>

#include "compiledImage.h"
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

int onlyWait(const Launch&) { return 0; }

struct HostKernel {
  int (*run)(const Launch&);
  /// Bytes of each parameter.
  std::vector<size_t> parameters;
};

/// `scale` of `scale(float*, int)`, and of `_Z5scalePfi`.
std::string plainName(const char* name) {
  int status = 0;
  char* const demangled = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string plain = demangled == nullptr ? name : demangled;
  std::free(demangled);
  return plain.substr(0, plain.find_first_of("(<"));
}

const HostKernel* hostKernel(const char* name) {
  static const auto* const kernels = new std::map<std::string, HostKernel>{
      {"scale", {scale, {8, 4}}},
      {"add", {add, {8, 8, 8, 4}}},
      {"saxpy", {saxpy, {4, 8, 8, 4}}},
      {"busyFor", {onlyWait, {8}}},
      {"illegalAddress", {meetIllegalAddress, {}}},
      {"failAssert", {failAssert, {}}},
  };
  // Names of functions are interned, so that the address is enough.
  static auto* const known = new std::map<const void*, const HostKernel*>();
  const auto found = known->find(name);
  if (found != known->end()) return found->second;
  const auto kernel = kernels->find(plainName(name));
  return (*known)[name] = kernel == kernels->end() ? nullptr : &kernel->second;
}

}  // namespace

std::vector<Parameter> parametersOfKnown(const char* name) {
  std::vector<Parameter> parameters;
  const HostKernel* const kernel = hostKernel(name);
  if (kernel == nullptr) return parameters;
  size_t end = 0;
  for (const size_t size : kernel->parameters) {
    end = (end + size - 1) / size * size;
    parameters.push_back({end, size});
    end += size;
  }
  return parameters;
}

int runOnHost(const Launch& launch) {
  if (Settings::read().isIdle) return 0;
  const Function& function = *launch.function;
  if (function.compiled != nullptr) return function.image->run(*function.compiled, launch);
  const HostKernel* const kernel = hostKernel(launch.function->name);
  const bool canRun =
      kernel != nullptr && (kernel->parameters.empty() || launch.arguments != nullptr);
  return canRun ? kernel->run(launch) : 0;
}

uint64_t durationOf(const Launch& launch) {
  constexpr uint64_t kLeastNs = 1000;
  if (launch.function->name == std::string("nothing")) {
    return std::min(kLeastNs, Settings::read().kernelNs);
  }
  const HostKernel* const kernel = hostKernel(launch.function->name);
  // `busyFor(long long nanoseconds)`
  const bool isTold =
      kernel != nullptr && kernel->run == onlyWait && launch.arguments != nullptr;
  return isTold ? argument<uint64_t>(launch, 0) : Settings::read().kernelNs;
}

}  // namespace fake
