#pragma once

namespace fake {

/// What stands before CUDA C++ so that a compiler of C++ takes it: words of CUDA, and a table of the
/// kernels, which `compiledImage.cc` reads.
extern const char* const kDeviceShim;

}  // namespace fake
