#pragma once

namespace kernelscope::driver {

/// `CUdevice_attribute`.
enum Attribute : int {
  kWarpSize = 10,
  kMultiprocessors = 16,
  kMemoryKilohertz = 36,
  kMemoryBusBits = 37,
  kL2Bytes = 38,
  kMaxThreadsPerMultiprocessor = 39,
  kComputeMajor = 75,
  kComputeMinor = 76,
  kSharedBytesPerMultiprocessor = 81,
  kRegistersPerMultiprocessor = 82,
  kMaxBlocksPerMultiprocessor = 106,
  kReservedSharedBytesPerBlock = 111,
};

}  // namespace kernelscope::driver
