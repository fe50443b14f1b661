#pragma once

#include <memory>
#include <string>
#include <vector>

#include "compiledImage.h"

namespace fake {

/// CUDA C++ to be compiled.
struct DeviceSource {
  std::string text;
  std::string name;
  std::vector<std::string> options;
  std::vector<std::string> expressions;
};

/// What the compiler of C++ made of it.
struct HostCompilation {
  /// Null where the source does not compile.
  std::shared_ptr<CompiledImage> image;
  /// As NVRTC writes it.
  std::string log;
};

/// Compiles CUDA C++ for this machine with g++.
HostCompilation compileForHost(const DeviceSource& source);

}  // namespace fake
