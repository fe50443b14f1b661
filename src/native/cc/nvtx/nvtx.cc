#include "nvtx/nvtx.h"

#include <dlfcn.h>

#include <array>
#include <cstddef>

#include "nvtx/nvtxInjection.h"

namespace kernelscope {
namespace {

// What NVTX 3 and its tools agreed on. Numbers and layouts are those of the public interface.

using Function = void (*)();
using FunctionTable = Function**;

constexpr uint32_t kCallbacksTable = 1;
constexpr uint32_t kVersionTable = 3;
constexpr int kCoreModule = 1;
constexpr int kCore2Module = 5;
constexpr uint32_t kNvtxVersion = 3;

constexpr size_t kFunctionsOfCore = 16;

/// Places in the table of the core module.
enum CoreFunction : size_t {
  kMarkA = 2,
  kRangeStartA = 5,
  kRangeEnd = 7,
  kRangePushA = 9,
  kRangePop = 11,
};

/// The functions of one module: empty until a tool fills them.
struct Module {
  std::array<Function, kFunctionsOfCore> functions{};
  /// Where each function goes; a null ends the list.
  std::array<Function*, kFunctionsOfCore + 1> places{};

  Module() {
    for (size_t at = 0; at < kFunctionsOfCore; at++) places[at] = &functions[at];
  }
};

Module& core() {
  static Module module;
  return module;
}

/// The core module's later part. Tools want to fill it; this process calls none of its functions.
Module& core2() {
  static Module module;
  return module;
}

int moduleTable(int module, FunctionTable* table, unsigned* size) {
  if (module != kCoreModule && module != kCore2Module) return 0;
  Module& found = module == kCoreModule ? core() : core2();
  if (table != nullptr) *table = found.places.data();
  if (size != nullptr) *size = static_cast<unsigned>(kFunctionsOfCore);
  return 1;
}

void takeToolVersion(uint32_t) {}

struct CallbacksTable {
  size_t size;
  int (*moduleTable)(int, FunctionTable*, unsigned*);
};

struct VersionTable {
  size_t size;
  uint32_t version;
  uint32_t reserved;
  void (*takeToolVersion)(uint32_t);
};

const void* exportTable(uint32_t id) {
  static const CallbacksTable callbacks{sizeof(CallbacksTable), moduleTable};
  static const VersionTable version{sizeof(VersionTable), kNvtxVersion, 0, takeToolVersion};
  if (id == kCallbacksTable) return &callbacks;
  return id == kVersionTable ? &version : nullptr;
}

}  // namespace

/// A function of whoever takes ranges; null where nobody does.
template <typename Signature>
Signature NvtxTool::function(size_t place) const {
  return isTaken_ ? reinterpret_cast<Signature>(core().functions[place]) : nullptr;
}

NvtxTool& NvtxTool::instance() {
  static NvtxTool tool;
  return tool;
}

NvtxState NvtxTool::attach(const char* library) {
  const std::lock_guard<std::mutex> lock(mutex_);
  // CUPTI, where it was put there to record other libraries, is no tool that somebody named.
  const bool isNamed = library != nullptr && *library != '\0' &&
                       !NvtxInjection::instance().isOwn(library);
  if (state_ == NvtxState::noTool && isNamed && !isTaken_) state_ = load(library);
  return state_;
}

void NvtxTool::attachRecorder(const char* library) {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (state_ == NvtxState::noTool && !isTaken_) load(library);
}

NvtxState NvtxTool::load(const char* library) {
  void* const tool = dlopen(library, RTLD_LAZY);
  if (tool == nullptr) return NvtxState::notLoaded;
  using Initialize = int (*)(const void* (*)(uint32_t));
  const auto initialize = reinterpret_cast<Initialize>(dlsym(tool, "InitializeInjectionNvtx2"));
  if (initialize == nullptr) {
    dlclose(tool);
    return NvtxState::noEntry;
  }
  // From here on the tool keeps pointers into the tables above: its library stays loaded.
  isTaken_ = initialize(exportTable) != 0;
  return isTaken_ ? NvtxState::ready : NvtxState::refused;
}

void NvtxTool::push(const char* name) const {
  if (const auto call = function<int (*)(const char*)>(kRangePushA)) call(name);
}

void NvtxTool::pop() const {
  if (const auto call = function<int (*)()>(kRangePop)) call();
}

uint64_t NvtxTool::start(const char* name) const {
  const auto call = function<uint64_t (*)(const char*)>(kRangeStartA);
  return call == nullptr ? 0 : call(name);
}

void NvtxTool::end(uint64_t range) const {
  if (const auto call = function<void (*)(uint64_t)>(kRangeEnd)) call(range);
}

void NvtxTool::mark(const char* name) const {
  if (const auto call = function<void (*)(const char*)>(kMarkA)) call(name);
}

}  // namespace kernelscope
