import { NestingLanes } from '../../base/nestingLanes';
import {
  CORRELATION_ARG,
  CPU_TO_GPU_FLOW,
  MANGLED_ARG,
  STATUS_ARG
} from '../../model/profile/argKeys';
import { RANGE_CATEGORY } from '../../model/profile/categories';
import type { Profile, ProfileMeta } from '../../model/profile/profile';
import { type ArgValue, ProfileBuilder } from '../../model/build/profileBuilder';
import { unrecordedMeta } from '../../model/profile/unrecordedMeta';
import type { ApiCall, CudaTrace, TraceName, TraceRange } from './cudaTrace';
import { gpuArgs } from './gpuArgs';
import { namedRange } from './rangeNames';
import { findLaunches } from './launches';
import { pidOf, TraceTracks } from './traceTracks';

/** Facts that a trace does not contain. */
export interface TraceProfileOptions {
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
