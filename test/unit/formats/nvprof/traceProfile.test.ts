import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { functionEventsOf } from '../../../../src/compat/torch/functionEventsOf';
import { EventIds } from '../../../../src/compat/torch/eventIds';
import { loadProfile } from '../../../../src/engine/results/loadProfile';
import { ArgKind, type Profile } from '../../../../src/model/profile/profile';
import { validateProfile } from '../../../../src/model/validate/validate';
import { demangleKnown } from '../../../support/demangleKnown';
import {
  globalPid,
  globalTid,
  threadObject,
  writeNsight,
  writeNvprof
} from '../../../support/gpuTraces';

vi.mock('../../../../src/native/demangler', () => ({
  demangler: () => (name: string) => demangleKnown(name)
}));

let folder: string;
beforeAll(() => (folder = mkdtempSync(join(tmpdir(), 'kernelscope-trace-'))));
afterAll(() => rmSync(folder, { recursive: true }));

const load = (file: string): Profile => validateProfile(loadProfile(file).data);

/** Each slice as `track | category | name | start+duration`. */
function slices({ slices, labels, strings, tracks }: Profile): string[] {
  return Array.from({ length: slices.length }, (_, row) => {
    const label = slices.label[row];
    const names = [tracks[slices.track[row]].name, strings[labels.category[label]]];
    const time = `${slices.start[row]}+${slices.duration[row]}`;
    return [...names, strings[labels.name[label]], time].join(' | ');
  });
}

/** Arguments of the slice of that name. */
function argsOf(profile: Profile, name: string): Record<string, unknown> {
  const { args, slices, labels, strings } = profile;
  const found: Record<string, unknown> = {};
  for (let row = 0; row < args.length; row++) {
    if (strings[labels.name[slices.label[args.slice[row]]]] !== name) continue;
    const value = args.value[row];
    found[strings[args.key[row]]] = args.kind[row] === ArgKind.string ? strings[value] : value;
  }
  return found;
}

/** Each arrow as `category: from → to`. */
function flows({ flows, slices, labels, strings }: Profile): string[] {
  const name = (row: number): string => strings[labels.name[slices.label[row]]];
  return Array.from({ length: flows.length }, (_, row) => {
    const category = strings[labels.category[flows.label[row]]];
    return `${category}: ${name(flows.from[row])} → ${name(flows.to[row])}`;
  });
}

const tree = ({ tracks }: Profile): string[] =>
  tracks.map(({ name, kind, parent }) => `${kind} ${name} < ${tracks[parent]?.name ?? ''}`);

const work = { deviceId: 0, contextId: 1, streamId: 7 };

