#pragma once

#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "common/gpuFailure.h"
#include "cupti/activityBuffers.h"
#include "cupti/activityKinds.h"
#include "cupti/cuptiApi.h"
#include "cupti/cuptiClock.h"

namespace kernelscope {

/// What CUPTI has once for a process: the kinds that are enabled, and whom buffers go to. Each
/// recording is one subscriber of it; CUPTI records the kinds of all.
class Collector {
 public:
  static Collector& instance();

  Collector(const Collector&) = delete;
  Collector& operator=(const Collector&) = delete;

  /// What came of adding a subscriber.
  struct Started {
    std::vector<ActivityKind> kinds;
    std::vector<std::pair<ActivityKind, CallFailure>> refused;
    CuptiClock::Source clock = CuptiClock::Source::monotonic;
    /// Others record already, so that records may arrive that are older than this subscriber.
    bool isAmongOthers = false;
  };

  /// Records `kinds` for the inbox from now on.
  Started add(const CuptiApi& cupti, uint32_t version, const ActivityBuffers::Inbox& inbox,
              const std::vector<ActivityKind>& kinds);
  /// Records nothing for the inbox any more; `kinds` are those that were started.
  void remove(const CuptiApi& cupti, const ActivityBuffers::Inbox& inbox,
              const std::vector<ActivityKind>& kinds);

  /// Asks CUPTI to record for a moment; what it answered if it did not, and nothing while it
  /// records.
  std::optional<CallFailure> probe(const CuptiApi& cupti);

  /// Runs `end` where no recording takes activities, and none can begin meanwhile: what ends all of
  /// CUPTI does no harm then. Tells whether it ran.
  bool runIfIdle(const std::function<void()>& end);

  /// Has CUPTI hand over its buffers.
  enum class Flush { complete, all };
  std::vector<CallFailure> flush(const CuptiApi& cupti, Flush how);

  ActivityBuffers& buffers() { return buffers_; }

 private:
  Collector() = default;

  std::optional<CallFailure> prepare(const CuptiApi& cupti);
  void release(const CuptiApi& cupti);
  void enable(const CuptiApi& cupti, const ActivityKind& kind, Started& started);
  void disable(const CuptiApi& cupti, const ActivityKind& kind);

  void takeCompleted(uint8_t* buffer, size_t valid);

  static uint64_t readClock();
  static void onRequested(uint8_t** buffer, size_t* size, size_t* maxRecords);
  static void onCompleted(void* context, uint32_t stream, uint8_t* buffer, size_t size,
                          size_t validSize);
  static void onCallback(void* data, uint32_t domain, uint32_t callback, const void* details);

  ActivityBuffers buffers_;

  /// Guards what follows. CUPTI's threads never take it.
  std::mutex mutex_;
  uint32_t users_[KindSet::kEnd] = {};
  uint32_t subscribers_ = 0;
  bool isPrepared_ = false;
  CuptiApi::Subscriber subscriber_ = nullptr;
  bool hasSetClock_ = false;
  CuptiClock::Source clock_ = CuptiClock::Source::converted;
};

}  // namespace kernelscope
