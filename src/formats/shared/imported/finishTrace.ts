import { UNFINISHED_ARG } from '../../../model/profile/argKeys';
import {
  type FlowTable,
  PROFILE_VERSION,
  type Profile,
  type ProfileMeta,
  type SliceTable,
  type SourceReport
} from '../../../model/profile/profile';
import { emptySampleParts } from '../../../model/build/profileBuilder';
import { unrecordedMeta } from '../../../model/profile/unrecordedMeta';
import { MAX_TRACKS } from '../../../model/validate/validateParts';
import { validateProfile } from '../../../model/validate/validate';
import { partitionPoint } from '../../../base/partitionPoint';
import { groupRows, rowsOf } from '../rows/rowGroups';
import type { BoundFlows, SliceFinder } from './importedFlows';
import type { PlacedSlices } from './importedSlices';
import { NONE } from './importLimits';
import type { ImportedTrace, ImportOptions } from './importedTrace';
import {
  type NestedLines,
  nestLines,
  shareLanes,
  type TraceTracks,
  layTracks
} from './traceTracks';
import { nameSequences } from './sequences';
import { type ImportedLabels, LabelClass } from './importedLabels';
import type { TraceRow } from './traceRows';

/** Names of GPU rows in traces written here. */
const GPU_NAME = /^GPU \d{1,6}( \(|$)/;

/** Names of streams, with their number: formats may have renumbered them. */
const STREAM_NAME = /^stream (\d{1,9})\b/;

/**
 * Turns rows that contain only GPU work into streams, and rows that contain only streams into GPUs,
 * including rows with such names that contain only counters. Changes the rows.
 */
function classifyRows(
  rows: readonly TraceRow[],
  { order, row, label }: PlacedSlices,
  labels: ImportedLabels
): void {
  const hasOther = new Uint8Array(rows.length);
  const hasGpu = new Uint8Array(rows.length);
  for (const slice of order) {
    const labelClass = labels.classOf(label[slice]);
    if (labelClass === LabelClass.either) continue;
    (labelClass === LabelClass.gpu ? hasGpu : hasOther)[row[slice]] = 1;
  }
  const streams = rows.filter((_, at) => hasGpu[at] === 1 && hasOther[at] === 0);
  const others = new Set(rows.filter((_, at) => hasOther[at] === 1).map(({ parent }) => parent));
  rows.forEach((row, at) => {
    const isEmpty = hasOther[at] === 0 && hasGpu[at] === 0 && !others.has(at);
    if (isEmpty && row.name !== null && GPU_NAME.test(row.name)) row.kind = 'device';
  });
  for (const stream of streams) {
    stream.kind = 'cudaStream';
    const number = STREAM_NAME.exec(stream.name ?? '')?.[1];
    if (number !== undefined) stream.tid = Number(number);
    const { parent } = stream;
    if (parent >= 0 && !others.has(parent) && hasOther[parent] === 0) rows[parent].kind = 'device';
  }
}

/** Everything a trace was found to hold, as a valid profile. @throws TraceImportError for too much. */
export function finishTrace(trace: ImportedTrace, options: ImportOptions): Profile {
  const { rows, notes, instants, counters, samples } = trace;
  const placed = placeSlices(trace);
  const flows = trace.flows.bind(new SliceSweep(placed, rows.all.length));
  nameSequences(trace, flows);
  const used = new Set([...instants.usedRows(), ...counters.rows(), ...samples.rows()]);
  const shared = shareLanes(rows.all, placed, used, roomForLanes(trace));
  const lines = nestLines(shared, placed, notes, roomForLanes(trace));
  classifyRows(rows.all, placed, trace.labels);
  const tracks = layTracks(rows.all, lines.lines, new Set([...used].map(shared.shownAs)));
  const span = trace.span();
  const origin = trace.facts.isOriginKnown && span.first >= 0 ? 0 : span.first;
  const rowOf = rowsOfHandles(placed);
  const trackOf = (row: number): number => tracks.ofRow[shared.shownAs(row)];
  return validateProfile({
    ...emptySampleParts(),
    version: PROFILE_VERSION,
    meta: metaOf(trace, options, origin),
    labels: trace.labels.table(),
    tracks: tracks.tracks,
    slices: sliceTable(placed, lines, tracks, origin),
    args: trace.args.table(rowOf, placed.order.length),
    counters: counters.finish(origin, trackOf),
    instants: instants.table(origin, trackOf),
    flows: flowTable(flows, rowOf),
    samples: samples.table(origin, trackOf),
    heapSamples: trace.heap.table(),
    stacks: samples.stacks.stacks(),
    frames: samples.stacks.frames(),
    lineTicks: samples.lineTicks(),
    sources: [sourceOf(trace, placed)],
    strings: trace.texts.toArray()
  } satisfies Profile);
}

/** Lanes of a kind for which there is room beside the rows of a trace that never share one. */
function roomForLanes({ rows }: ImportedTrace): number {
  const own = rows.all.reduce((count, { group }) => count + (group < 0 ? 1 : 0), 0);
  return Math.max(0, Math.floor((MAX_TRACKS - own) / 4));
}

function placeSlices(trace: ImportedTrace): PlacedSlices {
  const { slices, args, texts } = trace;
  return slices.place(args, trace.span().last, slice => {
    args.addBoolean(slice, texts.of(UNFINISHED_ARG), true);
  });
}

function rowsOfHandles({ order, start }: PlacedSlices): Int32Array {
  const rowOf = new Int32Array(start.length).fill(-1);
  order.forEach((slice, row) => {
    rowOf[slice] = row;
  });
  return rowOf;
}

function sliceTable(
  { start, end, label, order }: PlacedSlices,
  { lineOf }: NestedLines,
  { ofLine }: TraceTracks,
  origin: number
): SliceTable {
  const { length } = order;
  const table = {
    length,
    start: new Float64Array(length),
    duration: new Float64Array(length),
    label: new Uint32Array(length),
    track: new Uint16Array(length),
    parent: new Int32Array(length).fill(-1)
  };
  for (let row = 0; row < length; row++) {
    const slice = order[row];
    table.start[row] = start[slice] - origin;
    table.duration[row] = end[slice] - start[slice];
    table.label[row] = label[slice];
    table.track[row] = ofLine[lineOf[row]];
  }
  return table;
}

function flowTable({ from, to, label }: BoundFlows, rowOf: Int32Array): FlowTable {
  return {
    length: from.length,
    from: Uint32Array.from(from, slice => rowOf[slice]),
    to: Uint32Array.from(to, slice => rowOf[slice]),
    label: Uint32Array.from(label)
  };
}

function metaOf(trace: ImportedTrace, options: ImportOptions, origin: number): ProfileMeta {
  const { facts, rows, notes, args } = trace;
  const { first, last } = trace.span();
  const startedAtMs =
    facts.startedAtMs === null ? options.writtenAtMs : facts.startedAtMs + origin / 1e6;
  const originNs = facts.originNs + BigInt(origin);
  return unrecordedMeta({
    id: options.id,
    name: facts.name ?? options.name,
    startedAtMs: Math.max(0, startedAtMs),
    originNs: String(originNs > 0n ? originNs : 0n),
    durationNs: first > last ? 0 : last - origin,
    pid: rows.all.find(({ kind }) => kind === 'process')?.pid ?? 0,
    runtime: facts.runtime,
    gpus: facts.gpus,
    dropped: {
      ...{ slices: 0, instants: 0, counterValues: notes.countOf('values'), flows: 0 },
      args: args.dropped
    },
    truncated: facts.isTruncated
  });
}

function sourceOf(
  { notes, instants, samples, heap }: ImportedTrace,
  { order }: PlacedSlices
): SourceReport {
  const message = notes.toString();
  const records = order.length + instants.length + samples.length + heap.length;
  return { source: 'import', status: message === '' ? 'ok' : 'partial', message, records };
}

/** The state of the search in one row. */
interface Sweep {
  readonly slices: Uint32Array;
  next: number;
  readonly open: number[];
}

/** Finds slices of rows for times that only grow from question to question. Linear in all. */
class SliceSweep implements SliceFinder {
  readonly #sweeps = new Map<number, Sweep>();
  readonly #byRow: ReturnType<typeof groupRows>;

  constructor(
    private readonly placed: PlacedSlices,
    rowCount: number
  ) {
    this.#byRow = groupRows(
      placed.order.map(slice => placed.row[slice]),
      rowCount
    );
  }

  around(row: number, time: number): number {
    const { start, end } = this.placed;
    const sweep = this.#sweepOf(row);
    const { slices, open } = sweep;
    for (; sweep.next < slices.length && start[slices[sweep.next]] <= time; sweep.next++) {
      const slice = slices[sweep.next];
      while (open.length > 0 && end[open[open.length - 1]] < start[slice]) open.pop();
      open.push(slice);
    }
    while (open.length > 0 && end[open[open.length - 1]] < time) open.pop();
    return open.at(-1) ?? NONE;
  }

  next(row: number, time: number): number {
    const { start } = this.placed;
    const { slices } = this.#sweepOf(row);
    const at = partitionPoint(0, slices.length, each => start[slices[each]] < time);
    return at < slices.length ? slices[at] : NONE;
  }

  #sweepOf(row: number): Sweep {
    const known = this.#sweeps.get(row);
    if (known) return known;
    const slices = rowsOf(this.#byRow, row).map(at => this.placed.order[at]);
    const sweep = { slices, next: 0, open: [] };
    this.#sweeps.set(row, sweep);
    return sweep;
  }
}
