import type {
  BundleOverview,
  BundleRow,
  BundleSection,
  BundleTable,
  ProfileBundle
} from '../../../src/model/output/bundle';
import { BUNDLE_VERSION } from '../../../src/model/output/bundle';

/** A row whose average and percentiles follow from the rest. */
export function row(name: string, count: number, total: number, self = total): BundleRow {
  const average = total / count;
  return [name, count, total, self, average / 2, average * 2, average, average, average, average];
}

/** A row of a repeated cell: mean per run, and half the width of its interval if that is known. */
export function repeatedRow(
  name: string,
  perRun: readonly [mean: number] | readonly [mean: number, halfWidth: number]
): BundleRow {
  const [mean] = perRun;
  return [name, 3, 3 * mean, 3 * mean, mean, mean, mean, mean, mean, mean, ...perRun];
}

/** A row whose slices made GPUs work for `gpuNs`. */
export function gpuRow(name: string, gpuNs: number, like: BundleRow = row(name, 1, 1)): BundleRow {
  const [, count, total, self, min, max, average, p50, p95, p99, mean, halfWidth] = like;
  const usual = [name, count, total, self, min, max, average, p50, p95, p99] as const;
  return [...usual, mean ?? null, halfWidth ?? null, gpuNs];
}

/** A section of times in nanoseconds. */
export function timeSection(category: string, ...rows: readonly BundleRow[]): BundleSection {
  return { category, unit: 'nanoseconds', rows };
}

/** A valid bundle with two categories of time and one of memory; `changes` replace its parts. */
export function exampleBundle(changes: Partial<ProfileBundle> = {}): ProfileBundle {
  return {
    version: BUNDLE_VERSION,
    summary: exampleSummary(),
    run: {
      originNs: '1000',
      host: 'host',
      pid: 42,
      runtime: 'v20.20.2',
      options: {},
      dropped: { slices: 0, instants: 0, counterValues: 0, args: 0, flows: 0 },
      cell: {
        file: 'Cell [1]',
        executionCount: 1,
        source: 'train();\n',
        isSourceClipped: false
      },
      gpus: []
    },
    sourceTexts: [],
    sections: [
      timeSection('operator', row('conv2d', 50, 80e6), row('relu', 50, 4e6), row('add', 10, 9e6)),
      timeSection('range', row('step', 50, 100e6, 10e6)),
      { category: 'memory', unit: 'bytes', rows: [row('Heap', 4, 48e6)] }
    ],
    overview: exampleOverview(),
    gpu: null,
    hiddenRows: 0,
    sources: [{ source: 'ranges', status: 'ok', message: '', records: 160 }],
    sidecar: null,
    ...changes
  };
}

/** The overview of {@link exampleBundle}, which has none of the tables. */
function exampleOverview(): BundleOverview {
  return {
    partial: false,
    strings: [''],
    labels: [],
    tracks: [],
    slices: tableOf(0),
    parents: null,
    args: tableOf(0),
    flows: tableOf(0),
    instants: tableOf(0),
    scopes: null,
    allocations: tableOf(0),
    frames: tableOf(0),
    stacks: tableOf(0),
    stackLines: null,
    samples: tableOf(0),
    heapSamples: tableOf(0),
    sliceStacks: tableOf(0),
    droppedTotals: tableOf(0),
    density: null,
    counters: [],
    lineTicks: [],
    lineTotals: []
  };
}

/** A table that claims `length` rows and has none of them. */
export function tableOf(length: number): BundleTable {
  return { length, escapes: 0, data: '' };
}

/** The summary of {@link exampleBundle}. */
export function exampleSummary(
  changes: Partial<ProfileBundle['summary']> = {}
): ProfileBundle['summary'] {
  return {
    id: 'profile-1',
    name: 'train',
    status: 'complete',
    startedAtMs: 1_700_000_000_000,
    wallNs: 200e6,
    cpuNs: 150e6,
    peakRssBytes: 123e6,
    slices: 160,
    samples: 199,
    droppedSlices: 0,
    overheadNs: 1e6,
    gpuBusyNs: null,
    truncated: false,
    cellFile: 'Cell [1]',
    ...changes
  };
}
