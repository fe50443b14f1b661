import type { BundleRow, BundleSection, ProfileBundle } from '../../../src/model/bundle';

/** A row whose average and percentiles follow from the rest. */
export function row(name: string, count: number, total: number, self = total): BundleRow {
  const average = total / count;
  return [name, count, total, self, average / 2, average * 2, average, average, average, average];
}

/** A section of times in nanoseconds. */
export function timeSection(category: string, ...rows: readonly BundleRow[]): BundleSection {
  return { category, unit: 'nanoseconds', rows };
}

/** A valid bundle with two categories of time and one of memory; `changes` replace its parts. */
export function exampleBundle(changes: Partial<ProfileBundle> = {}): ProfileBundle {
  return {
    version: 1,
    summary: exampleSummary(),
    sections: [
      timeSection('operator', row('conv2d', 50, 80e6), row('relu', 50, 4e6), row('add', 10, 9e6)),
      timeSection('range', row('step', 50, 100e6, 10e6)),
      { category: 'memory', unit: 'bytes', rows: [row('Heap', 4, 48e6)] }
    ],
    overview: {
      partial: false,
      strings: [],
      labels: [],
      tracks: [],
      sliceCount: 0,
      slices: { escapes: 0, data: '' },
      density: null,
      counters: [],
      lineTicks: []
    },
    hiddenRows: 0,
    sources: [{ source: 'ranges', status: 'ok', message: '', records: 160 }],
    sidecar: null,
    ...changes
  };
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
    truncated: false,
    cellFile: 'Cell [1]',
    ...changes
  };
}
