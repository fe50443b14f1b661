import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { Cuda } from '../../../src/cuda/cuda';
import { SAXPY, standInCuda } from './standInCuda';

interface Shown {
  readonly isDisposed: boolean;
  dispose(): void;
}

const MAKERS: readonly (readonly [string, (cuda: Cuda) => Shown, string])[] = [
  ['DeviceBuffer', cuda => cuda.alloc(4096), '{ sizeBytes: 4096, address: 0x7f0000001000 }'],
  ['PinnedMemory', cuda => cuda.pinned(4096), '{ sizeBytes: 4096 }'],
  ['CudaStream', cuda => cuda.stream(), '{}'],
  ['CudaEvent', cuda => cuda.event(), '{}'],
  ['CudaModule', cuda => cuda.load(SAXPY), "{ name: 'The image', kernels: [ 'saxpy' ] }"],
  [
    'CudaFunction',
    cuda => cuda.load(SAXPY).fn('saxpy'),
    "{ name: 'saxpy', parameterTypes: [ 'f32', 'u64', 'u32' ] }"
  ],
  ['CudaGraph', cuda => cuda.capture(cuda.stream(), () => undefined), '{ nodes: 2 }']
];

describe.each(MAKERS)('a %s', (kind, make, facts) => {
  it('shows what it is, and nothing that is inside of it', () => {
    expect(inspect(make(standInCuda().cuda))).toBe(`${kind} ${facts}`);
  });

  it('shows when it was disposed of', () => {
    const resource = make(standInCuda().cuda);
    resource.dispose();
    expect(resource.isDisposed).toBe(true);
    expect(inspect(resource)).toBe(`${kind} (disposed)`);
  });

  it('keeps the runtime to itself', () => {
    expect(Object.keys(make(standInCuda().cuda))).not.toContain('runtime');
  });
});

it('shows resources that are deep within other objects', () => {
  const { cuda } = standInCuda();
  const within = { a: { b: { c: cuda.load(SAXPY) } } };
  expect(inspect(within, { breakLength: Infinity, compact: 9 })).toBe(
    "{ a: { b: { c: CudaModule { name: 'The image', kernels: [ 'saxpy' ] } } } }"
  );
});

it('shows a kernel whose parameters are not known by its name alone', () => {
  const { cuda } = standInCuda();
  expect(inspect(cuda.load(Uint8Array.of(1)).fn('k'))).toBe("CudaFunction { name: 'k' }");
});
