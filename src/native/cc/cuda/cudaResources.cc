#include "cuda/cudaResources.h"

#include <sys/mman.h>

#include <new>
#include <utility>

namespace kernelscope {

namespace {

constexpr unsigned kDefaultFlags = 0;
constexpr unsigned kPortable = 1;
constexpr int kMaxDynamicSharedBytes = 8;
/// What every launch may take without being allowed to.
constexpr unsigned kUsualSharedBytes = 48 * 1024;
/// More parameters than any kernel can have: they take at most 32,764 bytes.
constexpr size_t kMostParameters = 32764;

}  // namespace

bool CudaPlace::enter() const {
  if (isGone() || !primary().isUsed() || primary().lostTo() != 0) return false;
  try {
    CudaProcess::instance().makeCurrent(context);
    return true;
  } catch (const CudaFailure&) {
    return false;
  }
}

CudaMemory::CudaMemory(const CudaPlace& place, size_t bytes) : CudaResource(place) {
  driver().memAlloc(&address_, bytes);
}

CudaMemory::~CudaMemory() {
  if (place().enter()) driver().memFree.attempt(address_);
}

CudaPinned::CudaPinned(const CudaPlace& place, size_t bytes) : CudaResource(place), bytes_(bytes) {
  void* const data =
      mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (data == MAP_FAILED) throw std::bad_alloc();
  const int code = driver().hostRegister.attempt(data, bytes, kPortable);
  if (code != cudaError::kSuccess) {
    munmap(data, bytes);
    throw CudaFailure{driver().hostRegister.name(), code};
  }
  data_ = data;
}

CudaPinned::~CudaPinned() {
  if (place().enter()) {
    // Copies that were begun may still read or write it.
    driver().synchronize.attempt();
    driver().hostUnregister.attempt(data_);
  }
  munmap(data_, bytes_);
}

CudaStream::CudaStream(const CudaPlace& place) : CudaResource(place) {
  driver().streamCreate(&handle_, kDefaultFlags);
}

CudaStream::~CudaStream() {
  if (place().enter()) driver().streamDestroy.attempt(handle_);
}

CudaEvent::CudaEvent(const CudaPlace& place) : CudaResource(place) {
  driver().eventCreate(&handle_, kDefaultFlags);
}

CudaEvent::~CudaEvent() {
  if (place().enter()) driver().eventDestroy.attempt(handle_);
}

CudaModule::CudaModule(const CudaPlace& place, const void* image) : CudaResource(place) {
  driver().moduleLoadData(&handle_, image);
}

CudaModule::~CudaModule() {
  if (!place().enter()) return;
  // Kernels of it may still run.
  driver().synchronize.attempt();
  driver().moduleUnload.attempt(handle_);
}

CudaKernel::CudaKernel(std::shared_ptr<CudaModule> module, const char* name)
    : CudaResource(module->place()), module_(std::move(module)) {
  driver().moduleGetFunction(&handle_, module_->handle(), name);
}

int CudaKernel::attribute(int which) const {
  int value = 0;
  driver().funcGetAttribute(&value, which, handle_);
  return value;
}

std::optional<std::vector<size_t>> CudaKernel::parameterBytes() const {
  std::vector<size_t> all;
  int code = cudaError::kSuccess;
  while (all.size() < kMostParameters) {
    size_t offset = 0;
    size_t bytes = 0;
    code = driver().funcGetParamInfo.attempt(handle_, all.size(), &offset, &bytes);
    if (code != cudaError::kSuccess) break;
    all.push_back(bytes);
  }
  // The answer for an index behind the last parameter; any other is no answer about parameters.
  if (code != cudaError::kInvalidValue) return std::nullopt;
  return all;
}

void CudaKernel::allowSharedBytes(unsigned bytes) {
  if (bytes <= kUsualSharedBytes || bytes <= allowedSharedBytes_) return;
  driver().funcSetAttribute(handle_, kMaxDynamicSharedBytes, static_cast<int>(bytes));
  allowedSharedBytes_ = bytes;
}

CudaGraph::CudaGraph(const CudaPlace& place, CudaGraphHandle captured, Used used)
    : CudaResource(place), used_(std::move(used)) {
  driver().graphGetNodes.attempt(captured, nullptr, &nodes_);
  const int code = driver().graphInstantiate.attempt(&executable_, captured, 0);
  driver().graphDestroy.attempt(captured);
  if (code != cudaError::kSuccess) throw CudaFailure{driver().graphInstantiate.name(), code};
}

CudaGraph::~CudaGraph() {
  if (!place().enter()) return;
  // What its nodes use is freed next, which the last launch may still be using.
  driver().synchronize.attempt();
  driver().graphExecDestroy.attempt(executable_);
}

}  // namespace kernelscope
