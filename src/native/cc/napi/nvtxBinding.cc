#include <node_api.h>

#include <array>
#include <cstddef>

#include "common/napiValues.h"
#include "napi/bindings.h"
#include "nvtx/nvtx.h"

// Nothing here keeps state, and nothing throws: arguments of a wrong type read as empty text or as
// zero.

namespace kernelscope {
namespace {

/// Longest name of a range, bytes; a longer one is cut between two characters.
constexpr size_t kMaxName = 1024;

using Name = std::array<char, kMaxName>;

napi_value firstArgument(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value argument = nullptr;
  napi_get_cb_info(env, info, &count, &argument, nullptr, nullptr);
  return argument;
}

const char* textArgument(napi_env env, napi_callback_info info, Name& name) {
  size_t length = 0;
  name[0] = '\0';
  napi_get_value_string_utf8(env, firstArgument(env, info), name.data(), name.size(), &length);
  return name.data();
}

const char* nameOf(NvtxState state) {
  switch (state) {
    case NvtxState::ready:
      return "ready";
    case NvtxState::noTool:
      return "noTool";
    case NvtxState::notLoaded:
      return "notLoaded";
    case NvtxState::noEntry:
      return "noEntry";
    case NvtxState::refused:
      return "refused";
  }
  return "refused";
}

napi_value nvtxAttach(napi_env env, napi_callback_info info) {
  std::array<char, 4096> path{};
  size_t length = 0;
  napi_get_value_string_utf8(env, firstArgument(env, info), path.data(), path.size(), &length);
  napi_value result = nullptr;
  const char* const state = nameOf(NvtxTool::instance().attach(path.data()));
  napi_create_string_utf8(env, state, NAPI_AUTO_LENGTH, &result);
  return result;
}

napi_value nvtxPush(napi_env env, napi_callback_info info) {
  Name name;
  NvtxTool::instance().push(textArgument(env, info, name));
  return nullptr;
}

napi_value nvtxPop(napi_env, napi_callback_info) {
  NvtxTool::instance().pop();
  return nullptr;
}

napi_value nvtxStart(napi_env env, napi_callback_info info) {
  Name name;
  napi_value range = nullptr;
  napi_create_bigint_uint64(env, NvtxTool::instance().start(textArgument(env, info, name)), &range);
  return range;
}

napi_value nvtxEnd(napi_env env, napi_callback_info info) {
  uint64_t range = 0;
  bool isWhole = false;
  napi_get_value_bigint_uint64(env, firstArgument(env, info), &range, &isWhole);
  NvtxTool::instance().end(range);
  return nullptr;
}

napi_value nvtxMark(napi_env env, napi_callback_info info) {
  Name name;
  NvtxTool::instance().mark(textArgument(env, info, name));
  return nullptr;
}

}  // namespace

napi_value nvtxBinding(napi_env env) {
  napi_value object = js::object(env);
  js::set(env, object, "attach", js::function(env, nvtxAttach));
  js::set(env, object, "push", js::function(env, nvtxPush));
  js::set(env, object, "pop", js::function(env, nvtxPop));
  js::set(env, object, "start", js::function(env, nvtxStart));
  js::set(env, object, "end", js::function(env, nvtxEnd));
  js::set(env, object, "mark", js::function(env, nvtxMark));
  return object;
}

}  // namespace kernelscope
