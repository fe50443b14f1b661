import { NestingLanes, NONE_OPEN, OpenStretches } from '../../../base/lanes/nestingLanes';
import type { SliceTable } from '../../../model/profile/profile';
import { NO_SLICE, type SliceRef, ownSlice } from '../../../record/build/sliceColumns';
import { BESIDE_MAIN_GROUP, MAIN_GROUP } from './trackGroups';

/** Slices to be put on tracks. */
export interface UnplacedSlices {
  readonly start: Float64Array;
  readonly duration: Float64Array;
  /** In the form of `orderByStart`. */
  readonly order: Uint32Array;
  /** The {@link TrackGroup} of each. */
  readonly group: Uint16Array;
}

export interface SlicePlaces {
  /** The group of each; for those that did not fit on the main track another one. */
  readonly group: Uint16Array;
  /** The lane of each within its group. */
  readonly lane: Uint16Array;
  /** The slice around each one on its track. */
  readonly around: Int32Array;
  /** The number of lanes of each group. */
  readonly lanes: Uint16Array;
}

/**
 * Puts slices on lanes of their groups so that those of one lane are nested or disjoint, as many as
 * possible on the first. On the main track they are nested among the recorder's own: those that partly
 * overlap one of these go beside it.
 */
export function placeSlices(
  slices: UnplacedSlices,
  groups: number,
  own: { readonly slices: SliceTable; readonly mainTrack: number }
): SlicePlaces {
  const { start, duration, order } = slices;
  const length = order.length;
  const around = new Int32Array(length).fill(NO_SLICE);
  const group = placeOnMain(slices, around, own);
  const lane = new Uint16Array(length);
  const lanesOf = Array.from({ length: groups }, () => new NestingLanes());
  for (let at = 0; at < length; at++) {
    const row = order[at];
    if (group[row] === MAIN_GROUP) continue;
    const lanes = lanesOf[group[row]];
    lane[row] = lanes.place(row, start[row], start[row] + duration[row]);
    if (lanes.around !== NONE_OPEN) around[row] = lanes.around;
  }
  return { group, lane, around, lanes: Uint16Array.from(lanesOf, lanes => lanes.length) };
}

/** The groups once what does not fit among the recorder's own slices has left the main track. */
function placeOnMain(
  { start, duration, order, group }: UnplacedSlices,
  around: Int32Array,
  own: { readonly slices: SliceTable; readonly mainTrack: number }
): Uint16Array {
  const placed = group.slice();
  const main = new MainTrack(own.slices, own.mainTrack, row => {
    placed[row] = BESIDE_MAIN_GROUP;
  });
  for (let at = 0; at < order.length; at++) {
    const row = order[at];
    if (group[row] !== MAIN_GROUP) continue;
    around[row] = main.add(row, start[row], start[row] + duration[row]);
  }
  main.finish();
  return placed;
}

/** The main track while slices are put among the recorder's own, in order of start. */
class MainTrack {
  readonly #open = new OpenStretches();
  #next = 0;

  constructor(
    private readonly own: SliceTable,
    private readonly track: number,
    /** Called with each slice that does not fit after all. */
    private readonly onMisfit: (row: number) => void
  ) {}

  /** Adds a slice and returns the slice around it. */
  add(row: number, start: number, end: number): SliceRef {
    this.#openOwn(start, end - start);
    const open = this.#open;
    open.closeUntil(start);
    const around = open.innermost;
    if (end > open.end) this.onMisfit(row);
    else open.push(row, end);
    return around === NONE_OPEN ? NO_SLICE : around;
  }

  /** Goes through the recorder's slices that are left. */
  finish(): void {
    this.#openOwn(Infinity, 0);
  }

  /** Opens the recorder's slices that come before one that starts at `time`. */
  #openOwn(time: number, duration: number): void {
    const { own, track } = this;
    const open = this.#open;
    for (; this.#next < own.length && own.start[this.#next] <= time; this.#next++) {
      const row = this.#next;
      if (own.start[row] === time && duration > own.duration[row]) return;
      if (own.track[row] !== track) continue;
      const end = own.start[row] + own.duration[row];
      open.closeUntil(own.start[row]);
      while (open.innermost >= 0 && end > open.end) {
        this.onMisfit(open.innermost);
        open.pop();
      }
      open.push(ownSlice(row), end);
    }
  }
}
