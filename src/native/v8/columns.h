#pragma once

#include <v8.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <unordered_map>
#include <vector>

#include "bindings.h"

namespace kernelscope {

/** A typed array with a copy of `values`. */
template <typename Array, typename Value>
v8::Local<v8::Value> columnOf(v8::Isolate* isolate, const std::vector<Value>& values) {
  const size_t bytes = values.size() * sizeof(Value);
  v8::Local<v8::ArrayBuffer> buffer = v8::ArrayBuffer::New(isolate, bytes);
  if (bytes > 0) std::memcpy(buffer->GetBackingStore()->Data(), values.data(), bytes);
  return Array::New(buffer, 0, values.size());
}

inline void set(v8::Isolate* isolate, v8::Local<v8::Object> object, const char* name,
                v8::Local<v8::Value> value) {
  object->Set(isolate->GetCurrentContext(), text(isolate, name), value).Check();
}

/** Texts, each once. */
class Texts {
 public:
  int32_t indexOf(const std::string& value) {
    const auto [found, isNew] = indices_.emplace(value, static_cast<int32_t>(values_.size()));
    if (isNew) values_.push_back(value);
    return found->second;
  }

  const std::vector<std::string>& values() const { return values_; }

  v8::Local<v8::Array> toArray(v8::Isolate* isolate) const {
    std::vector<v8::Local<v8::Value>> strings;
    for (const std::string& value : values_) strings.push_back(text(isolate, value.c_str()));
    return v8::Array::New(isolate, strings.data(), strings.size());
  }

 private:
  std::vector<std::string> values_;
  std::unordered_map<std::string, int32_t> indices_;
};

}  // namespace kernelscope
