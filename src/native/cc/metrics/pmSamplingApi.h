#pragma once

#include <cstdint>
#include <string>

#include "common/gpuFailure.h"
#include "common/libraryFunction.h"
#include "metrics/pmSamplingLayout.h"

namespace kernelscope {

/// The numbers of CUPTI that are told apart here.
namespace cuptiCode {
constexpr int kSuccess = 0;
constexpr int kOutOfMemory = 8;
constexpr int kNotImplemented = 11;
constexpr int kInsufficientPrivileges = 35;
}  // namespace cuptiCode

/// What CUPTI has for sampled metrics, of which this is the only caller; `CuptiApi` is the one of
/// its activities. Calls must not overlap: who calls holds one lock for all.
class PmSamplingApi {
 public:
  /// That of the CUPTI of this process; everything is missing where there is none.
  static const PmSamplingApi& instance();

  explicit PmSamplingApi(const Library& library) : library_(library) {}
  PmSamplingApi(const PmSamplingApi&) = delete;
  PmSamplingApi& operator=(const PmSamplingApi&) = delete;

  template <class Block>
  struct Function : LibraryFunction<Block*> {
    Function(const Library& library, const char* name)
        : LibraryFunction<Block*>(library, name, cuptiCode::kNotImplemented) {}
  };

  /// Whether a function did what its block asks, else what it said.
  template <class Block>
  bool does(const Function<Block>& function, Block& block, CallFailure& failure) const {
    const int code = function(&block);
    if (code == cuptiCode::kSuccess) return true;
    const bool isCalled = function.exists();
    failure.call = function.name();
    failure.code = isCalled ? static_cast<uint32_t>(code) : 0;
    failure.name = nameOf(isCalled, code);
    return false;
  }

 private:
  std::string nameOf(bool exists, int code) const;

  const Library& library_;
  const LibraryFunction<int, const char**> getResultString_{library_, "cuptiGetResultString",
                                                            cuptiCode::kNotImplemented};

 public:
  const Function<uint64_t> getTimestamp{library_, "cuptiGetTimestamp"};
  const Function<pm::Initialize> initialize{library_, "cuptiProfilerInitialize"};
  const Function<pm::ChipName> getChipName{library_, "cuptiDeviceGetChipName"};
  const Function<pm::DeviceSupported> isSupported{library_, "cuptiProfilerDeviceSupported"};
  const Function<pm::CounterAvailability> getAvailability{library_,
                                                          "cuptiPmSamplingGetCounterAvailability"};
  const Function<pm::HostInitialize> initializeHost{library_, "cuptiProfilerHostInitialize"};
  const Function<pm::HostDeinitialize> deinitializeHost{library_, "cuptiProfilerHostDeinitialize"};
  const Function<pm::AddMetrics> addMetrics{library_, "cuptiProfilerHostConfigAddMetrics"};
  const Function<pm::ConfigImageSize> getConfigSize{library_,
                                                    "cuptiProfilerHostGetConfigImageSize"};
  const Function<pm::ConfigImage> getConfig{library_, "cuptiProfilerHostGetConfigImage"};
  const Function<pm::PassCount> countPasses{library_, "cuptiProfilerHostGetNumOfPasses"};
  const Function<pm::Evaluate> evaluate{library_, "cuptiProfilerHostEvaluateToGpuValues"};
  const Function<pm::Enable> enable{library_, "cuptiPmSamplingEnable"};
  const Function<pm::OfSampling> disable{library_, "cuptiPmSamplingDisable"};
  const Function<pm::SetConfig> setConfig{library_, "cuptiPmSamplingSetConfig"};
  const Function<pm::OfSampling> start{library_, "cuptiPmSamplingStart"};
  const Function<pm::OfSampling> stop{library_, "cuptiPmSamplingStop"};
  const Function<pm::CounterDataSize> getDataSize{library_, "cuptiPmSamplingGetCounterDataSize"};
  const Function<pm::CounterDataInitialize> initializeData{
      library_, "cuptiPmSamplingCounterDataImageInitialize"};
  const Function<pm::Decode> decode{library_, "cuptiPmSamplingDecodeData"};
  const Function<pm::CounterDataInfo> getDataInfo{library_, "cuptiPmSamplingGetCounterDataInfo"};
  const Function<pm::SampleInfo> getSampleInfo{library_,
                                               "cuptiPmSamplingCounterDataGetSampleInfo"};
};

}  // namespace kernelscope
