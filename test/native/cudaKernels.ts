/** CUDA C++ of the tests: a sum of vectors, a sum of one vector by shared memory, and a template. */
export const KERNELS = `
__global__ void add(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

extern "C" __global__ void total(const float* x, float* out, unsigned int n) {
  extern __shared__ float part[];
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0;
  __syncthreads();
  for (unsigned step = blockDim.x / 2; step > 0; step /= 2) {
    if (threadIdx.x < step) part[threadIdx.x] += part[threadIdx.x + step];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(out, part[0]);
}

template <class T> __global__ void scale(T* x, T by, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

__global__ void write(int* at) { *at = 1; }
`;

/** What programs of the tests begin with: `cuda`, the module `kernels`, and `nameOf` for errors. */
export const PRELUDE = `
const { cuda } = require('kernelscope');
const KERNELS = ${JSON.stringify(KERNELS)};
const errorOf = call => {
  try { call(); return 'none'; } catch (error) { return error.name + ': ' + error.message; }
};
const errorLater = async call => {
  try { await call(); return 'none'; } catch (error) { return error.name + ': ' + error.message; }
};
const compiled = () => cuda.compile(KERNELS, { name: 'tests.cu', names: ['scale<double>'] });
const numbers = length => Float32Array.from({ length }, (_, index) => index);
`;
