#pragma once

#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "launch.h"

namespace fake {

/// Work that a graph does when it is launched on a stream.
using GraphWork = std::function<int(const Call&, Context&, Stream&, GraphPlace)>;

/// What a stream took while it was captured, in order.
struct Graph {
  std::vector<GraphWork> nodes;
};

/// A kernel as a node: its arguments are copied now.
GraphWork kernelNode(const Launch& launch);

}  // namespace fake
