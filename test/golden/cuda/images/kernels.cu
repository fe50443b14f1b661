// Kernels whose parameters test/unit/cuda/images reads from what a compiler made of them.

struct Pair {
  float a;
  double b;
};

struct alignas(16) Wide {
  int x[8];
};

struct Empty {};

/// Larger than the 4 kB that parameters were limited to before CUDA 12.1.
struct Large {
  char bytes[5000];
};

extern "C" __global__ void scale(float *x, float by, unsigned long long n) {
  const unsigned long long i = blockIdx.x * (unsigned long long)blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

extern "C" __global__ void nothing() {}

extern "C" __global__ void unused(int a, float *b, char c) {}

extern "C" __global__ void structs(Pair p, short n, Wide w, Empty e, bool f, float *out) {
  *out = p.a + p.b + n + w.x[n] + f;
}

extern "C" __global__ void large(const __grid_constant__ Large b, int *out) { *out = b.bytes[*out]; }

template <typename T> __global__ void add(const T *a, T b, T *out) { *out = *a + b; }
template __global__ void add<double>(const double *, double, double *);
