import { describe, expect, it } from 'vitest';
import type { Cuda } from '../../../src/cuda/cuda';
import { CudaArgumentError } from '../../../src/cuda/cudaErrors';
import { SAXPY, standInCuda } from './standInCuda';

type Use = (cuda: Cuda, options: never) => unknown;

const saxpy = (cuda: Cuda) => cuda.load(SAXPY).fn('saxpy');

/** Each call with options, one of them misspelled, and the right spelling. */
const CALLS: readonly (readonly [string, Use, string, string, string])[] = [
  [
    'launch',
    (cuda, options) => cuda.launch(saxpy(cuda), 1, 1, [1, 0n, 1], options),
    ...(['strem', 'stream', 'stream and sharedBytes'] as const)
  ],
  [
    'launch',
    (cuda, options) => saxpy(cuda).launch({ grid: 1, block: 1 }, [1, 0n, 1], options),
    ...(['sharedByte', 'sharedBytes', 'stream and sharedBytes'] as const)
  ],
  [
    'compile',
    (cuda, options) => cuda.compile('', options),
    ...(['optoins', 'options', 'name, options, arch and names'] as const)
  ],
  [
    'upload',
    (cuda, options) => cuda.alloc(4).upload(new Uint8Array(4), options),
    ...(['ofset', 'offset', 'offset and stream'] as const)
  ],
  [
    'download',
    (cuda, options) => cuda.alloc(4).download(Uint8Array, options),
    ...(['ofset', 'offset', 'offset and stream'] as const)
  ],
  [
    'fill',
    (cuda, options) => cuda.alloc(4).fill(0, options),
    ...(['byte', 'bytes', 'offset, stream and bytes'] as const)
  ],
  [
    'copyTo',
    (cuda, options) => cuda.alloc(4).copyTo(cuda.alloc(4), options),
    ...(['targetOfset', 'targetOffset', 'offset, stream, bytes and targetOffset'] as const)
  ]
];

describe.each(CALLS)('the options of %s', (call, use, wrong, right, all) => {
  it('name the one that may be meant, and all there are', () => {
    const { cuda, called } = standInCuda();
    const misspelled = () => use(cuda, { [wrong]: undefined } as never);
    expect(misspelled).toThrow(CudaArgumentError);
    expect(misspelled).toThrow(
      `${call} has no option ${wrong}. Did you mean ${right}?\nIt has ${all}`
    );
    expect(called).toEqual([]);
  });

  it.each<[string, unknown, string]>([
    ['a number', 5, '5'],
    ['null', null, 'null'],
    ['a function', () => undefined, 'a function'],
    ['an array', [], 'an array'],
    ['an object of a class', new Date(0), 'a Date']
  ])('are not %s', (_, options, said) => {
    const { cuda, called } = standInCuda();
    expect(() => use(cuda, options as never)).toThrow(CudaArgumentError);
    expect(() => use(cuda, options as never)).toThrow(
      `${call} takes its options as an object, such as { ${all.split(/,| /)[0]} }, not ${said}.`
    );
    expect(called).toEqual([]);
  });
});

it('says that a stream is given as an option, not in their place', () => {
  const { cuda } = standInCuda();
  expect(() => cuda.alloc(4).fill(0, cuda.stream() as never)).toThrow('not a CudaStream.');
});

it('names no other option where none is near', () => {
  const { cuda } = standInCuda();
  const misspelled = () => cuda.alloc(4).fill(0, { quickly: true } as never);
  expect(misspelled).toThrow('fill has no option quickly.\nIt has offset, stream and bytes');
});

it('takes options without a prototype, and those that are right', () => {
  const { cuda, called } = standInCuda();
  cuda.alloc(4).fill(0, Object.assign(Object.create(null) as object, { offset: 2 }));
  cuda.alloc(4).fill(0, { offset: 2, bytes: 1, stream: undefined });
  expect(called).toEqual(['fill', 'fill']);
});

it('refuses what the shape of a launch has not', () => {
  const { cuda } = standInCuda();
  const shape = { grid: 1, block: 1, sharedBytes: 5 };
  expect(() => saxpy(cuda).launch(shape, [1, 0n, 1])).toThrow(
    'The shape of a launch has no option sharedBytes.\nIt has grid and block'
  );
});

it('misspelled for an asynchronous download reject its promise', async () => {
  const download = standInCuda()
    .cuda.alloc(4)
    .downloadAsync(Uint8Array, { ofset: 1 } as never);
  await expect(download).rejects.toThrow('downloadAsync has no option ofset.');
});

it.each(['options', 'names'])('%s of compile are an array of texts', name => {
  const { cuda, called } = standInCuda();
  const compile = () => cuda.compile('', { [name]: '-DN=4' });
  expect(compile).toThrow(CudaArgumentError);
  expect(compile).toThrow(`${name} of compile are an array of texts, not -DN=4.`);
  expect(called).toEqual([]);
});
