import { NestingLanes } from '../../base/lanes/nestingLanes';
import {
  BANDWIDTH_ARG,
  BLOCK_ARG,
  CONTEXT_ARG,
  CORRELATION_ARG,
  CPU_TO_GPU_FLOW,
  DEVICE_ARG,
  GRAPH_ARG,
  GRAPH_NODE_ARG,
  GRID_ARG,
  MANGLED_ARG,
  REGISTERS_ARG,
  SHARED_MEMORY_ARG,
  STATUS_ARG,
  STREAM_ARG,
  TRANSFER_BYTES_ARG,
  INPUT_SHAPES_ARG,
  SEQUENCE_ARG,
  STASHED_SEQUENCE_ARG
} from '../../model/profile/argKeys';
import { RANGE_CATEGORY } from '../../model/profile/categories';
import type { Profile, ProfileMeta } from '../../model/profile/profile';
import { type ArgValue, ProfileBuilder } from '../../model/build/profileBuilder';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';
import type { ApiCall, CudaTrace, GpuWork, KernelLaunch, TraceName, TraceRange } from './cudaTrace';
import { findLaunches } from './launches';
import { pidOf, TraceTracks } from './traceTracks';

/** Facts that a trace does not contain. */
interface TraceProfileOptions {
  readonly id: string;
  readonly name: string;
  /** When the file was written, milliseconds since the Unix epoch. */
  readonly writtenAtMs: number;
}

/**
 * A trace as a profile: ranges and API calls on the tracks of their threads, GPU work on those of its
 * streams, and an arrow from each call to the work it started. Its source `cuda` lists the repairs.
 */
export function traceProfile(trace: CudaTrace, options: TraceProfileOptions): Profile {
  const [first, last] = timeSpan(trace);
  const writer = new TraceWriter(trace, first);
  writer.writeRanges();
  writer.writeMarks();
  writer.writeCallsAndWork();
  const note = [trace.corrections.toString(), trace.unread].filter(text => text !== '').join(' ');
  const records = trace.ranges.length + trace.calls.length + trace.gpuWork.length;
  const status = note === '' ? 'ok' : 'partial';
  return writer.builder.build(meta(trace, options, [first, last]), {
    sources: [{ source: 'cuda', status, message: note, records }]
  });
}

function timeSpan({ ranges, marks, calls, gpuWork }: CudaTrace): [number, number] {
  let first = Infinity;
  let last = -Infinity;
  for (const list of [ranges, calls, gpuWork]) {
    for (const { start, end } of list) {
      first = Math.min(first, start);
      last = Math.max(last, end);
    }
  }
  for (const { time } of marks) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  return first > last ? [0, 0] : [first, last];
}

function meta(
  trace: CudaTrace,
  { id, name, writtenAtMs }: TraceProfileOptions,
  [first, last]: readonly [number, number]
): ProfileMeta {
  const startedAtMs = trace.baseAtMs === null ? writtenAtMs : trace.baseAtMs + first / 1e6;
  return unrecordedMeta({
    id,
    name,
    startedAtMs,
    originNs: String(trace.baseNs + BigInt(Math.max(0, Math.floor(first)))),
    durationNs: last - first,
    pid: pidOf(trace.calls.find(({ process }) => process !== null)?.process ?? null)
  });
}

/** Writes the records of a trace into a profile; times are moved so that the first is 0. */
class TraceWriter {
  readonly builder = new ProfileBuilder();
  readonly #tracks: TraceTracks;

  constructor(
    private readonly trace: CudaTrace,
    private readonly first: number
  ) {
    this.#tracks = new TraceTracks(this.builder, trace);
  }

  writeRanges(): void {
    const places = new Map<number, TraceRange[]>();
    for (const range of this.trace.ranges) {
      const track = this.#tracks.ofPlace(range);
      const list = places.get(track);
      if (list) list.push(range);
      else places.set(track, [range]);
    }
    for (const [track, ranges] of places) this.#writeRangesOf(track, ranges);
  }

  #writeRangesOf(track: number, ranges: TraceRange[]): void {
    ranges.sort((a, b) => a.start - b.start || b.end - a.end);
    const lanes = new NestingLanes();
    ranges.forEach((range, row) => {
      const lane = lanes.place(row, range.start, range.end);
      if (lane > 0 && range.thread !== null) this.trace.corrections.add('overlapping');
      const { name, args } = namedRange(range.name);
      this.builder.addSlice({
        name,
        category: RANGE_CATEGORY,
        start: range.start - this.first,
        duration: range.end - range.start,
        track: lane === 0 ? track : this.#tracks.laneBeside(track, lane),
        args: { ...mangledArgs(range), ...args }
      });
    });
  }

  writeMarks(): void {
    for (const mark of this.trace.marks) {
      const track = this.#tracks.ofPlace(mark);
      this.builder.addInstant(mark.name, RANGE_CATEGORY, mark.time - this.first, track);
    }
  }

  writeCallsAndWork(): void {
    const slices = new Map<ApiCall, number>();
    for (const call of this.trace.calls) slices.set(call, this.#writeCall(call));
    for (const { work, call } of findLaunches(this.trace)) {
      const slice = this.builder.addSlice({
        name: work.name,
        category: work.category,
        start: work.start - this.first,
        duration: work.end - work.start,
        track: this.#tracks.ofStream(work),
        args: gpuArgs(work)
      });
      const from = call === null ? undefined : slices.get(call);
      if (from !== undefined) this.builder.addFlow(work.name, CPU_TO_GPU_FLOW, from, slice);
    }
  }

  #writeCall(call: ApiCall): number {
    const args: Record<string, ArgValue> = {};
    if (call.correlation !== null) args[CORRELATION_ARG] = call.correlation;
    if (call.status !== 0) args[STATUS_ARG] = call.status;
    return this.builder.addSlice({
      name: call.name,
      category: call.category,
      start: call.start - this.first,
      duration: call.end - call.start,
      track: this.#tracks.ofPlace(call),
      args
    });
  }
}

