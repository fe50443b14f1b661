import {
  CONTEXT_ARG,
  CORRELATION_ARG,
  CPU_TO_GPU_FLOW,
  DEVICE_ARG,
  EXTERNAL_ID_ARG,
  GRAPH_ARG,
  GRAPH_NODE_ARG,
  STREAM_ARG,
  UNFINISHED_ARG
} from '../../../model/profile/argKeys';
import type { ActivityBatch, WorkColumns } from '../../../native/gpuActivities';
import { isWithinPause } from '../../../record/logs/pauses';
import { NO_SLICE, ownSlice } from '../../../record/build/sliceColumns';
import { type ColumnRoom, SliceColumnsBuilder } from '../../../record/build/sliceColumnsBuilder';
import type { AssemblyInput } from './assemblyInput';
import { AssemblyLosses } from './assemblyLosses';
import type { Correlations } from './correlations';
import { NO_GROUP, type TrackGroup, TrackGroups } from './trackGroups';

/** In place of the row of a slice that is left out. */
export const LEFT_OUT = -1;

/** The origin of a batch's times. */
export interface BatchTimes {
  /** Added to its times to get nanoseconds from the profile's origin. */
  readonly shift: number;
  /** The value of a time unknown to CUPTI, 0 on its clock. */
  readonly unknown: number;
}

/** A slice to add, without its arguments. */
export interface PlacedSlice {
  readonly start: number;
  readonly end: number;
  readonly label: number;
  readonly group: TrackGroup;
  /** Entry of its correlation, or -1. */
  readonly entry: number;
}

/**
 * Writes slices of all kinds into columns, those that belong to the recorded window. Until they are
 * placed, their track is their group, and their cause the entry of their correlation.
 */
export class SliceWriter {
  readonly columns: SliceColumnsBuilder;
  readonly groups: TrackGroups;
  readonly losses = new AssemblyLosses();
  /** Length of the window, nanoseconds. */
  readonly windowNs: number;
  /** 1 for each of the recorder's slices that made a GPU do something. */
  readonly isOperator: Uint8Array;
  readonly #flowLabels = new Map<number, number>();
  readonly #keys: Readonly<Record<SharedKey, number>>;

  constructor(
    readonly input: AssemblyInput,
    readonly correlations: Correlations
  ) {
    const { context } = input;
    this.columns = new SliceColumnsBuilder(context, roomFor(input));
    this.groups = new TrackGroups(input);
    this.windowNs = Number(context.endNs - context.originNs);
    this.isOperator = new Uint8Array(context.slices.length);
    this.#keys = sharedKeys(key => context.strings.intern(key));
  }

  /** True if something that begins at `time` belongs to the recording. */
  isRecorded(time: number): boolean {
    const { pauses } = this.input;
    if (!(time >= 0 && time <= this.windowNs)) return false;
    return pauses.length === 0 || !isWithinPause(pauses, time);
  }

  /**
   * Adds what began on the host within the window, cut off at its end; `LEFT_OUT` for all else. The
   * arguments follow.
   */
  addOnHost(slice: PlacedSlice): number {
    const { start, end } = slice;
    if (!this.isRecorded(start)) return LEFT_OUT;
    if (!(end >= start)) return this.#leaveOut('untimed');
    const row = this.#add(slice, Math.min(end, this.windowNs));
    if (row !== LEFT_OUT && end > this.windowNs) this.columns.arg(UNFINISHED_ARG, true);
    return row;
  }

  /**
   * Adds GPU work with its arrow and the common arguments: work called within the window, whole,
   * however late it ran; and work that began in it, if it is not known when it was called.
   */
  addWork(work: WorkColumns, row: number, label: number, { shift, unknown }: BatchTimes): number {
    const start = work.start[row] + shift;
    const end = work.end[row] + shift;
    const { correlations } = this;
    const entry = correlations.find(work.correlation[row]);
    const called = entry < 0 ? NaN : correlations.callStart[entry];
    if (!this.#isWorkRecorded(work.correlation[row], called, start)) return LEFT_OUT;
    if (!(end >= start) || work.start[row] <= unknown) return this.#leaveOut('untimed');
    if (start < called) this.losses.add('early');
    const group = this.groups.ofStream(work.device[row], work.context[row], work.stream[row]);
    const added = this.#add({ start: Math.max(0, start), end, label, group, entry }, end);
    if (added === LEFT_OUT) return added;
    this.#addFlow(entry, added, label);
    this.#addWorkArgs(work, row, entry);
    return added;
  }

  #isWorkRecorded(correlation: number, called: number, start: number): boolean {
    if (!Number.isNaN(called)) return this.isRecorded(called);
    const isEarlier = correlation > 0 && correlation <= this.input.calledBefore;
    return !isEarlier && this.isRecorded(start);
  }

