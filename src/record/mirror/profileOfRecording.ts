import { formatBytes } from '../../base/text';
import {
  coreWaitCounter,
  type RecordedAllocations,
  type RecordedSamples,
  type StoredRecording,
  type RecordedStacks
} from '../../model/profile/recordedPart';
import type {
  CounterSeries,
  LineTotalTable,
  Profile,
  SourceReport
} from '../../model/profile/profile';
import { OUT_OF_MEMORY } from '../../model/profile/sourceReport';
import { type RunInfo, buildProfile } from '../build/buildProfile';
import type { Chunk } from '../slices/chunk';
import type { Contributor } from '../build/contribution';
import { LabelRegistry } from '../logs/labelRegistry';
import { MirrorOutlet } from '../logs/mirrorNews';
import {
  NOT_MIRRORED,
  type RecordedCounter,
  type RecordedData,
  type RecordedSlices,
  type RecordedValues
} from '../recordedData';
import { INSTANT_SCOPE_UNIT } from '../recorder';
import { RecordingWindow } from '../slices/recordingWindow';
import type { StackBuilder } from '../../model/build/stackBuilder';
import type { StringTable } from '../../model/build/stringTable';

const TWO_32 = 2 ** 32;

/** Samples of a recording that were placed in source lines, and whether some are missing that are damaged. */
export interface PlacedSamples {
  readonly samples: RecordedSamples | null;
  readonly isDamaged: boolean;
}

/**
 * The profile of an unfinished recording that was kept in a file: everything that had ended. The data
 * is taken from the file as it is: validate the profile. Null for `placed` where the samples that it has cannot be placed.
 */
export function profileOfRecording(
  stored: StoredRecording,
  placed: PlacedSamples | null = null
): Profile {
  const slices = slicesOf(stored);
  const { threadId, cpuTimeNs } = stored;
  const sliceCostNs = () => stored.sliceCostNs;
  const window = new RecordingWindow(0, 0n);
  const durationNs = Math.max(stored.durationNs, placed?.samples?.samples.time.at(-1) ?? 0);
  const end = { token: slices.nextToken, time: BigInt(Math.ceil(durationNs)) };
  window.close(end);
  const meta = (stored.meta ?? {}) as Profile['meta'];
  const info: RunInfo = { ...meta, cpuTimeNs };
  const recorder = recordedData(stored, slices);
  const sources = [
    ...(stored.allocations ? [allocationsFrom(stored.allocations)] : []),
    ...(stored.takenSamples ? samplesFrom(placed) : [])
  ];
  const profile = buildProfile({ recorder, window, end, sources, info, sliceCostNs, threadId });
  const { originNs } = meta;
  const reports = [
    ...heapReports(stored),
    ...profile.sources,
    ...lossReports(stored, profile.sources)
  ];
  return {
    ...profile,
    sources: reports,
    meta: { ...profile.meta, originNs, truncated: stored.isCutOff || placed?.isDamaged === true }
  };
}

/** A heap that is as full as this is about to be the end of its program: V8 collects garbage over and over. */
const FULL_SHARE = 0.9;

/** Whether the program has run out of memory, which V8 ends it for. */
function heapReports({ heap }: StoredRecording): readonly SourceReport[] {
  if (heap === null || heap.usedBytes < FULL_SHARE * heap.limitBytes) return [];
  const of = `${formatBytes(heap.usedBytes)} of at most ${formatBytes(heap.limitBytes)}`;
  const message = `the program ${OUT_OF_MEMORY}: its heap had ${of} when it was last looked at`;
  return [{ source: 'memory', status: 'partial', message: `${message}.`, records: 0 }];
}

/** What the file of a recording that goes on cannot have. */
function lossReports(
  { lateSources }: StoredRecording,
  known: readonly SourceReport[]
): readonly SourceReport[] {
  const lost = lateSources.filter(source => !known.some(report => report.source === source));
  return [
    ...lost.map(source => ({ source, status: 'unavailable', message: LOST, records: 0 }) as const),
    { source: 'ranges', status: 'partial', message: WITHOUT_ARGUMENTS, records: 0 }
  ];
}

const LOST = 'lost, as it is read at the end, which this recording did not reach.';
const WITHOUT_ARGUMENTS = 'their arguments and arrows are lost for the same reason.';

/** Who allocated, with what was known last. */
function allocationsFrom(allocations: RecordedAllocations): Contributor {
  const { heapSamples } = allocations;
  return {
    contribute: context => {
      const rows = addStacks(allocations, context);
      const records = heapSamples.samples.reduce((sum, samples) => sum + samples, 0);
      const report = { source: 'allocations', status: 'partial', message: UNTIL, records } as const;
      const stack = heapSamples.stack.map(row => rows[row]);
      return { report, heapSamples: { ...heapSamples, stack } };
    }
  };
}

/** The CPU samples, and the lines of their calls where these were sampled. */
function samplesFrom(placed: PlacedSamples | null): readonly Contributor[] {
  const part = placed?.samples ?? null;
  if (part === null) return placed === null ? [UNPLACED] : [];
  let lineTotals: LineTotalTable | null = null;
  const cpu: Contributor = {
    contribute: context => {
      const added = addSamples(part, context, context.mainTrack);
      const { samples, lineTicks, coreWaits } = added;
      ({ lineTotals } = added);
      const records = samples.length;
      return {
        report: { source: 'cpuSampler', status: 'partial', message: UP_TO_END, records },
        samples: { samples, lineTicks },
        counters: coreWaits ? [coreWaitCounter(coreWaits, context.mainTrack)] : []
      };
    }
  };
  const lines: Contributor = {
    contribute: () => ({
      report: { source: 'callSites', status: 'partial', message: UP_TO_END, records: 0 },
      ...(lineTotals && { lineTotals })
    })
  };
  return part.lineTotals.length > 0 ? [cpu, lines] : [cpu];
}

