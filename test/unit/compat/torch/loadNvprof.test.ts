import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { loadNvprof, NvprofFileError } from '../../../../src/compat/torch/loadNvprof';
import type { EventList } from '../../../../src/compat/torch/eventList';
import { DuplicateKeyError } from '../../../../src/formats/nvprof/cudaTrace';
import { demangleKnown } from '../../../support/demangleKnown';
import {
  globalPid,
  globalTid,
  threadObject,
  writeNsight,
  writeNvprof,
  writeSql
} from '../../../support/gpuTraces';

vi.mock('../../../../src/native/demangler', () => ({
  demangler: () => (name: string) => demangleKnown(name)
}));

const golden = fileURLToPath(new URL('../../../golden/torch/nvprof_small.json', import.meta.url));

let folder: string;
let warned: string[];
const inFolder = (name: string): string => join(folder, name);

beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kernelscope-nvprof-'))));
afterAll(() => rmSync(folder, { recursive: true }));
beforeEach(() => {
  warned = [];
  vi.spyOn(process, 'emitWarning').mockImplementation(text => void warned.push(String(text)));
});

const inBrief = (list: EventList): unknown[] =>
  list.map(({ name, cpuInterval, kernels }) => [
    name,
    cpuInterval.elapsedUs(),
    kernels.map(({ name, device, interval }) => [name, device, interval.elapsedUs()])
  ]);

const marker = (id: number, name: number, timestamp: number | bigint | null, more = {}) => ({
  flags: name === 0 ? 4 : 2,
  id,
  name,
  timestamp,
  ...more
});
const launch = (correlationId: number, start: number | bigint, more = {}) => ({
  cbid: 211,
  start,
  end: BigInt(start) + 10n,
  processId: 1,
  threadId: 7,
  correlationId,
  ...more
});
const kernel = (correlationId: number, start: number | bigint, more = {}) => ({
  start,
  end: BigInt(start) + 500n,
  deviceId: 0,
  contextId: 1,
  streamId: 7,
  correlationId,
  name: 2,
  ...more
});
const STRINGS = [
  { _id_: 1, value: 'step' },
  { _id_: 2, value: '_Z4gemmPKfS0_Pf' },
  { _id_: 3, value: 'N5torch8autograd9GraphRootE' }
];

