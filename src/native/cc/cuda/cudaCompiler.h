#pragma once

#include <string>
#include <utility>
#include <vector>

#include "common/library.h"

namespace kernelscope {

/// What NVIDIA's run-time compiler is asked for.
struct CudaSource {
  std::string text;
  /// What errors call the source.
  std::string name;
  std::vector<std::string> options;
  /// Names in C++ of kernels whose names in the image are asked for.
  std::vector<std::string> expressions;
};

/// What came of it.
struct CudaCompiled {
  /// The compiler's answer, and the function that gave it; 0 for success.
  int code = 0;
  std::string call;
  /// Errors and warnings, as the compiler writes them.
  std::string log;
  std::string ptx;
  /// Empty where the source was compiled for a virtual architecture.
  std::string cubin;
  /// Of every expression, the name in the image.
  std::vector<std::string> names;
};

/// `libnvrtc`, which compiles CUDA C++ with and without a GPU.
class CudaCompiler {
 public:
  explicit CudaCompiler(const Library& library);

  /// Whether the library has all that is used of it.
  bool isWhole() const;
  /// Such as {13, 0}.
  std::pair<int, int> version() const;
  /// Compute capabilities that it compiles for, such as 90; empty where it does not tell.
  std::vector<int> architectures() const;
  CudaCompiled compile(const CudaSource& source) const;
  /// Such as `NVRTC_ERROR_COMPILATION`.
  std::string nameOf(int code) const;

 private:
  using Program = void*;

  void fillIn(Program program, const CudaSource& source, CudaCompiled& compiled) const;
  std::string read(Program program, int (*size)(Program, size_t*),
                   int (*text)(Program, char*)) const;

  int (*version_)(int*, int*);
  const char* (*getErrorString_)(int);
  int (*countArchitectures_)(int*);
  int (*getArchitectures_)(int*);
  int (*createProgram_)(Program*, const char*, const char*, int, const char* const*,
                        const char* const*);
  int (*destroyProgram_)(Program*);
  int (*compileProgram_)(Program, int, const char* const*);
  int (*addNameExpression_)(Program, const char*);
  int (*getLoweredName_)(Program, const char*, const char**);
  int (*getLogSize_)(Program, size_t*);
  int (*getLog_)(Program, char*);
  int (*getPtxSize_)(Program, size_t*);
  int (*getPtx_)(Program, char*);
  int (*getCubinSize_)(Program, size_t*);
  int (*getCubin_)(Program, char*);
};

}  // namespace kernelscope
