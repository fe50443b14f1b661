import { ASYNC_BIT, LABEL_MASK } from './chunk';
import { RunningTotals } from './runningTotals';

/** A slice without a slot of its own. */
export interface OpenSlice {
  readonly t0: bigint;
  /** Label with the async bit. */
  label: number;
  /** Token of the parent, or -1. */
  readonly parent: number;
  /** Label of the parent with the async bit, or -1 when there is none or it is not known. */
  readonly parentLabel: number;
}

/** One stretch of recording, from `start…` on; several may be open at once, one inside another. */
export class RecordingWindow {
  private readonly totals = new RunningTotals();
  private folded = 0;

  constructor(
    /** First token of the window. */
    readonly startToken: number,
    /** Clock value at which the window was opened. */
    readonly startTime: bigint,
  ) {}

  /** Slices that were recorded but not kept. */
  get droppedSlices(): number {
    return this.folded;
  }

  /** Adds a slice that is not kept to the totals, unless it began before the window. */
  fold(token: number, slice: OpenSlice, end: bigint): void {
    if (token < this.startToken) return;
    const duration = Number(end - slice.t0);
    this.folded++;
    this.totals.addSlice(slice.label & LABEL_MASK, duration);
    const isNested = slice.parent >= this.startToken && slice.parentLabel >= 0;
    const onSameTrack = ((slice.label | slice.parentLabel) & ASYNC_BIT) === 0;
    if (isNested && onSameTrack) this.totals.subtractChild(slice.parentLabel, duration);
  }

  /** Exact totals of the slices that were not kept. */
  droppedTotals(): ReturnType<RunningTotals['toTable']> {
    return this.totals.toTable();
  }
}
