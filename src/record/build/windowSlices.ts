import { growing } from '../../model/profile/columns';
import type { SliceTable } from '../../model/profile/profile';
import { createTable } from '../../columns/tableSchema';
import {
  ASYNC_BIT,
  type KeptChunk,
  LABEL_MASK,
  placeOf,
  type SlicePlace,
  UNKNOWN_LABEL
} from '../slices/chunk';
import type { RecordedSlices } from '../recordedData';
import type { RecordingWindow, WindowEnd } from '../slices/recordingWindow';
import { relativeTimes } from '../logs/timedValues';

/** The kept slices of a window, not yet on tracks. */
export interface WindowSlices {
  /** Rows in token order; `track` is all 0. */
  readonly table: SliceTable;
  /** 1 where the slice belongs to an async lane. */
  readonly isAsync: Uint8Array;
  /** Rows that were still open at the end of the window and were cut off there. */
  readonly unfinished: readonly number[];
  /** Token of row 0; the tokens of the rows are consecutive. */
  readonly firstToken: number;
}

/** The handling of slices that are open at the end: they are cut off there, or left out. */
export type OpenSlices = 'cut' | 'leaveOut';

/**
 * Reads the slices of a window that has ended out of `store`. Slices that a limit
 * has pushed out of the kept range, but whose chunk still stands, go into the window's totals.
 * Open ones are rows in any case; with `'leaveOut'` they are not in the totals.
 */
export function readWindowSlices(
  store: RecordedSlices,
  window: RecordingWindow,
  { time: end }: WindowEnd,
  openSlices: OpenSlices
): WindowSlices {
  const { from, to } = store.keptRange(window);
  const present = [...store.keptChunks(window.startToken)];
  const firstToken = Math.max(from, present.length > 0 ? present[0].base + present[0].first : from);
  const target = allocate(firstToken, Math.max(0, to - firstToken));
  for (const part of present) {
    const kept = {
      first: Math.max(part.first, firstToken - part.base),
      end: Math.min(part.end, to - part.base)
    };
    foldOutside(part, kept, { window, end }, openSlices);
    copyKept(part, kept, { window, end }, target);
  }
  for (const [token, parent] of store.otherParents?.(window) ?? []) {
    if (token < firstToken || token >= to) continue;
    target.table.parent[token - firstToken] = parent < firstToken ? -1 : parent - firstToken;
  }
  if (openSlices === 'leaveOut') return target;
  for (const [token, slice] of store.detached.all) {
    window.fold(token, Number(end - slice.t0), slice);
  }
  return target;
}

/** Slots of a chunk, from `first` up to, not including, `end`. */
interface SlotRange {
  readonly first: number;
  readonly end: number;
}

/** A window and the clock value at which it ended. */
interface EndedWindow {
  readonly window: RecordingWindow;
  readonly end: bigint;
}

/** A {@link WindowSlices} that is being filled. */
interface Target extends WindowSlices {
  readonly unfinished: number[];
}

function allocate(firstToken: number, length: number): Target {
  return {
    firstToken,
    unfinished: [],
    isAsync: new Uint8Array(length),
    table: createTable('slices', length)
  };
}

/** Copies the slots of a chunk that are kept to their rows in `target`. */
// hot
function copyKept(
  part: KeptChunk,
  kept: SlotRange,
  { window, end }: EndedWindow,
  target: Target
): void {
  const { chunk, base } = part;
  const { table, firstToken, isAsync } = target;
  const { start, duration, label, parent } = table;
  const starts = relativeTimes(chunk.t0, part.end, window.startTime);
  const ends = relativeTimes(chunk.t1, part.end, window.startTime);
  const windowNs = Number(end - window.startTime);
  for (let slot = kept.first; slot < kept.end; slot++) {
    const row = base + slot - firstToken;
    const from = starts[slot];
    // An end of 0 on the clock is before every start: the slice is still open. It was also open at
    // the end of the window if it has ended since.
    const isOpen = ends[slot] < from || ends[slot] > windowNs;
    if (isOpen) target.unfinished.push(row);
    const outer = chunk.parent[slot];
    start[row] = from;
    duration[row] = (isOpen ? windowNs : ends[slot]) - from;
    label[row] = chunk.label[slot] & LABEL_MASK;
    isAsync[row] = (chunk.label[slot] & ASYNC_BIT) === 0 ? 0 : 1;
    parent[row] = outer < firstToken ? -1 : outer - firstToken;
    if (outer < firstToken && outer >= window.startToken) {
      subtractFromDropped(part, slot, duration[row], window);
    }
  }
}

/** Takes the time of a kept slice off its parent, which is not kept. */
function subtractFromDropped(
  { chunk, base, openAtStart }: KeptChunk,
  slot: number,
  durationNs: number,
  window: RecordingWindow
): void {
  const place: SlicePlace = { label: 0, parent: -1, parentLabel: UNKNOWN_LABEL };
  placeOf(chunk, base, slot, openAtStart, place);
  window.subtractFromParent(durationNs, place);
}

/** Folds the slots of a chunk that the limit leaves out. */
function foldOutside(
  part: KeptChunk,
  kept: SlotRange,
  { window, end }: EndedWindow,
  openSlices: OpenSlices
): void {
  const { chunk, base } = part;
  const place: SlicePlace = { label: 0, parent: -1, parentLabel: UNKNOWN_LABEL };
  for (let slot = part.first; slot < part.end; slot++) {
    if (slot >= kept.first && slot < kept.end) {
      slot = kept.end - 1;
      continue;
    }
    const isOpen = chunk.t1[slot] === 0n || chunk.t1[slot] > end;
    if (isOpen && openSlices === 'leaveOut') continue;
    placeOf(chunk, base, slot, part.openAtStart, place);
    const closed = isOpen ? end : chunk.t1[slot];
    window.fold(base + slot, Number(closed - chunk.t0[slot]), place);
  }
}

/** Rows of `slices` left after removing those in `remove`, with parents renumbered. */
export function withoutRows(
  slices: SliceTable,
  remove: ReadonlySet<number>
): { readonly table: SliceTable; readonly rowOf: Int32Array } {
  const rowOf = new Int32Array(slices.length);
  const kept = growing.uint32();
  for (let row = 0; row < slices.length; row++) {
    rowOf[row] = remove.has(row) ? -1 : kept.push(row);
  }
  const rows = kept.toColumn();
  const parentOf = (row: number) => (slices.parent[row] < 0 ? -1 : rowOf[slices.parent[row]]);
  return {
    rowOf,
    table: {
      length: rows.length,
      start: Float64Array.from(rows, row => slices.start[row]),
      duration: Float64Array.from(rows, row => slices.duration[row]),
      label: Uint32Array.from(rows, row => slices.label[row]),
      track: Uint16Array.from(rows, row => slices.track[row]),
      parent: Int32Array.from(rows, parentOf)
    }
  };
}
