import { partitionPoint } from '../../../base/partitionPoint';
import type { ActivityBatch, CallColumns } from '../../../native/gpuActivities';
import type { SliceWriter } from './sliceWriter';

/** Calls that each start work of a GPU, in CUDA's runtime and driver. */
const LAUNCH = /^(?:cu|cuda)(?:LaunchKernel|LaunchCooperativeKernel|GraphLaunch)/;

/** Those that start copies and fills. */
const TRANSFER = /^(?:cu|cuda)(?:Memcpy\w*Async|Memset\w*Async)/;

const CAPTURE_BEGINS = /^(?:cu|cuda)(?:StreamBeginCapture)/;
const CAPTURE_ENDS = /^(?:cu|cuda)(?:StreamEndCapture)/;

/** The times in which each thread captures calls, whose launches start nothing; in order. */
type Captures = ReadonlyMap<number, { readonly starts: number[]; readonly ends: number[] }>;

/**
 * The number of recorded calls that started GPU work of which there is no record, because it had not
 * ended. Calls that failed, and calls that were captured in a graph, start nothing.
 */
export function missingWork(writer: SliceWriter): number {
  const { parts, shown } = writer.input;
  const hasTransfers = shown.has('memcpy') && shown.has('memset');
  const isStart = (name: string): boolean =>
    LAUNCH.test(name) || (hasTransfers && TRANSFER.test(name));
  const started = new Set<number>();
  const captures = capturesIn(writer);
  for (const { batch, texts } of parts) {
    const starts = matching(texts, isStart);
    forEachCall(writer, batch, (calls, row, start) => {
      if (!starts.has(calls.name[row]) || calls.status[row] !== 0) return;
      if (writer.isRecorded(start) && !isCaptured(captures, calls.thread[row], start)) {
        started.add(calls.correlation[row]);
      }
    });
  }
  const work = parts.flatMap(({ batch }) => {
    const { kernels, copies, peerCopies, fills, graphs } = batch;
    return [kernels, copies, peerCopies, fills, graphs];
  });
  for (const { length, correlation } of work) {
    for (let row = 0; row < length; row++) started.delete(correlation[row]);
  }
  return started.size;
}

function capturesIn(writer: SliceWriter): Captures {
  const bounds: { readonly time: number; readonly thread: number; readonly begins: boolean }[] = [];
  for (const { batch, texts } of writer.input.parts) {
    const begins = matching(texts, name => CAPTURE_BEGINS.test(name));
    const ends = matching(texts, name => CAPTURE_ENDS.test(name));
    forEachCall(writer, batch, (calls, row, start) => {
      const name = calls.name[row];
      if (!begins.has(name) && !ends.has(name)) return;
      bounds.push({ time: start, thread: calls.thread[row], begins: begins.has(name) });
    });
  }
  const captures = new Map<number, { starts: number[]; ends: number[] }>();
  for (const { time, thread, begins } of bounds.sort((a, b) => a.time - b.time)) {
    const found = captures.get(thread) ?? { starts: [], ends: [] };
    captures.set(thread, found);
    const isOpen = found.starts.length > found.ends.length;
    if (begins && !isOpen) found.starts.push(time);
    if (!begins && isOpen) found.ends.push(time);
  }
  return captures;
}

function isCaptured(captures: Captures, thread: number, time: number): boolean {
  const found = captures.get(thread);
  if (found === undefined) return false;
  const { starts, ends } = found;
  const at = partitionPoint(0, starts.length, each => starts[each] <= time) - 1;
  return at >= 0 && time <= (ends[at] ?? Infinity);
}

function matching(texts: readonly string[], matches: (text: string) => boolean): Set<number> {
  return new Set(texts.flatMap((text, index) => (matches(text) ? [index] : [])));
}

function forEachCall(
  { input }: SliceWriter,
  { calls, originNs }: ActivityBatch,
  take: (calls: CallColumns, row: number, start: number) => void
): void {
  const shift = Number(originNs - input.context.originNs);
  for (let row = 0; row < calls.length; row++) take(calls, row, calls.start[row] + shift);
}
