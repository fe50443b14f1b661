import type { TimeWindow } from 'kernelscope/analysis';
import {
  COUNTERS_GROUP,
  type LaneIndex,
  SAMPLED_GROUP,
  type TimelineRow,
  type TimelineRows,
  entryOfSlice,
  laneOfEntry,
  timelineRows,
  trackOfLane
} from 'kernelscope/layout';
import { type ISignal, Signal } from '@lumino/signaling';
import { clampWindow, isSameWindow } from '../../shared/canvas/timeScale';
import { ROW_METRICS } from './metrics';
import type { TimelineModel } from './model';

/** Which part of a {@link TimelineState} is new. */
export type TimelineChange = 'content' | 'window' | 'rows' | 'emphasis';

/** A place from the top of all rows, pixels. */
export interface RowPlace {
  readonly topPx: number;
  readonly heightPx: number;
}

/** More counters that code sets would push its lanes out of sight, so their group starts closed, as sampled ones do. */
export const MAX_OPEN_COUNTERS = 4;

/** The part of its model that a timeline shows: time, open and closed groups, and highlights. */
export class TimelineState {
  readonly #changed = new Signal<this, TimelineChange>(this);
  readonly #collapsed = new Set<number>();
  #window: TimeWindow;
  #rows: TimelineRows;
  #rowOfTrack: ReadonlyMap<number, TimelineRow> = new Map();
  #selected = -1;
  #lit: LaneIndex | null = null;
  #range: TimeWindow | null = null;

  /** Whether a person closed the groups of counters that they touched. */
  readonly #closes: Map<number, boolean>;

  /** `before` is the state of what was on show: which counters a person closed stays. */
  constructor(
    readonly model: TimelineModel,
    before: TimelineState | null = null
  ) {
    this.#window = model.extent;
    this.#closes = new Map(before === null ? [] : before.#closes);
    const setCount = model.counters.filter(({ kind }) => kind === 'set').length;
    if (this.#closes.get(COUNTERS_GROUP) ?? setCount > MAX_OPEN_COUNTERS) {
      this.#collapsed.add(COUNTERS_GROUP);
    }
    if (this.#closes.get(SAMPLED_GROUP) ?? true) this.#collapsed.add(SAMPLED_GROUP);
    this.#rows = this.#arrange();
  }

  /** Emitted after each change. */
  get changed(): ISignal<this, TimelineChange> {
    return this.#changed;
  }

  get window(): TimeWindow {
    return this.#window;
  }

  get rows(): TimelineRows {
    return this.#rows;
  }

  /** Entry of the slice that stands out alone, or -1. */
  get selected(): number {
    return this.#selected;
  }

  /** The slices that are lit while all others are dimmed; null when none is. */
  get lit(): LaneIndex | null {
    return this.#lit;
  }

  /** The stretch of time that a person marked. */
  get range(): TimeWindow | null {
    return this.#range;
  }

  /** True when all of the time is on show. */
  get isWhole(): boolean {
    return isSameWindow(this.#window, this.model.extent);
  }

  setWindow(window: TimeWindow): void {
    const next = clampWindow(window, this.model.extent);
    if (next.fromNs === this.#window.fromNs && next.toNs === this.#window.toNs) return;
    this.#window = next;
    this.#changed.emit('window');
  }

  select(entry: number): void {
    if (entry === this.#selected) return;
    this.#selected = entry;
    this.#changed.emit('emphasis');
  }

  light(lit: LaneIndex | null): void {
    if (lit === this.#lit) return;
    this.#lit = lit;
    this.#changed.emit('emphasis');
  }

  mark(range: TimeWindow | null): void {
    if (range === this.#range) return;
    this.#range = range;
    this.#changed.emit('emphasis');
  }

  /** Closes an open group or track, or opens a closed one; see `COUNTERS_GROUP` and `SAMPLED_GROUP`. */
  toggle(track: number): void {
    if (!this.#collapsed.delete(track)) this.#collapsed.add(track);
    if (track < 0) this.#closes.set(track, this.#collapsed.has(track));
    this.#rows = this.#arrange();
    this.#changed.emit('rows');
  }

  /** The tracks and groups that are closed. */
  get collapsed(): ReadonlySet<number> {
    return this.#collapsed;
  }

  /** Opens whatever hides an entry. */
  uncover(entry: number): void {
    const { profile, index } = this.model;
    let hidden = false;
    let track = trackOfLane(index, laneOfEntry(index, entry));
    for (; track >= 0; track = profile.tracks[track].parent) {
      hidden = this.#collapsed.delete(track) || hidden;
    }
    if (!hidden) return;
    this.#rows = this.#arrange();
    this.#changed.emit('rows');
  }

  /** The entry of a slice of the profile, or -1. */
  entryOf(slice: number): number {
    const { profile, index } = this.model;
    if (slice < 0 || slice >= profile.slices.length) return -1;
    return entryOfSlice(index, slice, profile.slices.track[slice]);
  }

  /** Where an entry is drawn, or the closed group that it is in; null when that is nowhere. */
  placeOf(entry: number): RowPlace | null {
    const { profile, index } = this.model;
    const lane = laneOfEntry(index, entry);
    const track = trackOfLane(index, lane);
    let shown = track;
    while (shown >= 0 && !this.#rowOfTrack.has(shown)) shown = profile.tracks[shown].parent;
    const row = this.#rowOfTrack.get(shown);
    if (row === undefined) return null;
    const level = row.lanes.indexOf(lane);
    if (row.kind === 'group' || level < 0) return { topPx: row.topPx, heightPx: row.heightPx };
    const topPx = row.topPx + row.instantsPx + level * ROW_METRICS.lanePx;
    return { topPx, heightPx: ROW_METRICS.lanePx };
  }

  #arrange(): TimelineRows {
    const { profile, index, counters, instants, busyTracks, rankOf } = this.model;
    const arranged = timelineRows({
      tracks: profile.tracks,
      index,
      ...{ counters, rankOf },
      hasInstants: track => instants.has(track),
      isBusy: track => busyTracks.has(track),
      collapsed: this.#collapsed,
      metrics: ROW_METRICS
    });
    const ofTracks = arranged.rows.filter(({ counter, track }) => counter < 0 && track >= 0);
    this.#rowOfTrack = new Map(ofTracks.map(row => [row.track, row]));
    return arranged;
  }
}
