#pragma once

#include <node_api.h>

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <vector>

// Short names for what the bindings do with Node-API. Nothing here throws a C++ exception: a value of
// a wrong type reads as the fallback.

namespace kernelscope::js {

napi_value undefined(napi_env env);
napi_value boolean(napi_env env, bool value);
napi_value number(napi_env env, double value);
/// A whole number of 64 bits, exact.
napi_value bigint(napi_env env, uint64_t value);
napi_value text(napi_env env, std::string_view value);
/// Text, or `null` for none.
napi_value textOrNull(napi_env env, std::string_view value);
napi_value object(napi_env env);
napi_value array(napi_env env);
/// A function. Its own name is the same for all: V8 knows native functions by the one address at which
/// Node-API enters them, so that CPU samples in any of them have the name of another.
napi_value function(napi_env env, napi_callback callback, void* data = nullptr);

void set(napi_env env, napi_value object, const char* name, napi_value value);
void append(napi_env env, napi_value array, napi_value value);
/// The property of an object; null for what is no object, or has none of that name.
napi_value get(napi_env env, napi_value object, const char* name);

std::string textOf(napi_env env, napi_value value, std::string_view fallback = {});
double numberOf(napi_env env, napi_value value, double fallback = 0);
/// A number within bounds; what is no number reads as the least.
double boundedOf(napi_env env, napi_value value, double least, double most);
bool booleanOf(napi_env env, napi_value value, bool fallback = false);
uint64_t bigintOf(napi_env env, napi_value value, uint64_t fallback = 0);
std::vector<std::string> textsOf(napi_env env, napi_value array);

/// Throws a JavaScript `Error` with the property `code`; returns null, for `return fail(…)`.
napi_value fail(napi_env env, const char* code, const std::string& message);

namespace detail {
void* buffer(napi_env env, size_t bytes, napi_value* result);
napi_value view(napi_env env, napi_typedarray_type type, size_t length, napi_value buffer);
}  // namespace detail

/// A typed array with a copy of `values`: of the type that is named.
template <class T>
napi_value typedArray(napi_env env, napi_typedarray_type type, const std::vector<T>& values) {
  napi_value buffer = nullptr;
  void* const bytes = detail::buffer(env, values.size() * sizeof(T), &buffer);
  if (bytes != nullptr && !values.empty()) {
    std::memcpy(bytes, values.data(), values.size() * sizeof(T));
  }
  return detail::view(env, type, values.size(), buffer);
}

inline napi_value array(napi_env env, const std::vector<double>& values) {
  return typedArray(env, napi_float64_array, values);
}
inline napi_value array(napi_env env, const std::vector<uint32_t>& values) {
  return typedArray(env, napi_uint32_array, values);
}
inline napi_value array(napi_env env, const std::vector<int32_t>& values) {
  return typedArray(env, napi_int32_array, values);
}
inline napi_value array(napi_env env, const std::vector<uint8_t>& values) {
  return typedArray(env, napi_uint8_array, values);
}
inline napi_value array(napi_env env, const std::vector<uint64_t>& values) {
  return typedArray(env, napi_biguint64_array, values);
}

/// The arguments of a call, at most eight; those that were not given are null.
class Arguments {
 public:
  static constexpr size_t kMost = 8;

  Arguments(napi_env env, napi_callback_info info);
  napi_value operator[](size_t index) const { return index < kMost ? values_[index] : nullptr; }
  size_t count() const { return count_; }

 private:
  size_t count_ = kMost;
  napi_value values_[kMost] = {};
};

}  // namespace kernelscope::js
