#pragma once

#include <cstdint>

#include "state.h"

namespace fake {

/// A launch of one kernel: sizes of its grid and its blocks, bytes of dynamic shared memory, and
/// where its arguments lie.
struct Launch {
  const Function* function;
  uint32_t grid[3];
  uint32_t block[3];
  uint32_t sharedBytes;
  void** arguments;
};

/// Where in a graph work belongs; zeros outside of graphs.
struct GraphPlace {
  uint32_t graph = 0;
  uint64_t node = 0;
  /// One record stands for the whole graph, and its nodes have none.
  bool isWhole = false;
};

/// The parameters of a kernel of `kernels.cc`; none for other names.
std::vector<Parameter> parametersOfKnown(const char* name);

/// What a kernel does to its arguments: the function of `kernels.cc` of its C++ name, or nothing.
/// Returns an error that the kernel meets, such as an illegal address.
int runOnHost(const Launch& launch);

/// Nanoseconds that the kernel takes.
uint64_t durationOf(const Launch& launch);

/// Runs a kernel and puts it on the time line of a stream. The machine is locked.
int launchKernel(const Call& call, Context& context, Stream& stream, const Launch& launch,
                 GraphPlace place);

}  // namespace fake
