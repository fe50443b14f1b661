#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

// Records of one kind each, a column for each field: as `src/native/gpuActivities.ts` declares
// them. `visit` gives every column with its name there.

namespace kernelscope {

using Numbers = std::vector<double>;
using Ids = std::vector<uint32_t>;
using Integers = std::vector<int32_t>;
using Bytes = std::vector<uint8_t>;
using WideIds = std::vector<uint64_t>;

struct TimedColumns {
  Numbers start, end;

  template <class Visit>
  void visit(Visit&& each) const {
    each("start", start);
    each("end", end);
  }
};

struct WorkColumns : TimedColumns {
  Ids device, context, stream, correlation, graph;
  WideIds graphNode;

  template <class Visit>
  void visit(Visit&& each) const {
    TimedColumns::visit(each);
    each("device", device);
    each("context", context);
    each("stream", stream);
    each("correlation", correlation);
    each("graph", graph);
    each("graphNode", graphNode);
  }
};

struct KernelColumns : WorkColumns {
  Ids name;
  Numbers queued, submitted;
  Integers gridX, gridY, gridZ, blockX, blockY, blockZ;
  Ids clusterX, clusterY, clusterZ, registers;
  Integers staticShared, dynamicShared;
  Ids sharedExecuted, localPerThread;
  Numbers localTotal;

  template <class Visit>
  void visit(Visit&& each) const {
    WorkColumns::visit(each);
    each("name", name);
    each("queued", queued);
    each("submitted", submitted);
    each("gridX", gridX);
    each("gridY", gridY);
    each("gridZ", gridZ);
    each("blockX", blockX);
    each("blockY", blockY);
    each("blockZ", blockZ);
    each("clusterX", clusterX);
    each("clusterY", clusterY);
    each("clusterZ", clusterZ);
    each("registers", registers);
    each("staticShared", staticShared);
    each("dynamicShared", dynamicShared);
    each("sharedExecuted", sharedExecuted);
    each("localPerThread", localPerThread);
    each("localTotal", localTotal);
  }
};

struct TransferColumns : WorkColumns {
  Numbers bytes;
  Bytes copyKind, fromKind, toKind, flags;
  Ids value, fromDevice, toDevice;

  template <class Visit>
  void visit(Visit&& each) const {
    WorkColumns::visit(each);
    each("bytes", bytes);
    each("copyKind", copyKind);
    each("fromKind", fromKind);
    each("toKind", toKind);
    each("flags", flags);
    each("value", value);
    each("fromDevice", fromDevice);
    each("toDevice", toDevice);
  }
};

struct CallColumns : TimedColumns {
  Ids name;
  Bytes isDriver;
  Ids process, thread, correlation, status;

  template <class Visit>
  void visit(Visit&& each) const {
    TimedColumns::visit(each);
    each("name", name);
    each("isDriver", isDriver);
    each("process", process);
    each("thread", thread);
    each("correlation", correlation);
    each("status", status);
  }
};

struct ExternalIdColumns {
  Ids correlation;
  Numbers id;

  template <class Visit>
  void visit(Visit&& each) const {
    each("correlation", correlation);
    each("id", id);
  }
};

struct MarkerColumns {
  Numbers time;
  Ids id, flags, name, domain, process, thread;

  template <class Visit>
  void visit(Visit&& each) const {
    each("time", time);
    each("id", id);
    each("flags", flags);
    each("name", name);
    each("domain", domain);
    each("process", process);
    each("thread", thread);
  }
};

struct SynchronizationColumns : TimedColumns {
  Ids type, correlation, context, stream, event;

  template <class Visit>
  void visit(Visit&& each) const {
    TimedColumns::visit(each);
    each("type", type);
    each("correlation", correlation);
    each("context", context);
    each("stream", stream);
    each("event", event);
  }
};

struct OverheadColumns : TimedColumns {
  Ids kind, thread, correlation;

  template <class Visit>
  void visit(Visit&& each) const {
    TimedColumns::visit(each);
    each("kind", kind);
    each("thread", thread);
    each("correlation", correlation);
  }
};

struct MemoryColumns {
  Numbers time;
  Ids operation, memoryKind;
  WideIds address;
  Numbers bytes;
  Ids device, context, stream, correlation;

  template <class Visit>
  void visit(Visit&& each) const {
    each("time", time);
    each("operation", operation);
    each("memoryKind", memoryKind);
    each("address", address);
    each("bytes", bytes);
    each("device", device);
    each("context", context);
    each("stream", stream);
    each("correlation", correlation);
  }
};

struct MemoryPoolColumns {
  Numbers time;
  Ids operation;
  WideIds address;
  Ids device;
  Numbers size, utilized;

  template <class Visit>
  void visit(Visit&& each) const {
    each("time", time);
    each("operation", operation);
    each("address", address);
    each("device", device);
    each("size", size);
    each("utilized", utilized);
  }
};

struct DeviceColumns {
  Ids device, name;
  Numbers memoryBytesPerSecond, memoryBytes;
  Ids multiprocessors;

  template <class Visit>
  void visit(Visit&& each) const {
    each("device", device);
    each("name", name);
    each("memoryBytesPerSecond", memoryBytesPerSecond);
    each("memoryBytes", memoryBytes);
    each("multiprocessors", multiprocessors);
  }
};

struct ContextColumns {
  Ids context, device, nullStream;

  template <class Visit>
  void visit(Visit&& each) const {
    each("context", context);
    each("device", device);
    each("nullStream", nullStream);
  }
};

/// All that was read from the buffers of one batch.
struct ActivityTables {
  uint64_t bytes = 0;
  KernelColumns kernels;
  TransferColumns copies, peerCopies, fills;
  WorkColumns graphs;
  CallColumns calls;
  /// Correlations of the profiler's own calls, which are not among the others.
  Ids ownCalls;
  ExternalIdColumns externalIds;
  MarkerColumns markers;
  SynchronizationColumns synchronizations;
  OverheadColumns overheads;
  MemoryColumns memory;
  MemoryPoolColumns memoryPools;
  DeviceColumns devices;
  ContextColumns contexts;
  uint64_t untimed = 0;
  uint64_t truncatedBuffers = 0;
  /// Numbers of kinds that are not known, each with how many records there were.
  std::vector<std::pair<uint32_t, uint64_t>> unknownKinds;
};

}  // namespace kernelscope