describe('a file of nvprof', () => {
  const write = (tables: Parameters<typeof writeNvprof>[1]): string =>
    writeNvprof(inFolder('own.nvprof'), { StringTable: STRINGS, ...tables });

  test('may have any launching call, also of the driver', () => {
    const list = loadNvprof(
      write({
        CUPTI_ACTIVITY_KIND_MARKER: [marker(1, 1, 1000), marker(1, 0, 9000)],
        CUPTI_ACTIVITY_KIND_RUNTIME: [launch(5, 2000), launch(6, 3000, { cbid: 13 })],
        CUPTI_ACTIVITY_KIND_DRIVER: [launch(7, 4000, { cbid: 307 })],
        CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [kernel(5, 5000), kernel(6, 6000), kernel(7, 7000)]
      })
    );
    const gemm = ['gemm(float const*, float const*, float*)', 0, 0.5];
    expect(inBrief(list)).toEqual([['step', 8, [gemm, gemm, gemm]]]);
  });

  test('keeps ranges of two threads apart', () => {
    const ofThread = (thread: number) => ({ objectKind: 2, objectId: threadObject(1, thread) });
    const list = loadNvprof(
      write({
        CUPTI_ACTIVITY_KIND_MARKER: [
          marker(1, 1, 1000, ofThread(7)),
          marker(2, 3, 1500, ofThread(8)),
          marker(1, 0, 9000, ofThread(7)),
          marker(2, 0, 8000, ofThread(8))
        ],
        CUPTI_ACTIVITY_KIND_RUNTIME: [launch(5, 2000), launch(6, 3000, { threadId: 8 })],
        CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [kernel(5, 5000), kernel(6, 6000, { name: 1 })]
      })
    );
    expect(
      list.map(({ name, thread, kernels }) => [name, thread, kernels.map(k => k.name)])
    ).toEqual([
      ['step', 7, ['gemm(float const*, float const*, float*)']],
      ['torch::autograd::GraphRoot', 8, ['step']]
    ]);
  });

  test('has exact times where they count from 1970', () => {
    const at = (ns: number): bigint => 1_700_000_000_000_000_000n + BigInt(ns);
    const [event] = loadNvprof(
      write({
        CUPTI_ACTIVITY_KIND_MARKER: [marker(1, 1, at(1)), marker(1, 0, at(2004))],
        CUPTI_ACTIVITY_KIND_RUNTIME: [launch(5, at(101))],
        CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [kernel(5, at(3001))]
      })
    );
    expect(event.cpuInterval).toMatchObject({ start: 0, end: 2.003 });
    expect(event.kernels[0].interval).toMatchObject({ start: 3, end: 3.5 });
  });

  test.each([
    ['ranges', [marker(10, 1, 1), marker(10, 1, 2), marker(10, 0, 9)], '(10,)'],
    ['ends', [marker(10, 1, 1), marker(10, 0, 8), marker(10, 0, 9)], '(10,)']
  ])('with two %s of one id is an error in the words of PyTorch', (_, markers, key) => {
    const file = write({ CUPTI_ACTIVITY_KIND_MARKER: markers });
    expect(() => loadNvprof(file)).toThrow(DuplicateKeyError);
    expect(() => loadNvprof(file)).toThrow(`duplicate key: ${key}`);
  });

  test('with two kernels of one launch is an error in the words of PyTorch', () => {
    const file = write({
      CUPTI_ACTIVITY_KIND_MARKER: [marker(10, 1, 1000), marker(10, 0, 9000)],
      CUPTI_ACTIVITY_KIND_RUNTIME: [launch(5, 2000, { _id_: 5 })],
      CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [kernel(5, 3000), kernel(5, 4000)]
    });
    expect(() => loadNvprof(file)).toThrow('duplicate key: (10, 5)');
  });

  test('with ranges that have no end, no time or a negative length says so and goes on', () => {
    const list = loadNvprof(
      write({
        CUPTI_ACTIVITY_KIND_MARKER: [
          marker(1, 1, 1000),
          marker(2, 1, 2000),
          marker(2, 0, null),
          marker(3, 1, 5000),
          marker(3, 0, 4000),
          marker(4, 0, 100),
          marker(5, 1, 6000),
          marker(5, 0, 6000),
          marker(6, 3, 7000),
          marker(6, 0, 8000)
        ]
      })
    );
    expect(inBrief(list)).toEqual([
      ['step', 0, []],
      ['step', 0, []],
      ['torch::autograd::GraphRoot', 1, []]
    ]);
    expect(warned.join()).toMatch(/2 ranges have no beginning or no end/);
    expect(warned.join()).toMatch(/1 records have no usable time/);
    expect(warned.join()).toMatch(/1 records end before they start/);
  });

  test('with ranges that overlap in part gives a kernel to all around its launch', () => {
    const list = loadNvprof(
      write({
        CUPTI_ACTIVITY_KIND_MARKER: [
          marker(1, 1, 1000),
          marker(2, 3, 1500),
          marker(1, 0, 3000),
          marker(2, 0, 5000)
        ],
        CUPTI_ACTIVITY_KIND_RUNTIME: [launch(5, 2000), launch(6, 4000)],
        CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [kernel(5, 6000), kernel(6, 7000)]
      })
    );
    expect(list.map(({ kernels }) => kernels.length)).toEqual([1, 2]);
    expect(list.map(event => event.selfCudaTimeTotal)).toEqual([0, 1]);
    expect(Math.min(...list.map(event => event.selfCpuTimeTotal))).toBeGreaterThanOrEqual(0);
  });

  test('gives no kernel to ranges that end before a launch or only touch it', () => {
    const list = loadNvprof(
      write({
        CUPTI_ACTIVITY_KIND_MARKER: [
          marker(1, 1, 1000),
          marker(1, 0, 2005),
          marker(2, 3, 2000),
          marker(2, 0, 9000)
        ],
        CUPTI_ACTIVITY_KIND_RUNTIME: [launch(5, 2000), launch(6, 8990)],
        CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [kernel(5, 6000), kernel(6, 9100)]
      })
    );
    expect(list.map(({ kernels }) => kernels.length)).toEqual([0, 0]);
  });

  test('with thousands of ranges open around thousands of launches is refused in time', () => {
    const upTo = (count: number): number[] => Array.from({ length: count }, (_, at) => at);
    const ranges = upTo(6000).map(at => [marker(at + 1, 1, at + 1), marker(at + 1, 0, 1e9)]);
    const launches = upTo(3500);
    const file = write({
      CUPTI_ACTIVITY_KIND_MARKER: ranges.flat(),
      CUPTI_ACTIVITY_KIND_RUNTIME: launches.map(at => launch(at, 1e6 + at)),
      CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: launches.map(at => kernel(at, 2e6 + at))
    });
    expect(() => loadNvprof(file)).toThrow('too many of its ranges are open at once');
  });
});

