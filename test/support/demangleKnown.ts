import type { Demangle } from '../../src/base/text';

/** Mangled names that tests use, with what the addon makes of them. */
export const KNOWN_NAMES: Readonly<Record<string, string>> = {
  _Z4gemmPf: 'gemm(float*)',
  _Z6kernelPf: 'kernel(float*)',
  _Z4gemmPKfS0_Pf: 'gemm(float const*, float const*, float*)',
  _Z3addPfi: 'add(float*, int)',
  _Z1kPKfjxb: 'k(float const*, unsigned int, long long, bool)',
  _ZN3ops5scaleIdEEvPT_i: 'void ops::scale<double>(double*, int)',
  _ZN2at6native18elementwise_kernelILi512ELi1EEEvi:
    'void at::native::elementwise_kernel<512, 1>(int)',
  N5torch8autograd9GraphRootE: 'torch::autograd::GraphRoot'
};

/** Demangles {@link KNOWN_NAMES}, for tests without the native addon. */
export const demangleKnown: Demangle = name => KNOWN_NAMES[name] ?? name;
