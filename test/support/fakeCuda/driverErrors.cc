// Names and texts of the driver's errors.

#include <map>

#include "call.h"
#include "export.h"

namespace {

struct Text {
  const char* name;
  const char* meaning;
};

const Text* textOf(int error) {
  static const auto* const texts = new std::map<int, Text>{
      {0, {"CUDA_SUCCESS", "no error"}},
      {1, {"CUDA_ERROR_INVALID_VALUE", "invalid argument"}},
      {2, {"CUDA_ERROR_OUT_OF_MEMORY", "out of memory"}},
      {3, {"CUDA_ERROR_NOT_INITIALIZED", "initialization error"}},
      {34, {"CUDA_ERROR_STUB_LIBRARY",
            "CUDA driver is a stub library"}},
      {100, {"CUDA_ERROR_NO_DEVICE", "no CUDA-capable device is detected"}},
      {101, {"CUDA_ERROR_INVALID_DEVICE", "invalid device ordinal"}},
      {200, {"CUDA_ERROR_INVALID_IMAGE", "device kernel image is invalid"}},
      {201, {"CUDA_ERROR_INVALID_CONTEXT", "invalid device context"}},
      {218, {"CUDA_ERROR_INVALID_PTX", "a PTX JIT compilation failed"}},
      {400, {"CUDA_ERROR_INVALID_HANDLE", "invalid resource handle"}},
      {500, {"CUDA_ERROR_NOT_FOUND", "named symbol not found"}},
      {600, {"CUDA_ERROR_NOT_READY", "device not ready"}},
      {700, {"CUDA_ERROR_ILLEGAL_ADDRESS", "an illegal memory access was encountered"}},
      {701, {"CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES", "too many resources requested for launch"}},
      {702, {"CUDA_ERROR_LAUNCH_TIMEOUT", "the launch timed out and was terminated"}},
      {710, {"CUDA_ERROR_ASSERT", "device-side assert triggered"}},
      {719, {"CUDA_ERROR_LAUNCH_FAILED", "unspecified launch failure"}},
      {801, {"CUDA_ERROR_NOT_SUPPORTED", "operation not supported"}},
      {803, {"CUDA_ERROR_SYSTEM_DRIVER_MISMATCH",
             "system has unsupported display driver / cuda driver combination"}},
      {900, {"CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED",
             "operation not permitted when stream is capturing"}},
      {901, {"CUDA_ERROR_STREAM_CAPTURE_INVALIDATED",
             "operation failed due to a previous error during capture"}},
      {999, {"CUDA_ERROR_UNKNOWN", "unknown error"}},
  };
  const auto found = texts->find(error);
  return found == texts->end() ? nullptr : &found->second;
}

}  // namespace

FAKE_EXPORT int cuGetErrorName(int error, const char** name) {
  const Text* const text = textOf(error);
  *name = text == nullptr ? nullptr : text->name;
  return text == nullptr ? fake::kInvalidValue : fake::kSuccess;
}

FAKE_EXPORT int cuGetErrorString(int error, const char** meaning) {
  const Text* const text = textOf(error);
  *meaning = text == nullptr ? nullptr : text->meaning;
  return text == nullptr ? fake::kInvalidValue : fake::kSuccess;
}
