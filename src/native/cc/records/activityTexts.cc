#include "records/activityTexts.h"

namespace kernelscope {

uint32_t ActivityTexts::numberOf(const char* text) {
  if (text == nullptr || *text == '\0') return 0;
  const auto [place, isNew] = places_.try_emplace(text, 0);
  if (isNew) place->second = add(text);
  return place->second;
}

uint32_t ActivityTexts::numberOfCall(uint32_t domain, uint32_t callback) {
  const uint64_t key = uint64_t{domain} << 32 | callback;
  const auto [call, isNew] = calls_.try_emplace(key, 0);
  if (isNew) call->second = add(cupti_.nameOfCallback(domain, callback));
  return call->second;
}

uint32_t ActivityTexts::add(const std::string& text) {
  const uint32_t next = static_cast<uint32_t>(numbers_.size()) + 1;
  const auto [number, isNew] = numbers_.try_emplace(text, next);
  if (isNew) added_.push_back(text);
  return number->second;
}

std::vector<std::string> ActivityTexts::takeNew() {
  places_.clear();
  std::vector<std::string> taken;
  taken.swap(added_);
  return taken;
}

}  // namespace kernelscope
