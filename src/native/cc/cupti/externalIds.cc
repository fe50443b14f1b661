#include "cupti/externalIds.h"

#include "cupti/gpuStatus.h"

namespace kernelscope {

std::atomic<const CuptiApi*> ExternalIds::recorder_{nullptr};
thread_local uint32_t ExternalIds::depth_ = 0;

void ExternalIds::push(uint64_t id) {
  const CuptiApi* const cupti = recorder_.load(std::memory_order_acquire);
  if (cupti == nullptr) return;
  if (cupti->pushExternalId(cupti::kExternalKind, id) == cupti::kSuccess) depth_++;
}

void ExternalIds::popOne() {
  depth_--;
  // Whoever pushed has found CUPTI, which never goes away.
  uint64_t last = 0;
  foundCupti()->popExternalId(cupti::kExternalKind, &last);
}

void ExternalIds::clear() {
  while (depth_ > 0) popOne();
}

}  // namespace kernelscope