  /** The arguments that tell the number that calls and work have in common, and the operator. */
  addCorrelation(correlation: number, entry: number): void {
    const { columns } = this;
    const keys = this.#keys;
    columns.number(keys.correlation, correlation);
    const operator = entry < 0 ? -1 : this.correlations.operator[entry];
    if (operator < 0 || !this.input.operatorIds) return;
    columns.number(keys.externalId, operator + 1);
    this.isOperator[operator] = 1;
  }

  #add({ start, label, group, entry }: PlacedSlice, end: number): number {
    if (group === NO_GROUP) return this.#leaveOut('tooManyTracks');
    return this.columns.add(start, end - start, label, group, entry);
  }

  #leaveOut(loss: 'untimed' | 'tooManyTracks'): number {
    this.losses.add(loss);
    return LEFT_OUT;
  }

  /** An arrow from the outermost call, or where calls are not shown from the operator. */
  #addFlow(entry: number, to: number, label: number): void {
    if (entry < 0) return;
    const { callRow, operator } = this.correlations;
    const from = callRow[entry] >= 0 ? callRow[entry] : ownSlice(operator[entry]);
    if (from !== NO_SLICE) this.columns.flow(from, to, this.#flowLabel(label));
  }

  #flowLabel(label: number): number {
    const known = this.#flowLabels.get(label);
    if (known !== undefined) return known;
    const { labels, label: labelOf } = this.input.context;
    const made = labelOf(labels.nameOf(label), CPU_TO_GPU_FLOW);
    this.#flowLabels.set(label, made);
    return made;
  }

  #addWorkArgs(work: WorkColumns, row: number, entry: number): void {
    const { columns } = this;
    const keys = this.#keys;
    columns.number(keys.device, work.device[row]);
    columns.number(keys.context, work.context[row]);
    columns.number(keys.stream, work.stream[row]);
    this.addCorrelation(work.correlation[row], entry);
    if (work.graph[row] === 0) return;
    const { strings } = this.input.context;
    columns.text(keys.graph, strings.intern(String(work.graph[row])));
    const node = work.graphNode[row];
    if (node !== 0n) columns.text(keys.graphNode, strings.intern(String(node)));
  }
}

/** Arguments of a kernel, most often. */
const ARGS_OF_WORK = 10;

/** Arguments of a call. */
const ARGS_OF_CALL = 2;

function roomFor({ parts }: AssemblyInput): ColumnRoom {
  const sum = (count: (batch: ActivityBatch) => number): number =>
    parts.reduce((total, { batch }) => total + count(batch), 0);
  const calls = sum(batch => batch.calls.length);
  const work = sum(({ kernels, copies, fills }) => kernels.length + copies.length + fills.length);
  return {
    slices: calls + work,
    args: calls * ARGS_OF_CALL + work * ARGS_OF_WORK,
    flows: work
  };
}

const SHARED_KEYS = {
  device: DEVICE_ARG,
  context: CONTEXT_ARG,
  stream: STREAM_ARG,
  correlation: CORRELATION_ARG,
  externalId: EXTERNAL_ID_ARG,
  graph: GRAPH_ARG,
  graphNode: GRAPH_NODE_ARG
} as const;

type SharedKey = keyof typeof SHARED_KEYS;

function sharedKeys(intern: (key: string) => number): Readonly<Record<SharedKey, number>> {
  const entries = Object.entries(SHARED_KEYS).map(([name, key]) => [name, intern(key)]);
  return Object.fromEntries(entries) as Record<SharedKey, number>;
}
