#pragma once

#include <cstdint>
#include <functional>

#include "launch.h"

namespace fake {

/// The thread that runs, as the shim lays it out.
struct DeviceThread {
  uint32_t thread[3];
  uint32_t block[3];
  uint32_t blockSize[3];
  uint32_t gridSize[3];
  void* shared;
  void (*wait)();
};

/// Whether threads of a block wait for each other: they then need stacks of their own.
enum class Barriers { none, some };

/// Runs every thread of every block, block after block; the threads of one block take turns at its
/// barriers. An access to memory that is none ends all with an illegal address.
int runBlocks(DeviceThread& device, const Launch& launch, Barriers barriers,
              const std::function<void()>& thread);

}  // namespace fake
