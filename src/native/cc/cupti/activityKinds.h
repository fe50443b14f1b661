#pragma once

#include <cstdint>

#include "cupti/cuptiLayout.h"

namespace kernelscope {

/// A kind of records as JavaScript and as CUPTI name it.
struct ActivityKind {
  const char* name;
  cupti::Kind kind;
};

/// In the order in which they are enabled: what describes the rest comes first.
constexpr ActivityKind kActivityKinds[] = {
    {"device", cupti::kDevice},
    {"context", cupti::kContext},
    {"externalId", cupti::kExternalCorrelation},
    {"runtime", cupti::kRuntime},
    {"driver", cupti::kDriver},
    {"kernel", cupti::kConcurrentKernel},
    {"memcpy", cupti::kMemcpy},
    {"memcpyPeer", cupti::kMemcpyPeer},
    {"memset", cupti::kMemset},
    {"marker", cupti::kMarker},
    {"memory", cupti::kMemory},
    {"memoryPool", cupti::kMemoryPool},
    {"overhead", cupti::kOverhead},
    {"synchronization", cupti::kSynchronization},
    {"graph", cupti::kGraphTrace},
};

/// Kinds whose numbers are below `kEnd`, one bit for each.
class KindSet {
 public:
  static constexpr uint32_t kEnd = 64;

  bool has(uint32_t kind) const { return kind < kEnd && (bits_ >> kind & 1) != 0; }
  void add(uint32_t kind) { bits_ |= uint64_t{1} << kind; }

 private:
  uint64_t bits_ = 0;
};

}  // namespace kernelscope
