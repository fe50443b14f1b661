// Names of CUPTI's results.

#include <map>

#include "export.h"

namespace {

constexpr int kInvalidParameter = 1;

const std::map<int, const char*>& names() {
  static const auto* const all = new std::map<int, const char*>{
      {0, "CUPTI_SUCCESS"},
      {1, "CUPTI_ERROR_INVALID_PARAMETER"},
      {2, "CUPTI_ERROR_INVALID_DEVICE"},
      {3, "CUPTI_ERROR_INVALID_CONTEXT"},
      {7, "CUPTI_ERROR_INVALID_OPERATION"},
      {8, "CUPTI_ERROR_OUT_OF_MEMORY"},
      {9, "CUPTI_ERROR_HARDWARE"},
      {10, "CUPTI_ERROR_PARAMETER_SIZE_NOT_SUFFICIENT"},
      {11, "CUPTI_ERROR_API_NOT_IMPLEMENTED"},
      {12, "CUPTI_ERROR_MAX_LIMIT_REACHED"},
      {13, "CUPTI_ERROR_NOT_READY"},
      {14, "CUPTI_ERROR_NOT_COMPATIBLE"},
      {15, "CUPTI_ERROR_NOT_INITIALIZED"},
      {17, "CUPTI_ERROR_INVALID_METRIC_NAME"},
      {18, "CUPTI_ERROR_QUEUE_EMPTY"},
      {19, "CUPTI_ERROR_INVALID_HANDLE"},
      {20, "CUPTI_ERROR_INVALID_STREAM"},
      {21, "CUPTI_ERROR_INVALID_KIND"},
      {23, "CUPTI_ERROR_DISABLED"},
      {26, "CUPTI_ERROR_HARDWARE_BUSY"},
      {27, "CUPTI_ERROR_NOT_SUPPORTED"},
      {33, "CUPTI_ERROR_VIRTUALIZED_DEVICE_NOT_SUPPORTED"},
      {34, "CUPTI_ERROR_CUDA_COMPILER_NOT_COMPATIBLE"},
      {35, "CUPTI_ERROR_INSUFFICIENT_PRIVILEGES"},
      {38, "CUPTI_ERROR_LEGACY_PROFILER_NOT_SUPPORTED"},
      {39, "CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED"},
      {40, "CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES"},
      {41, "CUPTI_ERROR_CONFIDENTIAL_COMPUTING_NOT_SUPPORTED"},
      {42, "CUPTI_ERROR_CMP_DEVICE_NOT_SUPPORTED"},
      {43, "CUPTI_ERROR_MIG_DEVICE_NOT_SUPPORTED"},
      {44, "CUPTI_ERROR_SLI_DEVICE_NOT_SUPPORTED"},
      {45, "CUPTI_ERROR_WSL_DEVICE_NOT_SUPPORTED"},
      {999, "CUPTI_ERROR_UNKNOWN"},
  };
  return *all;
}

}  // namespace

FAKE_EXPORT int cuptiGetResultString(int result, const char** name) {
  const auto found = names().find(result);
  *name = found == names().end() ? "<unknown>" : found->second;
  return found == names().end() ? kInvalidParameter : 0;
}
