/** Works for `ns` nanoseconds. The stand-in takes the time of `busyFor` from its argument, that of `busy` as given to it. */
const SPIN = `
#ifdef __CUDA_ARCH__
  long long start, now;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(start));
  do {
    asm volatile("mov.u64 %0, %globaltimer;" : "=l"(now));
  } while (now - start < ns);
#endif
`;

/** Kernels of the checks. `sum` adds up a block in shared memory and writes one number for each. */
export const SOURCE = `
extern "C" __global__ void add(const float* a, const float* b, float* sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) sum[i] = a[i] + b[i];
}

extern "C" __global__ void scale(float* x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = x[i] * 2 + 1;
}

extern "C" __global__ void blockSums(const float* x, float* sums, int n) {
  __shared__ float part[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  part[threadIdx.x] = i < n ? x[i] : 0.0f;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0];
}

extern "C" __global__ void busy(long long ns) { ${SPIN} }

extern "C" __global__ void busyFor(long long ns) { ${SPIN} }

extern "C" __global__ void nothing() {}
`;

/** Threads of a block in all checks. */
export const BLOCK = 256;

/** Elements of the vectors. */
export const SIZE = 1 << 20;

/** Blocks for {@link SIZE} elements. */
export const GRID = SIZE / BLOCK;