/** Says why samples that the file has are not shown. */
const UNPLACED: Contributor = {
  contribute: () => ({
    report: {
      source: 'cpuSampler',
      status: 'partial',
      message:
        'they are in the file as they were taken. Where its scripts are, make a profile of it: ' +
        'kernelscope convert FILE.kscope PROFILE.kscope',
      records: 0
    }
  })
};

const UNTIL = 'as they were when the heap was last looked at, shortly before the end.';
const UP_TO_END = 'up to the last second before the end.';

function recordedData(stored: StoredRecording, slices: RecordedSlices): RecordedData {
  const labels = new LabelRegistry(new MirrorOutlet());
  for (const [name, category] of stored.labels) labels.append(name, category);
  return {
    ...NOT_MIRRORED,
    labels,
    slices,
    counters: stored.counters.map(counterOf),
    instants: instantsOf(stored)
  };
}

function counterOf({ name, category, unit, kind, time, value }: CounterSeries): RecordedCounter {
  return { head: { name, category, unit, kind }, values: valuesOf(time, value) };
}

function instantsOf({ instants }: StoredRecording): RecordedValues {
  const { label, scope, time } = instants;
  return valuesOf(
    time,
    Float64Array.from(label, (each, row) => scope[row] * INSTANT_SCOPE_UNIT + each)
  );
}

function valuesOf(time: Float64Array, value: Float64Array): RecordedValues {
  return {
    dropped: 0,
    read: from => ({ time: time.subarray(from), value: value.subarray(from) })
  };
}

/** The slices in the order in which they began, renumbered from 0. */
function slicesOf({ slices }: StoredRecording): RecordedSlices {
  const { token, parent, start, duration, label } = slices;
  const order = rowsByToken(token);
  const tokens = token.map((_, at) => token[order[at]]);
  const { length } = order;
  const chunk: Chunk = {
    header: new Int32Array(1),
    t0: new BigUint64Array(length),
    t1: new BigUint64Array(length),
    label: label.map((_, at) => label[order[at]]),
    parent: parent.map((_, at) => rowOf(tokens, parent[order[at]], at))
  };
  writeTimes(chunk.t0, at => start[order[at]]);
  writeTimes(chunk.t1, at => start[order[at]] + duration[order[at]]);
  const kept = { chunk, base: 0, first: 0, end: length, openAtStart: undefined };
  return {
    nextToken: length,
    keptRange: () => ({ from: 0, to: length }),
    *keptChunks() {
      if (length > 0) yield kept;
    },
    detached: { all: new Map(), dropped: 0 }
  };
}

/** The rows by rising token: sorted as whole numbers of token and row, which takes no comparisons. */
function rowsByToken(token: Uint32Array): Uint32Array {
  const keys = new BigUint64Array(token.length);
  const halves = new Uint32Array(keys.buffer);
  for (let row = 0; row < token.length; row++) {
    halves[2 * row] = row;
    halves[2 * row + 1] = token[row];
  }
  keys.sort();
  return Uint32Array.from(token, (_, at) => halves[2 * at]);
}

/** The position of `token` among the ascending `tokens` before `end`; -1 if it is not there. */
function rowOf(tokens: Uint32Array, token: number, end: number): number {
  let [low, high] = [0, end];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tokens[middle] < token) low = middle + 1;
    else high = middle;
  }
  return low < end && tokens[low] === token ? low : -1;
}

function writeTimes(target: BigUint64Array, timeOf: (at: number) => number): void {
  const halves = new Uint32Array(target.buffer);
  for (let at = 0; at < target.length; at++) {
    const time = timeOf(at);
    halves[2 * at] = time % TWO_32;
    halves[2 * at + 1] = Math.floor(time / TWO_32);
  }
}

/** The tables that rows of recorded stacks are to refer to. */
interface RecordedTables {
  readonly strings: StringTable;
  readonly stacks: StackBuilder;
}

/** Adds recorded stacks to tables; the row there of each. */
function addStacks(
  { strings, frames, stacks }: RecordedStacks,
  tables: RecordedTables
): readonly number[] {
  const text = (row: number): number => tables.strings.intern(strings[row]);
  const frameRows = Array.from(frames.name, (name, row) =>
    tables.stacks.frame({
      name: text(name),
      file: text(frames.file[row]),
      line: frames.line[row],
      column: frames.column[row],
      kind: frames.kind[row]
    })
  );
  const rows: number[] = [];
  stacks.prefix.forEach((prefix, row) => {
    const below = prefix < 0 ? -1 : rows[prefix];
    const isAwaited = stacks.isAwaited[row] === 1;
    const frame = frameRows[stacks.frame[row]];
    rows.push(tables.stacks.stack(below, frame, stacks.line[row], isAwaited));
  });
  return rows;
}

/** Adds recorded samples to tables, all on `track`, and returns them and their lines by rows there. */
function addSamples(
  recorded: RecordedSamples,
  tables: RecordedTables,
  track: number
): Omit<RecordedSamples, keyof RecordedStacks> {
  const { samples, lineTicks, lineTotals, coreWaits, strings } = recorded;
  const rows = addStacks(recorded, tables);
  const fileOf = (row: number): number => tables.strings.intern(strings[row]);
  return {
    samples: {
      ...samples,
      stack: samples.stack.map(stack => (stack < 0 ? stack : rows[stack])),
      track: new Uint16Array(samples.length).fill(track)
    },
    lineTicks: { ...lineTicks, file: lineTicks.file.map(fileOf) },
    lineTotals: { ...lineTotals, file: lineTotals.file.map(fileOf) },
    coreWaits
  };
}
