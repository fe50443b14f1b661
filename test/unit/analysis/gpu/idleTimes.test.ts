import { describe, expect, it } from 'vitest';
import { gpuReport } from '../../../../src/analysis/gpu/buildGpuReport';
import { type DeviceUse, type IdleCause, MAX_GAPS } from '../../../../src/model/output/gpuReport';
import { CORE_WAIT } from '../../../../src/model/profile/categories';
import type { Profile } from '../../../../src/model/profile/profile';
import { type DrawGpuOptions, drawGpuProfile } from '../../../support/drawGpuProfile';
import { type Random, seededRandom } from '../../../support/random';
import { stackParts } from '../../../support/stackParts';
import { sizeOf } from '../../../support/tiers';

function deviceOf(drawing: string, options?: DrawGpuOptions): DeviceUse {
  const report = gpuReport(drawGpuProfile(drawing, options));
  if (report === null) throw new Error('Nothing ran on a GPU');
  return report.devices[0];
}

/** The gaps in order of time: start, length, cause, host. */
function gapsOf(drawing: string, options?: DrawGpuOptions) {
  const gaps = [...deviceOf(drawing, options).gaps].sort((a, b) => a.startNs - b.startNs);
  return gaps.map(({ startNs, durationNs, cause, host }) => [startNs, durationNs, cause, host]);
}

describe('gaps of a device', () => {
  it('are launches from the call to the start of what it launched', () => {
    expect(
      gapsOf(`
      main    |[L>a ]
      gpu 0/7 |         [K<a    ]`)
    ).toEqual([[0, 9, 'launch', 'cudaLaunchKernel']]);
  });

  it('are copies while the host is in a call that copies', () => {
    expect(
      gapsOf(`
      main    |[C>a                    ]
      gpu 0/7 |         [H<a    ]`)
    ).toEqual([
      [0, 9, 'copy', 'cudaMemcpy'],
      [18, 7, 'copy', 'cudaMemcpy']
    ]);
  });

  it('are waits where the host waits for what is done already', () => {
    expect(
      gapsOf(`
      main    |       [S             ]
      gpu 0/7 |[K        ]            `)
    ).toEqual([[11, 12, 'sync', 'cudaDeviceSynchronize']]);
  });

  it('are waits that CUPTI saw, but not those of streams for events', () => {
    expect(
      gapsOf(`
      lane waits |          [cuda_sync/Context Sync]   [cuda_sync/Stream Wait Event]
      gpu 0/7    |[K       ]                      [K ]`)
    ).toEqual([
      [10, 22, 'sync', 'Context Sync'],
      [36, 30, 'nothingLaunched', '']
    ]);
  });

  it('are calls of CUDA on lanes as well, where those of a thread overlap', () => {
    expect(
      gapsOf(`
      lane 1  |[C>a            ]
      gpu 0/7 |            [H<a]`)
    ).toEqual([[0, 12, 'copy', 'cudaMemcpy']]);
  });

  it('are a busy host by the innermost operator, or another call of CUDA', () => {
    expect(
      gapsOf(`
      main    |[outer               ] [parse ]
              |[inner     ] [M    ]
      gpu 0/7 |        [K]           [K]     [K]`)
    ).toEqual([
      [0, 8, 'hostBusy', 'inner'],
      [11, 11, 'hostBusy', 'cudaMalloc'],
      [25, 5, 'hostBusy', 'parse']
    ]);
  });

  it('are a busy host by ranges where it was not sampled', () => {
    expect(gapsOf('main    |[range/load ]\ngpu 0/7 |             [K]')).toEqual([
      [0, 13, 'hostBusy', 'load']
    ]);
  });

  it('are a busy host by the innermost function of most samples', () => {
    const gaps = gapsOf('main    |[range/cell               ]\ngpu 0/7 |                    [K]', {
      extra: builder => {
        const stacks = ['main:1', 'main:1 JSON.parse', 'main:1', ''];
        const drawn = stackParts(builder, { samples: stacks.map(stack => ({ stack, weight: 4 })) });
        const [time, weight] = [Float64Array.of(0, 4, 14, 16), Float64Array.of(4, 10, 2, 4)];
        return { ...drawn, samples: { ...drawn.samples, time, weight } };
      }
    });
    expect(gaps).toEqual([
      [0, 20, 'hostBusy', 'JSON.parse'],
      [23, 4, 'nothingLaunched', '']
    ]);
  });

  it('are a busy host while its thread waits for a core', () => {
    const gaps = gapsOf('main    |[L>a]\ngpu 0/7 |[K<a]                [K]', {
      extra: builder => {
        const drawn = stackParts(builder, { samples: [{ stack: 'main:1', weight: 2 }] });
        builder.addCounter({
          ...{ ...CORE_WAIT, unit: 'nanoseconds', kind: 'sampled', track: 0 },
          time: Float64Array.of(6),
          value: Float64Array.of(14)
        });
        return { ...drawn, samples: { ...drawn.samples, time: Float64Array.of(4) } };
      }
    });
    expect(gaps).toEqual([[5, 16, 'hostBusy', 'main']]);
  });

  it('have no known cause where no thread does anything, or code only waits', () => {
    expect(
      gapsOf(`
      main    |[load>a]
      lane 1  |        [op/await                ]
      gpu 0/7 |[K]               [K]`)
    ).toEqual([
      [3, 15, 'nothingLaunched', ''],
      [21, 13, 'nothingLaunched', '']
    ]);
  });

  it('have no cause in waits of the host, and name the await of most of each', () => {
    const gaps = gapsOf(`
      main    |[load>a]
      waiting |          [waiting/load.ts:4  ][waiting/(event loop)           ]
      gpu 0/7 |[K]                           [K]                              [K]`);
    expect(gaps).toEqual([
      [3, 27, 'nothingLaunched', 'load.ts:4'],
      [33, 30, 'nothingLaunched', '']
    ]);
  });

  it('have the cause of most of their time, and idle time is told moment by moment', () => {
    const { gaps, idleNs, busyNs } = deviceOf(`
      main    |[load  ][L>a]
      gpu 0/7 |               [K<a ]`);
    expect(gaps).toMatchObject([{ startNs: 0, durationNs: 15, cause: 'hostBusy', host: 'load' }]);
    expect(idleNs).toEqual({ hostBusy: 8, launch: 7, sync: 0, copy: 0, nothingLaunched: 0 });
    expect(busyNs).toBe(6);
  });

  it('are none in a window that has no length', () => {
    const device = deviceOf('gpu 0/7 |[K  ]', { meta: { durationNs: 0 } });
    expect([device.gaps, device.busyNs]).toEqual([[], 0]);
  });

  it('come longest first, no more than are named', () => {
    const { gaps } = deviceOf(`gpu 0/7 |${' [K]'.repeat(MAX_GAPS)}  [K]   [K]`);
    expect(gaps).toHaveLength(MAX_GAPS);
    expect(gaps.slice(0, 3).map(({ durationNs }) => durationNs)).toEqual([3, 2, 1]);
  });
});

