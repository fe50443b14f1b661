// The driver: memory of devices and hosts, and pools of it.

#include <cstdlib>

#include "export.h"
#include "state.h"

using fake::Call;
using fake::Collection;
using fake::Context;
using fake::contextCall;
using fake::kMemoryBytes;
using fake::Machine;
using fake::MemoryKind;

namespace {

using Address = uint64_t;

constexpr int kAlreadyRegistered = 712;
constexpr int kNotRegistered = 713;

/// `CUpti_ActivityMemoryOperationType`.
constexpr uint32_t kAllocated = 1;
constexpr uint32_t kReleased = 2;

/// `CUpti_ActivityMemoryPoolOperationType`.
constexpr uint32_t kPoolCreated = 1;
constexpr uint32_t kPoolDestroyed = 2;
constexpr uint32_t kPoolTrimmed = 3;

struct Pool {
  int device;
  uint64_t heldBytes = 0;
  uint64_t usedBytes = 0;
};

/// Where memory of a pool is asked for and given back in order; none for the other sort.
struct StreamOrder {
  const fake::Stream* stream = nullptr;
};

std::map<Pool*, std::unique_ptr<Pool>>& pools() {
  static auto* const all = new std::map<Pool*, std::unique_ptr<Pool>>();
  return *all;
}

void recordMemory(const Call& call, const Context& context, Address address,
                  const fake::Allocation& allocation, uint32_t operation, StreamOrder order = {}) {
  Collection& collection = Collection::instance();
  const bool isAsync = order.stream != nullptr;
  const fake::MemoryLayout& at = fake::layouts().Memory;
  fake::Record record(fake::Kind::memory);
  record.put(at.memoryOperationType, operation)
      .put(at.memoryKind, static_cast<uint32_t>(allocation.kind))
      .put(at.correlationId, call.correlation())
      .put(at.address, address)
      .put(at.bytes, allocation.bytes)
      .put(at.timestamp, collection.stamp(fake::monotonic()))
      .put(at.PC, uint64_t{0})
      .put(at.processId, fake::processId())
      .put(at.deviceId, static_cast<uint32_t>(allocation.device))
      .put(at.contextId, context.id)
      .put(at.streamId, isAsync ? order.stream->id : fake::kNoStream)
      .put(at.name, static_cast<const char*>(nullptr))
      .put(at.isAsync, static_cast<uint32_t>(isAsync))
      .put(at.memoryPoolConfig, static_cast<uint32_t>(isAsync));
  collection.add(record);
}

void recordPool(const Call& call, const Pool& pool, uint32_t operation) {
  Collection& collection = Collection::instance();
  const fake::MemoryPoolLayout& at = fake::layouts().MemoryPool;
  fake::Record record(fake::Kind::memoryPool);
  record.put(at.memoryPoolOperationType, operation)
      .put(at.memoryPoolType, uint32_t{1})
      .put(at.correlationId, call.correlation())
      .put(at.processId, fake::processId())
      .put(at.deviceId, static_cast<uint32_t>(pool.device))
      .put(at.minBytesToKeep, uint64_t{0})
      .put(at.address, reinterpret_cast<Address>(&pool))
      .put(at.size, pool.heldBytes)
      .put(at.releaseThreshold, uint64_t{0})
      .put(at.timestamp, collection.stamp(fake::monotonic()))
      .put(at.utilizedSize, pool.usedBytes)
      .put(at.isManagedPool, uint8_t{0});
  collection.add(record);
}

uint64_t usedBytes(int device) {
  uint64_t used = 0;
  for (const auto& [address, allocation] : Machine::instance().allocations) {
    if (allocation.kind == MemoryKind::device && allocation.device == device) {
      used += allocation.bytes;
    }
  }
  return used;
}

/// The machine is locked.
int allocate(const Call& call, const Context& context, Address* address,
             fake::Allocation allocation, StreamOrder order = {}) {
  if (allocation.bytes == 0) return fake::kInvalidValue;
  if (usedBytes(context.device) + allocation.bytes > kMemoryBytes) return fake::kOutOfMemory;
  void* const memory = std::calloc(1, allocation.bytes);
  if (memory == nullptr) return fake::kOutOfMemory;
  *address = reinterpret_cast<Address>(memory);
  Machine::instance().allocations[*address] = allocation;
  recordMemory(call, context, *address, allocation, kAllocated, order);
  return 0;
}

/// The machine is locked.
int release(const Call& call, const Context& context, Address address, StreamOrder order = {}) {
  auto& allocations = Machine::instance().allocations;
  const auto found = allocations.find(address);
  if (found == allocations.end()) return fake::kInvalidValue;
  recordMemory(call, context, address, found->second, kReleased, order);
  allocations.erase(found);
  std::free(reinterpret_cast<void*>(address));
  return 0;
}

Pool* defaultPool(int device) {
  static auto* const byDevice = new std::map<int, Pool*>();
  Pool*& pool = (*byDevice)[device];
  if (pool == nullptr) pool = new Pool{device};
  return pool;
}

}  // namespace

