#include "napi/gpuEnvironment.h"

#include <utility>

#include "cupti/externalIds.h"

namespace kernelscope {

GpuEnvironment* GpuEnvironment::create(napi_env env) {
  auto* const environment = new GpuEnvironment();
  napi_add_env_cleanup_hook(env, destroy, environment);
  return environment;
}

void GpuEnvironment::stop() {
  ExternalIds::clear();
  recording_.reset();
}

void GpuEnvironment::setNotice(std::shared_ptr<RecordNotice> notice) {
  if (notice_ != nullptr) notice_->close();
  notice_ = std::move(notice);
  if (recording_ != nullptr) recording_->setNotice(notice_);
}

void GpuEnvironment::destroy(void* environment) {
  auto* const ended = static_cast<GpuEnvironment*>(environment);
  ended->stop();
  ended->setNotice(nullptr);
  delete ended;
}

}  // namespace kernelscope
