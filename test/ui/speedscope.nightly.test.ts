import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCpuprofile, encodeFolded, encodePprof, encodeSpeedscope } from '../../src/formats';
import { type Profile, ProfileBuilder } from '../../src/model';
import { type FunctionTotal, cpuTotals, heapTotals } from '../support/functionTotals';
import { exampleMeta, ODD_NAMES, richProfile } from '../support/richProfile';
import { sampledProfile } from '../support/sampledProfile';
import { screenshot } from './screenshot';
import {
  type SpeedscopeFile,
  openInSpeedscope,
  readWithSpeedscope,
  startSpeedscope
} from './speedscopeReader';

const NAMES = ['train', 'matMul', 'größe 大きさ 🚀', '<b>relu</b>', 'with "quotes" and \\'];

const profile = sampledProfile({ samples: 600, names: NAMES });

let browser: Browser;
beforeAll(async () => {
  browser = await startSpeedscope();
});
afterAll(() => browser.close());

const read = (name: string, file: Uint8Array): Promise<SpeedscopeFile> =>
  readWithSpeedscope(browser, name, file);

describe('speedscope', () => {
  test('has the samples of each thread and the heap in its own format, function by function', async () => {
    const file = await read('train.speedscope.json', encodeSpeedscope(profile));
    expect(file.profiles.map(({ name, unit }) => `${name}: ${unit}`)).toEqual([
      'main thread (CPU samples): nanoseconds',
      'worker 1 (CPU samples): nanoseconds',
      'Heap allocations: bytes',
      'main thread: nanoseconds'
    ]);
    expect(totalsOf(file, 0)).toEqual(inUnits(cpuTotals(profile, [0]), 1));
    expect(totalsOf(file, 1)).toEqual(inUnits(cpuTotals(profile, [1]), 1));
    expect(totalsOf(file, 2)).toEqual(inUnits(heapTotals(profile), 1));
    const { durationNs } = profile.meta;
    expect(totalsOf(file, 3)).toEqual({ all: { self: durationNs, total: durationNs } });
    expect(file.profiles[0].endValue).toBe(durationNs);
    const relu = file.shared.frames.find(({ name }) => name === '<b>relu</b>');
    expect(relu).toEqual({ name: '<b>relu</b>', file: 'Cell [5]', line: 31, col: 4 });
  });

  test('has the main thread out of a .cpuprofile', async () => {
    const file = await read('train.cpuprofile', encodeCpuprofile(sampledProfile({ ...PLAIN })));
    expect(totalsOf(file, 0)).toEqual(inUnits(cpuTotals(sampledProfile(PLAIN), [0]), 1000));
  });

  test('has all threads out of a .pb.gz', async () => {
    const file = await read('train.pb.gz', gzipSync(encodePprof(profile)));
    expect(totalsOf(file, 0)).toEqual(inUnits(cpuTotals(profile), 1));
  });

  test('has all threads out of folded stacks', async () => {
    const {
      'main thread': main,
      'worker 1': worker,
      ...functions
    } = totalsOf(await read('train.folded', encodeFolded(profile)), 0);
    expect(functions).toEqual(inUnits(cpuTotals(profile), 1000));
    expect(main.total).toBe(sampledUs(profile, 0));
    expect(worker.total).toBe(sampledUs(profile, 1));
  });

  test('has every slice of every track, also of those that overlap', async () => {
    const rich = richProfile(300);
    const file = await read('rich.speedscope.json', encodeSpeedscope(rich));
    const opened = file.profiles
      .filter(({ name }) => !/samples\)|allocations( still alive)?$/.test(name))
      .flatMap(({ events }) => events.filter(({ type }) => type === 'O'));
    expect(opened.length).toBe(rich.slices.length);
    const names = new Set(file.shared.frames.map(({ name }) => name));
    for (const name of ODD_NAMES) expect(names).toContain(Buffer.from(name).toString());
  });

  test.each([
    ['empty.speedscope.json', encodeSpeedscope],
    ['empty.cpuprofile', encodeCpuprofile]
  ] as const)('opens %s', async (name, encode) => {
    const empty = new ProfileBuilder().build(exampleMeta(1000));
    const page = await openInSpeedscope(browser, name, encode(empty));
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    await page.close();
  });

  test('draws it', async () => {
    const page = await openInSpeedscope(browser, 'train.pb', encodePprof(profile));
    await screenshot(page, 'speedscope');
    await page.close();
  });
});

/** A collection is drawn on top of what ran before, so that totals with some are other ones. */
const PLAIN = { samples: 600, names: NAMES, gc: false };

/** Self and total of every name in a profile, each name once however often it is on a stack. */
function totalsOf({ shared, profiles }: SpeedscopeFile, at: number): Record<string, FunctionTotal> {
  const totals: Record<string, { self: number; total: number }> = {};
  const open: { readonly name: string; readonly from: number }[] = [];
  let last = 0;
  for (const { type, frame, at: now } of profiles[at].events) {
    const { name } = shared.frames[frame];
    const top = open.at(-1);
    if (top) totals[top.name].self += now - last;
    last = now;
    if (type === 'O') {
      totals[name] ??= { self: 0, total: 0 };
      open.push({ name, from: now });
      continue;
    }
    const closed = open.pop();
    const isOutermost = !open.some(each => each.name === name);
    if (isOutermost) totals[name].total += now - (closed?.from ?? now);
  }
  return totals;
}

function inUnits(totals: ReadonlyMap<string, FunctionTotal>, unit: number): object {
  return Object.fromEntries(
    Array.from(totals, ([name, { self, total }]) => [
      name,
      { self: self / unit, total: total / unit }
    ])
  );
}

function sampledUs({ samples }: Profile, track: number): number {
  return samples.weight.reduce((sum, weight, row) => {
    const counts = samples.track[row] === track && samples.stack[row] >= 0;
    return counts ? sum + weight / 1000 : sum;
  }, 0);
}
