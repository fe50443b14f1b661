import { describe, expect, it } from 'vitest';
import { kernelsOf, kindOfType, sizeOfKind } from '../../../src/cuda/kernelParameters';
import { demangleKnown } from '../../support/demangleKnown';

describe('the kind of a type of C++', () => {
  it.each([
    ['int', 'int32'],
    ['const int', 'int32'],
    ['unsigned', 'uint32'],
    ['unsigned int', 'uint32'],
    ['int unsigned', 'uint32'],
    ['signed char', 'int8'],
    ['char', 'int8'],
    ['unsigned short int', 'uint16'],
    ['long', 'int64'],
    ['unsigned long', 'uint64'],
    ['long long int', 'int64'],
    ['long long unsigned int', 'uint64'],
    ['std::size_t', 'uint64'],
    ['uint8_t', 'uint8'],
    ['std::int64_t', 'int64'],
    ['float', 'float32'],
    ['double const', 'float64'],
    ['bool', 'bool'],
    ['float*', 'pointer'],
    ['const float* const', 'pointer'],
    ['void (*)(int)', 'pointer'],
    ['int []', 'pointer'],
    ['Pair', undefined],
    ['int3', undefined],
    ['__half', undefined]
  ])('%s is %s', (type, kind) => {
    expect(kindOfType(type)).toBe(kind);
  });

  it('has the size that it has on 64-bit Linux', () => {
    expect(['pointer', 'bool', 'int16', 'word64', 'float32', 'bytes'].map(sizesOf)).toEqual([
      8, 1, 2, 8, 4, 0
    ]);
  });
});

const sizesOf = (kind: string) => sizeOfKind(kind as Parameters<typeof sizeOfKind>[0]);

/** Kinds and types of the parameters of the only kernel of PTX. */
function parametersOf(ptx: string, source: string): readonly string[] {
  const [{ parameters }] = kernelsOf(ptx, source, demangleKnown);
  return (parameters ?? []).map(({ kind, bytes, type }) => `${kind} ${bytes} ${type}`);
}

const entry = (name: string, ...types: readonly string[]) =>
  `.visible .entry ${name}(\n${types.map((type, at) => `\t.param ${type} ${name}_param_${at}`).join(',\n')}\n)\n{`;

describe('the parameters of a kernel', () => {
  it('are as the source declares them, by the sizes of PTX', () => {
    const source = `
      // __global__ void k(double wrong)
      extern "C" __global__ void __launch_bounds__(256) k(
        const float* __restrict__ x, unsigned n, /* a, b */ long long m, float y = 1, int counts[3])
      { }`;
    const ptx = entry('k', '.u64 .ptr .align 1', '.u32', '.u64', '.f32', '.u64');
    expect(parametersOf(ptx, source)).toEqual([
      'pointer 8 const float* __restrict__',
      'uint32 4 unsigned',
      'int64 8 long long',
      'float32 4 float',
      'pointer 8 int [3]'
    ]);
  });

  it('are as the mangled name has them', () => {
    expect(parametersOf(entry('_Z1kPKfjxb', '.u64', '.u32', '.u64', '.u8'), '')).toEqual([
      'pointer 8 float const*',
      'uint32 4 unsigned int',
      'int64 8 long long',
      'bool 1 bool'
    ]);
  });

  it('are as PTX has them where nothing else tells, or tells otherwise', () => {
    const ptx = entry(
      'k',
      '.u64',
      '.u64 .ptr .global .align 4',
      '.u32',
      '.f64',
      '.align 8 .b8 p[24]'
    );
    expect(parametersOf(ptx.replace('p[24] k_param_4', 'k_param_4[24]'), '')).toEqual([
      'word64 8 u64',
      'pointer 8 u64',
      'word32 4 u32',
      'float64 8 f64',
      'bytes 24 b8'
    ]);
    const source = 'extern "C" __global__ void k(real x) {}';
    expect(parametersOf(entry('k', '.f32'), source)).toEqual(['float32 4 real']);
    expect(parametersOf(entry('k', '.f32'), 'extern "C" __global__ void k(double x) {}')).toEqual([
      'float32 4 double'
    ]);
  });

  it('are not known where their list is not understood, or damaged', () => {
    const parameters = ['.texref', '.b8 k[', '.u64 a .u64'].map(
      type => kernelsOf(entry('k', '.u32', type), '', demangleKnown)[0].parameters
    );
    expect(parameters).toEqual([null, null, null]);
  });

  it('are none where there are none', () => {
    expect(kernelsOf('.visible .entry k()\n{', '', demangleKnown)).toEqual([
      { name: 'k', cppName: 'k', parameters: [] }
    ]);
    expect(kernelsOf('.entry k\n{', '', demangleKnown).map(({ name }) => name)).toEqual(['k']);
    expect(kernelsOf('// .entry commented(', '', demangleKnown)).toEqual([]);
  });
});

it('names kernels as C++ does, with namespaces and templates', () => {
  const names = ['_Z3addPfi', '_ZN3ops5scaleIdEEvPT_i', 'plain'];
  expect(
    names.flatMap(name => kernelsOf(entry(name), '', demangleKnown)).map(({ cppName }) => cppName)
  ).toEqual(['add', 'ops::scale<double>', 'plain']);
});