FAKE_EXPORT int cuMemGetInfo_v2(size_t* free, size_t* total) {
  return contextCall("cuMemGetInfo_v2", [&](Call&, Context& context) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    *total = kMemoryBytes;
    *free = kMemoryBytes - usedBytes(context.device);
    return 0;
  });
}

FAKE_EXPORT int cuMemAlloc_v2(Address* address, size_t bytes) {
  return contextCall("cuMemAlloc_v2", [&](Call& call, Context& context) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return allocate(call, context, address, {bytes, MemoryKind::device, context.device});
  });
}

FAKE_EXPORT int cuMemAllocManaged(Address* address, size_t bytes, unsigned) {
  return contextCall("cuMemAllocManaged", [&](Call& call, Context& context) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return allocate(call, context, address, {bytes, MemoryKind::managed, context.device});
  });
}

FAKE_EXPORT int cuMemFree_v2(Address address) {
  return contextCall("cuMemFree_v2", [&](Call& call, Context& context) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return address == 0 ? 0 : release(call, context, address);
  });
}

FAKE_EXPORT int cuMemHostAlloc(void** memory, size_t bytes, unsigned) {
  return contextCall("cuMemHostAlloc", [&](Call& call, Context& context) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    Address address = 0;
    const int error =
        allocate(call, context, &address, {bytes, MemoryKind::pinned, context.device});
    *memory = reinterpret_cast<void*>(address);
    return error;
  });
}

FAKE_EXPORT int cuMemFreeHost(void* memory) {
  return contextCall("cuMemFreeHost", [&](Call& call, Context& context) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    return release(call, context, reinterpret_cast<Address>(memory));
  });
}

FAKE_EXPORT int cuMemHostRegister_v2(void* memory, size_t bytes, unsigned) {
  return contextCall("cuMemHostRegister_v2", [&](Call&, Context& context) -> int {
    Machine& machine = Machine::instance();
    const std::lock_guard<std::mutex> lock(machine.mutex());
    const auto address = reinterpret_cast<Address>(memory);
    if (memory == nullptr || bytes == 0) return fake::kInvalidValue;
    if (machine.find(address, 1) != nullptr) return kAlreadyRegistered;
    machine.allocations[address] = {bytes, MemoryKind::pinned, context.device};
    return 0;
  });
}

FAKE_EXPORT int cuMemHostUnregister(void* memory) {
  return contextCall("cuMemHostUnregister", [&](Call&, Context&) -> int {
    Machine& machine = Machine::instance();
    const std::lock_guard<std::mutex> lock(machine.mutex());
    return machine.allocations.erase(reinterpret_cast<Address>(memory)) == 1 ? 0 : kNotRegistered;
  });
}

FAKE_EXPORT int cuDeviceGetDefaultMemPool(Pool** pool, int device) {
  return fake::driverCall("cuDeviceGetDefaultMemPool", [&](Call&) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    if (Machine::instance().primary(device) == nullptr) return fake::kInvalidDevice;
    *pool = defaultPool(device);
    return 0;
  });
}

FAKE_EXPORT int cuMemPoolCreate(Pool** result, const void*) {
  return contextCall("cuMemPoolCreate", [&](Call& call, Context& context) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    auto pool = std::make_unique<Pool>(Pool{context.device});
    *result = pool.get();
    recordPool(call, *pool, kPoolCreated);
    pools()[*result] = std::move(pool);
    return 0;
  });
}

FAKE_EXPORT int cuMemPoolTrimTo(Pool* pool, size_t bytes) {
  return contextCall("cuMemPoolTrimTo", [&](Call& call, Context&) {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    pool->heldBytes = pool->usedBytes > bytes ? pool->usedBytes : bytes;
    recordPool(call, *pool, kPoolTrimmed);
    return 0;
  });
}

FAKE_EXPORT int cuMemPoolDestroy(Pool* pool) {
  return contextCall("cuMemPoolDestroy", [&](Call& call, Context&) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    if (pools().count(pool) == 0) return fake::kInvalidHandle;
    recordPool(call, *pool, kPoolDestroyed);
    pools().erase(pool);
    return 0;
  });
}

FAKE_EXPORT int cuMemAllocFromPoolAsync(Address* address, size_t bytes, Pool* pool, void* handle) {
  return contextCall("cuMemAllocFromPoolAsync", [&](Call& call, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    pool->usedBytes += bytes;
    if (pool->heldBytes < pool->usedBytes) pool->heldBytes = pool->usedBytes;
    return allocate(call, context, address, {bytes, MemoryKind::device, context.device}, {stream});
  });
}

FAKE_EXPORT int cuMemAllocAsync(Address* address, size_t bytes, void* handle) {
  return contextCall("cuMemAllocAsync", [&](Call& call, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    return allocate(call, context, address, {bytes, MemoryKind::device, context.device}, {stream});
  });
}

FAKE_EXPORT int cuMemFreeAsync(Address address, void* handle) {
  return contextCall("cuMemFreeAsync", [&](Call& call, Context& context) -> int {
    const std::lock_guard<std::mutex> lock(Machine::instance().mutex());
    const fake::Stream* const stream = context.stream(handle);
    if (stream == nullptr) return fake::kInvalidHandle;
    return release(call, context, address, {stream});
  });
}
