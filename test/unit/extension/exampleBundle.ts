import type { ProfileContent } from '../../../extension/src/shared/content/profileTab';
import { encodeKscope } from '../../../src/formats/kscope/write';
import { ProfileBuilder } from '../../../src/model/build/profileBuilder';
import {
  BUNDLE_VERSION,
  type BundleOverview,
  type BundleRow,
  type BundleSection,
  type ProfileBundle
} from '../../../src/model/output/bundle';
import type { Finding } from '../../../src/model/output/findings';
import type { Profile, ProfileMeta } from '../../../src/model/profile/profile';
import { exampleMeta } from '../../support/richProfile';

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

/** A row of whose times a moment counts once in these. */
export function onceRow(onceTotal: number, onceSelf: number, like: BundleRow): BundleRow {
  const [name, count, total, self, min, max, average, p50, p95, p99] = like;
  const usual = [name, count, total, self, min, max, average, p50, p95, p99] as const;
  return [...usual, null, null, null, null, onceTotal, onceSelf];
}

/** A row that waited for `waitingNs`, as another one but for that. */
export function withWaiting(like: BundleRow, waitingNs: number): BundleRow {
  const [name, count, total, self, min, max, average, p50, p95, p99, mean, halfWidth, gpu] = like;
  const usual = [name, count, total, self, min, max, average, p50, p95, p99] as const;
  return [...usual, mean ?? null, halfWidth ?? null, gpu ?? null, waitingNs];
}

/** A section of times in nanoseconds. */
export function timeSection(category: string, ...rows: readonly BundleRow[]): BundleSection {
  return { category, unit: 'nanoseconds', rows };
}

/** A finding whose evidence is the operator `conv2d` of {@link exampleBundle}. */
export const EXAMPLE_FINDING: Finding = {
  kind: 'dominates',
  share: 0.4,
  low: null,
  high: null,
  facts: { category: 'operator', name: 'conv2d', timeNs: 80e6, count: 50, function: 'step' },
  target: {
    view: 'table',
    selection: { type: 'label', category: 'operator', name: 'conv2d' },
    window: null
  }
};

/** A valid bundle with two categories of time and one of memory; `changes` replace its parts. */
export function exampleBundle(changes: Partial<ProfileBundle> = {}): ProfileBundle {
  return {
    version: BUNDLE_VERSION,
    summary: exampleSummary(),
    sections: [
      timeSection('operator', row('conv2d', 50, 80e6), row('relu', 50, 4e6), row('add', 10, 9e6)),
      timeSection('range', row('step', 50, 100e6, 10e6)),
      { category: 'memory', unit: 'bytes', rows: [row('Heap', 4, 48e6)] }
    ],
    overview: exampleOverview(),
    findings: [],
    shares: null,
    comparison: null,
    gpu: null,
    hiddenRows: 0,
    sources: [{ source: 'ranges', status: 'ok', message: '', records: 160 }],
    sidecar: null,
    ...changes
  };
}

/** The facts of the run of {@link exampleBundle}. */
const EXAMPLE_META: ProfileMeta = {
  ...exampleMeta(200e6),
  id: 'profile-1',
  name: 'train',
  cell: { file: 'Cell [1]', executionCount: 1, source: 'train();\n' }
};

/** The overview of {@link exampleBundle}, which has none of the tables. */
function exampleOverview(): BundleOverview {
  const bytes = encodeKscope(new ProfileBuilder().build(EXAMPLE_META));
  return { partial: false, slices: 0, kscope: btoa(String.fromCharCode(...bytes)) };
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
    gpus: 0,
    truncated: false,
    cellFile: 'Cell [1]',
    ...changes
  };
}

/** A whole profile as views get it, with the example's bundle. */
export function wholeContent(profile: Profile): ProfileContent {
  return { bundle: exampleBundle(), profile, isWhole: true, density: null };
}
