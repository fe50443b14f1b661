#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "call.h"
#include "collection.h"
#include "ptx.h"
#include "record.h"

// The fake machine: its devices, and what programs made on them. Device memory is memory of the
// host, and kernels are functions of `kernels.cc` that run within the launch; only their times
// are those of a GPU that works behind its callers.

namespace fake {

/// `CUpti_ActivityMemoryKind`.
enum class MemoryKind : uint32_t { pageable = 1, pinned = 2, device = 3, managed = 5 };

struct Allocation {
  uint64_t bytes;
  MemoryKind kind;
  int device;
};

class CompiledImage;
struct CompiledKernel;

struct Function {
  /// As the module has it; a C++ name as the compiler wrote it.
  const char* name = "";
  /// What runs in place of a function of `kernels.cc`, where the module was compiled; else null.
  const CompiledKernel* compiled = nullptr;
  std::shared_ptr<CompiledImage> image;
  std::vector<Parameter> parameters;
  int maxThreads = 1024;
  /// Most bytes of dynamic shared memory that a launch may ask for.
  int maxSharedBytes = 49152;
};

struct Module {
  /// What NVRTC's stand-in compiled; null for other images.
  std::shared_ptr<CompiledImage> image;
  /// Its kernels by name; empty where the image is no PTX, and any name will do.
  std::map<std::string, std::vector<Parameter>> entries;
  std::map<std::string, std::unique_ptr<Function>> functions;
};

struct Graph;

struct Stream {
  uint32_t id = 0;
  /// CLOCK_MONOTONIC when all work so far is done.
  uint64_t freeAt = 0;
  /// Waits for the default stream, and the default stream for it.
  bool isBlocking = true;
  int priority = 0;
  /// Takes the work instead of the GPU while the stream is captured.
  Graph* capture = nullptr;
  /// Something was done meanwhile that ends the capture.
  bool isCaptureInvalid = false;
};

struct Event {
  uint32_t id = 0;
  /// When the work before it is done; 0 before it was recorded.
  uint64_t doneAt = 0;
};

struct Context {
  uint32_t id = 0;
  int device = 0;
  int retained = 0;
  /// An error that stays until the context is reset.
  int error = 0;
  /// Somebody tried to bring it back in a way that does not.
  bool isLostForGood = false;
  Stream defaultStream;
  std::map<Stream*, std::unique_ptr<Stream>> streams;
  std::map<Event*, std::unique_ptr<Event>> events;
  std::map<Module*, std::unique_ptr<Module>> modules;

  /// The stream of a handle: the default one for null, 1 and 2; null for none of this context.
  Stream* stream(void* handle);
};

class Machine {
 public:
  static Machine& instance();

  std::mutex& mutex() { return mutex_; }
  bool isInitialized = false;
  /// Launches since the start of the process.
  uint64_t launches = 0;
  /// By address.
  std::map<uint64_t, Allocation> allocations;

  /// The primary context of a device; null for no such device.
  Context* primary(int device);
  Context* current() const;
  void setCurrent(Context* context);

  /// The allocation that holds all of these bytes; null for none.
  const Allocation* find(uint64_t address, uint64_t bytes) const;

 private:
  Machine();
  std::mutex mutex_;
  std::vector<std::unique_ptr<Context>> primaries_;
};

/// Bytes of memory of each device.
constexpr uint64_t kMemoryBytes = 150'754'820'096;

/// Records of what there is, which CUPTI writes when a context is made, and of all when their kinds
/// are enabled.
void recordContext(const Context& context);
void recordDevices();
void recordContexts();

/// Where work lies on the time line of a stream, CLOCK_MONOTONIC.
struct Span {
  uint64_t start;
  uint64_t end;
};

/// Queues work on a stream behind what is there, and behind what the default stream demands. The
/// machine is locked.
Span schedule(Context& context, Stream& stream, uint64_t calledAt, uint64_t durationNs);

/// Waits, without a lock, until then; returns the error of the context.
int waitUntil(Context& context, uint64_t time);

/// Ends the captures in a context, of which there may be none; the machine is locked. Tells whether
/// there was one.
bool invalidateCaptures(Context& context);

/// Records a wait for the GPU; `type` is a `CUpti_ActivitySynchronizationType`.
void recordWait(uint32_t type, const Call& call, const Context& context, uint32_t stream,
                uint32_t event);

/// `CUpti_ActivitySynchronizationType`, and what stands for no stream.
constexpr uint32_t kWaitsForEvent = 1;
constexpr uint32_t kStreamWaitsForEvent = 2;
constexpr uint32_t kWaitsForStream = 3;
constexpr uint32_t kWaitsForContext = 4;
constexpr uint32_t kNoStream = 0xFFFFFFFF;

/// An entry point that works in the current context: 201 without one, and the error of a context
/// that has one. `body` gets the call and the context.
template <class Body>
int contextCall(const char* name, Body body) {
  return apiCall(Api::driver, name, [&](Call& call) -> int {
    Machine& machine = Machine::instance();
    if (!machine.isInitialized) return kNotInitialized;
    Context* const context = machine.current();
    if (context == nullptr) return kInvalidContext;
    if (context->error != 0) return context->error;
    const int result = body(call, *context);
    return result;
  });
}

}  // namespace fake
