// A tool that takes NVTX ranges, written against NVIDIA's own headers: it notes what it is told, a
// line each, in the file that NVTX_TOOL_LOG names.

#include <nvtx3/nvToolsExt.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>

namespace {

int depth = 0;
uint64_t started = 0;

FILE* log() {
  static FILE* const file = std::fopen(std::getenv("NVTX_TOOL_LOG"), "a");
  return file;
}

void note(const char* what, const char* name) {
  std::fprintf(log(), "%s %s\n", what, name);
  std::fflush(log());
}

int push(const char* name) {
  note("push", name);
  return depth++;
}

int pop() {
  note("pop", "");
  return --depth;
}

nvtxRangeId_t start(const char* name) {
  note("start", name);
  return ++started + (uint64_t{1} << 40);
}

void end(nvtxRangeId_t range) {
  std::fprintf(log(), "end %llu\n", static_cast<unsigned long long>(range - (uint64_t{1} << 40)));
  std::fflush(log());
}

template <typename Signature>
void fill(NvtxFunctionTable table, unsigned place, Signature* function) {
  *table[place] = reinterpret_cast<NvtxFunctionPointer>(function);
}

}  // namespace

extern "C" int InitializeInjectionNvtx2(NvtxGetExportTableFunc_t getExportTable) {
  if (std::getenv("NVTX_TOOL_REFUSES") != nullptr) return 0;
  const auto* callbacks =
      static_cast<const NvtxExportTableCallbacks*>(getExportTable(NVTX_ETID_CALLBACKS));
  const auto* version =
      static_cast<const NvtxExportTableVersionInfo*>(getExportTable(NVTX_ETID_VERSIONINFO));
  NvtxFunctionTable core = nullptr;
  unsigned size = 0;
  if (callbacks == nullptr || version == nullptr) return 0;
  if (callbacks->struct_size < sizeof(NvtxExportTableCallbacks)) return 0;
  if (callbacks->GetModuleFunctionTable(NVTX_CB_MODULE_CORE, &core, &size) == 0) return 0;
  if (size < NVTX_CBID_CORE_SIZE || core[size] != nullptr) return 0;
  std::fprintf(log(), "version %u\n", version->version);
  fill(core, NVTX_CBID_CORE_RangePushA, push);
  fill(core, NVTX_CBID_CORE_RangePop, pop);
  fill(core, NVTX_CBID_CORE_RangeStartA, start);
  fill(core, NVTX_CBID_CORE_RangeEnd, end);
  return 1;
}
