#pragma once

#include <cstddef>
#include <cstdint>
#include <fstream>
#include <memory>
#include <set>
#include <string>
#include <utility>

#include "cupti/cuptiApi.h"

namespace kernelscope {

/// A file that takes records as CUPTI wrote them, with the texts that they point to, so that they
/// can be read again elsewhere. Numbers are those of this machine, which writes the low byte first.
class RecordedStream {
 public:
  /// Null where the file cannot be written.
  static std::unique_ptr<RecordedStream> open(const std::string& path, const CuptiApi& cupti,
                                              uint64_t originNs);

  void write(const uint8_t* record, size_t size);
  /// What was written so far is then in the file.
  void flush() { file_.flush(); }

 private:
  RecordedStream(const std::string& path, const CuptiApi& cupti)
      : cupti_(cupti), file_(path, std::ios::binary) {}

  template <class T>
  void put(T number) {
    file_.write(reinterpret_cast<const char*>(&number), sizeof number);
  }
  void putText(const std::string& text);
  void writeName(uint32_t domain, uint32_t callback);

  const CuptiApi& cupti_;
  std::ofstream file_;
  /// Calls whose names are in the file.
  std::set<std::pair<uint32_t, uint32_t>> named_;
};

}  // namespace kernelscope
