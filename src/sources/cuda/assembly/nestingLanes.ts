import type { SliceRef } from '../../../record/sliceColumns';
import { NO_SLICE } from '../../../record/sliceColumns';

/** Lanes of one group at most; on the last one, slices may overlap in part. */
const MAX_LANES = 128;

/** The open slices of one lane, outermost first: their ends, and the slices. */
export class OpenSlices {
  private readonly ends: number[] = [];
  private readonly slices: SliceRef[] = [];

  /** The innermost open slice, or {@link NO_SLICE}. */
  get innermost(): SliceRef {
    return this.slices.length === 0 ? NO_SLICE : this.slices[this.slices.length - 1];
  }

  /** When the innermost one ends. */
  get end(): number {
    return this.ends.length === 0 ? Infinity : this.ends[this.ends.length - 1];
  }

  /** Lets go of what has ended at `time`. */
  closeUntil(time: number): void {
    const { ends } = this;
    while (ends.length > 0 && ends[ends.length - 1] <= time) this.pop();
  }

  /** Opens a slice within the innermost one. */
  push(slice: SliceRef, end: number): void {
    this.ends.push(end);
    this.slices.push(slice);
  }

  /** Lets go of the innermost one. */
  pop(): void {
    this.ends.pop();
    this.slices.pop();
  }
}

/** The lanes of one group while slices are put on them, in order of start. */
export class NestingLanes {
  private readonly lanes: OpenSlices[] = [];
  /** The slice around the one that was put on a lane last. */
  around: SliceRef = NO_SLICE;

  /** Lanes so far. */
  get length(): number {
    return this.lanes.length;
  }

  /** The lane of a slice: the first one on which it is within another or apart from all. */
  place(slice: SliceRef, start: number, end: number): number {
    for (let lane = 0; ; lane++) {
      const open = (this.lanes[lane] ??= new OpenSlices());
      open.closeUntil(start);
      if (end > open.end && lane < MAX_LANES - 1) continue;
      this.around = open.innermost;
      open.push(slice, end);
      return lane;
    }
  }
}
