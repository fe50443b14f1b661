#include "cuda/cudaCompiler.h"

namespace kernelscope {

namespace {

constexpr int kSuccess = 0;

std::vector<const char*> pointersTo(const std::vector<std::string>& texts) {
  std::vector<const char*> pointers;
  for (const std::string& text : texts) pointers.push_back(text.c_str());
  return pointers;
}

/// Texts of the compiler end in a zero, which counts.
void trimZeros(std::string& text) {
  while (!text.empty() && text.back() == '\0') text.pop_back();
}

}  // namespace

CudaCompiler::CudaCompiler(const Library& library) {
  const auto find = [&](auto& function, const char* name) {
    function = library.symbol<std::decay_t<decltype(function)>>(name);
  };
  find(version_, "nvrtcVersion");
  find(getErrorString_, "nvrtcGetErrorString");
  find(countArchitectures_, "nvrtcGetNumSupportedArchs");
  find(getArchitectures_, "nvrtcGetSupportedArchs");
  find(createProgram_, "nvrtcCreateProgram");
  find(destroyProgram_, "nvrtcDestroyProgram");
  find(compileProgram_, "nvrtcCompileProgram");
  find(addNameExpression_, "nvrtcAddNameExpression");
  find(getLoweredName_, "nvrtcGetLoweredName");
  find(getLogSize_, "nvrtcGetProgramLogSize");
  find(getLog_, "nvrtcGetProgramLog");
  find(getPtxSize_, "nvrtcGetPTXSize");
  find(getPtx_, "nvrtcGetPTX");
  find(getCubinSize_, "nvrtcGetCUBINSize");
  find(getCubin_, "nvrtcGetCUBIN");
}

bool CudaCompiler::isWhole() const {
  return version_ != nullptr && createProgram_ != nullptr && destroyProgram_ != nullptr &&
         compileProgram_ != nullptr && addNameExpression_ != nullptr &&
         getLoweredName_ != nullptr && getLogSize_ != nullptr && getLog_ != nullptr &&
         getPtxSize_ != nullptr && getPtx_ != nullptr;
}

std::pair<int, int> CudaCompiler::version() const {
  std::pair<int, int> version{0, 0};
  version_(&version.first, &version.second);
  return version;
}

std::vector<int> CudaCompiler::architectures() const {
  int count = 0;
  if (countArchitectures_ == nullptr || getArchitectures_ == nullptr ||
      countArchitectures_(&count) != kSuccess || count <= 0) {
    return {};
  }
  std::vector<int> all(static_cast<size_t>(count));
  if (getArchitectures_(all.data()) != kSuccess) all.clear();
  return all;
}

std::string CudaCompiler::nameOf(int code) const {
  return getErrorString_ == nullptr ? "" : getErrorString_(code);
}

std::string CudaCompiler::read(Program program, int (*size)(Program, size_t*),
                               int (*text)(Program, char*)) const {
  size_t bytes = 0;
  if (size == nullptr || text == nullptr || size(program, &bytes) != kSuccess) return {};
  std::string result(bytes, '\0');
  if (bytes == 0 || text(program, result.data()) != kSuccess) return {};
  return result;
}

CudaCompiled CudaCompiler::compile(const CudaSource& source) const {
  CudaCompiled compiled;
  Program program = nullptr;
  compiled.code =
      createProgram_(&program, source.text.c_str(), source.name.c_str(), 0, nullptr, nullptr);
  compiled.call = "nvrtcCreateProgram";
  if (compiled.code != kSuccess) return compiled;
  fillIn(program, source, compiled);
  destroyProgram_(&program);
  return compiled;
}

void CudaCompiler::fillIn(Program program, const CudaSource& source,
                          CudaCompiled& compiled) const {
  compiled.call = "nvrtcAddNameExpression";
  for (const std::string& expression : source.expressions) {
    compiled.code = addNameExpression_(program, expression.c_str());
    if (compiled.code != kSuccess) return;
  }
  const std::vector<const char*> options = pointersTo(source.options);
  compiled.call = "nvrtcCompileProgram";
  compiled.code = compileProgram_(program, static_cast<int>(options.size()), options.data());
  compiled.log = read(program, getLogSize_, getLog_);
  trimZeros(compiled.log);
  if (compiled.code != kSuccess) return;
  compiled.ptx = read(program, getPtxSize_, getPtx_);
  trimZeros(compiled.ptx);
  compiled.cubin = read(program, getCubinSize_, getCubin_);
  compiled.call = "nvrtcGetLoweredName";
  for (const std::string& expression : source.expressions) {
    const char* name = nullptr;
    compiled.code = getLoweredName_(program, expression.c_str(), &name);
    if (compiled.code != kSuccess) return;
    compiled.names.emplace_back(name);
  }
}

}  // namespace kernelscope
