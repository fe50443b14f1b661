#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "cupti/cuptiApi.h"

namespace kernelscope {

/// Gives each text of a recording a number that it keeps, from 1; 0 is the empty text.
class ActivityTexts {
 public:
  explicit ActivityTexts(const CuptiApi& cupti) : cupti_(cupti) {}

  /// Of a text of CUPTI, null for the empty one.
  uint32_t numberOf(const char* text);
  /// Of the name of a function of the driver or the runtime.
  uint32_t numberOfCall(uint32_t domain, uint32_t callback);

  /// The texts that are new since the last time, in the order of their numbers. What was read until
  /// now may lie elsewhere from now on.
  std::vector<std::string> takeNew();

 private:
  uint32_t add(const std::string& text);

  const CuptiApi& cupti_;
  std::unordered_map<std::string, uint32_t> numbers_;
  /// By address: CUPTI gives the same text at the same place while a batch is read.
  std::unordered_map<const char*, uint32_t> places_;
  std::unordered_map<uint64_t, uint32_t> calls_;
  std::vector<std::string> added_;
};

}  // namespace kernelscope
