#include "common/napiValues.h"

#include <cmath>

namespace kernelscope::js {

namespace {

constexpr char kFunctionName[] = "(native code)";

bool isOfType(napi_env env, napi_value value, napi_valuetype wanted) {
  napi_valuetype type = napi_undefined;
  return value != nullptr && napi_typeof(env, value, &type) == napi_ok && type == wanted;
}

}  // namespace

napi_value undefined(napi_env env) {
  napi_value result = nullptr;
  napi_get_undefined(env, &result);
  return result;
}

napi_value boolean(napi_env env, bool value) {
  napi_value result = nullptr;
  napi_get_boolean(env, value, &result);
  return result;
}

napi_value number(napi_env env, double value) {
  napi_value result = nullptr;
  napi_create_double(env, value, &result);
  return result;
}

napi_value bigint(napi_env env, uint64_t value) {
  napi_value result = nullptr;
  napi_create_bigint_uint64(env, value, &result);
  return result;
}

napi_value text(napi_env env, std::string_view value) {
  napi_value result = nullptr;
  napi_create_string_utf8(env, value.data() == nullptr ? "" : value.data(), value.size(), &result);
  return result;
}

napi_value textOrNull(napi_env env, std::string_view value) {
  if (!value.empty()) return text(env, value);
  napi_value result = nullptr;
  napi_get_null(env, &result);
  return result;
}

napi_value object(napi_env env) {
  napi_value result = nullptr;
  napi_create_object(env, &result);
  return result;
}

napi_value array(napi_env env) {
  napi_value result = nullptr;
  napi_create_array(env, &result);
  return result;
}

napi_value function(napi_env env, napi_callback callback, void* data) {
  napi_value result = nullptr;
  napi_create_function(env, kFunctionName, NAPI_AUTO_LENGTH, callback, data, &result);
  return result;
}

void set(napi_env env, napi_value object, const char* name, napi_value value) {
  napi_set_named_property(env, object, name, value);
}

void append(napi_env env, napi_value array, napi_value value) {
  uint32_t length = 0;
  napi_get_array_length(env, array, &length);
  napi_set_element(env, array, length, value);
}

napi_value get(napi_env env, napi_value object, const char* name) {
  if (!isOfType(env, object, napi_object)) return nullptr;
  bool has = false;
  napi_value result = nullptr;
  if (napi_has_named_property(env, object, name, &has) != napi_ok || !has) return nullptr;
  return napi_get_named_property(env, object, name, &result) == napi_ok ? result : nullptr;
}

std::string textOf(napi_env env, napi_value value, std::string_view fallback) {
  size_t length = 0;
  if (!isOfType(env, value, napi_string) ||
      napi_get_value_string_utf8(env, value, nullptr, 0, &length) != napi_ok) {
    return std::string(fallback);
  }
  std::string result(length, '\0');
  napi_get_value_string_utf8(env, value, result.data(), length + 1, &length);
  return result;
}

double numberOf(napi_env env, napi_value value, double fallback) {
  double result = fallback;
  if (!isOfType(env, value, napi_number)) return fallback;
  return napi_get_value_double(env, value, &result) == napi_ok ? result : fallback;
}

double boundedOf(napi_env env, napi_value value, double least, double most) {
  return std::fmin(std::fmax(numberOf(env, value, least), least), most);
}

bool booleanOf(napi_env env, napi_value value, bool fallback) {
  bool result = fallback;
  if (!isOfType(env, value, napi_boolean)) return fallback;
  return napi_get_value_bool(env, value, &result) == napi_ok ? result : fallback;
}

uint64_t bigintOf(napi_env env, napi_value value, uint64_t fallback) {
  uint64_t result = fallback;
  bool isWhole = false;
  if (!isOfType(env, value, napi_bigint)) return fallback;
  return napi_get_value_bigint_uint64(env, value, &result, &isWhole) == napi_ok ? result : fallback;
}

std::vector<std::string> textsOf(napi_env env, napi_value array) {
  std::vector<std::string> result;
  uint32_t length = 0;
  bool isArray = false;
  if (array == nullptr || napi_is_array(env, array, &isArray) != napi_ok || !isArray) return result;
  napi_get_array_length(env, array, &length);
  for (uint32_t index = 0; index < length; index++) {
    napi_value element = nullptr;
    if (napi_get_element(env, array, index, &element) == napi_ok) {
      result.push_back(textOf(env, element));
    }
  }
  return result;
}

napi_value fail(napi_env env, const char* code, const std::string& message) {
  napi_throw_error(env, code, message.c_str());
  return nullptr;
}

namespace detail {

void* buffer(napi_env env, size_t bytes, napi_value* result) {
  void* data = nullptr;
  return napi_create_arraybuffer(env, bytes, &data, result) == napi_ok ? data : nullptr;
}

napi_value view(napi_env env, napi_typedarray_type type, size_t length, napi_value buffer) {
  napi_value result = nullptr;
  if (buffer != nullptr) napi_create_typedarray(env, type, length, buffer, 0, &result);
  return result;
}

}  // namespace detail

Arguments::Arguments(napi_env env, napi_callback_info info) {
  napi_get_cb_info(env, info, &count_, values_, nullptr, nullptr);
  for (size_t index = count_; index < kMost; index++) values_[index] = nullptr;
}

}  // namespace kernelscope::js