describe('a file of nvprof as a profile', () => {
  const write = (): string => {
    const ofThread = { objectKind: 2, objectId: threadObject(1, 7) };
    const call = { processId: 1, threadId: 7, returnValue: 0 };
    return writeNvprof(join(folder, 'run.nvprof'), {
      StringTable: [
        { _id_: 1, value: 'step' },
        { _id_: 2, value: '_Z6kernelPf' }
      ],
      CUPTI_ACTIVITY_KIND_MARKER: [
        { id: 1, name: 1, timestamp: 1000, flags: 2, ...ofThread },
        { id: 2, name: 1, timestamp: 2000, flags: 1, ...ofThread },
        { id: 1, name: 0, timestamp: 9000, flags: 4, ...ofThread }
      ],
      CUPTI_ACTIVITY_KIND_RUNTIME: [
        { cbid: 31, start: 1500, end: 1600, correlationId: 4, ...call },
        { cbid: 13, start: 2000, end: 2100, correlationId: 5, ...call },
        { cbid: 51, start: 2200, end: 2300, correlationId: 6, ...call, returnValue: 2 }
      ],
      CUPTI_ACTIVITY_KIND_DRIVER: [
        { cbid: 307, start: 2010, end: 2090, correlationId: 5, ...call }
      ],
      CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [
        {
          ...{ start: 3000, end: 5000, ...work, correlationId: 5, name: 2 },
          ...{ registersPerThread: 32, gridX: 8, gridY: 2, gridZ: 1 },
          ...{ blockX: 128, blockY: 1, blockZ: 1 },
          ...{ staticSharedMemory: 16, dynamicSharedMemory: 32 }
        }
      ],
      CUPTI_ACTIVITY_KIND_MEMCPY: [
        { copyKind: 1, bytes: 4000, start: 1600, end: 2600, ...work, correlationId: 4 }
      ],
      CUPTI_ACTIVITY_KIND_MEMSET: [
        { value: 0, bytes: 64, start: 5200, end: 5300, ...work, correlationId: 6 }
      ]
    });
  };

  test('has ranges and calls on threads, and the work of GPUs on streams', () => {
    const profile = load(write());
    expect(tree(profile)).toEqual([
      'process process 1 < ',
      'thread thread 7 < process 1',
      'device GPU 0 < ',
      'cudaStream stream 7 < GPU 0'
    ]);
    expect(slices(profile)).toEqual([
      'thread 7 | range | step | 0+8000',
      'thread 7 | cuda_runtime | cudaMemcpy | 500+100',
      'stream 7 | gpu_memcpy | Memcpy HtoD | 600+1000',
      'thread 7 | cuda_runtime | cudaLaunch | 1000+100',
      'thread 7 | cuda_driver | cuLaunchKernel | 1010+80',
      'thread 7 | cuda_runtime | cudaMemsetAsync | 1200+100',
      'stream 7 | kernel | kernel(float*) | 2000+2000',
      'stream 7 | gpu_memset | Memset | 4200+100'
    ]);
    expect(profile.instants.time).toEqual(Float64Array.of(1000));
    expect(profile.meta).toMatchObject({ name: 'run', durationNs: 8000, originNs: '1000', pid: 1 });
    expect(profile.sources).toEqual([{ source: 'cuda', status: 'ok', message: '', records: 8 }]);
  });

  test('has an arrow from each call to what it started, with how it was launched', () => {
    const profile = load(write());
    expect(flows(profile)).toEqual([
      'ac2g: cudaLaunch → kernel(float*)',
      'ac2g: cudaMemcpy → Memcpy HtoD',
      'ac2g: cudaMemsetAsync → Memset'
    ]);
    expect(argsOf(profile, 'kernel(float*)')).toEqual({
      ...{ device: 0, context: 1, stream: 7, correlation: 5, mangled: '_Z6kernelPf' },
      ...{ grid: '[8, 2, 1]', block: '[128, 1, 1]' },
      ...{ 'registers per thread': 32, 'shared memory': 48 }
    });
    expect(argsOf(profile, 'Memcpy HtoD')).toMatchObject({
      bytes: 4000,
      'memory bandwidth (GB/s)': 4
    });
    expect(argsOf(profile, 'cudaMemsetAsync')).toEqual({ correlation: 6, status: 2 });
  });

  test('makes function events whose GPU time is in the tree', () => {
    const [step] = functionEventsOf(load(write()), new EventIds());
    expect([step.name, step.selfDeviceTimeTotal]).toEqual(['step', 0]);
    expect(step.deviceTimeTotal).toBeCloseTo(3.1, 9);
  });
});