function mangledArgs({ mangled }: TraceName): Readonly<Record<string, ArgValue>> {
  return mangled === null ? {} : { [MANGLED_ARG]: mangled };
}

type Args = Record<string, ArgValue>;

/** The arguments of the slice of GPU work; unknown ones are absent. */
function gpuArgs(work: GpuWork): Readonly<Args> {
  const args: Args = {
    [DEVICE_ARG]: work.device,
    [CONTEXT_ARG]: work.context,
    [STREAM_ARG]: work.stream
  };
  if (work.correlation !== null) args[CORRELATION_ARG] = work.correlation;
  if (work.mangled !== null) args[MANGLED_ARG] = work.mangled;
  if (work.graph !== null) args[GRAPH_ARG] = work.graph;
  if (work.graphNode !== null) args[GRAPH_NODE_ARG] = work.graphNode;
  if (work.launch !== null) addLaunch(args, work.launch);
  addTransfer(args, work);
  return args;
}

function addLaunch(args: Args, launch: KernelLaunch): void {
  const { registers, staticMemory, dynamicMemory } = launch;
  const { gridX, gridY, gridZ, blockX, blockY, blockZ } = launch;
  if (gridX !== null) args[GRID_ARG] = triple(gridX, gridY, gridZ);
  if (blockX !== null) args[BLOCK_ARG] = triple(blockX, blockY, blockZ);
  if (registers !== null) args[REGISTERS_ARG] = registers;
  if (staticMemory !== null || dynamicMemory !== null) {
    args[SHARED_MEMORY_ARG] = (staticMemory ?? 0) + (dynamicMemory ?? 0);
  }
}

function triple(...sizes: readonly (number | null)[]): string {
  return `[${sizes.map(size => size ?? 1).join(', ')}]`;
}

function addTransfer(args: Args, { bytes, start, end }: GpuWork): void {
  if (bytes === null || bytes < 0) return;
  args[TRANSFER_BYTES_ARG] = bytes;
  // A byte in a nanosecond is a gigabyte in a second.
  if (end > start) args[BANDWIDTH_ARG] = bytes / (end - start);
}

/** A range without the facts that PyTorch adds to its name. */
interface NamedRange {
  readonly name: string;
  readonly args: Readonly<Record<string, ArgValue>>;
}

/** The first fact behind a name: `, seq = 3` or `, op_id = 12`. */
const FIRST_FACT = /, (?:stashed seq|seq|op_id) = \d+(?=,|$)/;

/** One fact, whose value is a number or a list in brackets. */
const FACT = /, (seq|stashed seq|op_id|sizes|input_op_ids) = (\d+|\[[^=]*\])(?=, [a-z_]|$)/gy;

/** Keys of facts in a profile; others keep the names that PyTorch has for them. */
const KEYS: ReadonlyMap<string, string> = new Map([
  ['seq', SEQUENCE_ARG],
  ['stashed seq', STASHED_SEQUENCE_ARG],
  ['sizes', INPUT_SHAPES_ARG]
]);

const NO_ARGS = {};

/**
 * A range of PyTorch, such as `aten::add, seq = 3, op_id = 12, sizes = [[2, 3]]`, by the name of its operator, with
 * what follows as arguments, so that all calls of an operator are one row. Other names stay as they are.
 */
export function namedRange(text: string): NamedRange {
  const first = FIRST_FACT.exec(text);
  if (first === null || first.index === 0) return { name: text, args: NO_ARGS };
  const args: Record<string, ArgValue> = {};
  let read = first.index;
  FACT.lastIndex = read;
  for (let fact = FACT.exec(text); fact !== null; fact = FACT.exec(text)) {
    const [, key, value] = fact;
    args[KEYS.get(key) ?? key] = valueOf(key, value);
    read = FACT.lastIndex;
  }
  return read === text.length
    ? { name: text.slice(0, first.index), args }
    : { name: text, args: NO_ARGS };
}

function valueOf(key: string, value: string): ArgValue {
  if (!value.startsWith('[')) return Number(value);
  return key === 'sizes' ? value.replaceAll(' ', '') : value;
}
