#pragma once

#include <cupti.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <vector>

// How the oracle writes: records into a recorded stream, and the values that it put into them, as JSON,
// to standard output.

namespace oracle {

/// CLOCK_MONOTONIC at the origin of the stream.
constexpr uint64_t kOrigin = 5'000'000'000'000;

/// A pointer of a record, and the text that it stands for.
struct Text {
  size_t offset;
  const char* text;
};

inline FILE* stream = nullptr;

template <class T>
void put(T value) {
  std::fwrite(&value, sizeof(value), 1, stream);
}

inline void put(const char* text) {
  put(static_cast<uint32_t>(std::strlen(text)));
  std::fwrite(text, 1, std::strlen(text), stream);
}

/// Bytes that no field covers show when they are read.
template <class T>
T blank(CUpti_ActivityKind kind) {
  T record;
  std::memset(&record, 0xEE, sizeof(record));
  record.kind = kind;
  return record;
}

template <class T>
void write(const T& record, const std::vector<Text>& texts = {}) {
  put(uint32_t{1});
  put(static_cast<uint32_t>(sizeof(record)));
  std::fwrite(&record, sizeof(record), 1, stream);
  put(static_cast<uint32_t>(texts.size()));
  for (const Text& text : texts) {
    put(static_cast<uint32_t>(text.offset));
    put(text.text);
  }
}

/// Tells the name that CUPTI has for a call.
inline void writeName(uint32_t domain, uint32_t number, const char* name) {
  put(uint32_t{2});
  put(domain);
  put(number);
  put(name);
}

/// One row of JSON: the values of one record by the names of the addon's columns.
class Row {
 public:
  explicit Row(const char* table) {
    static bool isFirst = true;
    std::printf("%s\n{\"table\": \"%s\"", isFirst ? "[" : ",", table);
    isFirst = false;
  }
  ~Row() { std::printf("}"); }

  /// A number of up to 53 bits, or as text one of 64.
  template <class T>
  Row& is(const char* column, T value) {
    std::printf(", \"%s\": %lld", column, static_cast<long long>(value));
    return *this;
  }
  Row& isExactly(const char* column, uint64_t value) {
    std::printf(", \"%s\": \"%llu\"", column, static_cast<unsigned long long>(value));
    return *this;
  }
  Row& isTime(const char* column, uint64_t value) {
    return is(column, static_cast<int64_t>(value - kOrigin));
  }
  Row& isText(const char* column, const char* value) {
    std::printf(", \"%s\": \"%s\"", column, value);
    return *this;
  }
};

}  // namespace oracle
