import { UNTRANSLATED } from '../../../../src/base/translator';
import fc from 'fast-check';
import { type Profile, ProfileBuilder } from 'kernelscope/model';
import { describe, expect, test } from 'vitest';
import { encodeCpuprofile, cpuprofileLosses } from '../../../../src/formats/cpuprofile/write';
import { CPUPROFILE } from '../../../../src/formats/cpuprofile/format';
import { fullProfile } from '../../../support/fullProfile';
import { exampleMeta } from '../../../support/richProfile';
import { sampledProfile } from '../../../support/sampledProfile';

interface Node {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly scriptId: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly hitCount: number;
  readonly children?: readonly number[];
  readonly positionTicks?: readonly { readonly line: number; readonly ticks: number }[];
}

interface File {
  readonly nodes: readonly Node[];
  readonly startTime: number;
  readonly endTime: number;
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const fileOf = (profile: Profile): File =>
  JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(encodeCpuprofile(profile))) as File;

const sum = (values: readonly number[]): number => values.reduce((total, one) => total + one, 0);

/** 123456789012345678 ns of the made-up origin, as microseconds. */
const ORIGIN_US = 123_456_789_012_346;

describe('a .cpuprofile', () => {
  const profile = sampledProfile({ samples: 900, names: ['train', 'matMul', 'relu'] });
  const file = fileOf(profile);

  test('is on the monotonic clock, in whole microseconds whose differences reach to the end', () => {
    expect(file.startTime).toBe(ORIGIN_US);
    expect(file.endTime).toBe(ORIGIN_US + profile.meta.durationNs / 1000);
    expect(file.timeDeltas.every(delta => Number.isInteger(delta) && delta >= 0)).toBe(true);
    expect(sum(file.timeDeltas)).toBe(file.endTime - file.startTime);
  });

  test('lists what is missing of the profile where there is anything', () => {
    const meta = { ...profile.meta, status: 'interrupted' } as const;
    const { kernelscope } = fileOf({ ...profile, meta }) as File & { kernelscope?: unknown };
    const note = 'The code was interrupted; everything up to then is here.';
    expect(kernelscope).toEqual({ notes: [note] });
    expect(file).not.toHaveProperty('kernelscope');
  });

  test('has the samples of the first thread, a last one for the end, and says what it leaves', () => {
    expect(file.samples.length).toBe(450 + 1);
    expect(file.samples.at(-1)).toBe(1);
    expect(file.timeDeltas.length).toBe(file.samples.length);
    expect(cpuprofileLosses(profile)).toEqual(['450 CPU samples of other threads']);
    expect(cpuprofileLosses(sampledProfile({ samples: 9, names: ['a'], threads: 1 }))).toEqual([]);
  });

  test('calls anything that is not a function as V8 does, without a script', () => {
    const top = file.nodes[0].children?.map(id => file.nodes[id - 1].callFrame) ?? [];
    const NO_SCRIPT = { scriptId: '0', url: '', lineNumber: -1, columnNumber: -1 };
    for (const functionName of ['(idle)', '(program)', '(garbage collector)']) {
      expect(top).toContainEqual({ functionName, ...NO_SCRIPT });
    }
    expect(file.nodes[0].callFrame).toEqual({ functionName: '(root)', ...NO_SCRIPT });
  });

  test('counts lines and columns of functions from 0, and knows the lines of samples', () => {
    const node = file.nodes.find(({ callFrame }) => callFrame.functionName === 'matMul')!;
    expect(node.callFrame).toMatchObject({ url: 'src/file 1.ts', lineNumber: 10, columnNumber: 1 });
    const ticked = file.nodes.filter(({ positionTicks }) => positionTicks !== undefined);
    expect(ticked.length).toBeGreaterThan(5);
    for (const { hitCount, positionTicks = [], callFrame } of ticked) {
      expect(sum(positionTicks.map(({ ticks }) => ticks))).toBeLessThanOrEqual(hitCount);
      for (const { line } of positionTicks) expect(line).toBeGreaterThan(callFrame.lineNumber);
    }
  });

  test('has no drift: every time is rounded by itself', () => {
    const { samples } = profile;
    const odd = {
      ...samples,
      time: samples.time.map(time => time / 3),
      weight: samples.weight.map(w => w / 3)
    };
    const { endTime, startTime, timeDeltas } = fileOf({
      ...profile,
      meta: { ...profile.meta, originNs: '1000' },
      samples: odd
    });
    expect(endTime - startTime).toBe(Math.round(profile.meta.durationNs / 3000));
    expect(sum(timeDeltas)).toBe(endTime - startTime);
  });

  test('puts the root where nothing is known between two samples', () => {
    const samples = { ...profile.samples, time: profile.samples.time.map(time => time * 2) };
    const gaps = fileOf({ ...profile, samples });
    expect(gaps.samples.length).toBe(2 * 450);
    expect(gaps.samples.filter(id => id === 1).length).toBe(450);
  });

  test('of a profile without samples has the root alone', () => {
    const empty = new ProfileBuilder().build(exampleMeta(5000));
    const { nodes, samples, timeDeltas, startTime, endTime } = fileOf(empty);
    expect([nodes.length, samples, timeDeltas, endTime - startTime]).toEqual([1, [], [], 5]);
    expect(CPUPROFILE.write.lacks(empty, UNTRANSLATED)?.note).toMatch(/^It is empty: .* none\.$/);
    expect(CPUPROFILE.write.lacks(profile, UNTRANSLATED)).toBeNull();
  });

  test('of any profile is a tree with every hit counted', () => {
    fc.assert(
      fc.property(fullProfile(), any => expectValid(fileOf(any))),
      { numRuns: 60 }
    );
  });
});

function expectValid({ nodes, samples, timeDeltas, startTime, endTime }: File): void {
  const children = nodes.flatMap(node => node.children ?? []);
  expect(children.length).toBe(nodes.length - 1);
  expect(new Set(children).size).toBe(children.length);
  expect(nodes.map(({ id }) => id)).toEqual(nodes.map((_, at) => at + 1));
  expect(sum(nodes.map(({ hitCount }) => hitCount))).toBe(samples.length);
  expect(timeDeltas.every(delta => Number.isInteger(delta) && delta >= 0)).toBe(true);
  expect(startTime).toBeLessThanOrEqual(endTime);
}
