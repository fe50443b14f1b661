import { growing } from '../model/columns';
import type { SliceTable } from '../model/profile';
import { ASYNC_BIT, LABEL_MASK, placeOf } from './chunk';
import type { RecordingWindow } from './recordingWindow';
import type { SlicePlace } from './slicePlace';
import { UNKNOWN_LABEL } from './slicePlace';
import type { KeptChunk, SliceStore } from './sliceStore';
import { relativeTimes } from './timedValues';

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

/**
 * Reads the slices of `window` out of `store` up to the clock value `end`. Slices that a limit
 * has pushed out of the kept range, but whose chunk still stands, go into the window's totals.
 */
export function readWindowSlices(
  store: SliceStore,
  window: RecordingWindow,
  end: bigint
): WindowSlices {
  const { from, to } = store.keptRange(window.startToken);
  const present = [...store.keptChunks(window.startToken)];
  const firstToken = Math.max(from, present.length > 0 ? present[0].base + present[0].first : from);
  const length = Math.max(0, to - firstToken);
  const columns = allocate(length);
  const unfinished: number[] = [];
  const durationNs = Number(end - window.startTime);
  for (const part of present) {
    const times = relativeTimes(part.chunk.t0, part.end, window.startTime);
    const ends = relativeTimes(part.chunk.t1, part.end, window.startTime);
    const firstKept = Math.max(part.first, firstToken - part.base);
    const lastKept = Math.min(part.end, to - part.base);
    foldOutside(part, firstKept, lastKept, window, end);
    const place: SlicePlace = { label: 0, parent: -1, parentLabel: UNKNOWN_LABEL };
    for (let slot = firstKept; slot < lastKept; slot++) {
      const row = part.base + slot - firstToken;
      const isOpen = part.chunk.t1[slot] === 0n;
      if (isOpen) unfinished.push(row);
      const label = part.chunk.label[slot];
      const parent = part.chunk.parent[slot] - firstToken;
      columns.start[row] = times[slot];
      columns.duration[row] = (isOpen ? durationNs : ends[slot]) - times[slot];
      columns.label[row] = label & LABEL_MASK;
      columns.parent[row] = parent >= 0 ? parent : -1;
      if (parent < 0) {
        placeOf(part.chunk, part.base, slot, part.openAtStart, place);
        window.subtractFromParent(columns.duration[row], place);
      }
      columns.isAsync[row] = (label & ASYNC_BIT) === 0 ? 0 : 1;
    }
  }
  for (const [token, slice] of store.openDetached()) {
    window.fold(token, Number(end - slice.t0), slice);
  }
  const { isAsync, ...table } = columns;
  return { table: { length, ...table }, isAsync, unfinished, firstToken };
}

function allocate(length: number) {
  return {
    start: new Float64Array(length),
    duration: new Float64Array(length),
    label: new Uint32Array(length),
    track: new Uint16Array(length),
    parent: new Int32Array(length),
    isAsync: new Uint8Array(length)
  };
}

/** Folds the slots of a chunk that the limit leaves out. */
function foldOutside(
  part: KeptChunk,
  firstKept: number,
  lastKept: number,
  window: RecordingWindow,
  windowEnd: bigint
): void {
  const { chunk, base } = part;
  const place: SlicePlace = { label: 0, parent: -1, parentLabel: UNKNOWN_LABEL };
  for (let slot = part.first; slot < part.end; slot++) {
    if (slot >= firstKept && slot < lastKept) continue;
    placeOf(chunk, base, slot, part.openAtStart, place);
    const end = chunk.t1[slot] === 0n ? windowEnd : chunk.t1[slot];
    window.fold(base + slot, Number(end - chunk.t0[slot]), place);
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