const CAUSES: readonly IdleCause[] = ['copy', 'launch', 'sync', 'hostBusy', 'nothingLaunched'];

/** One character of a random drawing for each nanosecond. */
const COLUMNS = 160;

function below(random: Random, limit: number): number {
  return Math.floor(random() * limit);
}

function pick<T>(random: Random, list: readonly T[]): T {
  return list[below(random, list.length)];
}

/** A drawing with one thread and three streams of two devices, whose work is launched by calls. */
function randomProfile(random: Random): Profile {
  const rows = new Map<string, string>();
  const put = (row: string, at: number, text: string): boolean => {
    const line = (rows.get(row) ?? '').padEnd(at);
    if (line.length > at || at + text.length > COLUMNS) return false;
    rows.set(row, line + text);
    return true;
  };
  let at = 0;
  for (let mark = 0; at < COLUMNS; mark++) {
    const width = 5 + below(random, 8);
    const kind = pick(random, ['L', 'C', 'A', 'S', 'M', 'load']);
    const call = `[${kind}>m${mark}`.padEnd(width) + ']';
    if (!put('main', at, call)) break;
    if (['L', 'C', 'A'].includes(kind)) {
      const stream = pick(random, ['gpu 0/7', 'gpu 0/8', 'gpu 1/7']);
      const begin = Math.max(at + below(random, 9), (rows.get(stream) ?? '').length);
      const work = kind === 'L' ? 'K' : 'H';
      put(stream, begin, `[${work}<m${mark}`.padEnd(6 + below(random, 9)) + ']');
    }
    at += width + 1 + below(random, 6);
  }
  rows.set('end', ' '.repeat(COLUMNS - 1) + '.');
  return drawGpuProfile([...rows].map(([row, line]) => `${row} |${line}`).join('\n'));
}

/** Each nanosecond of each device under its cause, found one by one. */
function bruteForce(profile: Profile, device: number) {
  const { slices, flows, labels, strings, tracks, meta } = profile;
  const textOf = (slice: number) => strings[labels.name[slices.label[slice]]];
  const isAt = (slice: number, time: number) =>
    slices.start[slice] <= time && time < slices.start[slice] + slices.duration[slice];
  const rows = Array.from({ length: slices.length }, (_, row) => row);
  const work = rows.filter(row => tracks[slices.track[row]].parent === device);
  const calls = rows.filter(row => tracks[slices.track[row]].kind === 'thread');
  const launches = Array.from({ length: flows.length }, (_, flow) => flow)
    .filter(flow => work.includes(flows.to[flow]))
    .map(flow => [slices.start[flows.from[flow]], slices.start[flows.to[flow]]]);
  const seen = {
    busy: 0,
    overlapped: 0,
    copy: 0,
    launch: 0,
    sync: 0,
    hostBusy: 0,
    nothingLaunched: 0
  };
  for (let time = 0.5; time < meta.durationNs; time++) {
    const now = work.filter(row => isAt(row, time)).map(textOf);
    const host = calls.filter(row => isAt(row, time)).map(textOf);
    if (now.includes('gemm') && now.some(name => name.startsWith('Memcpy'))) seen.overlapped++;
    if (now.length > 0) seen.busy++;
    else if (host.some(name => name.startsWith('cudaMemcpy'))) seen.copy++;
    else if (launches.some(([from, to]) => from <= time && time < to)) seen.launch++;
    else if (host.includes('cudaDeviceSynchronize')) seen.sync++;
    else if (host.length > 0) seen.hostBusy++;
    else seen.nothingLaunched++;
  }
  return seen;
}

describe('use of devices', () => {
  it('is that of each nanosecond, found one by one', () => {
    const random = seededRandom(20261122);
    let compared = 0;
    const rounds = sizeOf(100, 300);
    for (let round = 0; round < rounds; round++) {
      const profile = randomProfile(random);
      for (const use of gpuReport(profile)?.devices ?? []) {
        const { busy, overlapped, ...idle } = bruteForce(profile, use.track);
        expect(use).toMatchObject({ busyNs: busy, overlappedNs: overlapped, idleNs: idle });
        const idleNs = CAUSES.reduce((sum, cause) => sum + use.idleNs[cause], 0);
        expect(use.gaps.reduce((sum, gap) => sum + gap.durationNs, 0)).toBe(idleNs);
        expect(idleNs + use.busyNs).toBe(profile.meta.durationNs);
        compared++;
      }
    }
    expect(compared).toBeGreaterThan(rounds);
  });
});
