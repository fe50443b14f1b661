import { stableOrder } from '../../../base/stableOrder';
import { growing } from '../../../model/profile/columns';
import { IMPORT_LIMITS, NONE } from './importLimits';
import type { ImportNotes } from './importNotes';

/** The end of an arrow: the first, one in the middle, the last, and one of several from where it was. */
export const FlowEnd = { start: 0, step: 1, end: 2, branch: 3 } as const;

/** How an end finds its slice: it is known, or the one around that time, or the next to begin. */
export const FlowBinding = { known: 0, around: 1, next: 2 } as const;

/** An end of an arrow as traces have it. */
export interface FlowPoint {
  /** The common key of the ends of one arrow. */
  readonly key: number;
  readonly end: number;
  readonly binding: number;
  readonly time: number;
  readonly row: number;
  readonly label: number;
  /** The handle of the slice, if known. */
  readonly slice: number;
}

/** Finds slices for ends of arrows. */
export interface SliceFinder {
  /** The innermost slice of a row around a time, or {@link NONE}. */
  around(row: number, time: number): number;
  /** The first slice of a row that begins at a time or later, or {@link NONE}. */
  next(row: number, time: number): number;
}

/** Handles of the slices at both ends of arrows, and their labels. */
export interface BoundFlows {
  readonly from: number[];
  readonly to: number[];
  readonly label: number[];
}

/** The arrows of a trace, as ends that meet when all slices are known. */
export class ImportedFlows {
  readonly #columns = {
    key: growing.uint32(),
    end: growing.uint8(),
    binding: growing.uint8(),
    time: growing.float64(),
    row: growing.uint32(),
    label: growing.uint32(),
    slice: growing.int32()
  };

  constructor(private readonly notes: ImportNotes) {}

  add(point: FlowPoint): void {
    const columns = this.#columns;
    if (columns.key.length >= IMPORT_LIMITS.events) {
      this.notes.add('limit');
      return;
    }
    columns.key.push(point.key);
    columns.end.push(point.end);
    columns.binding.push(point.binding);
    columns.time.push(point.time);
    columns.row.push(point.row);
    columns.label.push(point.label);
    columns.slice.push(point.slice);
  }

  /** Arrows from each end that goes on to the next of the same key, in the order of time. */
  bind(finder: SliceFinder): BoundFlows {
    const { key, end, time, label } = this.#columns;
    const flows: BoundFlows = { from: [], to: [], label: [] };
    const byEnd = stableOrder(Float64Array.from(end.toColumn()));
    const last = new Map<number, number>();
    const met = new Set<number>();
    for (const point of stableOrder(time.toColumn(), byEnd)) {
      const slice = this.#sliceOf(point, finder);
      if (slice === NONE) {
        this.notes.add('unbound');
        continue;
      }
      const from = end.at(point) === FlowEnd.start ? undefined : last.get(key.at(point));
      if (from !== undefined) {
        flows.from.push(from);
        flows.to.push(slice);
        flows.label.push(label.at(point));
        met.add(key.at(point));
      }
      if (end.at(point) >= FlowEnd.end) this.#noteUnmet(from);
      if (end.at(point) === FlowEnd.end) last.delete(key.at(point));
      else if (end.at(point) !== FlowEnd.branch) last.set(key.at(point), slice);
    }
    for (const open of last.keys()) if (!met.has(open)) this.notes.add('unbound');
    return flows;
  }

  #noteUnmet(from: number | undefined): void {
    if (from === undefined) this.notes.add('unbound');
  }

  #sliceOf(point: number, finder: SliceFinder): number {
    const { binding, row, time, slice } = this.#columns;
    if (binding.at(point) === FlowBinding.known) return slice.at(point);
    return binding.at(point) === FlowBinding.around
      ? finder.around(row.at(point), time.at(point))
      : finder.next(row.at(point), time.at(point));
  }
}
