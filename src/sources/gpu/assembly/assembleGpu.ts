import { EXTERNAL_ID_ARG } from '../../../model/profile/argKeys';
import type { AllocationTable, CounterSeries, InstantTable } from '../../../model/profile/profile';
import type { ActivityKind } from '../../../native/gpuActivities';
import type { OwnSliceArg } from '../../../record/build/contribution';
import { orderByStart } from '../../../record/build/orderByStart';
import type { SliceColumns } from '../../../record/build/sliceColumns';
import type { AssemblyInput } from './assemblyInput';
import type { AssemblyLosses } from './assemblyLosses';
import { CallSlices } from './callSlices';
import { causesOf } from './causes';
import { KernelSlices } from './kernelSlices';
import { memoryOf } from './memoryTables';
import { missingWork } from './missingWork';
import { placeSlices } from './placeSlices';
import { poolCounters } from './poolCounters';
import { RangeSlices } from './rangeSlices';
import { RunningOperators } from './runningOperators';
import { type BatchTimes, SliceWriter } from './sliceWriter';
import type { GroupTracks } from './trackGroups';
import { TransferSlices } from './transferSlices';
import { OverheadSlices, WaitSlices } from './waitSlices';
import { tokenOfNumber } from '../records/operatorScopes';
import { Correlations } from './correlations';

/** GPU activity in a recorded window, as a part of its profile. */
export interface AssembledGpu {
  readonly columns: SliceColumns;
  readonly ownArg: OwnSliceArg;
  readonly instants: InstantTable;
  readonly counters: readonly CounterSeries[];
  readonly allocations: AllocationTable;
  readonly losses: AssemblyLosses;
  /** The number of calls whose GPU work had not ended, and is missing. */
  readonly missing: number;
}

/**
 * Makes slices of the records: calls within the operators that made them, what each made a GPU do on the
 * tracks of devices and streams with an arrow from the outermost call, NVTX ranges, waits, and what
 * recording costs. In two passes, since CUPTI may deliver any record after those that refer to it.
 *
 * To the recorded window belongs what began in it. Work of a GPU counts by the call that started it, if
 * that is known, and is whole however late it ran; calls and ranges are cut off at the end.
 */
export function assembleGpu(input: AssemblyInput): AssembledGpu {
  const writer = new SliceWriter(input, readCorrelations(input));
  const ranges = new RangeSlices(writer);
  writeHost(writer, ranges);
  writeWork(writer);
  const { columns, tracks } = placed(writer);
  const memory = memoryOf(shownParts(input, 'memory'), writer.correlations);
  return {
    columns,
    ownArg: operatorNumbers(writer.isOperator),
    instants: ranges.instants(group => tracks.first[group]),
    counters: [...memory.counters, ...poolCounters(shownParts(input, 'memoryPool'))],
    allocations: memory.allocations,
    losses: writer.losses,
    missing: input.isComplete ? 0 : missingWork(writer)
  };
}

/** `input` with what there is of a kind, or nothing where that is not shown. */
function shownParts(input: AssemblyInput, kind: ActivityKind): AssemblyInput {
  return input.shown.has(kind) ? input : { ...input, parts: [] };
}

function writeHost(writer: SliceWriter, ranges: RangeSlices): void {
  const { parts, shown } = writer.input;
  const calls = new CallSlices(writer);
  const waits = new WaitSlices(writer);
  const overheads = new OverheadSlices(writer);
  if (shown.has('marker')) {
    for (const part of parts) ranges.addEnds(part.batch.markers, timesOf(writer, part.batch));
  }
  for (const { batch, texts } of parts) {
    const times = timesOf(writer, batch);
    calls.add(batch.calls, texts, times);
    if (shown.has('marker')) ranges.add(batch.markers, texts, times);
    if (shown.has('synchronization')) waits.add(batch.synchronizations, times);
    if (shown.has('overhead')) overheads.add(batch.overheads, times);
  }
}

/** After the calls, from which there are arrows. */
function writeWork(writer: SliceWriter): void {
  const { parts, shown } = writer.input;
  const kernels = new KernelSlices(writer);
  const transfers = new TransferSlices(writer);
  for (const { batch, texts } of parts) {
    const times = timesOf(writer, batch);
    kernels.add(batch.kernels, texts, times);
    if (shown.has('memcpy')) transfers.addCopies(batch.copies, times);
    if (shown.has('memcpyPeer')) transfers.addCopies(batch.peerCopies, times);
    if (shown.has('memset')) transfers.addFills(batch.fills, times);
    if (shown.has('graph')) transfers.addGraphs(batch.graphs, times);
  }
}

function timesOf({ input }: SliceWriter, { originNs }: { readonly originNs: bigint }): BatchTimes {
  return { shift: Number(originNs - input.context.originNs), unknown: -Number(originNs) };
}

/** The slices on their tracks, with their causes. */
function placed(writer: SliceWriter): { columns: SliceColumns; tracks: GroupTracks } {
  const { context } = writer.input;
  const { start, duration, track: group, cause: entry } = writer.columns.collected();
  const order = orderByStart(start, duration);
  const own = { slices: context.slices, mainTrack: context.mainTrack };
  const places = placeSlices({ start, duration, order, group }, writer.groups.length, own);
  const tracks = writer.groups.addTracks(places.lanes);
  const track = new Uint16Array(order.length);
  for (let row = 0; row < track.length; row++) {
    const { first, count } = tracks;
    const at = places.group[row];
    track[row] = first[at] + Math.min(places.lane[row], count[at] - 1);
  }
  const cause = causesOf({
    own: context.slices,
    ...{ start, order, entry, places },
    correlations: writer.correlations,
    operators: new RunningOperators(context),
    isThread: at => writer.groups.isThread(at)
  });
  return { columns: writer.columns.build({ order, track, cause }), tracks };
}

/** The number of each operator that made a GPU do something. */
function operatorNumbers(isOperator: Uint8Array): OwnSliceArg {
  let count = 0;
  for (let row = 0; row < isOperator.length; row++) count += isOperator[row];
  const rows = new Uint32Array(count);
  const values = new Float64Array(count);
  for (let row = 0, at = 0; at < count; row++) {
    if (isOperator[row] === 0) continue;
    rows[at] = row;
    values[at++] = row + 1;
  }
  return { key: EXTERNAL_ID_ARG, rows, values };
}

/** First pass: which calls and operators there are, since records of operators may come late. */
function readCorrelations(input: AssemblyInput): Correlations {
  const { parts, context, threadId } = input;
  const most = parts.reduce(
    (sum, { batch }) => sum + batch.calls.length + batch.externalIds.length,
    0
  );
  const correlations = new Correlations(most);
  for (const { batch } of parts) {
    const shift = Number(batch.originNs - context.originNs);
    const { length, start, correlation, isDriver } = batch.calls;
    for (let row = 0; row < length; row++) {
      correlations.noteCall(correlation[row], start[row] + shift, isDriver[row]);
    }
    const { id, ...external } = batch.externalIds;
    for (let row = 0; row < external.length; row++) {
      const token = tokenOfNumber(id[row], threadId);
      const entry = correlations.entry(external.correlation[row]);
      correlations.token[entry] = token;
      const slice = token < 0 ? -1 : input.sliceOf(token);
      correlations.operator[entry] = slice < 0 ? -1 : context.rowOfToken(slice);
    }
  }
  return correlations;
}
