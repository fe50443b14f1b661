#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "launch.h"

namespace fake {

/// A kernel that a compiler of C++ made of CUDA C++.
struct CompiledKernel {
  void* function;
  void (*run)(void* function, void** arguments);
  /// As PTX has its parameters: `.u64 .ptr .align 1`, `.f32`, `.align 4 .b8`; and where they lie.
  std::vector<std::string> types;
  std::vector<Parameter> parameters;
};

/// A shared object with such kernels, loaded from memory; in place of a cubin.
class CompiledImage {
 public:
  /// Null for bytes that are no such object.
  static std::shared_ptr<CompiledImage> load(const std::string& bytes);
  /// The bytes at `image`: a shared object, or PTX with one in it; empty for anything else.
  static std::string bytesAt(const void* image);

  ~CompiledImage();
  CompiledImage(const CompiledImage&) = delete;
  CompiledImage& operator=(const CompiledImage&) = delete;

  /// By their names in C++'s mangled form.
  const std::map<std::string, CompiledKernel>& kernels() const { return kernels_; }
  /// The mangled name of the kernel of an expression; empty for none.
  std::string nameOf(const std::string& expression) const;
  /// PTX that declares the kernels and has the image in it.
  std::string ptx(const std::string& architecture) const;

  /// Runs all threads of all blocks; returns an error that they meet, such as an illegal address.
  int run(const CompiledKernel& kernel, const Launch& launch) const;

 private:
  CompiledImage(void* handle, std::string bytes);
  void readTable();

  void* const handle_;
  const std::string bytes_;
  std::map<std::string, CompiledKernel> kernels_;
  std::map<std::string, std::string> expressions_;
};

}  // namespace fake
