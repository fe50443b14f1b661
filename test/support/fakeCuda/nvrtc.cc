// The run-time compiler: CUDA C++ becomes code of this machine, which kernels of modules then run.

#include <algorithm>
#include <cstring>

#include "call.h"
#include "export.h"
#include "hostCompiler.h"

namespace {

enum Result : int {
  kCompiled = 0,
  kInvalidProgram = 4,
  kInvalidOption = 5,
  kCompilationFailed = 6,
  kNoSuchName = 8,
};

constexpr int kArchitectures[] = {75, 80, 86, 87, 88, 89, 90, 100, 103, 110, 120, 121};

struct Program {
  fake::DeviceSource source;
  std::string log;
  std::string ptx;
  std::string cubin;
  std::shared_ptr<fake::CompiledImage> image;
  std::map<std::string, std::string> names;
};

/// The value of `--gpu-architecture=sm_90`; empty for an option that is none.
std::string architectureOf(const std::string& option) {
  for (const std::string& name : {std::string("--gpu-architecture="), std::string("-arch=")}) {
    if (option.compare(0, name.size(), name) == 0) return option.substr(name.size());
  }
  return {};
}

bool isKnown(const std::string& architecture) {
  const size_t digits = architecture.find('_');
  if (digits == std::string::npos) return false;
  const int number = std::atoi(architecture.c_str() + digits + 1);
  return std::find(std::begin(kArchitectures), std::end(kArchitectures), number) !=
         std::end(kArchitectures);
}

int compileProgram(Program& program) {
  std::string architecture = "sm_75";
  for (const std::string& option : program.source.options) {
    const std::string named = architectureOf(option);
    if (!named.empty()) architecture = named;
  }
  if (!isKnown(architecture)) {
    program.log = "nvrtc: error: invalid value for --gpu-architecture (-arch)\n";
    return kInvalidOption;
  }
  fake::HostCompilation compilation = fake::compileForHost(program.source);
  program.log = compilation.log;
  program.image = compilation.image;
  if (program.image == nullptr) return kCompilationFailed;
  program.ptx = program.image->ptx(architecture);
  const bool isReal = architecture.compare(0, 3, "sm_") == 0;
  program.cubin = isReal ? fake::CompiledImage::bytesAt(program.ptx.c_str()) : std::string();
  return kCompiled;
}

int give(const std::string& text, size_t zero, size_t* size) {
  *size = text.size() + zero;
  return kCompiled;
}

}  // namespace

FAKE_EXPORT int nvrtcVersion(int* major, int* minor) {
  *major = 13;
  *minor = 0;
  return kCompiled;
}

FAKE_EXPORT const char* nvrtcGetErrorString(int result) {
  switch (result) {
    case kCompiled:
      return "NVRTC_SUCCESS";
    case kInvalidOption:
      return "NVRTC_ERROR_INVALID_OPTION";
    case kCompilationFailed:
      return "NVRTC_ERROR_COMPILATION";
    default:
      return "NVRTC_ERROR_INTERNAL_ERROR";
  }
}

FAKE_EXPORT int nvrtcGetNumSupportedArchs(int* count) {
  *count = static_cast<int>(std::size(kArchitectures));
  return kCompiled;
}

FAKE_EXPORT int nvrtcGetSupportedArchs(int* architectures) {
  std::copy(std::begin(kArchitectures), std::end(kArchitectures), architectures);
  return kCompiled;
}

FAKE_EXPORT int nvrtcCreateProgram(Program** program, const char* source, const char* name, int,
                                   const char* const*, const char* const*) {
  *program = new Program();
  (*program)->source.text = source;
  (*program)->source.name = name == nullptr ? "default_program" : name;
  return kCompiled;
}

FAKE_EXPORT int nvrtcDestroyProgram(Program** program) {
  delete *program;
  *program = nullptr;
  return kCompiled;
}

FAKE_EXPORT int nvrtcAddNameExpression(Program* program, const char* expression) {
  program->source.expressions.emplace_back(expression);
  return kCompiled;
}

FAKE_EXPORT int nvrtcCompileProgram(Program* program, int count, const char* const* options) {
  static fake::Failure failure("nvrtcCompileProgram");
  if (const int error = failure.next()) return error;
  program->source.options.assign(options, options + count);
  return compileProgram(*program);
}

FAKE_EXPORT int nvrtcGetLoweredName(Program* program, const char* expression, const char** name) {
  if (program->image == nullptr) return kInvalidProgram;
  std::string& lowered = program->names[expression];
  lowered = program->image->nameOf(expression);
  *name = lowered.c_str();
  return lowered.empty() ? kNoSuchName : kCompiled;
}

FAKE_EXPORT int nvrtcGetProgramLogSize(Program* program, size_t* size) {
  return give(program->log, 1, size);
}

FAKE_EXPORT int nvrtcGetProgramLog(Program* program, char* log) {
  std::memcpy(log, program->log.c_str(), program->log.size() + 1);
  return kCompiled;
}

FAKE_EXPORT int nvrtcGetPTXSize(Program* program, size_t* size) {
  return give(program->ptx, 1, size);
}

FAKE_EXPORT int nvrtcGetPTX(Program* program, char* ptx) {
  std::memcpy(ptx, program->ptx.c_str(), program->ptx.size() + 1);
  return kCompiled;
}

FAKE_EXPORT int nvrtcGetCUBINSize(Program* program, size_t* size) {
  return give(program->cubin, 0, size);
}

FAKE_EXPORT int nvrtcGetCUBIN(Program* program, char* cubin) {
  std::memcpy(cubin, program->cubin.data(), program->cubin.size());
  return kCompiled;
}
