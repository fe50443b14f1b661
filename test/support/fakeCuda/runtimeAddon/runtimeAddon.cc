// An addon for tests: calls of CUDA's runtime from JavaScript, as a native library makes them. It
// finds the stand-in where the addon does. What fails throws an Error with CUDA's number.

#include <dlfcn.h>
#include <node_api.h>

#include <cstdint>
#include <cstdlib>
#include <string>
#include <thread>

namespace {

/// What the runtime answers where there is no driver, `cudaErrorInsufficientDriver`.
constexpr int kNoRuntime = 35;

/// Where the addon looks first, or where the loader does.
void* openLibrary() {
  const char* const folder = std::getenv("KERNELSCOPE_CUDA_LIBRARIES");
  const std::string path = folder == nullptr ? "" : std::string(folder) + "/";
  return dlopen((path + "libcuda.so.1").c_str(), RTLD_NOW);
}

template <class Function>
Function find(const char* name) {
  static void* const library = openLibrary();
  return library == nullptr ? nullptr : reinterpret_cast<Function>(dlsym(library, name));
}

struct Arguments {
  napi_env env;
  napi_value values[6] = {};

  Arguments(napi_env environment, napi_callback_info info) : env(environment) {
    size_t count = 6;
    napi_get_cb_info(env, info, &count, values, nullptr, nullptr);
  }

  uint32_t number(size_t index) const {
    uint32_t value = 0;
    napi_get_value_uint32(env, values[index], &value);
    return value;
  }

  uint64_t handle(size_t index) const {
    uint64_t value = 0;
    bool isWhole = false;
    napi_get_value_bigint_uint64(env, values[index], &value, &isWhole);
    return value;
  }

  std::string text(size_t index) const {
    char value[512] = "";
    size_t length = 0;
    napi_get_value_string_utf8(env, values[index], value, sizeof value, &length);
    return std::string(value, length);
  }

  void* bytes(size_t index, size_t* length) const {
    void* data = nullptr;
    napi_get_buffer_info(env, values[index], &data, length);
    return data;
  }
};

napi_value answer(napi_env env, int error) {
  if (error == 0) return nullptr;
  const std::string number = std::to_string(error);
  napi_throw_error(env, number.c_str(), ("The runtime answered " + number).c_str());
  return nullptr;
}

napi_value answer(napi_env env, int error, uint64_t handle) {
  napi_value value = nullptr;
  if (error != 0) return answer(env, error);
  napi_create_bigint_uint64(env, handle, &value);
  return value;
}

template <class... Parameters>
int call(const char* name, Parameters... parameters) {
  const auto function = find<int (*)(Parameters...)>(name);
  return function == nullptr ? kNoRuntime : function(parameters...);
}

void* pointer(uint64_t handle) { return reinterpret_cast<void*>(handle); }

/// `launch(kernel, grid, block, sharedBytes, stream)`
napi_value launch(napi_env env, napi_callback_info info) {
  const Arguments given(env, info);
  const std::string kernel = given.text(0);
  return answer(env, call("fakeRuntimeLaunch", kernel.c_str(), given.number(1), given.number(2),
                          given.number(3), pointer(given.handle(4)),
                          static_cast<void**>(nullptr)));
}

/// `launchOn(kernel, address, elements)`: for kernels such as `scale(float*, int)`.
napi_value launchOn(napi_env env, napi_callback_info info) {
  const Arguments given(env, info);
  const std::string kernel = given.text(0);
  uint64_t address = given.handle(1);
  uint32_t elements = given.number(2);
  void* arguments[] = {&address, &elements};
  return answer(env, call("fakeRuntimeLaunch", kernel.c_str(), (elements + 255) / 256, 256u, 0u,
                          static_cast<void*>(nullptr), static_cast<void**>(arguments)));
}

/// `launchMany(kernel, times)`
napi_value launchMany(napi_env env, napi_callback_info info) {
  const Arguments given(env, info);
  const std::string kernel = given.text(0);
  return answer(env, call("fakeRuntimeLaunchMany", kernel.c_str(), given.number(1)));
}

/// `launchInThread(kernel, stream)`: from a thread of this addon's own, which has ended on return.
napi_value launchInThread(napi_env env, napi_callback_info info) {
  const Arguments given(env, info);
  const std::string kernel = given.text(0);
  void* const stream = pointer(given.handle(1));
  int error = 0;
  std::thread([&] {
    error = call("fakeRuntimeLaunch", kernel.c_str(), 1u, 32u, 0u, stream,
                 static_cast<void**>(nullptr));
  }).join();
  return answer(env, error);
}

napi_value allocate(napi_env env, napi_callback_info info) {
  uint64_t address = 0;
  const size_t bytes = Arguments(env, info).number(0);
  const int error = call("fakeRuntimeMalloc", &address, bytes);
  return answer(env, error, address);
}

napi_value release(napi_env env, napi_callback_info info) {
  return answer(env, call("fakeRuntimeFree", Arguments(env, info).handle(0)));
}

/// `copyToDevice(address, buffer)`
napi_value copyToDevice(napi_env env, napi_callback_info info) {
  const Arguments given(env, info);
  size_t length = 0;
  const void* const from = given.bytes(1, &length);
  return answer(env, call("fakeRuntimeCopyToDevice", given.handle(0), from, length));
}

/// `copyToHost(buffer, address)`
napi_value copyToHost(napi_env env, napi_callback_info info) {
  const Arguments given(env, info);
  size_t length = 0;
  void* const to = given.bytes(0, &length);
  return answer(env, call("fakeRuntimeCopyToHost", to, given.handle(1), length));
}

napi_value createStream(napi_env env, napi_callback_info) {
  void* stream = nullptr;
  const int error = call("fakeRuntimeCreateStream", &stream);
  return answer(env, error, reinterpret_cast<uint64_t>(stream));
}

napi_value synchronize(napi_env env, napi_callback_info) {
  return answer(env, call("fakeRuntimeSynchronize"));
}

/// `synchronizeStream(stream)`
napi_value synchronizeStream(napi_env env, napi_callback_info info) {
  void* const stream = pointer(Arguments(env, info).handle(0));
  return answer(env, call("fakeRuntimeSynchronizeStream", stream));
}

void add(napi_env env, napi_value exports, const char* name, napi_callback callback) {
  napi_value function = nullptr;
  napi_create_function(env, name, NAPI_AUTO_LENGTH, callback, nullptr, &function);
  napi_set_named_property(env, exports, name, function);
}

}  // namespace

NAPI_MODULE_INIT() {
  add(env, exports, "launch", launch);
  add(env, exports, "launchOn", launchOn);
  add(env, exports, "launchMany", launchMany);
  add(env, exports, "launchInThread", launchInThread);
  add(env, exports, "allocate", allocate);
  add(env, exports, "release", release);
  add(env, exports, "copyToDevice", copyToDevice);
  add(env, exports, "copyToHost", copyToHost);
  add(env, exports, "createStream", createStream);
  add(env, exports, "synchronize", synchronize);
  add(env, exports, "synchronizeStream", synchronizeStream);
  return exports;
}
