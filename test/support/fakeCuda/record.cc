#include "record.h"

#include <algorithm>
#include <mutex>
#include <unordered_set>

#include "settings.h"

namespace fake {
namespace {

constexpr int kFiller = 0xEE;

const Layouts& chosenLayouts() {
  const uint32_t version = Settings::read().cuptiVersion;
  const Layouts* chosen = kLayouts;
  for (const Layouts& one : kLayouts) {
    if (one.version <= version) chosen = &one;
  }
  return *chosen;
}

int sizeOfKnown(Kind kind, const Layouts& all) {
  switch (kind) {
    case Kind::memcpy:
      return all.Memcpy.recordBytes;
    case Kind::memset:
      return all.Memset.recordBytes;
    case Kind::kernel:
    case Kind::concurrentKernel:
      return all.Kernel.recordBytes;
    case Kind::driver:
    case Kind::runtime:
      return all.API.recordBytes;
    case Kind::device:
      return all.Device.recordBytes;
    case Kind::context:
      return all.Context.recordBytes;
    case Kind::marker:
      return all.Marker.recordBytes;
    case Kind::overhead:
      return all.Overhead.recordBytes;
    case Kind::memcpyPeer:
      return all.MemcpyPtoP.recordBytes;
    case Kind::synchronization:
      return all.Synchronization.recordBytes;
    case Kind::externalCorrelation:
      return all.ExternalCorrelation.recordBytes;
    case Kind::memory:
      return all.Memory.recordBytes;
    case Kind::memoryPool:
      return all.MemoryPool.recordBytes;
    case Kind::graphTrace:
      return all.GraphTrace.recordBytes;
    case Kind::unknown:
      return kUnknownBytes;
  }
  return 0;
}

}  // namespace

const Layouts& layouts() {
  static const Layouts& chosen = chosenLayouts();
  return chosen;
}

uint32_t sizeOf(Kind kind) { return static_cast<uint32_t>(sizeOfKnown(kind, layouts())); }

Record::Record(Kind kind) : size_(sizeOf(kind)) {
  std::memset(bytes_.data(), kFiller, size_);
  put(0, static_cast<uint32_t>(kind));
}

Record::Record(const uint8_t* bytes, uint32_t size) : size_(std::min(size, kMostBytes)) {
  std::memcpy(bytes_.data(), bytes, size_);
}

Kind Record::kind() const {
  uint32_t kind = 0;
  std::memcpy(&kind, bytes_.data(), sizeof(kind));
  return static_cast<Kind>(kind);
}

const char* interned(const std::string& text) {
  static std::mutex* const mutex = new std::mutex();
  static auto* const texts = new std::unordered_set<std::string>();
  const std::lock_guard<std::mutex> lock(*mutex);
  return texts->insert(text).first->c_str();
}

}  // namespace fake
