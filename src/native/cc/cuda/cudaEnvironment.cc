#include "cuda/cudaEnvironment.h"

#include "common/gpuExperiments.h"

namespace kernelscope {

namespace {

/// Calls of this thread that cannot be captured fail; those of other threads are let be.
constexpr int kThreadLocalCapture = 1;

/// A capture that has ended once this is left.
class CaptureEnd {
 public:
  explicit CaptureEnd(CudaPrimary& primary) : primary_(primary) {}
  ~CaptureEnd() { primary_.removeCapture(); }
  CaptureEnd(const CaptureEnd&) = delete;
  CaptureEnd& operator=(const CaptureEnd&) = delete;

 private:
  CudaPrimary& primary_;
};

}  // namespace

void CudaEnvironment::closeAll() {
  abandonCapture();
  all_.clear();
  CudaProcess& process = CudaProcess::instance();
  for (size_t device = 0; device < retained_.size(); device++) {
    if (retained_[device].context == nullptr) continue;
    process.driver()->primaryRelease.attempt(static_cast<int>(device));
    process.primary(static_cast<int>(device)).removeUser();
  }
  if (!retained_.empty()) CudaProcess::forgetCurrent();
  retained_.clear();
}

const CudaDriver& CudaEnvironment::driver() {
  CudaProcess& process = CudaProcess::instance();
  if (process.start() != CudaState::ready) throw CudaRefused{CudaRefusal::unavailable};
  return *process.driver();
}

CudaPlace CudaEnvironment::enter(int device) {
  driver();
  CudaProcess& process = CudaProcess::instance();
  if (device < 0 || static_cast<size_t>(device) >= process.deviceCount()) {
    throw CudaRefused{CudaRefusal::disposed};
  }
  CudaPrimary& primary = process.primary(device);
  if (const int code = primary.lostTo()) throw CudaRefused{CudaRefusal::lost, code};
  entered_ = device;
  const Retained& retained = retain(primary);
  process.makeCurrent(retained.context);
  return CudaPlace{device, retained.generation, retained.context};
}

const CudaEnvironment::Retained& CudaEnvironment::retain(CudaPrimary& primary) {
  const auto device = static_cast<size_t>(primary.device());
  if (retained_.size() <= device) retained_.resize(device + 1);
  Retained& retained = retained_[device];
  const uint32_t generation = primary.generation();
  if (retained.context != nullptr && retained.generation == generation) return retained;
  if (retained.context != nullptr) {
    driver().primaryRelease.attempt(primary.device());
    primary.removeUser();
    retained.context = nullptr;
  }
  CudaProcess::forgetCurrent();
  driver().primaryRetain(&retained.context, primary.device());
  primary.addUser();
  retained.generation = generation;
  return retained;
}

void CudaEnvironment::enter(const CudaResource& resource) {
  const CudaPlace& place = resource.place();
  if (const int code = place.primary().lostTo()) throw CudaRefused{CudaRefusal::lost, code};
  if (place.isGone()) throw CudaRefused{CudaRefusal::reset};
  entered_ = place.device;
  CudaProcess::instance().makeCurrent(place.context);
}

void CudaEnvironment::note(const CudaFailure& failure) const {
  CudaProcess& process = CudaProcess::instance();
  if (static_cast<size_t>(entered_) < process.deviceCount()) {
    process.primary(entered_).note(failure.code);
  }
}

void CudaEnvironment::reset(int device) {
  driver();
  if (device < 0 || static_cast<size_t>(device) >= CudaProcess::instance().deviceCount()) {
    throw CudaRefused{CudaRefusal::disposed};
  }
  const CudaResetBy way = GpuExperiments::instance().resetBy;
  if (way == CudaResetBy::off) throw CudaRefused{CudaRefusal::switchedOff};
  abandonCapture();
  CudaPrimary& primary = CudaProcess::instance().primary(device);
  if (way == CudaResetBy::release) {
    primary.abandon();
  } else {
    primary.reset(driver());
  }
  CudaProcess::forgetCurrent();
  enter(device);
  driver().synchronize();
}

void CudaEnvironment::release(Id id) {
  const auto found = all_.find(id);
  if (found == all_.end()) return;
  // Freeing waits for devices, which calls that are captured must not do.
  keepForCapture(found->second);
  all_.erase(found);
}

void CudaEnvironment::keepForCapture(const std::shared_ptr<CudaResource>& resource) {
  if (capture_) capture_->used.insert(resource);
}

void CudaEnvironment::refuseInCapture() const {
  if (capture_) throw CudaRefused{CudaRefusal::capturing};
}

void CudaEnvironment::beginCapture(Id id) {
  refuseInCapture();
  const auto stream = find<CudaStream>(id);
  CudaPrimary& primary = stream->place().primary();
  primary.addCapture();
  const int code = driver().beginCapture.attempt(stream->handle(), kThreadLocalCapture);
  if (code != cudaError::kSuccess) {
    primary.removeCapture();
    throw CudaFailure{driver().beginCapture.name(), code};
  }
  capture_ = Capture{stream, {}};
}

/// The capture, which the driver is still to be told to end.
CudaEnvironment::Capture CudaEnvironment::takeCapture() {
  Capture capture = std::move(*capture_);
  capture_.reset();
  return capture;
}

CudaEnvironment::Id CudaEnvironment::endCapture() {
  if (!capture_) throw CudaRefused{CudaRefusal::disposed};
  const Capture capture = takeCapture();
  const CaptureEnd end(capture.stream->place().primary());
  enter(*capture.stream);
  CudaGraphHandle graph = nullptr;
  driver().endCapture(capture.stream->handle(), &graph);
  return make<CudaGraph>(capture.stream->place(), graph,
                         CudaGraph::Used(capture.used.begin(), capture.used.end()))
      .first;
}

void CudaEnvironment::abandonCapture() {
  if (!capture_) return;
  const Capture capture = takeCapture();
  const CaptureEnd end(capture.stream->place().primary());
  if (!capture.stream->place().enter()) return;
  CudaGraphHandle graph = nullptr;
  const CudaDriver& running = *CudaProcess::instance().driver();
  running.endCapture.attempt(capture.stream->handle(), &graph);
  if (graph != nullptr) running.graphDestroy.attempt(graph);
}

}  // namespace kernelscope
