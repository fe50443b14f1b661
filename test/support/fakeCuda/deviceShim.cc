#include "deviceShim.h"

namespace fake {

const char* const kDeviceShim = R"shim(
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <new>
#include <type_traits>
#include <utility>
using std::size_t;
#define __global__ __attribute__((used, visibility("default")))
#define __device__
#define __host__
#define __forceinline__ inline
#define __noinline__ __attribute__((noinline))
#define __launch_bounds__(...)
#define __shared__ static
#define __constant__ static
struct dim3 { unsigned x = 1, y = 1, z = 1; };
struct uint3 { unsigned x, y, z; };
struct float2 { float x, y; };
struct float4 { float x, y, z, w; };
struct FakeThread {
  uint3 thread, block;
  dim3 blockSize, gridSize;
  void* shared;
  void (*wait)();
};
extern "C" {
__attribute__((visibility("default"))) FakeThread fake_thread = {};
}
#define threadIdx (fake_thread.thread)
#define blockIdx (fake_thread.block)
#define blockDim (fake_thread.blockSize)
#define gridDim (fake_thread.gridSize)
#define warpSize 32
static inline void __syncthreads() { fake_thread.wait(); }
static inline void __syncwarp(unsigned = 0xffffffffu) { fake_thread.wait(); }
static inline void __threadfence() {}
template <class T, class U> T atomicAdd(T* at, U by) { T old = *at; *at = T(old + by); return old; }
template <class T, class U> T atomicSub(T* at, U by) { T old = *at; *at = T(old - by); return old; }
template <class T, class U> T atomicMax(T* at, U v) { T old = *at; if (T(v) > old) *at = T(v); return old; }
template <class T, class U> T atomicMin(T* at, U v) { T old = *at; if (T(v) < old) *at = T(v); return old; }
template <class T, class U> T atomicExch(T* at, U v) { T old = *at; *at = T(v); return old; }
template <class T> T atomicCAS(T* at, T compare, T v) { T old = *at; if (old == compare) *at = v; return old; }
template <class A, class B> auto min(A a, B b) { return a < b ? a : b; }
template <class A, class B> auto max(A a, B b) { return a > b ? a : b; }
static inline float rsqrtf(float x) { return 1 / sqrtf(x); }
#define __expf expf
static inline float __fmaf_rn(float a, float b, float c) { return fmaf(a, b, c); }
static inline float4 make_float4(float x, float y, float z, float w) { return {x, y, z, w}; }
struct FakeParameter { char kind; unsigned bytes, alignment; };
struct FakeKernel {
  void* function;
  void (*run)(void*, void**);
  unsigned count;
  const FakeParameter* parameters;
};
template <class T> constexpr FakeParameter fakeParameter() {
  return {std::is_pointer<T>::value ? 'p'
          : std::is_floating_point<T>::value ? 'f'
          : std::is_integral<T>::value || std::is_enum<T>::value ? 'u' : 'b',
          unsigned(sizeof(T)), unsigned(alignof(T))};
}
template <class... A> struct FakeKernelOf {
  static constexpr FakeParameter parameters[] = {fakeParameter<A>()..., {'-', 0, 0}};
  template <size_t... I> static void call(void* function, void** at, std::index_sequence<I...>) {
    (void)at;
    reinterpret_cast<void (*)(A...)>(function)(*static_cast<std::decay_t<A>*>(at[I])...);
  }
  static void run(void* function, void** at) {
    call(function, at, std::index_sequence_for<A...>());
  }
};
template <class... A> FakeKernel fakeKernel(void (*function)(A...)) {
  using Kernel = FakeKernelOf<A...>;
  return {reinterpret_cast<void*>(function), Kernel::run, unsigned(sizeof...(A)), Kernel::parameters};
}
#line 1 )shim";

}  // namespace fake