describe('an export of Nsight Systems', () => {
  test('is joined by correlation and process, and its ranges by thread', () => {
    const range = (start: number, end: number | null, textId: number, thread: bigint) => ({
      start,
      end,
      eventType: 59,
      textId,
      globalTid: thread
    });
    const call = (correlationId: number, start: number, thread: bigint) => ({
      start,
      end: start + 10,
      eventClass: 0,
      globalTid: thread,
      correlationId,
      nameId: 3,
      returnValue: 0
    });
    const work = (correlationId: number, process: number, start: number) => ({
      start,
      end: start + 500,
      deviceId: 1,
      contextId: 1,
      streamId: 7,
      correlationId,
      globalPid: globalPid(process),
      demangledName: 4,
      shortName: 2,
      mangledName: 5,
      registersPerThread: 32,
      gridX: 8,
      gridY: 1,
      gridZ: 1,
      blockX: 128,
      blockY: 1,
      blockZ: 1,
      staticSharedMemory: 0,
      dynamicSharedMemory: 64
    });
    const texts = ['outer', 'kernel', 'cudaLaunchKernel_v7000', 'kernel(float*)', '_Z6kernelPf'];
    const file = writeNsight(inFolder('own.nsys.sqlite'), {
      StringIds: texts.map((value, at) => ({ id: at + 1, value })),
      NVTX_EVENTS: [
        range(1000, 9000, 1, globalTid(300, 301)),
        { ...range(1500, 8000, 0, globalTid(300, 301)), textId: null, text: 'inner' },
        range(1000, 9000, 1, globalTid(400, 401)),
        range(9500, null, 1, globalTid(300, 301))
      ],
      CUPTI_ACTIVITY_KIND_RUNTIME: [
        call(5, 2000, globalTid(300, 301)),
        call(5, 3000, globalTid(400, 401)),
        call(6, 8500, globalTid(300, 301))
      ],
      CUPTI_ACTIVITY_KIND_KERNEL: [work(5, 300, 4000), work(5, 400, 5000), work(6, 300, 9000)]
    });
    const list = loadNvprof(file);
    const starts = list.map(({ name, thread, kernels }) => [
      name,
      thread,
      kernels.map(({ device, interval }) => [device, interval.start])
    ]);
    expect(starts).toEqual([
      [
        'outer',
        301,
        [
          [1, 4],
          [1, 9]
        ]
      ],
      ['outer', 401, [[1, 5]]],
      ['inner', 301, [[1, 4]]]
    ]);
    expect(list[0].kernels[0].name).toBe('kernel(float*)');
    expect(warned.join()).toMatch(/1 ranges have no beginning or no end/);
  });
});

describe('anything that is not a trace', () => {
  test.each([
    ['a folder', () => folder, 'it is a folder'],
    ['an absent file', () => inFolder('absent.nvprof'), 'it does not exist'],
    ['a text', () => golden, /it is not an SQLite database/],
    [
      'another database',
      () => writeSql(inFolder('notes.sqlite'), ['CREATE TABLE notes (text)']),
      /neither of nvprof nor of Nsight Systems/
    ]
  ])('is refused by name: %s', (_, make, message) => {
    const file = make();
    expect(() => loadNvprof(file)).toThrow(NvprofFileError);
    expect(() => loadNvprof(file)).toThrow(message);
  });
});
