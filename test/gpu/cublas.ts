import { createRequire } from 'node:module';
import { type FinishedProfile, cuda, profile } from '../../src/index';
import { KERNEL_CATEGORY } from '../../src/model/profile/categories';
import { must, NotRunnable } from './checklist';
import { GPU_ALONE } from './recordedWork';

/** Rows and columns of the matrices. */
const N = 256;

const NAMES = ['libcublas.so.13', 'libcublas.so.12', 'libcublas.so.11'];

type Foreign = (...args: readonly unknown[]) => unknown;

interface ForeignLibrary {
  func(declaration: string): Foreign;
}

interface Koffi {
  load(name: string): ForeignLibrary;
}

/** A product of matrices by cuBLAS, which is called through koffi and recorded for all that. */
export async function checkCublas(): Promise<string> {
  const library = loadCublas();
  await profile.run(() => multiply(library), GPU_ALONE);
  const { data } = profile.last as FinishedProfile;
  const kernels = Array.from(data.slices.label).filter(
    label => data.strings[data.labels.category[label]] === KERNEL_CATEGORY
  );
  must(kernels.length > 0, 'no kernel of cuBLAS was recorded');
  const [first] = kernels;
  return `the product is right, by ${data.strings[data.labels.name[first]]}`;
}

function loadCublas(): ForeignLibrary {
  const koffi = requireKoffi();
  for (const name of NAMES) {
    try {
      return koffi.load(name);
    } catch {
      // The next version may be there.
    }
  }
  throw new NotRunnable(`none of ${NAMES.join(', ')} is here: pip install nvidia-cublas`);
}

function requireKoffi(): Koffi {
  try {
    return createRequire(__filename)('koffi') as Koffi;
  } catch {
    throw new NotRunnable('koffi is not installed');
  }
}

function multiply(library: ForeignLibrary): void {
  const create = library.func('int cublasCreate_v2(_Out_ void **handle)');
  const destroy = library.func('int cublasDestroy_v2(void *handle)');
  const sgemm = library.func(
    'int cublasSgemm_v2(void *handle, int opA, int opB, int m, int n, int k, float *alpha, ' +
      'uint64_t a, int lda, uint64_t b, int ldb, float *beta, uint64_t c, int ldc)'
  );
  const a = Float32Array.from({ length: N * N }, (_, at) => at % 5);
  const b = Float32Array.from({ length: N * N }, (_, at) => at % 3);
  cuda.buffer(a, left =>
    cuda.buffer(b, right =>
      cuda.alloc(a.byteLength, product => {
        const handle: unknown[] = [null];
        must(create(handle) === 0, 'cublasCreate failed');
        const [one, zero] = [Float32Array.of(1), Float32Array.of(0)];
        const operands = [left.address, N, right.address, N, zero, product.address, N];
        const status = sgemm(handle[0], 0, 0, N, N, N, one, ...operands);
        must(status === 0, `cublasSgemm answered ${String(status)}`);
        checkProduct(a, b, product.download(Float32Array));
        destroy(handle[0]);
      })
    )
  );
}

/** Columns lie one after another, as in Fortran; all numbers are small and whole, so exact. */
function checkProduct(a: Float32Array, b: Float32Array, product: Float32Array): void {
  for (const [row, column] of [
    [0, 0],
    [3, 7],
    [N - 1, N - 1]
  ]) {
    let expected = 0;
    for (let k = 0; k < N; k++) expected += a[k * N + row] * b[column * N + k];
    const found = product[column * N + row];
    must(found === expected, `element ${row}, ${column} is ${found}, not ${expected}`);
  }
}
