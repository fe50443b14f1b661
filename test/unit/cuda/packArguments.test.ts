import { describe, expect, it } from 'vitest';
import { CudaArgumentError } from '../../../src/cuda/cudaErrors';
import { type ParameterKind, sizeOfKind } from '../../../src/cuda/kernelParameters';
import { kernelValues } from '../../../src/cuda/kernelValues';
import { type KernelArgument, packArguments } from '../../../src/cuda/packArguments';

const { int8, int32, int64, uint8, uint32, uint64, float32, float64, bool, bytes } = kernelValues;

/** The bytes of one argument for a parameter of a kind, as hexadecimal digits. */
function packed(kind: ParameterKind, value: unknown, size = sizeOfKind(kind)): string {
  const parameters = [{ kind, bytes: size, type: kind }];
  const { values } = packArguments({ name: 'k', parameters, parameterBytes: null }, [
    value as KernelArgument
  ]);
  return Buffer.from(values.subarray(0, size)).toString('hex');
}

describe('an argument of a known type', () => {
  it.each<[ParameterKind, unknown, string]>([
    ['int32', -2, 'feffffff'],
    ['uint32', 4294967295, 'ffffffff'],
    ['int8', -128, '80'],
    ['uint16', 258, '0201'],
    ['int64', -1, 'ffffffffffffffff'],
    ['uint64', 2n ** 64n - 1n, 'ffffffffffffffff'],
    ['word32', -1, 'ffffffff'],
    ['word32', 4294967295, 'ffffffff'],
    ['word64', 5n, '0500000000000000'],
    ['float32', 1.5, '0000c03f'],
    ['float64', 1.5, '000000000000f83f'],
    ['float32', Infinity, '0000807f'],
    ['bool', true, '01'],
    ['pointer', 0x7f0000001000n, '00100000007f0000'],
    ['pointer', uint64(16), '1000000000000000'],
    ['int32', uint32(7), '07000000'],
    ['bool', uint8(1), '01']
  ])('%s takes %s as %s', (kind, value, expected) => {
    expect(packed(kind, value)).toBe(expected);
  });

  it.each<[ParameterKind, unknown]>([
    ['int32', 2 ** 31],
    ['int32', 0.5],
    ['int32', NaN],
    ['int32', '1'],
    ['int32', undefined],
    ['int32', null],
    ['int32', float32(1)],
    ['int32', int64(1)],
    ['int32', true],
    ['uint32', -1],
    ['uint8', 256],
    ['word64', 5],
    ['word32', 2 ** 32],
    ['float32', 1n],
    ['float32', '1'],
    ['float32', float64(1)],
    ['float32', int32(1)],
    ['float64', float32(1)],
    ['bool', 1],
    ['pointer', 16],
    ['pointer', -1n],
    ['pointer', 2n ** 64n],
    ['pointer', new Float32Array(4)],
    ['bytes', 5]
  ])('%s does not take %s', (kind, value) => {
    expect(() => packed(kind, value)).toThrow(CudaArgumentError);
  });

  it('of a struct takes as many bytes as that has', () => {
    expect(packed('bytes', bytes(Uint8Array.of(1, 2, 3)), 3)).toBe('010203');
    expect(() => packed('bytes', bytes(Uint8Array.of(1, 2)), 3)).toThrow('has 3 bytes, not 2');
  });
});

it('arguments of unknown types take values with types alone, of the sizes that the driver tells', () => {
  const pack = (value: KernelArgument, parameterBytes: number[] | null = null) =>
    packArguments({ name: 'k', parameters: null, parameterBytes }, [value]);
  expect(() => pack(3)).toThrow('takes a buffer, an address as a bigint, or a value with its type');
  expect(() => pack(true)).toThrow(CudaArgumentError);
  expect(Array.from(pack(int8(-1)).values.subarray(0, 1))).toEqual([255]);
  expect(pack(5n, [8]).offsets).toEqual(Uint32Array.of(0));
  expect(() => pack(int8(1), [4])).toThrow('has 4 bytes, not 1');
  expect(() => pack(5n, [8, 8])).toThrow('k takes 2 arguments, not 1.');
});

it('every argument begins where any type may', () => {
  const kinds: ParameterKind[] = ['int8', 'float64', 'int32'];
  const parameters = kinds.map(kind => ({ kind, bytes: sizeOfKind(kind), type: kind }));
  const { offsets, values } = packArguments(
    { name: 'k', parameters, parameterBytes: null },
    [1, 2, 3]
  );
  expect(Array.from(offsets)).toEqual([0, 16, 32]);
  expect(values).toHaveLength(48);
});

it.each([
  () => int8(128),
  () => uint32(-1),
  () => int64(1.5),
  () => int64(2n ** 63n),
  () => float32('1' as unknown as number),
  () => bool(1 as unknown as boolean),
  () => bytes([1] as unknown as Uint8Array)
])('values that their types cannot be are refused: %s', make => {
  expect(make).toThrow(CudaArgumentError);
});
