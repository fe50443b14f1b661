#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <string>

#include "layouts.h"

// Records as CUPTI writes them. Where each field lies comes from the golden file of layouts; widths
// are those of the values that are put. What no field covers is filled with 0xEE, so that a reader
// of anything else is found out.

namespace fake {

/// `CUpti_ActivityKind`.
enum class Kind : uint32_t {
  memcpy = 1,
  memset = 2,
  kernel = 3,
  driver = 4,
  runtime = 5,
  device = 8,
  context = 9,
  concurrentKernel = 10,
  marker = 12,
  overhead = 17,
  memcpyPeer = 22,
  synchronization = 38,
  externalCorrelation = 39,
  memory = 49,
  memoryPool = 50,
  graphTrace = 51,
  /// No version of CUPTI has it.
  unknown = 211,
};

constexpr uint32_t kKinds = 256;
constexpr uint32_t kUnknownBytes = 48;

/// The layouts of the version that the environment names: those of the newest known one up to it.
const Layouts& layouts();

/// Bytes of the records of a kind; 0 for one that this library has not.
uint32_t sizeOf(Kind kind);

class Record {
 public:
  static constexpr uint32_t kMostBytes = 320;

  explicit Record(Kind kind);
  /// A copy of what was recorded elsewhere.
  Record(const uint8_t* bytes, uint32_t size);

  Record(const Record& other) : size_(other.size_) { copy(other.bytes_.data()); }
  Record& operator=(const Record& other) {
    size_ = other.size_;
    copy(other.bytes_.data());
    return *this;
  }

  Kind kind() const;
  uint32_t size() const { return size_; }
  const uint8_t* bytes() const { return bytes_.data(); }

  /// Nothing where the version has no such field: `offset` is then −1.
  template <class T>
  Record& put(int offset, T value) {
    if (offset >= 0) std::memcpy(bytes_.data() + offset, &value, sizeof(T));
    return *this;
  }

 private:
  void copy(const uint8_t* bytes) { std::memmove(bytes_.data(), bytes, size_); }

  uint32_t size_;
  alignas(8) std::array<uint8_t, kMostBytes> bytes_;
};

/// A text that stays where it is for as long as the process lives.
const char* interned(const std::string& text);

}  // namespace fake
