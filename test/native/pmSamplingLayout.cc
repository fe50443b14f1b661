// Compiled by pmSampling.test.ts: our blocks of parameters against those of NVIDIA's headers.

#include "metrics/pmSamplingLayout.h"

#include <cuda.h>
#include <cupti.h>
#include <cupti_pmsampling.h>
#include <cupti_profiler_host.h>
#include <cupti_profiler_target.h>
#include <cupti_target.h>

#include <cstddef>

namespace pm = kernelscope::pm;

#ifndef SHIFT
#define SHIFT 0
#endif

#define SAME_SIZE(ours, theirs)                             \
  static_assert(pm::ours::kBytes == theirs##_STRUCT_SIZE);  \
  static_assert(sizeof(pm::ours) == sizeof(theirs));        \
  static_assert(offsetof(pm::ours, size) == offsetof(theirs, structSize)); \
  static_assert(offsetof(pm::ours, reserved) == offsetof(theirs, pPriv))

#define SAME_FIELD(ours, own, theirs, field)                                        \
  static_assert(offsetof(pm::ours, own) == offsetof(theirs, field) + SHIFT);        \
  static_assert(sizeof(pm::ours::own) == sizeof(theirs::field))

SAME_SIZE(Initialize, CUpti_Profiler_Initialize_Params);

SAME_SIZE(ChipName, CUpti_Device_GetChipName_Params);
SAME_FIELD(ChipName, device, CUpti_Device_GetChipName_Params, deviceIndex);
SAME_FIELD(ChipName, name, CUpti_Device_GetChipName_Params, pChipName);

SAME_SIZE(DeviceSupported, CUpti_Profiler_DeviceSupported_Params);
SAME_FIELD(DeviceSupported, device, CUpti_Profiler_DeviceSupported_Params, cuDevice);
SAME_FIELD(DeviceSupported, isSupported, CUpti_Profiler_DeviceSupported_Params, isSupported);
SAME_FIELD(DeviceSupported, architecture, CUpti_Profiler_DeviceSupported_Params, architecture);
SAME_FIELD(DeviceSupported, sli, CUpti_Profiler_DeviceSupported_Params, sli);
SAME_FIELD(DeviceSupported, virtualGpu, CUpti_Profiler_DeviceSupported_Params, vGpu);
SAME_FIELD(DeviceSupported, confidentialCompute, CUpti_Profiler_DeviceSupported_Params,
           confidentialCompute);
SAME_FIELD(DeviceSupported, miningProcessor, CUpti_Profiler_DeviceSupported_Params, cmp);
SAME_FIELD(DeviceSupported, windowsSubsystem, CUpti_Profiler_DeviceSupported_Params, wsl);
SAME_FIELD(DeviceSupported, api, CUpti_Profiler_DeviceSupported_Params, api);

SAME_SIZE(CounterAvailability, CUpti_PmSampling_GetCounterAvailability_Params);
SAME_FIELD(CounterAvailability, device, CUpti_PmSampling_GetCounterAvailability_Params,
           deviceIndex);
SAME_FIELD(CounterAvailability, imageSize, CUpti_PmSampling_GetCounterAvailability_Params,
           counterAvailabilityImageSize);
SAME_FIELD(CounterAvailability, image, CUpti_PmSampling_GetCounterAvailability_Params,
           pCounterAvailabilityImage);

SAME_SIZE(HostInitialize, CUpti_Profiler_Host_Initialize_Params);
SAME_FIELD(HostInitialize, profiler, CUpti_Profiler_Host_Initialize_Params, profilerType);
SAME_FIELD(HostInitialize, chip, CUpti_Profiler_Host_Initialize_Params, pChipName);
SAME_FIELD(HostInitialize, availability, CUpti_Profiler_Host_Initialize_Params,
           pCounterAvailabilityImage);
SAME_FIELD(HostInitialize, host, CUpti_Profiler_Host_Initialize_Params, pHostObject);

SAME_SIZE(HostDeinitialize, CUpti_Profiler_Host_Deinitialize_Params);
SAME_FIELD(HostDeinitialize, host, CUpti_Profiler_Host_Deinitialize_Params, pHostObject);

SAME_SIZE(AddMetrics, CUpti_Profiler_Host_ConfigAddMetrics_Params);
SAME_FIELD(AddMetrics, host, CUpti_Profiler_Host_ConfigAddMetrics_Params, pHostObject);
SAME_FIELD(AddMetrics, names, CUpti_Profiler_Host_ConfigAddMetrics_Params, ppMetricNames);
SAME_FIELD(AddMetrics, count, CUpti_Profiler_Host_ConfigAddMetrics_Params, numMetrics);

SAME_SIZE(ConfigImageSize, CUpti_Profiler_Host_GetConfigImageSize_Params);
SAME_FIELD(ConfigImageSize, host, CUpti_Profiler_Host_GetConfigImageSize_Params, pHostObject);
SAME_FIELD(ConfigImageSize, imageSize, CUpti_Profiler_Host_GetConfigImageSize_Params,
           configImageSize);

SAME_SIZE(ConfigImage, CUpti_Profiler_Host_GetConfigImage_Params);
SAME_FIELD(ConfigImage, host, CUpti_Profiler_Host_GetConfigImage_Params, pHostObject);
SAME_FIELD(ConfigImage, imageSize, CUpti_Profiler_Host_GetConfigImage_Params, configImageSize);
SAME_FIELD(ConfigImage, image, CUpti_Profiler_Host_GetConfigImage_Params, pConfigImage);

SAME_SIZE(PassCount, CUpti_Profiler_Host_GetNumOfPasses_Params);
SAME_FIELD(PassCount, imageSize, CUpti_Profiler_Host_GetNumOfPasses_Params, configImageSize);
SAME_FIELD(PassCount, image, CUpti_Profiler_Host_GetNumOfPasses_Params, pConfigImage);
SAME_FIELD(PassCount, passes, CUpti_Profiler_Host_GetNumOfPasses_Params, numOfPasses);

SAME_SIZE(Evaluate, CUpti_Profiler_Host_EvaluateToGpuValues_Params);
SAME_FIELD(Evaluate, host, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pHostObject);
SAME_FIELD(Evaluate, data, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pCounterDataImage);
SAME_FIELD(Evaluate, dataSize, CUpti_Profiler_Host_EvaluateToGpuValues_Params,
           counterDataImageSize);
SAME_FIELD(Evaluate, sample, CUpti_Profiler_Host_EvaluateToGpuValues_Params, rangeIndex);
SAME_FIELD(Evaluate, names, CUpti_Profiler_Host_EvaluateToGpuValues_Params, ppMetricNames);
SAME_FIELD(Evaluate, count, CUpti_Profiler_Host_EvaluateToGpuValues_Params, numMetrics);
SAME_FIELD(Evaluate, values, CUpti_Profiler_Host_EvaluateToGpuValues_Params, pMetricValues);

SAME_SIZE(Enable, CUpti_PmSampling_Enable_Params);
SAME_FIELD(Enable, device, CUpti_PmSampling_Enable_Params, deviceIndex);
SAME_FIELD(Enable, sampling, CUpti_PmSampling_Enable_Params, pPmSamplingObject);

SAME_SIZE(OfSampling, CUpti_PmSampling_Start_Params);
SAME_SIZE(OfSampling, CUpti_PmSampling_Stop_Params);
SAME_SIZE(OfSampling, CUpti_PmSampling_Disable_Params);
SAME_FIELD(OfSampling, sampling, CUpti_PmSampling_Start_Params, pPmSamplingObject);
SAME_FIELD(OfSampling, sampling, CUpti_PmSampling_Stop_Params, pPmSamplingObject);
SAME_FIELD(OfSampling, sampling, CUpti_PmSampling_Disable_Params, pPmSamplingObject);

SAME_SIZE(SetConfig, CUpti_PmSampling_SetConfig_Params);
SAME_FIELD(SetConfig, sampling, CUpti_PmSampling_SetConfig_Params, pPmSamplingObject);
SAME_FIELD(SetConfig, configSize, CUpti_PmSampling_SetConfig_Params, configSize);
SAME_FIELD(SetConfig, config, CUpti_PmSampling_SetConfig_Params, pConfig);
SAME_FIELD(SetConfig, bufferSize, CUpti_PmSampling_SetConfig_Params, hardwareBufferSize);
SAME_FIELD(SetConfig, interval, CUpti_PmSampling_SetConfig_Params, samplingInterval);
SAME_FIELD(SetConfig, trigger, CUpti_PmSampling_SetConfig_Params, triggerMode);
SAME_FIELD(SetConfig, append, CUpti_PmSampling_SetConfig_Params, hwBufferAppendMode);

SAME_SIZE(CounterDataSize, CUpti_PmSampling_GetCounterDataSize_Params);
SAME_FIELD(CounterDataSize, sampling, CUpti_PmSampling_GetCounterDataSize_Params,
           pPmSamplingObject);
SAME_FIELD(CounterDataSize, names, CUpti_PmSampling_GetCounterDataSize_Params, pMetricNames);
SAME_FIELD(CounterDataSize, count, CUpti_PmSampling_GetCounterDataSize_Params, numMetrics);
SAME_FIELD(CounterDataSize, samples, CUpti_PmSampling_GetCounterDataSize_Params, maxSamples);
SAME_FIELD(CounterDataSize, dataSize, CUpti_PmSampling_GetCounterDataSize_Params,
           counterDataSize);

SAME_SIZE(CounterDataInitialize, CUpti_PmSampling_CounterDataImage_Initialize_Params);
SAME_FIELD(CounterDataInitialize, sampling, CUpti_PmSampling_CounterDataImage_Initialize_Params,
           pPmSamplingObject);
SAME_FIELD(CounterDataInitialize, dataSize, CUpti_PmSampling_CounterDataImage_Initialize_Params,
           counterDataSize);
SAME_FIELD(CounterDataInitialize, data, CUpti_PmSampling_CounterDataImage_Initialize_Params,
           pCounterData);

SAME_SIZE(Decode, CUpti_PmSampling_DecodeData_Params);
SAME_FIELD(Decode, sampling, CUpti_PmSampling_DecodeData_Params, pPmSamplingObject);
SAME_FIELD(Decode, data, CUpti_PmSampling_DecodeData_Params, pCounterDataImage);
SAME_FIELD(Decode, dataSize, CUpti_PmSampling_DecodeData_Params, counterDataImageSize);
SAME_FIELD(Decode, stopReason, CUpti_PmSampling_DecodeData_Params, decodeStopReason);
SAME_FIELD(Decode, overflow, CUpti_PmSampling_DecodeData_Params, overflow);

SAME_SIZE(CounterDataInfo, CUpti_PmSampling_GetCounterDataInfo_Params);
SAME_FIELD(CounterDataInfo, data, CUpti_PmSampling_GetCounterDataInfo_Params, pCounterDataImage);
SAME_FIELD(CounterDataInfo, dataSize, CUpti_PmSampling_GetCounterDataInfo_Params,
           counterDataImageSize);
SAME_FIELD(CounterDataInfo, total, CUpti_PmSampling_GetCounterDataInfo_Params, numTotalSamples);
SAME_FIELD(CounterDataInfo, populated, CUpti_PmSampling_GetCounterDataInfo_Params,
           numPopulatedSamples);
SAME_FIELD(CounterDataInfo, completed, CUpti_PmSampling_GetCounterDataInfo_Params,
           numCompletedSamples);

SAME_SIZE(SampleInfo, CUpti_PmSampling_CounterData_GetSampleInfo_Params);
SAME_FIELD(SampleInfo, sampling, CUpti_PmSampling_CounterData_GetSampleInfo_Params,
           pPmSamplingObject);
SAME_FIELD(SampleInfo, data, CUpti_PmSampling_CounterData_GetSampleInfo_Params,
           pCounterDataImage);
SAME_FIELD(SampleInfo, dataSize, CUpti_PmSampling_CounterData_GetSampleInfo_Params,
           counterDataImageSize);
SAME_FIELD(SampleInfo, sample, CUpti_PmSampling_CounterData_GetSampleInfo_Params, sampleIndex);
SAME_FIELD(SampleInfo, start, CUpti_PmSampling_CounterData_GetSampleInfo_Params, startTimestamp);
SAME_FIELD(SampleInfo, end, CUpti_PmSampling_CounterData_GetSampleInfo_Params, endTimestamp);

static_assert(pm::kPmSamplingProfiler == CUPTI_PROFILER_TYPE_PM_SAMPLING);
static_assert(pm::kPmSamplingApi == CUPTI_PROFILER_PM_SAMPLING);
static_assert(pm::kSupported == CUPTI_PROFILER_CONFIGURATION_SUPPORTED);
static_assert(pm::kTriggerBySystemClock == CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_SYSCLK_INTERVAL);
static_assert(pm::kTriggerByTime == CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL);
static_assert(pm::kKeepOldest == CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST);
static_assert(pm::kCounterDataFull == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL);
