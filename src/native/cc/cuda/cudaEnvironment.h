#pragma once

#include <node_api.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cuda/cudaResources.h"

namespace kernelscope {

/// What a call was refused for before the driver was asked.
enum class CudaRefusal {
  /// CUDA cannot be used here: see `CudaProcess::start`.
  unavailable,
  /// No such thing, or it was disposed of.
  disposed,
  /// The context of its device was reset since it was made.
  reset,
  /// Calls to be captured are being taken, among which this one cannot be.
  capturing,
  /// An experiment switched off what was asked for.
  switchedOff,
  /// Memory of the host ran out.
  memory,
  /// The context of the device is lost, to the error of that number.
  lost,
};

struct CudaRefused {
  CudaRefusal reason;
  int code = 0;
};

/// What one JavaScript thread has of CUDA: the contexts that it retains, and all that it made, by
/// number. Used on that thread alone.
class CudaEnvironment : public std::enable_shared_from_this<CudaEnvironment> {
 public:
  using Id = uint32_t;

  CudaEnvironment() = default;
  ~CudaEnvironment() { closeAll(); }
  CudaEnvironment(const CudaEnvironment&) = delete;
  CudaEnvironment& operator=(const CudaEnvironment&) = delete;

  /// Frees all there is and releases the contexts. Safe to call twice.
  void closeAll();

  /// Starts CUDA unless it runs; the driver.
  const CudaDriver& driver();
  /// Makes the context of a device current on this thread; where new things of it live.
  CudaPlace enter(int device);
  /// Makes the context of something current, which has to be alive.
  void enter(const CudaResource& resource);
  /// Marks the context that was made current last as lost, where an error says so.
  void note(const CudaFailure& failure) const;
  /// Destroys all that is in the context of a device, and takes a new one.
  void reset(int device);

  template <class Resource, class... Parts>
  std::pair<Id, std::shared_ptr<Resource>> make(Parts&&... parts) {
    auto resource = std::make_shared<Resource>(std::forward<Parts>(parts)...);
    all_.emplace(++lastId_, resource);
    return {lastId_, std::move(resource)};
  }

  /// Something by its number, with its context made current. A capture that is taken keeps it.
  template <class Resource>
  std::shared_ptr<Resource> find(Id id) {
    const auto found = all_.find(id);
    auto resource = found == all_.end() ? nullptr
                                        : std::dynamic_pointer_cast<Resource>(found->second);
    if (resource == nullptr) throw CudaRefused{CudaRefusal::disposed};
    enter(*resource);
    keepForCapture(resource);
    return resource;
  }

  /// Lets go of something; what is not there, is let go of already.
  void release(Id id);
  /// Keeps something for as long as a capture that is being taken will need it.
  void keepForCapture(const std::shared_ptr<CudaResource>& resource);

  void beginCapture(Id stream);
  /// Ends the capture; what it used is handed over to the graph.
  Id endCapture();
  /// Ends a capture and throws it away; nothing happens without one.
  void abandonCapture();
  bool isCapturing() const { return capture_.has_value(); }
  /// @throws CudaRefused where calls are being captured.
  void refuseInCapture() const;

 private:
  struct Capture {
    std::shared_ptr<CudaStream> stream;
    std::set<std::shared_ptr<CudaResource>> used;
  };
  Capture takeCapture();
  struct Retained {
    CudaContext context = nullptr;
    uint32_t generation = 0;
  };

  const Retained& retain(CudaPrimary& primary);

  std::unordered_map<Id, std::shared_ptr<CudaResource>> all_;
  Id lastId_ = 0;
  std::vector<Retained> retained_;
  int entered_ = 0;
  std::optional<Capture> capture_;
};

}  // namespace kernelscope
