import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { EventList } from '../../../../src/compat/torch/eventList';
import { loadNvprof } from '../../../../src/compat/torch/loadNvprof';
import { demangleKnown } from '../../../support/demangleKnown';

vi.mock('../../../../src/native/demangler', () => ({
  demangler: () => (name: string) => demangleKnown(name)
}));

const golden = (name: string): string =>
  fileURLToPath(new URL(`../../../golden/torch/${name}`, import.meta.url));

let folder: string;
const inFolder = (name: string): string => join(folder, name);
const warn = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined);

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kernelscope-nvprof-'))));
afterAll(() => rmSync(folder, { recursive: true }));

interface GoldenTrace {
  readonly table: string;
  readonly trace: readonly Readonly<Record<string, unknown>>[];
  readonly events: readonly (readonly [string, number, readonly [number, number, number][]])[];
}

const upstream = JSON.parse(readFileSync(golden('nvprof_small.json'), 'utf8')) as GoldenTrace;
/** What upstream left as numbers of names. */
const NAMES: Readonly<Record<number, string>> = {
  2: 'kernel(float*)',
  5: 'void at::native::elementwise_kernel<512, 1>(int)'
};

const inBrief = (list: EventList): unknown[] =>
  list.map(({ name, cpuInterval, kernels }) => [
    name,
    cpuInterval.elapsedUs(),
    kernels.map(({ name, device, interval }) => [name, device, interval.elapsedUs()])
  ]);

describe("PyTorch 1.0.1's reading of nvprof_small.nvprof", () => {
  const list = loadNvprof(golden('nvprof_small.nvprof'));

  test('is ours, with nanoseconds read as such and kernels by their names', () => {
    const expected = upstream.events.map(([name, time, kernels]) => [
      name,
      time / 1000,
      kernels.map(([id, device, elapsed]) => [NAMES[id], device, elapsed / 1000])
    ]);
    expect(inBrief(list)).toEqual(expected);
  });

  test('makes the same Chrome trace but for these two', () => {
    const file = inFolder('autograd.json');
    list.exportChromeTrace(file, { layout: 'autograd' });
    const expected = upstream.trace.map(event => ({
      ...event,
      name: typeof event.name === 'number' ? NAMES[event.name] : event.name,
      ts: Number(event.ts) / 1000,
      ...('dur' in event && { dur: Number(event.dur) / 1000 })
    }));
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual(expected);
  });

  test('makes the same table but for the times', () => {
    const times = /(\d+)\.000us/g;
    const inUs = upstream.table.replace(times, (text, digits: string) =>
      `${(Number(digits) / 1000).toFixed(3)}us`.padStart(text.length)
    );
    expect(list.table({ layout: 'autograd' })).toBe(inUs);
  });

  test('gives each kernel to the innermost range as its own', () => {
    const [outer, mul, root] = list;
    expect([outer, mul, root].map(event => event.selfCudaTimeTotal)).toEqual([0, 2000, 500]);
    expect([outer, mul, root].map(event => event.cudaTimeTotal)).toEqual([2500, 2000, 500]);
    expect(outer.deviceTimeTotal).toBe(2500);
    expect(warn).not.toHaveBeenCalled();
  });
});

test('reads ranges without any table of names', () => {
  const list = loadNvprof(golden('synthetic_no_strings.nvprof'));
  expect(inBrief(list)).toEqual([
    ['string 1', 8, [['string 2', 0, 2]]],
    ['string 3', 2, []]
  ]);
  expect(String(warn.mock.lastCall?.[0])).toMatch(/names are not in the table of strings/);
});
