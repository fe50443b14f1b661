#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "common/gpuFailure.h"
#include "common/libraryFunction.h"
#include "cupti/cuptiLayout.h"

namespace kernelscope {

/// The activity interface of CUPTI, of which this is the only caller. All of it may be called on
/// any thread; a function that an older CUPTI does not have answers
/// CUPTI_ERROR_API_NOT_IMPLEMENTED.
class CuptiApi {
 public:
  using BufferRequested = void (*)(uint8_t** buffer, size_t* size, size_t* maxRecords);
  using BufferCompleted = void (*)(void* context, uint32_t stream, uint8_t* buffer, size_t size,
                                   size_t validSize);
  using Timestamp = uint64_t (*)();
  using Subscriber = void*;
  using Callback = void (*)(void* data, uint32_t domain, uint32_t callback, const void* details);

  explicit CuptiApi(const Library& library) : library_(library) {}

  CuptiApi(const CuptiApi&) = delete;
  CuptiApi& operator=(const CuptiApi&) = delete;

  /// What a call came to, with CUPTI's name of the number.
  CallFailure failureOf(const char* call, int code) const;
  template <class... Parameters>
  CallFailure failureOf(const LibraryFunction<Parameters...>& function, int code) const {
    return failureOf(function.name(), code);
  }

  /// Where the library lies.
  const std::string& path() const { return library_.path(); }

  /// The name of a function of the driver or the runtime, such as `cuLaunchKernel`.
  std::string nameOfCallback(uint32_t domain, uint32_t callback) const;

 private:
  template <class... Parameters>
  struct Function : LibraryFunction<Parameters...> {
    Function(const Library& library, const char* name)
        : LibraryFunction<Parameters...>(library, name, cupti::kNotImplemented) {}
  };

  const Library& library_;
  const Function<int, const char**> getResultString_{library_, "cuptiGetResultString"};
  const Function<uint32_t, uint32_t, const char**> getCallbackName_{library_,
                                                                    "cuptiGetCallbackName"};

 public:
  const Function<uint32_t*> getVersion{library_, "cuptiGetVersion"};
  const Function<uint64_t*> getTimestamp{library_, "cuptiGetTimestamp"};
  const Function<Subscriber*, Callback, void*> subscribe{library_, "cuptiSubscribe"};
  const Function<Subscriber> unsubscribe{library_, "cuptiUnsubscribe"};
  const Function<uint32_t> setThreadIdType{library_, "cuptiSetThreadIdType"};
  const Function<Timestamp> registerTimestamp{library_, "cuptiActivityRegisterTimestampCallback"};
  const Function<BufferRequested, BufferCompleted> registerBuffers{
      library_, "cuptiActivityRegisterCallbacks"};
  const Function<uint32_t> enable{library_, "cuptiActivityEnable"};
  const Function<uint32_t> disable{library_, "cuptiActivityDisable"};
  const Function<uint32_t> flushAll{library_, "cuptiActivityFlushAll"};
  const Function<uint8_t*, size_t, uint8_t**> getNextRecord{library_,
                                                            "cuptiActivityGetNextRecord"};
  const Function<void*, uint32_t, size_t*> getDropped{library_,
                                                      "cuptiActivityGetNumDroppedRecords"};
  const Function<uint32_t, uint64_t> pushExternalId{library_,
                                                    "cuptiActivityPushExternalCorrelationId"};
  const Function<uint32_t, uint64_t*> popExternalId{library_,
                                                    "cuptiActivityPopExternalCorrelationId"};
};

}  // namespace kernelscope
