import { ASYNC_BIT, LABEL_MASK } from './chunk';
import { RunningTotals } from './runningTotals';
import type { SlicePlace } from './slicePlace';
import { UNKNOWN_LABEL } from './slicePlace';

/** The end of a window. */
export interface WindowEnd {
  /** First token after the window. */
  readonly token: number;
  /** Clock value, nanoseconds. */
  readonly time: bigint;
}

/** One stretch of recording, from `start…` on; several may be open at once, one inside another. */
export class RecordingWindow {
  private readonly totals = new RunningTotals();
  private folded = 0;
  private ended: WindowEnd | null = null;

  constructor(
    /** First token of the window. */
    readonly startToken: number,
    /** Clock value at which the window was opened. */
    readonly startTime: bigint
  ) {}

  /** Slices that were recorded but not kept. */
  get droppedSlices(): number {
    return this.folded;
  }

  /** Where the window ended, or `null` while it is open. */
  get end(): WindowEnd | null {
    return this.ended;
  }

  /** Ends the window: later slices are not part of it. */
  close(end: WindowEnd): void {
    this.ended ??= end;
  }

  // hot
  /** Adds a slice of `durationNs` that is not kept to the totals, unless it began earlier. */
  fold(token: number, durationNs: number, slice: SlicePlace): void {
    if (token < this.startToken || (this.ended && token >= this.ended.token)) return;
    this.folded++;
    this.totals.addSlice(slice.label & LABEL_MASK, durationNs);
    this.subtractFromParent(durationNs, slice);
  }

  /** Takes a slice's time off the self time of its parent, for a parent that is not kept. */
  subtractFromParent(durationNs: number, slice: SlicePlace): void {
    const isNested = slice.parent >= this.startToken && slice.parentLabel !== UNKNOWN_LABEL;
    const onSameTrack = ((slice.label | slice.parentLabel) & ASYNC_BIT) === 0;
    if (isNested && onSameTrack) this.totals.subtractChild(slice.parentLabel, durationNs);
  }

  /** Exact totals of the slices that were not kept. */
  droppedTotals(): ReturnType<RunningTotals['toTable']> {
    return this.totals.toTable();
  }
}
