#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

// What CUPTI's binary interface is made of: numbers of its enumerations and places of fields in its
// records, measured on CUPTI 11.8 to 13.5. In all of them fields stay where they are, and records
// grow at the end alone. `test/native` holds these numbers against NVIDIA's own headers.

namespace kernelscope::cupti {

/// API versions whose records are known: from CUDA 11.8 to the last of CUDA 13.
constexpr uint32_t kFirstVersion = 18;
constexpr uint32_t kAfterLastVersion = 140000;
/// The first that takes a null buffer for an answer: older ones crash.
constexpr uint32_t kTakesNullBuffer = 27;
/// The first whose records of overheads have a correlation.
constexpr uint32_t kOverheadHasCorrelation = 22;

/// `CUptiResult`.
enum Result : int {
  kSuccess = 0,
  kNotImplemented = 11,
  kMaxLimitReached = 12,
  kNotInitialized = 15,
  kInsufficientPrivileges = 35,
  kMultipleSubscribers = 39,
  kVirtualizedInsufficientPrivileges = 40,
};

/// `CUpti_ActivityKind`.
enum Kind : uint32_t {
  kMemcpy = 1,
  kMemset = 2,
  kDriver = 4,
  kRuntime = 5,
  kDevice = 8,
  kContext = 9,
  kConcurrentKernel = 10,
  kMarker = 12,
  kOverhead = 17,
  kMemcpyPeer = 22,
  kSynchronization = 38,
  kExternalCorrelation = 39,
  kMemory = 49,
  kMemoryPool = 50,
  kGraphTrace = 51,
};

/// `CUpti_ExternalCorrelationKind` of the numbers that this addon gives.
constexpr uint32_t kExternalKind = 3;
/// `CUpti_CallbackDomain` of names of calls.
constexpr uint32_t kDriverDomain = 1;
constexpr uint32_t kRuntimeDomain = 2;
/// `CUpti_ActivityThreadIdType`: numbers of threads are those of the operating system.
constexpr uint32_t kSystemThreadIds = 1;
/// `CUpti_ActivityObjectKind` of what belongs to a thread.
constexpr uint32_t kThreadObject = 2;
/// `CUpti_ActivityFlag` of a flush that leaves nothing.
constexpr uint32_t kForcedFlush = 1;

/// Where fields are in the records of a kind; `kNeeded` bytes are read of each.
namespace at {

namespace kernel {
enum : size_t {
  registers = 6,
  start = 16,
  end = 24,
  device = 40,
  context = 44,
  stream = 48,
  gridX = 52,
  gridY = 56,
  gridZ = 60,
  blockX = 64,
  blockY = 68,
  blockZ = 72,
  staticShared = 76,
  dynamicShared = 80,
  localPerThread = 84,
  correlation = 92,
  name = 104,
  queued = 120,
  submitted = 128,
  sharedExecuted = 140,
  graphNode = 144,
  graph = 156,
  clusterX = 176,
  clusterY = 180,
  clusterZ = 184,
  localTotal = 192,
  kNeeded = 200,
};
}
namespace memcpy {
enum : size_t {
  copyKind = 4,
  fromKind = 5,
  toKind = 6,
  flags = 7,
  bytes = 8,
  start = 16,
  end = 24,
  device = 32,
  context = 36,
  stream = 40,
  correlation = 44,
  graphNode = 64,
  graph = 72,
  kNeeded = 76,
};
}
namespace memcpyPeer {
enum : size_t {
  copyKind = 4,
  fromKind = 5,
  toKind = 6,
  flags = 7,
  bytes = 8,
  start = 16,
  end = 24,
  device = 32,
  context = 36,
  stream = 40,
  fromDevice = 44,
  toDevice = 52,
  correlation = 60,
  graphNode = 72,
  graph = 80,
  kNeeded = 84,
};
}
namespace memset {
enum : size_t {
  value = 4,
  bytes = 8,
  start = 16,
  end = 24,
  device = 32,
  context = 36,
  stream = 40,
  correlation = 44,
  flags = 48,
  memoryKind = 50,
  graphNode = 64,
  graph = 72,
  kNeeded = 76,
};
}
namespace graphTrace {
enum : size_t {
  correlation = 4,
  start = 8,
  end = 16,
  device = 24,
  graph = 28,
  context = 32,
  stream = 36,
  kNeeded = 40,
};
}
namespace call {
enum : size_t {
  callback = 4,
  start = 8,
  end = 16,
  process = 24,
  thread = 28,
  correlation = 32,
  status = 36,
  kNeeded = 40,
};
}
namespace externalCorrelation {
enum : size_t { kind = 4, id = 8, correlation = 16, kNeeded = 20 };
}
namespace marker {
enum : size_t {
  flags = 4,
  timestamp = 8,
  id = 16,
  objectKind = 20,
  process = 24,
  thread = 28,
  name = 40,
  domain = 48,
  kNeeded = 56,
};
}
namespace synchronization {
enum : size_t {
  type = 4,
  start = 8,
  end = 16,
  correlation = 24,
  context = 28,
  stream = 32,
  event = 36,
  kNeeded = 40,
};
}
namespace overhead {
enum : size_t {
  kind = 4,
  objectKind = 8,
  thread = 16,
  start = 24,
  end = 32,
  kNeeded = 40,
  /// Only since `kOverheadHasCorrelation`.
  correlation = 40,
  kNeededWithCorrelation = 44,
};
}
namespace memory {
enum : size_t {
  operation = 4,
  memoryKind = 8,
  correlation = 12,
  address = 16,
  bytes = 24,
  timestamp = 32,
  device = 52,
  context = 56,
  stream = 60,
  kNeeded = 64,
};
}
namespace memoryPool {
enum : size_t {
  operation = 4,
  device = 20,
  address = 32,
  size = 40,
  timestamp = 56,
  utilized = 64,
  kNeeded = 72,
};
}
namespace device {
enum : size_t {
  /// Kilobytes a second.
  memoryBandwidth = 8,
  memoryBytes = 16,
  multiprocessors = 44,
  id = 112,
  name = 136,
  kNeeded = 144,
};
}
namespace context {
enum : size_t { context = 4, device = 8, nullStream = 14, kNeeded = 16 };
}

}  // namespace at

/// The field of a record that begins at `offset`.
template <class T>
T read(const uint8_t* record, size_t offset) {
  T value;
  std::memcpy(&value, record + offset, sizeof(T));
  return value;
}

inline Kind kindOf(const uint8_t* record) { return read<Kind>(record, 0); }

}  // namespace kernelscope::cupti
