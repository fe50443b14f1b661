import { shown } from '../../base/text';

/** The data of a notebook output that names a version; nothing else in it is validated. */
export type StoredBundle = Readonly<Record<string, unknown>>;

/**
 * `stored` upgraded to the current version if it is older, else unchanged. Malformed data stays
 * malformed: `validateBundle` reports it.
 */
export function upgradeBundle(stored: StoredBundle): StoredBundle {
  const first = STEPS.findIndex((_, index) => stored.version === index + 1);
  if (first < 0) return stored;
  return STEPS.slice(first).reduce<StoredBundle>((older, step) => step(older), stored);
}

/** The step at index n leads from version n + 1 to the next one. */
const STEPS: readonly ((older: StoredBundle) => StoredBundle)[] = [
  addTables,
  addAllocations,
  addStacks,
  addGpus
];

/**
 * Version 1 had slices without parents, counters and lines only, so an upgraded bundle that knows of
 * samples is partial. The sources of cells are unknown.
 */
function addTables(stored: StoredBundle): StoredBundle {
  const summary = recordOf(stored.summary);
  const overview = recordOf(stored.overview);
  return {
    ...stored,
    version: 2,
    run: runOf(summary),
    sourceTexts: [],
    overview: {
      ...withLineRows(overview),
      partial: overview.partial === false ? summary.samples !== 0 : overview.partial,
      tracks: mapList(overview.tracks, track => ({ ...recordOf(track), pid: 0, tid: 0 })),
      slices: { ...recordOf(overview.slices), length: overview.sliceCount },
      parents: null,
      args: EMPTY_TABLE,
      flows: EMPTY_TABLE,
      instants: EMPTY_TABLE,
      frames: EMPTY_TABLE,
      stacks: EMPTY_TABLE,
      samples: EMPTY_TABLE,
      droppedTotals: EMPTY_TABLE,
      lineTotals: []
    }
  };
}

/** Version 3 added `allocations`, the scopes of instants and the kinds of counters. */
function addAllocations(stored: StoredBundle): StoredBundle {
  const overview = recordOf(stored.overview);
  return {
    ...stored,
    version: 3,
    overview: {
      ...overview,
      scopes: null,
      allocations: EMPTY_TABLE,
      counters: mapList(overview.counters, counter => ({ ...recordOf(counter), kind: 'sampled' }))
    }
  };
}

/** Version 4 added stacks of slices, samples of the heap and the lines in stacks. */
function addStacks(stored: StoredBundle): StoredBundle {
  return {
    ...stored,
    version: 4,
    overview: {
      ...recordOf(stored.overview),
      stackLines: null,
      heapSamples: EMPTY_TABLE,
      sliceStacks: EMPTY_TABLE
    }
  };
}

/** Version 5 added facts about GPUs and their work, and units of their counters. */
function addGpus(stored: StoredBundle): StoredBundle {
  return {
    ...stored,
    version: 5,
    summary: { ...recordOf(stored.summary), gpuBusyNs: null },
    run: { ...recordOf(stored.run), gpus: [] },
    gpu: null
  };
}

const EMPTY_TABLE = { length: 0, escapes: 0, data: '' };

function runOf({ cellFile, droppedSlices }: StoredBundle): StoredBundle {
  const executionCount = /\[(\d{1,9})\]/.exec(shown(cellFile))?.[1] ?? 0;
  return {
    originNs: '0',
    host: '',
    pid: 0,
    runtime: '',
    options: {},
    dropped: { slices: droppedSlices, instants: 0, counterValues: 0, args: 0, flows: 0 },
    cell:
      cellFile === null
        ? null
        : {
            file: cellFile,
            executionCount: Number(executionCount),
            source: '',
            isSourceClipped: true
          }
  };
}

/** Line ticks had the file's name in each row; now it is an index into the strings. */
function withLineRows(overview: StoredBundle): StoredBundle {
  if (!Array.isArray(overview.strings)) return overview;
  const strings: unknown[] = overview.strings.slice();
  const rows = new Map(strings.map((text, row) => [text, row]));
  const intern = (text: unknown) => {
    const row = rows.get(text) ?? strings.push(text) - 1;
    rows.set(text, row);
    return row;
  };
  const lineTicks = mapList(overview.lineTicks, line =>
    Array.isArray(line) ? [intern(line[0]), ...(line.slice(1) as unknown[])] : line
  );
  return { ...overview, lineTicks, strings };
}

function mapList(value: unknown, change: (item: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : value;
}

function recordOf(value: unknown): StoredBundle {
  return typeof value === 'object' && value !== null ? (value as StoredBundle) : {};
}