describe('an export of Nsight Systems as a profile', () => {
  test('has names of threads and GPUs, and ranges of a process beside its threads', () => {
    const thread = globalTid(300, 301);
    const file = writeNsight(join(folder, 'run.nsys.sqlite'), {
      StringIds: [
        { id: 1, value: 'loader' },
        { id: 2, value: 'cudaLaunchKernel_v7000' },
        { id: 3, value: 'cuLaunchKernel' },
        { id: 4, value: 'mark' }
      ],
      NVTX_EVENTS: [
        { start: 100, end: 900, eventType: 59, text: 'a', globalTid: thread },
        { start: 200, end: 1000, eventType: 60, text: 'whole', globalTid: thread },
        { start: 300, end: null, eventType: 34, textId: 4, globalTid: thread },
        { start: 0, end: null, eventType: 75, text: 'a domain', globalTid: thread }
      ],
      CUPTI_ACTIVITY_KIND_RUNTIME: [2, 3].map(nameId => ({
        ...{ start: nameId * 100, end: nameId * 100 + 50, eventClass: 0, globalTid: thread },
        ...{ correlationId: nameId, nameId, returnValue: 0 }
      })),
      CUPTI_ACTIVITY_KIND_MEMCPY: [
        {
          ...{ start: 600, end: 700, ...work, correlationId: 2, globalPid: globalPid(300) },
          ...{ bytes: 50, copyKind: 2 }
        }
      ],
      ThreadNames: [{ nameId: 1, priority: 0, globalTid: thread }],
      TARGET_INFO_GPU: [{ id: 0, name: 'NVIDIA H200' }],
      TARGET_INFO_SESSION_START_TIME: [{ utcEpochNs: 1_700_000_000_000_000_000n }]
    });
    const profile = load(file);
    expect(tree(profile)).toEqual([
      'process process 300 < ',
      'thread loader < process 300',
      'thread ranges of the process < process 300',
      'device GPU 0 (NVIDIA H200) < ',
      'cudaStream stream 7 < GPU 0 (NVIDIA H200)'
    ]);
    expect(slices(profile)).toEqual([
      'loader | range | a | 0+800',
      'ranges of the process | range | whole | 100+800',
      'loader | cuda_runtime | cudaLaunchKernel | 100+50',
      'loader | cuda_driver | cuLaunchKernel | 200+50',
      'stream 7 | gpu_memcpy | Memcpy DtoH | 500+100'
    ]);
    expect(flows(profile)).toEqual(['ac2g: cudaLaunchKernel → Memcpy DtoH']);
    expect([profile.meta.pid, profile.tracks[1].pid, profile.tracks[1].tid]).toEqual([
      300, 300, 301
    ]);
    expect(profile.meta.startedAtMs).toBeCloseTo(1_700_000_000_000, 3);
  });
});

describe('what has to be mended', () => {
  test('is counted in the report of the source', () => {
    const call = { cbid: 13, start: 1100, end: 1200, processId: 1, threadId: 7 };
    const kernel = { start: 2000, end: 3000, ...work, name: 9 };
    const profile = load(
      writeNvprof(join(folder, 'mended.nvprof'), {
        StringTable: [{ _id_: 1, value: 'a' }],
        CUPTI_ACTIVITY_KIND_MARKER: [
          { id: 1, name: 1, timestamp: 1000, flags: 2 },
          { id: 2, name: 1, timestamp: 1500, flags: 2 },
          { id: 1, name: 0, timestamp: 2000, flags: 4 },
          { id: 2, name: 0, timestamp: 2500, flags: 4 },
          { id: 3, name: 1, timestamp: 2600, flags: 2 }
        ].map(marker => ({ ...marker, objectKind: 2, objectId: threadObject(1, 7) })),
        CUPTI_ACTIVITY_KIND_RUNTIME: [
          { ...call, correlationId: 5 },
          { ...call, correlationId: 5 }
        ],
        CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL: [
          { ...kernel, correlationId: 5 },
          { ...kernel, correlationId: 6 },
          { ...kernel, start: 0, end: 0, correlationId: 5 },
          { ...kernel, start: 3000, end: 2000, correlationId: 5 },
          { ...kernel, start: 9_007_199_254_740_993n, end: 3000, correlationId: 5 }
        ]
      })
    );
    const [{ status, message }] = profile.sources;
    expect(status).toBe('partial');
    expect(message.split(/; |, /)).toEqual([
      'Of this trace',
      '1 ranges have no beginning or no end and are left out',
      expect.stringMatching(/^5 names are not in the table/),
      '2 records have no usable time and are left out',
      '1 records end before they start and are shown without duration',
      '1 ranges overlap others of their thread in part and lie in lanes beside it',
      '1 API calls have the correlation of an earlier one',
      'which is taken',
      '1 GPU operations have no API call in the file and no arrow from one.'
    ]);
    expect(tree(profile)).toContain('asyncLane overlapping 1 < process 1');
    expect(Math.min(...profile.slices.duration)).toBe(0);
  });
});
