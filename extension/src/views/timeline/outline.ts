import type { TimeWindow } from 'kernelscope/analysis';
import {
  type EntryRange,
  type LaneIndex,
  entriesInside,
  firstEntryEnding,
  firstFailing,
  trackTree
} from 'kernelscope/layout';
import type { TreePlace } from '../../shared/grid/treeGrid';
import type { TimelineModel } from './model';

/** A line of the timeline told as a tree: a track, its instants, a slice, or what is not listed. */
export interface OutlineRow extends TreePlace {
  readonly type: 'track' | 'instants' | 'instant' | 'slice' | 'more';
  /** Stays the same while the content does. */
  readonly key: string;
  /**
   * The track of a `track`, the number of `instants`, the row of an `instant`, the entry of a
   * `slice`, the number of lines left out for `more`.
   */
  readonly value: number;
}

/** Lines that are listed under one line, and lines of the whole outline, at most. */
const MAX_CHILDREN = 200;
const MAX_ROWS = 2000;

/** The part of a model that {@link outlineRows} needs. */
export type OutlineModel = Pick<TimelineModel, 'index' | 'instants' | 'profile' | 'rankOf'>;

/**
 * The lines of the tracks with slices or instants, and under each expanded one what is inside: of a
 * track its instants and the outermost slices within `window`, of a slice all directly in it.
 */
export function outlineRows(
  model: OutlineModel,
  window: TimeWindow,
  expanded: ReadonlySet<string>
): OutlineRow[] {
  return new Outline(model, window, expanded).rows;
}

type NewRow = Omit<OutlineRow, 'isExpanded'>;

class Outline {
  readonly rows: OutlineRow[] = [];

  constructor(
    private readonly model: OutlineModel,
    private readonly window: TimeWindow,
    private readonly expanded: ReadonlySet<string>
  ) {
    const { index, instants } = model;
    const tracks = trackTree(model.profile.tracks, () => false, model.rankOf)
      .map(({ track }) => track)
      .filter(track => index.trackLane[track] < index.trackLane[track + 1] || instants.has(track));
    tracks.forEach((track, at) => {
      const place = { position: at + 1, setSize: tracks.length, level: 1, isExpandable: true };
      const row = { type: 'track', key: `track ${track}`, value: track, ...place } as const;
      if (this.#add(row)) this.#addTrack(track);
    });
  }

  /** Adds a line, unless there are too many; true when it is expanded. */
  #add(row: NewRow): boolean {
    if (this.rows.length >= MAX_ROWS) return false;
    const isExpanded = row.isExpandable && this.expanded.has(row.key);
    this.rows.push({ ...row, isExpanded });
    return isExpanded;
  }

  #addTrack(track: number): void {
    const { index } = this.model;
    const slices = outermost(index, track, this.window);
    const instants = this.#instantsOf(track);
    const lead = instants.length > 0 ? 1 : 0;
    if (lead === 1) {
      const place = { level: 2, position: 1, setSize: slices.to - slices.from + 1 };
      const key = `instants ${track}`;
      const head = { type: 'instants', key, value: instants.length, isExpandable: true } as const;
      if (this.#add({ ...head, ...place })) this.#addInstants(instants);
    }
    this.#addSlices(slices, 2, lead);
  }

  #instantsOf(track: number): Uint32Array {
    const { instants, profile } = this.model;
    const rows = instants.get(track) ?? new Uint32Array(0);
    const { time } = profile.instants;
    const { fromNs, toNs } = this.window;
    const from = firstFailing(0, rows.length, at => time[rows[at]] < fromNs);
    return rows.subarray(
      from,
      firstFailing(from, rows.length, at => time[rows[at]] <= toNs)
    );
  }

  #addInstants(rows: Uint32Array): void {
    const setSize = rows.length;
    rows.subarray(0, MAX_CHILDREN).forEach((value, at) => {
      const place = { level: 3, position: at + 1, setSize, isExpandable: false };
      this.#add({ type: 'instant', key: `instant ${value}`, value, ...place });
    });
    this.#addMore(`instant ${rows[0]}`, { level: 3, left: setSize - MAX_CHILDREN, setSize });
  }

  /** `lead` lines come before these slices. */
  #addSlices({ from, to }: EntryRange, level: number, lead: number): void {
    const { index } = this.model;
    const setSize = to - from + lead;
    for (let entry = from; entry < Math.min(to, from + MAX_CHILDREN); entry++) {
      const inside = entriesInside(index, entry);
      const isExpandable = inside.from < inside.to;
      const position = entry - from + lead + 1;
      const row = { type: 'slice', value: entry, level, isExpandable, position, setSize } as const;
      if (this.#add({ ...row, key: `slice ${entry}` })) this.#addSlices(inside, level + 1, 0);
    }
    this.#addMore(`slice ${from}`, { level, left: to - from - MAX_CHILDREN, setSize });
  }

  #addMore(
    first: string,
    { level, left, setSize }: Readonly<Record<'level' | 'left' | 'setSize', number>>
  ): void {
    if (left <= 0) return;
    const place = { level, position: setSize - left + 1, setSize, isExpandable: false };
    this.#add({ type: 'more', key: `more after ${first}`, value: left, ...place });
  }
}

function outermost(index: LaneIndex, track: number, { fromNs, toNs }: TimeWindow): EntryRange {
  const lane = index.trackLane[track];
  const from = firstEntryEnding(index, lane, fromNs);
  const to = firstFailing(from, index.laneEntry[lane + 1], entry => index.start[entry] <= toNs);
  return { from, to };
}
