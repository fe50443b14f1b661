import {
  FrameKind,
  type Profile,
  ProfileBuilder,
  StackBuilder,
  emptySampleParts
} from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { encodeFolded } from '../../../../src/formats/folded/write';
import { drawGpuProfile } from '../../../support/drawGpuProfile';
import { drawProfile } from '../../../support/drawProfile';
import { cpuTotals } from '../../../support/functionTotals';
import { exampleMeta } from '../../../support/richProfile';
import { sampledProfile } from '../../../support/sampledProfile';

const linesOf = (profile: Profile): string[] => {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(encodeFolded(profile));
  expect(text === '' || text.endsWith('\n')).toBe(true);
  return text.split('\n').slice(0, -1);
};

/** A profile of samples, each a stack from the root and nanoseconds. */
function profileOf(samples: readonly (readonly [stack: readonly string[], ns: number])[]): Profile {
  const builder = new ProfileBuilder();
  const track = builder.addTrack({ name: 'main', kind: 'thread' });
  const stacks = new StackBuilder();
  const rows = samples.map(([names]) =>
    names.reduce((prefix, name) => {
      const place = { file: 0, line: 0, column: 0, kind: FrameKind.user };
      return stacks.stack(prefix, stacks.frame({ ...place, name: builder.strings.intern(name) }));
    }, -1)
  );
  return builder.build(exampleMeta(1e6), {
    ...emptySampleParts(),
    stacks: stacks.stacks(),
    frames: stacks.frames(),
    samples: {
      length: rows.length,
      time: Float64Array.from(rows, (_, row) => row),
      weight: Float64Array.from(samples, ([, ns]) => ns),
      stack: Int32Array.from(rows),
      track: new Uint16Array(rows.length).fill(track)
    }
  });
}

describe('folded stacks', () => {
  test('have one line for each stack with its microseconds, ordered by text', () => {
    const profile = profileOf([
      [['train', 'matMul'], 2000],
      [['train'], 5000],
      [['train', 'matMul'], 3000],
      [['load'], 1000]
    ]);
    expect(linesOf(profile)).toEqual(['load 1', 'train 5', 'train;matMul 5']);
  });

  test('have no separator and no line end within a name', () => {
    const profile = profileOf([[['a;b', 'c\nd\r\te', '', '\ud83d', '\u2028 5'], 1000]]);
    expect(linesOf(profile)).toEqual(['a:b;c d  e;(anonymous);\ufffd;  5 1']);
  });

  test('say where a function is that has no name', () => {
    const profile = sampledProfile({ samples: 50, names: ['(anonymous)'], gc: false, threads: 1 });
    const [line] = linesOf(profile);
    expect(line).toMatch(/^\(anonymous\) Cell \[5\]:1(;\(anonymous\) Cell \[5\]:1)* \d+$/);
  });

  test('leave out what takes no whole microsecond, and lose nothing of the sum', () => {
    const profile = profileOf([
      [['a'], 400],
      [['b'], 400],
      [['c'], 400],
      [['d'], 1_000_400]
    ]);
    expect(linesOf(profile)).toEqual(['b 1', 'd 1001']);
  });

  test('begin with the thread where several have samples', () => {
    const profile = sampledProfile({ samples: 200, names: ['train', 'matMul'], gc: false });
    const lines = linesOf(profile);
    expect(lines.every(line => /^(main thread|worker 1);.*[^ ] [1-9]\d*$/.test(line))).toBe(true);
    const self = lines.reduce((sum, line) => {
      return /;matMul \d+$/.test(line) ? sum + Number(line.split(' ').at(-1)) : sum;
    }, 0);
    expect(self * 1000).toBe(cpuTotals(profile).get('matMul')?.self);
  });

  test('tell a profile without samples by its slices and the time that each had for itself', () => {
    const profile = drawProfile(
      `
      main |[train            ]
           | [op/conv][op/relu]
      lane |[wait]
      `,
      { nsPerColumn: 1000 }
    );
    expect(linesOf(profile)).toEqual([
      ...['lane;wait 6', 'main;train 1', 'main;train;conv 9', 'main;train;relu 9']
    ]);
  });

  test('of slices that are not inside each other never take negative time', () => {
    const builder = new ProfileBuilder();
    const track = builder.addTrack({ name: 'main', kind: 'thread' });
    for (const [name, start, duration] of [
      ['outer', 0, 10_000],
      ['first', 0, 8000],
      ['second', 4000, 6000]
    ] as const) {
      builder.addSlice({ name, category: 'x', start, duration, track });
    }
    expect(linesOf(builder.build(exampleMeta(10_000)))).toEqual([
      'outer;first 8',
      'outer;second 6'
    ]);
  });

  test('of very deep stacks are cut, with their time in what is left', () => {
    const deep = Array.from({ length: 10_000 }, () => 'f');
    const [line, ...others] = linesOf(profileOf([[deep, 7000]]));
    expect(others).toEqual([]);
    expect([line.split(';').length, line.endsWith(' 7')]).toEqual([4096, true]);
  });

  test('of an empty profile are a comment', () => {
    expect(linesOf(new ProfileBuilder().build(exampleMeta(0)))).toEqual([
      '# No stacks were recorded.'
    ]);
  });
});

test('streams of several GPUs are told apart by their GPU', () => {
  const profile = drawGpuProfile('main |[conv]\ngpu 0/7 |[K ]\ngpu 1/7 |  [K  ]', {
    nsPerColumn: 1000
  });
  expect(linesOf(profile).sort()).toEqual([
    'GPU 0 (Test) · stream 7;gemm 4',
    'GPU 1 (Test) · stream 7;gemm 5',
    'main;conv 6'
  ]);
});
